# tf.debugging: assertions. Source: tensorflow/python/ops/check_ops.py, numerics.py.
import _engine
from tensorflow._core import Assert, TensorShape, _apply, _errors, _unknown, as_dtype, convert_to_tensor, is_tensor


def _fail(text):
    raise _errors().InvalidArgumentError(None, None, text)


def _pair(x, y):
    x = x if is_tensor(x) else convert_to_tensor(x, dtype_hint=y.dtype if is_tensor(y) else None)
    return convert_to_tensor(x), y if is_tensor(y) else convert_to_tensor(y, x.dtype)


def _shown_values(x, y, held, most):
    # Source: check_ops.py, _make_assert_msg_data
    most = 1000000000 if most < 0 else most
    if not most:
        return []
    lines = []
    if x.shape == y.shape and x.ndim:
        wrong = _apply("where_true", [_apply("logical_not", [held])])
        n = min(most, wrong.shape[0])
        pick = lambda t: str(_apply("gather_nd", [t, wrong]).numpy()[:n])
        lines = ["Indices of first " + str(n) + " different values:", str(wrong.numpy()[:n]), "Corresponding x values:", pick(x), "Corresponding y values:", pick(y)]
    for name, t in (("x", x), ("y", y)):
        flat = t.numpy().reshape(-1)
        n = min(flat.size, most)
        lines += ["First " + str(n) + " elements of " + name + ":", str(flat[:n])]
    return lines


def _in_graph(held, message, text, x, y, summarize):
    # A node that raises when it runs. Source: check_ops.py, _binary_assert.
    def named(n, t):
        return [n + " (" + (t.name if _engine.is_symbolic(t) else "Const:0") + ") = ", t]
    return Assert(_apply("reduce_all", [held]), ([message] if message else []) + [text] + named("x", x) + (named("y", y) if y is not None else []), summarize)


def _comparison(name, sign, op):
    def check(x, y, message=None, summarize=None, name=None):
        x, y = _pair(x, y)
        held = _apply("equal" if sign == "==" else "not_equal", [x, y]) if sign in ("==", "!=") else op(x, y)
        if not _engine.executing_eagerly():
            return _in_graph(held, message, "Condition x " + sign + " y did not hold element-wise:", x, y, summarize)
        if not _apply("reduce_all", [held]):
            _fail("\n".join(([message] if message else []) + ["Condition x " + sign + " y did not hold."] + _shown_values(x, y, held, 3 if summarize is None else summarize)))
    return check


assert_equal = _comparison("assert_equal", "==", lambda x, y: x == y)
assert_none_equal = _comparison("assert_none_equal", "!=", lambda x, y: x != y)
assert_less = _comparison("assert_less", "<", lambda x, y: x < y)
assert_less_equal = _comparison("assert_less_equal", "<=", lambda x, y: x <= y)
assert_greater = _comparison("assert_greater", ">", lambda x, y: x > y)
assert_greater_equal = _comparison("assert_greater_equal", ">=", lambda x, y: x >= y)


def _against_zero(sign, op):
    def check(x, message=None, summarize=None, name=None):
        x = convert_to_tensor(x)
        if not _engine.executing_eagerly():
            return _in_graph(op(x), message, "Condition x " + sign + " 0 did not hold element-wise:", x, None, summarize)
        if not _apply("reduce_all", [op(x)]):
            _fail((message or "") + ("\n" if message else "") + "Condition x " + sign + " 0 did not hold element-wise:\n" + str(x))
    return check


assert_positive = _against_zero(">", lambda x: x > 0)
assert_negative = _against_zero("<", lambda x: x < 0)
assert_non_negative = _against_zero(">=", lambda x: x >= 0)
assert_non_positive = _against_zero("<=", lambda x: x <= 0)


def assert_near(x, y, rtol=None, atol=None, message=None, summarize=None, name=None):
    x, y = _pair(x, y)
    small = 10 * (1.1920929e-07 if x.dtype.name == "float32" else 2.220446049250313e-16)
    rtol, atol = small if rtol is None else rtol, small if atol is None else atol
    if not _engine.executing_eagerly():
        return _in_graph(_apply("abs", [x - y]) < atol + rtol * _apply("abs", [y]), message, "x and y not equal to tolerance rtol = " + str(rtol) + ", atol = " + str(atol), x, y, summarize)
    if not _apply("reduce_all", [_apply("abs", [x - y]) < atol + rtol * _apply("abs", [y])]):
        _fail((message or "") + ("\n" if message else "") + "x and y not equal to tolerance rtol = " + str(rtol) + ", atol = " + str(atol))


def assert_rank(x, rank, message=None, name=None):
    x = convert_to_tensor(x)
    if x.ndim != int(rank):
        raise ValueError((message or "") + ". Tensor " + "must have rank " + str(rank) + ".  Received rank " + str(x.ndim) + ", shape " + str(x.shape))


def assert_rank_at_least(x, rank, message=None, name=None):
    x = convert_to_tensor(x)
    if x.ndim < int(rank):
        raise ValueError((message or "") + ". Tensor must have rank at least " + str(rank) + ".  Received rank " + str(x.ndim) + ", shape " + str(x.shape))


def assert_type(tensor, tf_type, message=None, name=None):
    tensor = convert_to_tensor(tensor)
    if tensor.dtype != as_dtype(tf_type):
        raise TypeError((message or "") + " tensor must be of type " + repr(as_dtype(tf_type)) + "; got " + repr(tensor.dtype))


def assert_scalar(tensor, name=None, message=None):
    tensor = convert_to_tensor(tensor)
    if tensor.ndim != 0:
        raise ValueError((message or "") + "Expected scalar shape, saw shape: " + str(tensor.shape) + ".")
    return tensor


def assert_integer(x, message=None, name=None):
    x = convert_to_tensor(x)
    if not x.dtype.is_integer:
        raise TypeError((message or "") + "Expected \"x\" to be of type integer.  Found type: " + repr(x.dtype) + " instead")


def assert_shapes(shapes, data=None, summarize=None, message=None, name=None):
    sizes = {}
    for x, symbols in (shapes.items() if isinstance(shapes, dict) else shapes):
        have = convert_to_tensor(x).shape.as_list()
        symbols = list(symbols) if isinstance(symbols, (list, tuple, str)) else [symbols]
        if len(symbols) != len(have):
            raise ValueError((message or "") + "Specified by tensor with shape " + str(tuple(have)) + ": tensor must have rank " + str(len(symbols)) + ".")
        for axis, s in enumerate(symbols):
            if s is None or s == ".":
                continue
            wanted = s if isinstance(s, int) else sizes.setdefault(s, have[axis])
            if wanted != have[axis]:
                raise ValueError((message or "") + "Specified explicitly. Tensor dimension " + str(axis) + " must have size " + str(wanted) + ".  Received size " + str(have[axis]) + ", shape " + str(tuple(have)))


def check_numerics(tensor, message, name=None):
    tensor = convert_to_tensor(tensor)
    if not _engine.executing_eagerly():
        return _apply("check_numerics", [tensor], message=message)
    found = []
    if _apply("reduce_any", [_apply("is_inf", [tensor])]):
        found.append("Inf")
    if _apply("reduce_any", [_apply("is_nan", [tensor])]):
        found.append("NaN")
    if found:
        _fail("{{function_node __wrapped__CheckNumerics_device_/job:localhost/replica:0/task:0/device:CPU:0}} " + message + " : Tensor had " + " and ".join(found) + " values [Op:CheckNumerics] name: ")
    return _apply("identity", [tensor])


assert_all_finite = lambda x, message, name=None: check_numerics(x, message)


def is_numeric_tensor(tensor):
    return is_tensor(tensor) and (tensor.dtype.is_floating or tensor.dtype.is_integer)


def enable_check_numerics(stack_height_limit=30, path_length_limit=50):
    pass


disable_check_numerics = enable_check_numerics


def set_log_device_placement(enabled):
    pass


def get_log_device_placement():
    return False


def enable_traceback_filtering():
    pass


disable_traceback_filtering = enable_traceback_filtering


def is_traceback_filtering_enabled():
    return True


def assert_rank_in(x, ranks, message=None, name=None):
    x = convert_to_tensor(x)
    if x.ndim not in [int(r) for r in ranks]:
        raise ValueError((message or "") + ("\n" if message else "") + "Tensor " + str(x) + " must have rank in " + str(tuple(ranks)) + ".  Received rank " + str(x.ndim) + ", shape " + str(x.shape))


def assert_proper_iterable(values):
    if is_tensor(values) or isinstance(values, (str, bytes)):
        raise TypeError("Expected argument `values` to be a \"proper\" iterable.  Found: " + str(type(values)))
    if not hasattr(values, "__iter__") and not isinstance(values, (list, tuple, dict)):
        raise TypeError("Expected argument `values` to be iterable.  Found: " + str(type(values)))


def assert_same_float_dtype(tensors=None, dtype=None):
    found = None if dtype is None else as_dtype(dtype)
    for t in tensors or []:
        t = convert_to_tensor(t)
        if found is None:
            found = t.dtype
        elif t.dtype != found:
            raise ValueError("Tensor conversion requested dtype " + found.name + " for Tensor with dtype " + t.dtype.name + ": " + repr(t))
    found = found or as_dtype("float32")
    if not found.is_floating:
        raise ValueError("Expected floating point type, got " + repr(found) + ".")
    return found


def __getattr__(name):
    raise _unknown("tensorflow.debugging", "tf.debugging.", name, globals())
