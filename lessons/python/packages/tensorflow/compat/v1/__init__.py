# tf.compat.v1: TensorFlow 1's names over graphs and sessions. What is not here is TensorFlow 2's.
# Sources: tensorflow/python/framework/ops.py, ops/variable_scope.py, ops/array_ops.py, ops/math_ops.py (the functions named _v1).
import _engine
import tensorflow as _tf
from tensorflow import _graph, errors
from tensorflow._base import *
from tensorflow._base import _apply, _unknown
from tensorflow._core import _namedtuple, gradients, group, hessians, no_op, tuple
from tensorflow._graph import Dimension, Graph, GraphDef, Operation, control_dependencies, get_default_graph, graph_variable, init_scope, name_scope
from tensorflow.compat.v1._session import ConfigProto, GPUOptions, GraphOptions, InteractiveSession, OptimizerOptions, RunMetadata, RunOptions, Session, get_default_session

__version__ = "2.15.0"
VERSION = __version__
IndexedSlicesValue = _namedtuple("IndexedSlicesValue", ("values", "indices", "dense_shape"))
_sum, _max, _range = sum, max, range


class GraphKeys:
    GLOBAL_VARIABLES, LOCAL_VARIABLES, TRAINABLE_VARIABLES, MODEL_VARIABLES, METRIC_VARIABLES = "variables", "local_variables", "trainable_variables", "model_variables", "metric_variables"
    REGULARIZATION_LOSSES, LOSSES, UPDATE_OPS, SUMMARIES, GLOBAL_STEP, INIT_OP, TRAIN_OP, WEIGHTS, BIASES, ACTIVATIONS = (
        "regularization_losses", "losses", "update_ops", "summaries", "global_step", "init_op", "train_op", "weights", "biases", "activations")


# ---- which mode

def disable_eager_execution():
    if _graph.current() is None:
        _graph.disable_eager()


def enable_eager_execution(config=None, device_policy=None, execution_mode=None):
    if _engine.tracing_graph() is not None and get_default_graph()._g.size():
        raise ValueError("tf.enable_eager_execution must be called at program startup.")
    _graph.enable_eager()


def disable_v2_behavior():
    disable_eager_execution()
    disable_resource_variables()
    disable_v2_tensorshape()


def enable_v2_behavior():
    enable_resource_variables()
    enable_v2_tensorshape()
    _graph.enable_eager()


def disable_resource_variables():
    _graph._ref[0] = True
    _engine.set_v1_forms(None, True)


def enable_resource_variables():
    _graph._ref[0] = False
    _engine.set_v1_forms(None, False)


def disable_v2_tensorshape():
    _engine.set_v1_forms(True, None)


def enable_v2_tensorshape():
    _engine.set_v1_forms(False, None)


def _nothing(*args, **kwargs):
    pass


disable_tensor_equality = enable_tensor_equality = disable_control_flow_v2 = enable_control_flow_v2 = _nothing
executing_eagerly_outside_functions = _engine.executing_eagerly


def reset_default_graph():
    if _graph._stack and _graph._stack[-1] is not _graph._default[0]:
        raise AssertionError("Do not use tf.reset_default_graph() to clear nested graphs. If you need a cleared graph, exit the nesting and create a new graph.")
    _graph.reset_default()
    _scopes[:] = [_Scope("", None)]


# ---- graphs

def placeholder(dtype, shape=None, name=None):
    if _engine.executing_eagerly():
        raise RuntimeError("tf.placeholder() is not compatible with eager execution.")
    return get_default_graph()._g.placeholder(as_dtype(dtype), shape, name)


def placeholder_with_default(input, shape, name=None):
    return get_default_graph()._g.placeholder(None, shape, name, input)


def get_collection(key, scope=None):
    return get_default_graph().get_collection(key, scope)


def get_collection_ref(key):
    return get_default_graph().get_collection_ref(key)


def add_to_collection(name, value):
    get_default_graph().add_to_collection(name, value)


def global_variables(scope=None):
    return get_collection("variables", scope)


all_variables = global_variables


def local_variables(scope=None):
    return get_collection("local_variables", scope)


def trainable_variables(scope=None):
    return get_collection("trainable_variables", scope)


def model_variables(scope=None):
    return get_collection("model_variables", scope)


def variables_initializer(var_list, name="init"):
    return group(*[v.initializer for v in var_list], name=name)


def global_variables_initializer():
    if _engine.executing_eagerly():
        return None
    return variables_initializer(global_variables())


initialize_all_variables = global_variables_initializer


def local_variables_initializer():
    return None if _engine.executing_eagerly() else variables_initializer(local_variables())


def tables_initializer(name="init_all_tables"):
    return no_op(name)


def is_variable_initialized(variable):
    return _check(variable)


def _check(variable):
    return _engine.call_back("VarIsInitializedOp", lambda _: [constant(_engine.variable_state(variable) is not None)], [], [(bool, [])], True, False)[0]


def report_uninitialized_variables(var_list=None, name="report_uninitialized_variables"):
    variables = global_variables() + local_variables() if var_list is None else var_list
    return _engine.call_back("ReportUninitialized", lambda _: [constant([v.name.split(":")[0] for v in variables if _engine.variable_state(v) is None], dtype=string)], [], [(string, [None])], True, False)[0]


def set_random_seed(seed):
    if _engine.executing_eagerly():
        _tf.random.set_seed(seed)
    else:
        get_default_graph().seed = seed
        _engine.set_seed(seed)


def get_seed(op_seed):
    return get_default_graph().seed, op_seed


def device(name):
    return _tf.device(name)


def assign(ref, value, validate_shape=None, use_locking=None, name=None):
    return ref.assign(value, name=name or ("Assign" if _graph.ref_variables() else None))


def assign_add(ref, value, use_locking=None, name=None):
    return ref.assign_add(value, name=name or ("AssignAdd" if _graph.ref_variables() else None))


def assign_sub(ref, value, use_locking=None, name=None):
    return ref.assign_sub(value, name=name or ("AssignSub" if _graph.ref_variables() else None))


def _scatter(name):
    def scatter(ref, indices, updates, use_locking=False, name=None):
        return getattr(ref, method)(_tf.IndexedSlices(convert_to_tensor(updates, ref.dtype), convert_to_tensor(indices)))
    method = name
    scatter.__name__ = name
    return scatter


scatter_update, scatter_add, scatter_sub, scatter_mul, scatter_div, scatter_min, scatter_max = [_scatter("scatter_" + n) for n in ("update", "add", "sub", "mul", "div", "min", "max")]


# ---- variables and their scopes

class _Scope:
    def __init__(self, name, reuse, initializer=None, regularizer=None, dtype=float32):
        self.name, self.reuse, self.initializer, self.regularizer, self.dtype = name, reuse, initializer, regularizer, dtype
        self.original_name_scope = name + "/" if name else ""

    def reuse_variables(self):
        self.reuse = True

    def set_initializer(self, initializer):
        self.initializer = initializer

    def get_variable(self, *args, **kwargs):
        return get_variable(*args, **kwargs)

    def trainable_variables(self):
        return get_collection("trainable_variables", self.name)

    def global_variables(self):
        return get_collection("variables", self.name)


_scopes = [_Scope("", None)]
AUTO_REUSE = "AUTO_REUSE"


def get_variable_scope():
    return _scopes[-1]


class variable_scope:
    """Source: tensorflow/python/ops/variable_scope.py."""

    def __init__(self, name_or_scope, default_name=None, values=None, initializer=None, regularizer=None, caching_device=None, partitioner=None, custom_getter=None, reuse=None, dtype=None,
                 use_resource=None, constraint=None, auxiliary_name_scope=True):
        if name_or_scope is None and default_name is None:
            raise TypeError("If default_name is None then name_or_scope is required")
        self.given, self.default, self.reuse, self.auxiliary = name_or_scope, default_name, reuse, auxiliary_name_scope
        self.initializer, self.regularizer, self.dtype = initializer, regularizer, dtype

    def __enter__(self):
        outer = _scopes[-1]
        g = get_default_graph()
        given, names = self.given, g._scope_counts
        if isinstance(given, _Scope):
            name, node_scope = given.name, given.original_name_scope
            outer_reuse, like = given.reuse, given
        else:
            prefix = outer.name + "/" if outer.name else ""
            if given is None:
                name, k = prefix + self.default, 0
                while name in names:
                    k += 1
                    name = prefix + self.default + "_" + str(k)
            else:
                name = prefix + given
            node_scope = given or name[len(prefix):]
            outer_reuse, like = outer.reuse, outer
        names[name] = True
        reuse = self.reuse if self.reuse is not None else outer_reuse if outer_reuse else None
        scope = _Scope(name, reuse, self.initializer or like.initializer, self.regularizer or like.regularizer, self.dtype or like.dtype)
        self.names = name_scope(node_scope) if self.auxiliary and node_scope else None
        if self.names:
            scope.original_name_scope = self.names.__enter__()
        _scopes.append(scope)
        return scope

    def __exit__(self, *exc):
        _scopes.pop()
        if self.names:
            self.names.__exit__(*exc)


def get_variable(name, shape=None, dtype=None, initializer=None, regularizer=None, trainable=None, collections=None, caching_device=None, partitioner=None, validate_shape=True, use_resource=None,
                 custom_getter=None, constraint=None, synchronization=None, aggregation=None):
    scope = _scopes[-1]
    full = scope.name + "/" + name if scope.name else name
    if _engine.executing_eagerly():
        store = _eager_variables
    else:
        store = get_default_graph()._by_name
    found = store.get(full)
    reuse = scope.reuse
    if found is not None:
        if not reuse:
            raise ValueError("Variable " + full + " already exists, disallowed. Did you mean to set reuse=True or reuse=tf.AUTO_REUSE in VarScope?")
        if shape is not None and not TensorShape(shape).is_compatible_with(found.shape):
            raise ValueError("Trying to share variable " + full + ", but specified shape " + str(TensorShape(shape)) + " and found shape " + str(found.shape) + ".")
        return found
    if reuse is True:
        raise ValueError("Variable " + full + " does not exist, or was not created with tf.get_variable(). Did you mean to set reuse=tf.AUTO_REUSE in VarScope?")
    initializer = initializer if initializer is not None else scope.initializer
    dtype = as_dtype(dtype or scope.dtype)
    if is_tensor(initializer) or isinstance(initializer, (int, float, list)) or hasattr(initializer, "tolist"):
        if shape is not None and not is_tensor(initializer):
            raise ValueError("If initializer is a constant, do not specify shape.")
        if is_tensor(initializer):
            dtype = initializer.dtype
        elif not isinstance(initializer, (int, float, list)):
            dtype = None
        elif isinstance(initializer, int):
            dtype = int32
        value = initializer
    else:
        if shape is None:
            raise ValueError("Shape of a new variable (" + full + ") must be fully defined, but instead was <unknown>.")
        if not TensorShape(shape).is_fully_defined():
            raise ValueError("Shape of a new variable (" + full + ") must be fully defined, but instead was " + str(TensorShape(shape)) + ".")
        if initializer is None:
            initializer = glorot_uniform_initializer() if dtype.is_floating else zeros_initializer()
        if isinstance(initializer, type):
            initializer = initializer()
        value = lambda: _call_initializer(initializer, shape, dtype)
    if _engine.executing_eagerly():
        v = Variable(value, trainable=trainable is not False, name=full, dtype=dtype)
    else:
        g = get_default_graph()
        g._g.unique_name(full, True) if not g._g.scope() else None
        v = graph_variable(value, trainable, name, dtype, None, collections, full)
    store[full] = v
    regularizer = regularizer or scope.regularizer
    if regularizer is not None:
        with name_scope(full + "/Regularizer/"):
            add_to_collection(GraphKeys.REGULARIZATION_LOSSES, regularizer(v))
    return v


_eager_variables = {}


def _call_initializer(initializer, shape, dtype):
    try:
        return initializer(TensorShape(shape).as_list(), dtype=dtype)
    except TypeError as e:
        if "keyword" not in str(e):
            raise
        return initializer(TensorShape(shape).as_list())


def _initializer(keras_name, *defaults, **fixed):
    def make(*args, **kwargs):
        kwargs.pop("dtype", None)
        return getattr(_tf.keras.initializers, keras_name)(*args, **kwargs)
    return make


zeros_initializer, ones_initializer = _initializer("Zeros"), _initializer("Ones")
constant_initializer = lambda value=0, dtype=None, verify_shape=False: _tf.keras.initializers.Constant(value)
random_normal_initializer = lambda mean=0.0, stddev=1.0, seed=None, dtype=float32: _tf.keras.initializers.RandomNormal(mean, stddev, seed)
truncated_normal_initializer = lambda mean=0.0, stddev=1.0, seed=None, dtype=float32: _tf.keras.initializers.TruncatedNormal(mean, stddev, seed)
random_uniform_initializer = lambda minval=0.0, maxval=1.0, seed=None, dtype=float32: _tf.keras.initializers.RandomUniform(minval, maxval, seed)
glorot_uniform_initializer = lambda seed=None, dtype=float32: _tf.keras.initializers.GlorotUniform(seed)
glorot_normal_initializer = lambda seed=None, dtype=float32: _tf.keras.initializers.GlorotNormal(seed)
variance_scaling_initializer = lambda scale=1.0, mode="fan_in", distribution="truncated_normal", seed=None, dtype=float32: _tf.keras.initializers.VarianceScaling(scale, mode, distribution, seed)


# ---- TensorFlow 1's forms of functions

def _reduction(name):
    def reduce(input_tensor, axis=None, keepdims=None, name=None, reduction_indices=None, keep_dims=None):
        axis = axis if axis is not None else reduction_indices
        return function(input_tensor, axis=axis, keepdims=builtin_bool(keepdims or keep_dims), name=name)
    function = getattr(_tf, name)
    return reduce


builtin_bool = (1 == 1).__class__
reduce_sum, reduce_mean, reduce_max, reduce_min, reduce_prod, reduce_any, reduce_all = [
    _reduction("reduce_" + n) for n in ("sum", "mean", "max", "min", "prod", "any", "all")]


def argmax(input, axis=None, name=None, dimension=None, output_type=int64):
    return _tf.argmax(input, axis if axis is not None else dimension or 0, output_type)


def argmin(input, axis=None, name=None, dimension=None, output_type=int64):
    return _tf.argmin(input, axis if axis is not None else dimension or 0, output_type)


arg_max, arg_min = argmax, argmin


def expand_dims(input, axis=None, name=None, dim=None):
    return _tf.expand_dims(input, axis if axis is not None else dim)


def squeeze(input, axis=None, name=None, squeeze_dims=None):
    return _tf.squeeze(input, axis if axis is not None else squeeze_dims)


def where(condition, x=None, y=None, name=None):
    condition = convert_to_tensor(condition)
    if x is not None:
        x = convert_to_tensor(x)
        if condition.shape.rank == 1 and x.shape.rank and x.shape.rank > 1:
            condition = reshape(condition, [-1] + [1] * (x.shape.rank - 1))
    return _tf.where(condition, x, y, name)


def div(x, y, name=None):
    x = convert_to_tensor(x)
    return x // y if x.dtype.is_integer else x / y


def _cast_to(dtype):
    return lambda x, name=None: cast(x, dtype, name)


to_float, to_double, to_int32, to_int64 = _cast_to(float32), _cast_to(float64), _cast_to(int32), _cast_to(int64)
to_bfloat16 = to_float
sub, mul, neg, log, mod, batch_matmul = _tf.subtract, _tf.multiply, _tf.negative, _tf.math.log, _tf.math.floormod, _tf.matmul
log1p, rsqrt, ceil, lgamma, digamma, erf, reciprocal, is_nan, is_inf, is_finite, unsorted_segment_sum, segment_sum = [
    getattr(_tf.math, n, None) for n in ("log1p", "rsqrt", "ceil", "lgamma", "digamma", "erf", "reciprocal", "is_nan", "is_inf", "is_finite", "unsorted_segment_sum", "segment_sum")]


def random_normal(shape, mean=0.0, stddev=1.0, dtype=float32, seed=None, name=None):
    return _named(name or "random_normal", lambda: _tf.random.normal(shape, mean, stddev, dtype, seed))


def random_uniform(shape, minval=0, maxval=None, dtype=float32, seed=None, name=None):
    return _named(name or "random_uniform", lambda: _tf.random.uniform(shape, minval, maxval, dtype, seed))


def truncated_normal(shape, mean=0.0, stddev=1.0, dtype=float32, seed=None, name=None):
    return _named(name or "truncated_normal", lambda: _tf.random.truncated_normal(shape, mean, stddev, dtype, seed))


def random_shuffle(value, seed=None, name=None):
    return _tf.random.shuffle(value, seed)


def multinomial(logits, num_samples, seed=None, name=None, output_dtype=None):
    return _tf.random.categorical(logits, num_samples, output_dtype or int64, seed)


def _named(name, make):
    if _engine.executing_eagerly():
        return make()
    with name_scope(name):
        return make()


def Print(input_, data, message=None, first_n=None, summarize=None, name=None):
    with control_dependencies([_tf.print(message or "", *data, summarize=summarize or 3)]):
        return identity(input_)


def cond(pred, true_fn=None, false_fn=None, strict=False, name="cond", fn1=None, fn2=None):
    return _tf.cond(pred, true_fn or fn1, false_fn or fn2, name=name)


def gather(params, indices, validate_indices=None, name=None, axis=None, batch_dims=0):
    return _tf.gather(params, indices, axis=axis, batch_dims=batch_dims)


def norm(tensor, ord="euclidean", axis=None, keepdims=None, name=None, keep_dims=None):
    return _tf.norm(tensor, ord, axis, keepdims or keep_dims)


def confusion_matrix(labels, predictions, num_classes=None, dtype=int32, name=None, weights=None):
    return _tf.math.confusion_matrix(labels, predictions, num_classes, weights, dtype)


def py_func(func, inp, Tout, stateful=True, name=None):
    return _tf.numpy_function(func, inp, Tout)


class logging:
    DEBUG, INFO, WARN, ERROR, FATAL = 10, 20, 30, 40, 50
    set_verbosity = staticmethod(_nothing)

    @staticmethod
    def info(text, *args):
        pass

    @staticmethod
    def warning(text, *args):
        _engine.write(2, "WARNING:tensorflow:" + (text % args if args else text) + "\n")

    warn = error = warning


class app:
    @staticmethod
    def run(main=None, argv=None):
        import sys
        main = main or sys.modules["__main__"].main
        main([])
        sys.exit(0)


_PARTS = ("train", "layers", "losses", "nn", "summary")


def __getattr__(name):
    if name in _PARTS:
        value = getattr(__import__("tensorflow.compat.v1." + name).compat.v1, name)
    elif name == "compat":
        value = _tf.compat
    elif name == "set_random_seed":
        value = set_random_seed
    elif name == "random":
        value = _Random()
    else:
        try:
            value = getattr(_tf, name)
        except AttributeError:
            raise _unknown("tensorflow.compat.v1", "tf.compat.v1.", name, globals())
    globals()[name] = value
    return value


class _Random:
    set_random_seed = staticmethod(set_random_seed)

    def __getattr__(self, name):
        return getattr(_tf.random, name)


