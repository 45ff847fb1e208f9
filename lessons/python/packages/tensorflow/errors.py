# tf.errors: what ops raise. Source: tensorflow/python/framework/errors_impl.py.
import _engine


class OpError(Exception):
    __module__ = "tensorflow.python.framework.errors_impl"
    _code = 2

    def __init__(self, node_def, op, message, *args):
        super().__init__(message)
        self.node_def = node_def
        self.op = op
        self.message = message
        self.error_code = self._code

    def __str__(self):
        return self.message


_NAMES = (
    "Cancelled", "Unknown", "InvalidArgument", "DeadlineExceeded", "NotFound", "AlreadyExists", "PermissionDenied", "ResourceExhausted",
    "FailedPrecondition", "Aborted", "OutOfRange", "Unimplemented", "Internal", "Unavailable", "DataLoss", "Unauthenticated",
)
_classes = {}
for _code, _name in enumerate(_NAMES):
    _name += "Error"
    _classes[_name] = type(_name, (OpError,), {"__module__": OpError.__module__, "_code": _code + 1})
    globals()[_name] = _classes[_name]

# What graphs raise. Source: tensorflow/python/framework/errors_impl.py, tensorflow/python/autograph/impl.
for _name, _base in (("OperatorNotAllowedInGraphError", TypeError), ("InaccessibleTensorError", ValueError)):
    _classes[_name] = globals()[_name] = type(_name, (_base,), {"__module__": OpError.__module__})
_engine.setup(_classes)
