# tf.function: signatures, tracing and concrete functions. A call that finds its trace never comes here (binding/graph_object.cpp).
# Sources: tensorflow/python/eager/polymorphic_function, tensorflow/core/function (trace_type, polymorphism).
import _engine
from tensorflow import _graph
from tensorflow._base import IndexedSlices, Variable, _errors, convert_to_tensor, identity, is_tensor
from tensorflow._graph import FuncGraph, Operation, init_scope
from tensorflow._core import TensorSpec
from tensorflow.tensor_array import TensorArray

_missing = object()


# ---- parameters

class _Parameters:
    def __init__(self, f):
        skip, self.known = 0, True
        while hasattr(f, "__wrapped__"):
            f = f.__wrapped__
        if isinstance(f, type) or not hasattr(f, "__signature_names__"):
            call = None if isinstance(f, type) else getattr(type(f), "__call__", None)
            if not hasattr(call, "__signature_names__"):
                self.names, self.defaults, self.keywords, self.var, self.varkw, self.known = [], [], {}, True, True, False
                return
            f, skip = call, 1
        elif type(f).__name__ == "bound_method":
            skip = 1
        n, _, self.var, self.varkw, *names = f.__signature_names__
        while names and names[0] == "*":   # what a closure carries
            names, n = names[1:], n - 1
        defaults = list(f.__defaults__ or ())
        given = f.__kwdefaults__ or {}
        self.defaults = [_missing] * (n - len(defaults)) + defaults
        self.names, self.keywords = names[:n], {k: given.get(k, _missing) for k in names[n:]}
        self.names, self.defaults = self.names[skip:], self.defaults[skip:]

    simple = property(lambda self: self.known and not self.var and not self.varkw and not self.keywords)

    def bind(self, args, kwargs):
        """Arguments in the order of the signature: [positional…, *args…, keyword-only…, **kwargs by name…] and the names of each."""
        names, values = list(self.names), list(self.defaults)
        kwargs = dict(kwargs)
        if len(args) > len(names) and not self.var:
            raise TypeError("too many positional arguments")
        for i, a in enumerate(args[:len(names)]):
            values[i] = a
            if names[i] in kwargs:
                raise TypeError("multiple values for argument '" + names[i] + "'")
        for i, k in enumerate(names):
            if k in kwargs:
                values[i] = kwargs.pop(k)
        for k, v in zip(names, values):
            if v is _missing:
                raise TypeError("missing a required argument: '" + k + "'")
        for i, a in enumerate(args[len(names):]):
            names.append("args" if not self.known else "args_" + str(i))
            values.append(a)
        for k, v in self.keywords.items():
            v = kwargs.pop(k, v)
            if v is _missing:
                raise TypeError("missing a required argument: '" + k + "'")
            names.append(k)
            values.append(v)
        if kwargs and not self.varkw:
            raise TypeError("got an unexpected keyword argument '" + list(kwargs)[0] + "'")
        for k in sorted(kwargs):
            names.append(k)
            values.append(kwargs[k])
        return names, values

    def split(self, names, values):
        # Back to args and kwargs for the call.
        n = len(self.names)
        i = n
        if self.var:
            while i < len(names) and (names[i].startswith("args_") or not self.known and names[i] == "args") and names[i] not in self.keywords:
                i += 1
        return values[:i], {k: v for k, v in zip(names[i:], values[i:])}

    def kind(self, i, name):
        n = len(self.names)
        return "POSITIONAL_OR_KEYWORD" if i < n else "VAR_POSITIONAL" if name.startswith("args_") else "KEYWORD_ONLY"


# ---- types of arguments, as they are shown

def _type_text(v):
    if isinstance(v, TensorSpec):
        return "TensorSpec(shape=" + str(v.shape) + ", dtype=" + repr(v.dtype) + ", name=" + repr(v.name) + ")"
    if is_tensor(v) and not isinstance(v, Variable):
        return "TensorSpec(shape=" + str(v.shape) + ", dtype=" + repr(v.dtype) + ", name=None)"
    if isinstance(v, Variable):
        return "VariableSpec(shape=" + str(v.shape) + ", dtype=" + repr(v.dtype) + ", trainable=" + str(v.trainable) + ", alias_id=0)"
    if isinstance(v, tuple) and hasattr(v, "_fields"):
        return type(v).__name__ + "(" + ", ".join(k + "=" + _type_text(x) for k, x in zip(v._fields, v)) + ")"
    if isinstance(v, (list, tuple)):
        return ("List" if isinstance(v, list) else "Tuple") + "[" + ", ".join(_type_text(x) for x in v) + "]"
    if isinstance(v, dict):
        return "Dict[[" + ", ".join(repr(k) + ", " + _type_text(x) for k, x in v.items()) + "]]" if v else "Dict[]"
    if isinstance(v, (int, float, str, bytes)) or v is None:
        return "Literal[" + repr(v) + "]"
    return "<weakref to " + str(type(v)) + ">"


def _told(v):
    # What of an argument the signature holds, for the recording.
    if is_tensor(v):
        return ("variable " if isinstance(v, Variable) else "") + v.dtype.name + " " + str(v.shape)
    if isinstance(v, (list, tuple)):
        return ("[%s]" if isinstance(v, list) else "(%s)") % ", ".join([_told(x) for x in v])
    if isinstance(v, dict):
        return "{" + ", ".join([repr(k) + ": " + _told(x) for k, x in v.items()]) + "}"
    return repr(v)[:60] if isinstance(v, (int, float, str, bytes)) or v is None else "<" + type(v).__name__ + ">"


def _map(f, v):
    if isinstance(v, (list, tuple, dict)):
        return _engine.pack_sequence_as(v, [f(x) for x in _engine.flatten(v)])
    return f(v)


def _is_array(v):
    return is_tensor(v) and not isinstance(v, Variable) or isinstance(v, _engine.ndarray) or type(v).__name__ in ("float32", "float64", "int32", "int64", "uint8", "bool_") and hasattr(v, "dtype")


# ---- what traces

class PyCTError(Exception):
    __module__ = "tensorflow.python.autograph.pyct.errors"


class AutoGraphError(PyCTError):
    __module__ = "tensorflow.python.autograph.impl.api"


class StagingError(AutoGraphError):
    __module__ = "tensorflow.python.autograph.impl.api"


# Its text may have several lines. Source: autograph/pyct/error_utils.py, MultilineMessageKeyError.
_KeyError = type("KeyError", (KeyError,), {"__str__": lambda self: self.text})
_explained = [None, None, None]   # the error that was told last, what it was told from, and its own words
_KEPT = (AssertionError, AttributeError, NameError, NotImplementedError, RuntimeError, StopIteration, TypeError, UnboundLocalError, ValueError)


def _outermost_function(lines, number):
    # The number of the line of the `def` around all others around a line, found by indentation.
    def indent(text):
        return len(text) - len(text.lstrip())
    if not 0 < number <= len(lines):
        return number
    depth, found = indent(lines[number - 1]), number
    for i in range(number - 1, -1, -1):
        text = lines[i].lstrip()
        if text and text[0] != "#" and (indent(lines[i]) < depth or i == number - 1):
            depth = indent(lines[i])
            if text.startswith("def ") or text.startswith("async def "):
                found = i + 1
        if depth == 0:
            break
    return found


def _in_user_code(e):
    """An error of a function that is traced, with the lines of the program that it passed in its text.
    Source: autograph/pyct/error_utils.py, ErrorMetadataBase; autograph/impl/api.py, _ErrorMetadata."""
    from _traceback import frames, retold, source
    cause = _explained[2] if _explained[0] is e else type(e).__name__ + ": " + str(e)
    error = _explained[1] if _explained[0] is e else e
    program = source().split("\n")
    shown, mark, last = [], "  *", None
    for file, line, name, text in frames(e):
        outermost = _outermost_function(program, line)
        inner = name[:1] == "<" and name != "<module>"
        if name == "<lambda>" and not shown:
            name = "None"
        if shown and outermost == last and (inner or name != shown[-1][2]):
            # What a converted function holds is converted with it: one frame, the innermost.
            shown[-1] = (file, line, shown[-1][2] if inner else name, text, mark)
        else:
            shown.append((file, line, name, text, "  **" if name == "__init__" and mark else mark))
        if name == "__init__":
            mark = ""
        last = outermost
    lines = ["in user code:", ""]
    for file, line, name, text, mark in shown:
        lines += ["    File \"" + file + "\", line " + str(line) + ", in " + name + mark, "        " + (text.strip() or "<source unavailable>")]
    lines += [""] + ["    " + x for x in cause.split("\n")] + [""]
    message = "\n".join(lines)
    errors = _errors()
    kind = type(error)
    if issubclass(kind, errors.OpError):
        e.message = message
        retold(e, (message,), None)
    elif issubclass(kind, KeyError):
        if not isinstance(e, _KeyError):
            e = retold(_KeyError(*error.args), error.args, error)
        e.text = message
    elif (isinstance(e, PyCTError) or issubclass(kind, (errors.InaccessibleTensorError, errors.OperatorNotAllowedInGraphError)) or kind in _KEPT
          or not issubclass(kind, _BUILT_IN) and "__init__" not in kind.__dict__):
        retold(e, (message,), None)
    else:   # one that takes more than a text, as far as anybody knows
        e = retold(StagingError(message), (message,), error)
    _explained[0], _explained[1], _explained[2] = e, error, cause
    return e


_BUILT_IN = _KEPT + (ArithmeticError, LookupError, OSError, MemoryError, ImportError, EOFError, Warning)


def _traced(f, name, names, values, parameters, autograph, creator):
    """Runs `f` on placeholders: (graph, the values as the signature has them, outputs as Python has them)."""
    graph = FuncGraph(name)
    with graph:
        made = []
        for k, v in zip(names, values):
            def stand_in(x):
                if isinstance(x, TensorSpec):
                    return graph._g.placeholder(x.dtype, x.shape, x.name or _valid(k))
                if _is_array(x):
                    x = convert_to_tensor(x)
                    return graph._g.placeholder(x.dtype, x.shape, _valid(k))
                return x
            made.append(_map(stand_in, v))
        args, kwargs = parameters.split(names, made)
        _graph._creators.append(creator)
        before = _graph.set_autograph(autograph)
        try:
            try:
                result = f(*args, **kwargs)
            except Exception as e:
                if not autograph:
                    raise
                raise _in_user_code(e) from None
            result, outputs, numbers, packer, shown = _outputs(result, f)
        finally:
            _graph.set_autograph(before)
            _graph._creators.pop()
        graph._g.set_outputs(outputs)
    return graph, made, result, numbers, packer, shown


def _valid(name):
    name = "".join(c if c.isalpha() or c.isdigit() or c == "_" else "_" for c in name).lstrip("_")
    return name or "unknown"


def _outputs(result, f):
    # The structure that a call returns, the graph's outputs, for each leaf the number of its output (-1: None), and what packs composite leaves.
    outputs, numbers, composite, shown = [], [], [], []
    flat = _engine.flatten(result)
    for leaf in flat:
        if leaf is None or isinstance(leaf, Operation):
            numbers.append(-1)
            shown.append(None)
            continue
        if isinstance(leaf, IndexedSlices):
            parts, make = [leaf.values, leaf.indices] + ([] if leaf.dense_shape is None else [leaf.dense_shape]), IndexedSlices
        elif isinstance(leaf, TensorArray):
            parts, make = leaf._parts(), leaf._like
        else:
            if not is_tensor(leaf):
                try:
                    leaf = convert_to_tensor(leaf)
                except (TypeError, ValueError):
                    raise TypeError("To be compatible with tf.function, Python functions must return zero or more Tensors or ExtensionTypes or None values; in compilation of " + str(f)
                                    + ", found return value of type " + type(leaf).__name__ + ", which is not a Tensor or ExtensionType.")
            parts, make = [leaf], None
        numbers.append(len(outputs))
        parts = [p if p.dtype.name == "variant" else identity(p) for p in parts]
        shown.append(parts[0])
        composite.append((len(outputs), len(parts), make))
        outputs += parts
    shown = _engine.pack_sequence_as(result, shown)
    packer = None
    if any(make for _, _, make in composite):
        def packer(tensors):
            leaves = iter([make(*tensors[i:i + n]) if make else tensors[i] for i, n, make in composite])
            return _engine.pack_sequence_as(result, [None if k < 0 else next(leaves) for k in numbers])
    single = len(flat) == 1 and flat[0] is result and outputs
    return (outputs[0] if single else None if not outputs and not isinstance(result, (list, tuple, dict)) else result), outputs, numbers, packer, shown


# ---- concrete functions

def _concrete(function, names, values):
    state = function._s
    _engine.trace_begins(state.name)
    traced, told = None, []
    try:
        graph, made, result, numbers, packer, shown = _traced(state.python_function, state.name, names, values, state.parameters, state.autograph, state.creator)
        traced, told = graph._g, [x for k, v in zip(names, made) for x in (k, _told(v))]
    finally:
        _engine.trace_ends(traced, state.number, told)
    with_names = [_map(lambda x: TensorSpec(x.shape, x.dtype, x.op.name) if is_tensor(x) and not isinstance(x, Variable) else x, v) for v in made]
    c = _engine.Concrete(graph._g, result, numbers, packer, made, {"graph": graph, "_names": names, "_values": made, "_specs": with_names, "structured_outputs": shown, "_parameters": state.parameters,
                                                                   "name": "__inference_" + state.name + "_" + str(_number()), "_function": function})
    return c


_count = [0]


def _number():
    _count[0] += 1
    return _count[0]


def _arguments(c):
    return [x for v in c._values for x in _engine.flatten(v) if is_tensor(x)]


def _call_concrete(c, args, kwargs):
    p, names, expected = c._parameters, c._names, c._values
    holes = [i for i, v in enumerate(expected) if any(is_tensor(x) for x in _engine.flatten(v))]
    if "_prefix" in kwargs:
        kwargs.pop("_prefix")
    # Literals and objects of the signature need not be given again.
    values = list(expected)
    given = [False] * len(values)
    try:
        if len(args) > len(names) or len(args) == len(holes) < len(names) and not kwargs and holes != list(range(len(holes))):
            if len(args) != len(holes):
                raise TypeError("too many positional arguments")
            for i, a in zip(holes, args):
                values[i], given[i] = a, True
        else:
            for i, a in enumerate(args):
                values[i], given[i] = a, True
        for k, v in kwargs.items():
            i = names.index(k) if k in names else [n for n, s in enumerate(c._specs) if isinstance(s, TensorSpec) and s.name == k][0] if any(isinstance(s, TensorSpec) and s.name == k for s in c._specs) else -1
            if i < 0:
                raise TypeError("got an unexpected keyword argument '" + k + "'")
            if given[i]:
                raise TypeError("multiple values for argument '" + k + "'")
            values[i], given[i] = v, True
        for i in holes:
            if not given[i]:
                raise TypeError("missing a required argument: '" + names[i] + "'")
        flat = []
        for value, want in zip(values, expected):
            pair = _engine.flatten(value), _engine.flatten(want)
            if len(pair[0]) != len(pair[1]):
                raise TypeError("Can not cast " + _type_text(value) + " to " + _type_text(want))
            for have, hole in zip(*pair):
                if isinstance(hole, Variable):
                    if not isinstance(have, Variable):
                        raise TypeError("Can not cast " + _type_text(have) + " to " + _type_text(hole))
                    flat.append(have)
                elif is_tensor(hole):
                    have = have if is_tensor(have) and not isinstance(have, Variable) else convert_to_tensor(have, hole.dtype) if not is_tensor(have) else convert_to_tensor(have)
                    if have.dtype != hole.dtype:
                        raise _errors().InvalidArgumentError(None, None, "cannot compute " + c.name + " as input #" + str(len(flat)) + "(zero-based) was expected to be a " + _kernel_name(hole.dtype) + " tensor but is a "
                                                             + _kernel_name(have.dtype) + " tensor [Op:" + c.name + "]")
                    if not hole.shape.is_compatible_with(have.shape):
                        raise TypeError("Can not cast " + _type_text(have) + " to " + _type_text(hole))
                    flat.append(have)
                elif have is not hole and not (have == hole):
                    raise TypeError("Can not cast " + repr(have) + " to " + _type_text(hole))
    except TypeError as e:
        raise TypeError("Binding inputs to tf.function failed due to `" + str(e) + "`. Received args: " + repr(args) + " and kwargs: " + repr(kwargs) + " for signature: (" + _signature_text(c) + ").") from None
    return c._run(flat)


def _kernel_name(dtype):
    return {"float32": "float", "float64": "double"}.get(dtype.name, dtype.name)


def _signature_text(c):
    return ", ".join(n + ": " + _type_text(v) for n, v in zip(c._names, c._values))


def _summary(c):
    lines = ["Input Parameters:"]
    for i, (n, v) in enumerate(zip(c._names, c._values)):
        lines.append("  " + n + " (" + c._parameters.kind(i, n) + "): " + _type_text(v))
    if not c._names:
        lines[0] = "Input Parameters:"
        lines.append("  None")
    lines.append("Output Type:")
    lines.append("  " + ("None" if c.structured_outputs is None else _type_text(c.structured_outputs)))
    lines.append("Captures:")
    captured = c.graph._g.captures()
    if not captured:
        lines.append("  None")
    for v in captured:
        lines.append("  " + str(id(v)) + ": " + ("TensorSpec(shape=(), dtype=tf.resource, name=None)" if isinstance(v, Variable) else _type_text(v)))
    return "\n".join(lines)


def _structured_input_signature(c):
    args, kwargs = c._parameters.split(c._names, c._specs)
    return tuple(args), kwargs


_C = _engine.Concrete
for _name, _f in (
        ("__call__", _call_concrete), ("__str__", lambda c: "ConcreteFunction " + _summary(c)), ("__repr__", lambda c: "<ConcreteFunction (" + _signature_text(c) + ") at " + hex(id(c)) + ">"),
        ("pretty_printed_signature", lambda c, verbose=True: _summary(c)), ("get_structured_input_signature__", _structured_input_signature),
        ("get_inputs__", lambda c: c.graph.inputs), ("get_outputs__", lambda c: c.graph.outputs), ("get_captured_inputs__", lambda c: c.graph._g.captures()),
        ("get_variables__", lambda c: c.graph.variables), ("get_trainable_variables__", lambda c: tuple(v for v in c.graph.variables if v.trainable)),
        ("get_output_dtypes__", lambda c: _map(lambda t: t.dtype, c.structured_outputs)), ("get_output_shapes__", lambda c: _map(lambda t: t.shape, c.structured_outputs)),
        ("get_function_type__", _signature_text), ("get_function_def__", lambda c: c.graph.as_graph_def())):
    _engine.extend(_C, _name, _f)


# ---- functions

class _Detector:
    # Source: polymorphic_function.py, _FrequentTracingDetector.
    def __init__(self):
        self.tracings, self.warned, self.calls = [], 0, 0

    def without(self, n):
        if n:
            if not self.tracings:
                self.tracings = [0]
            self.tracings[-1] += n
            self.calls += n

    def with_tracing(self, name, quiet):
        self.calls += 1
        self.tracings.append(1)
        while self.tracings and self.calls - self.tracings[0] > 10:
            self.calls -= self.tracings.pop(0)
        if quiet or self.warned >= 2 or len(self.tracings) < 5:
            return
        self.warned += 1
        _engine.write(2, "WARNING:tensorflow:" + str(len(self.tracings)) + " out of the last " + str(self.calls) + " calls to " + name
                      + " triggered tf.function retracing. Tracing is expensive and the excessive number of tracings could be due to (1) creating @tf.function repeatedly in a loop, (2) passing tensors with "
                      "different shapes, (3) passing Python objects instead of tensors. For (1), please define your @tf.function outside of the loop. For (2), @tf.function has reduce_retracing=True option that "
                      "can avoid unnecessary retracing. For (3), please refer to https://www.tensorflow.org/guide/function#controlling_retracing and https://www.tensorflow.org/api_docs/python/tf/function for "
                      " more details.\n")


_detectors = {}
_states = [0]


class _State:
    def __init__(self, f, options):
        self.python_function, self.options = f, options
        self.name = getattr(f, "__name__", None) or type(f).__name__
        if self.name == "<lambda>":
            self.name = "lambda"
        self.parameters = _Parameters(f)
        self.autograph = options["autograph"]
        self.reduce = options["reduce_retracing"] or options["experimental_relax_shapes"]
        self.count = 0          # traces
        self.number = _states[0]
        _states[0] += 1
        self.created = None     # variables that the first call made; None: there was no call yet
        self.pending = []       # variables whose initial value is a tensor of the trace
        self.signature = None
        self.running = 0
        key = f
        while hasattr(key, "__wrapped__"):
            key = key.__wrapped__
        key = getattr(key, "__code__", None) or getattr(key, "__func__", key)
        detector = _detectors.get(id(key))
        if detector is None:
            detector = _detectors[id(key)] = (_Detector(), key)
        self.detector = detector[0]

    def creator(self, initial, trainable, name, dtype, shape):
        """What making a variable means in a trace: it is made once, outside of the function. Source: polymorphic_function.py, UnliftedInitializerVariable."""
        if self.phase == "again":
            raise ValueError("tf.function only supports singleton tf.Variables created on the first call. Make sure the tf.Variable is only created once or created outside tf.function. See "
                             "https://www.tensorflow.org/guide/function#creating_tfvariables for more information.")
        if initial is None:
            raise ValueError("initial_value must be specified.")
        scope = _graph.current()._g.scope()
        with init_scope():
            value = initial() if callable(initial) and not is_tensor(initial) else initial
            full = (scope + "/" if scope else "") + (name or "Variable")
            if _engine.is_symbolic(value):
                v = _engine.new_variable(value.dtype, value.shape if shape is None else shape, full + ":0", trainable is not False)
                self.pending.append((v, value))
            else:
                v = Variable(value, trainable=trainable, name=full, dtype=dtype, shape=shape)
        self.created.append(v)
        return v


def _set_input_signature(s, signature):
    # Source: function_type_utils.py, make_function_type.
    if not isinstance(signature, (tuple, list)):
        raise TypeError("input_signature must be either a tuple or a list, got " + str(type(signature)) + ".")
    bad = [x for x in _engine.flatten(list(signature)) if not isinstance(x, TensorSpec)]
    if bad:
        raise TypeError("input_signature must be a possibly nested sequence of TensorSpec objects, got invalid args " + str(bad) + " with types " + str([type(x) for x in bad]) + ".")
    p = s.parameters
    if len(signature) > len(p.names) and not p.var:
        raise TypeError("input_signature contains " + str(len(signature)) + " arguments, but the function takes only " + str(len(p.names)) + ".")
    for n, d in zip(p.names[len(signature):], p.defaults[len(signature):]):
        if d is _missing:
            raise TypeError("input_signature missing type constraint for " + n)
    s.signature = list(signature)


def _cast(value, spec):
    if isinstance(spec, TensorSpec):
        if isinstance(value, TensorSpec):
            if value.dtype != spec.dtype or not spec.shape.is_compatible_with(value.shape):
                raise TypeError("Can not cast " + _type_text(value) + " to " + _type_text(spec))
            return value
        if isinstance(value, (list, tuple, dict)) and any(is_tensor(x) for x in _engine.flatten(value)) or value is None:
            raise TypeError("Can not cast " + _type_text(value) + " to " + _type_text(spec))
        if not is_tensor(value):
            try:
                value = convert_to_tensor(value, spec.dtype)
            except (TypeError, ValueError):
                raise TypeError("Can not cast " + repr(value) + " to " + _type_text(spec))
        if value.dtype != spec.dtype or not spec.shape.is_compatible_with(value.shape):
            raise TypeError("Can not cast " + _type_text(value) + " to " + _type_text(spec))
        return convert_to_tensor(value)
    if isinstance(spec, dict):
        if not isinstance(value, dict) or sorted(value) != sorted(spec):
            raise TypeError("Can not cast " + repr(value) + " to a Dict.")
        return {k: _cast(value[k], spec[k]) for k in spec}
    if isinstance(spec, (list, tuple)):
        if not isinstance(value, (list, tuple)) or len(value) != len(spec):
            raise TypeError("Can not cast " + repr(value) + " to " + ("list" if isinstance(spec, list) else "tuple") + " type.")
        return type(spec)([_cast(v, s) for v, s in zip(value, spec)])
    return value


def _bind(s, args, kwargs):
    try:
        if any(k.startswith("_") and not k.strip("_") for k in kwargs):
            raise TypeError("invalid keyword")
        names, values = s.parameters.bind(args, kwargs)
        if s.signature is not None:
            values = [_cast(v, s.signature[i]) if i < len(s.signature) else v for i, v in enumerate(values)]
    except (TypeError, ValueError) as e:
        # Source: tensorflow/core/function/polymorphism/function_type.py, FunctionType (inspect.Signature.__str__).
        p, text = s.parameters, []
        for i, (n, d) in enumerate(zip(p.names, p.defaults)):
            if s.signature is not None and i < len(s.signature):
                text.append(n + ": " + _type_text(s.signature[i]) + ("" if d is _missing else " = <captured_default_value>"))
            else:
                text.append(n if d is _missing else n + "=<captured_default_value>")
        if p.var:
            text.append("*args")
        elif p.keywords:
            text.append("*")
        text += [k if d is _missing else k + "=<captured_default_value>" for k, d in p.keywords.items()]
        text = ", ".join(text + (["**kwargs"] if p.varkw else []))
        raise TypeError("Binding inputs to tf.function failed due to `" + str(e) + "`. Received args: " + repr(tuple(args)) + " and kwargs: " + repr(kwargs) + " for signature: (" + text + ").") from None
    return names, values


def _specs_of(s, values):
    # What is traced for these arguments: the input signature, or their own shapes, or relaxed ones.
    if s.signature is not None:
        return [s.signature[i] if i < len(s.signature) else v for i, v in enumerate(values)]
    return values


def _relaxed(function, values):
    # The most specific signature that holds for these arguments and for an earlier trace. Source: type_dispatch.py, try_generalizing_function_type.
    for c in function._concretes:
        if len(c._values) != len(values):
            continue
        try:
            return [_generalised(v, w) for v, w in zip(values, c._values)]
        except _Differs:
            pass
    return values


class _Differs(Exception):
    pass


def _generalised(v, w):
    if isinstance(v, TensorSpec) or _is_array(v):
        if not (is_tensor(w) or isinstance(w, TensorSpec)) or isinstance(w, Variable):
            raise _Differs()
        v = v if isinstance(v, TensorSpec) else convert_to_tensor(v)
        if v.dtype != w.dtype:
            raise _Differs()
        if v.shape.rank is None or w.shape.rank != v.shape.rank:
            return TensorSpec(None, v.dtype)
        return TensorSpec([a if a == b else None for a, b in zip(v.shape, w.shape)], v.dtype)
    if isinstance(v, dict):
        if not isinstance(w, dict) or sorted(v) != sorted(w):
            raise _Differs()
        return {k: _generalised(v[k], w[k]) for k in v}
    if isinstance(v, (list, tuple)):
        if type(v) != type(w) or len(v) != len(w):
            raise _Differs()
        parts = [_generalised(a, b) for a, b in zip(v, w)]
        return type(v)(*parts) if hasattr(v, "_fields") else type(v)(parts)
    if v is not w and not (type(v) == type(w) and v == w):
        raise _Differs()
    return v


def _trace(function, names, values):
    """The concrete function for these arguments, made if there is none."""
    s = function._s
    c = function._find(_placeholders_for(values))
    if c is not None:
        return c
    wanted = _specs_of(s, values)
    if s.reduce and s.signature is None and function._concretes:
        wanted = _relaxed(function, values)
    first = s.created is None
    if first:
        s.created = []
    s.phase = "first" if first or not s.had_variables else "again"
    made_before = len(s.created)
    s.count += 1
    try:
        c = _concrete(function, names, wanted)
    except BaseException:
        if first:
            s.created = None
        raise
    if len(s.created) > made_before:
        if not first:
            raise ValueError("Creating variables on a non-first call to a function decorated with tf.function.")
        s.had_variables = True
        if s.pending:
            pending, s.pending = s.pending, []
            flat = [convert_to_tensor(x) for v in values for x in _engine.flatten(v) if _is_array(x)]
            results = c.graph._g.run([x for x in _arguments(c) if not isinstance(x, Variable)], flat, [value for _, value in pending], [])
            with init_scope():
                for (v, _), value in zip(pending, results):
                    _engine.set_variable_state(v, value)
        # Traced again, now that the variables are there: TensorFlow does the same.
        s.phase = "again"
        s.count += 1
        c = _concrete(function, names, wanted)
    function._add(c, c._values)
    return c


def _placeholders_for(values):
    # Signatures among arguments are looked up by tensors of their kind.
    if not any(isinstance(x, TensorSpec) for v in values for x in _engine.flatten(v)):
        return values
    g = FuncGraph("signature")
    return [_map(lambda x: g._g.placeholder(x.dtype, x.shape, None) if isinstance(x, TensorSpec) else x, v) for v in values]


def _miss(function, args, kwargs):
    s = function._s
    if _eagerly() or _composite(list(args) + list(kwargs.values())):
        return s.python_function(*args, **kwargs)
    names, values = _bind(s, args, kwargs)
    before = s.count
    c = function._find(values)
    if c is None:
        if s.running > 50:
            raise RecursionError("maximum recursion depth exceeded")
        s.running += 1
        try:
            c = _trace(function, names, values)
        finally:
            s.running -= 1
    if _engine.executing_eagerly():
        s.detector.without(function._take_calls() + (s.count == before))
        if s.count > before:
            s.detector.with_tracing(repr(s.python_function), s.reduce)
    return c._run([x if is_tensor(x) else convert_to_tensor(x) for v in values for x in _engine.flatten(v) if is_tensor(x) or _is_array(x)])


def _composite(values):
    # RaggedTensors and SparseTensors are values here, not parts of a graph: functions of them run as they are written.
    return any(hasattr(v, "dispatch__") or hasattr(v, "row_splits_dtype") for v in values)


def _eagerly():
    from tensorflow import config
    return config.functions_run_eagerly()


def _get_concrete_function(function, *args, **kwargs):
    s = function._s
    if _composite(list(args) + list(kwargs.values()) + list(s.options["input_signature"] or ())):
        return s.python_function
    if s.signature is not None and not args and not kwargs:
        names, values = s.parameters.names[:], s.signature + s.parameters.defaults[len(s.signature):]
        names = names if len(names) == len(values) else ["args_" + str(i) for i in range(len(values))]
    else:
        names, values = _bind(s, args, kwargs)
    return _trace(function, names, values)


def _make(f, options, like=None):
    s = _State(f, options)
    s.had_variables = False
    if like is not None:
        p = like.parameters
        s.parameters = _Parameters(_Method)
        s.parameters.names, s.parameters.defaults, s.parameters.keywords = p.names[1:], p.defaults[1:], p.keywords
        s.parameters.var, s.parameters.varkw, s.parameters.known = p.var, p.varkw, p.known
        s.name, s.detector = like.name, like.detector
    p = s.parameters
    if options["input_signature"] is not None and not _composite(options["input_signature"]) and (like is not None or not _is_method(f, p, options["input_signature"])):
        _set_input_signature(s, options["input_signature"])
    attributes = {"_s": s, "python_function": f, "__wrapped__": f, "__name__": getattr(f, "__name__", s.name), "__doc__": getattr(f, "__doc__", None), "input_signature": options["input_signature"],
                  "__module__": getattr(f, "__module__", "__main__"), "__qualname__": getattr(f, "__name__", s.name)}
    return _engine.Function(attributes, p.names if p.simple else None, tuple(p.defaults), _missing, _miss)


def _is_method(f, p, signature):
    # A function in a class body gets its signature when it is bound: `self` has no type.
    return bool(p.names) and p.names[0] == "self" and len(signature) < len(p.names)


def _bind_method(function, instance):
    s = function._s
    f = s.python_function
    return _make(_Method(f, instance).call, s.options, s)


class _Method:
    def __init__(self, f, instance):
        self.call = lambda *args, **kwargs: f(instance, *args, **kwargs)


_F = _engine.Function
for _name, _f in (
        ("_bind", _bind_method), ("get_concrete_function", _get_concrete_function), ("experimental_get_tracing_count", lambda f: f._s.count),
        ("pretty_printed_concrete_signatures", lambda f, verbose=True: "\n\n".join(_summary(c) for c in f._concretes)), ("get_function_spec__", lambda f: f._s.parameters),
        ("_list_all_concrete_functions", lambda f: list(f._concretes)),
        ("get_initialized_concrete_function", _get_concrete_function),
        ("__str__", lambda f: "<tensorflow.python.eager.polymorphic_function.polymorphic_function.Function object at " + hex(id(f)) + ">"),
        ("__repr__", lambda f: "<tensorflow.python.eager.polymorphic_function.polymorphic_function.Function object at " + hex(id(f)) + ">")):
    _engine.extend(_F, _name, _f)


def function(func=None, input_signature=None, autograph=True, jit_compile=None, reduce_retracing=False, experimental_implements=None, experimental_autograph_options=None,
             experimental_attributes=None, experimental_relax_shapes=None, experimental_compile=None, experimental_follow_type_hints=None):
    options = {"input_signature": input_signature, "autograph": autograph, "reduce_retracing": reduce_retracing, "experimental_relax_shapes": experimental_relax_shapes}

    def decorate(f):
        if isinstance(f, _engine.Function):
            f = f.python_function
        if not callable(f):
            raise TypeError(repr(f) + " is not a callable object")
        return _make(f, options)
    return decorate if func is None else decorate(func)
