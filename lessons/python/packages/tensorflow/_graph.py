# tf.Graph, tf.Operation and what builds them: scopes, control dependencies, variables inside graphs. The engine's graph is `_g` of each.
# Sources: tensorflow/python/framework/ops.py, func_graph.py; ops/resource_variable_ops.py.
import _engine
from tensorflow._base import DType, TensorShape, Variable, as_dtype, cast, constant, convert_to_tensor, float32, is_tensor

_stack = []         # what is open, innermost last: graphs, and None for tf.init_scope
_default = [None]   # the graph of a program that disabled eager execution
_info = {}          # of variables in graphs, by variable_id
_creators = []      # what tf.function does about variables made while it traces


def current():
    return _stack[-1] if _stack else _default[0]


class Dimension:
    """A size in a shape, after tf.compat.v1.disable_v2_behavior(). Source: tensorflow/python/framework/tensor_shape.py, Dimension."""

    def __init__(self, value):
        self.value = value.value if isinstance(value, Dimension) else value

    def __str__(self):
        return "?" if self.value is None else str(self.value)

    def __repr__(self):
        return "Dimension(" + str(self.value) + ")"

    def __int__(self):
        return self.value

    __index__ = __int__

    def __hash__(self):
        return hash(self.value)

    def __float__(self):
        return float(self.value)

    def is_compatible_with(self, other):
        other = Dimension(other)
        return self.value is None or other.value is None or self.value == other.value

    def merge_with(self, other):
        return Dimension(other if self.value is None else self)

    def _with(self, other, f, make=lambda v: Dimension(v)):
        if is_tensor(other) or isinstance(other, float):
            return f(self.value, other)
        other = Dimension(other)
        return make(None if self.value is None or other.value is None else f(self.value, other.value))


_same = lambda v: v
for _name, _f, _make in (("add", lambda a, b: a + b, None), ("sub", lambda a, b: a - b, None), ("mul", lambda a, b: a * b, None), ("floordiv", lambda a, b: a // b, None), ("mod", lambda a, b: a % b, None),
                         ("truediv", lambda a, b: a / b, _same), ("eq", lambda a, b: a == b, _same), ("ne", lambda a, b: a != b, _same), ("lt", lambda a, b: a < b, _same), ("le", lambda a, b: a <= b, _same),
                         ("gt", lambda a, b: a > b, _same), ("ge", lambda a, b: a >= b, _same)):
    _make = _make or Dimension
    setattr(Dimension, "__" + _name + "__", (lambda f, make: lambda self, other: self._with(other, f, make))(_f, _make))
    if _name in ("add", "sub", "mul", "floordiv", "mod", "truediv"):
        setattr(Dimension, "__r" + _name + "__", (lambda f, make: lambda self, other: self._with(other, lambda a, b: f(b, a), make))(_f, _make))


class NodeDef:
    def __init__(self, op):
        self.name, self.op, self.device = op.name, op.type, ""
        self.input = [t.name if not t.name.endswith(":0") else t.name[:-2] for t in op.inputs] + ["^" + c.name for c in op.control_inputs]

    def __repr__(self):
        return "name: \"" + self.name + "\"\nop: \"" + self.op + "\"\n" + "".join("input: \"" + i + "\"\n" for i in self.input)

    __str__ = __repr__


# What the nodes of variables are called in TensorFlow: resource variables, and those of references (disable_resource_variables).
_REF_TYPES = {"Placeholder": ("VarHandleOp", "VariableV2"), "AssignVariableOp": ("AssignVariableOp", "Assign"), "ReadVariableOp": ("ReadVariableOp", "Identity"),
              "AssignAddVariableOp": ("AssignAddVariableOp", "AssignAdd"), "AssignSubVariableOp": ("AssignSubVariableOp", "AssignSub")}


class Operation:
    def __init__(self, graph, i):
        self.graph, self._i = graph, i
        self.name, self.type, self._inputs, self._control, self._count, self._attrs = graph._g.node(i)
        if not graph.building_function and self.type in _REF_TYPES:
            self.type = _REF_TYPES[self.type][_ref[0]] if self.type != "Placeholder" or isinstance(graph._g.tensor(i, 0), Variable) else self.type

    inputs = property(lambda self: tuple(self.graph._g.tensor(n, k) for n, k in self._inputs))
    outputs = property(lambda self: [self.graph._g.tensor(self._i, k) for k in range(self._count)])
    control_inputs = property(lambda self: [self.graph._op(i) for i in self._control])
    node_def = property(NodeDef)
    device = ""

    def values(self):
        return tuple(self.outputs)

    def get_attr(self, name):
        if name in self._attrs:
            return self._attrs[name]
        if name in ("dtype", "T") and self._count:
            return self.outputs[0].dtype
        raise ValueError("Operation '" + self.name + "' has no attr named '" + name + "'.")

    def run(self, feed_dict=None, session=None):
        _session(session, "Cannot execute operation using `run()`: No default session is registered. Use `with sess.as_default():` or pass an explicit session to `run(session=sess)`",
                 self.graph).run(self, feed_dict)

    def __eq__(self, other):
        return isinstance(other, Operation) and other.graph is self.graph and other._i == self._i

    def __hash__(self):
        return hash((id(self.graph), self._i))

    def __repr__(self):
        return "<tf.Operation '" + self.name + "' type=" + self.type + ">"

    def __str__(self):
        return str(self.node_def)


class GraphDef:
    def __init__(self, nodes):
        self.node = nodes

    def __str__(self):
        return "".join("node {\n" + "".join("  " + line + "\n" for line in str(n).split("\n")[:-1]) + "}\n" for n in self.node)


class Graph:
    """A dataflow graph. Source: tensorflow/python/framework/ops.py, Graph."""
    building_function = False
    outer_graph = None
    seed = None

    def __init__(self, name=None):
        self._g = _engine.Graph(self, name, self.building_function)
        self._collections, self._ops, self._variables, self._by_name, self._scope_counts, self._reads = {}, {}, [], {}, {}, {}
        self.finalized = False
        self.name = name

    # ---- as the graph being built

    def __enter__(self):
        _stack.append(self)
        self._g.enter()
        return self

    def __exit__(self, *exc):
        self._g.exit()
        _stack.pop()

    def as_default(self):
        return self

    def finalize(self):
        self.finalized = True
        self._g.finalize()

    # ---- what is in it

    def _op(self, i):
        op = self._ops.get(i)
        if op is None:
            op = self._ops[i] = Operation(self, i)
        return op

    def get_operations(self):
        return [self._op(i) for i in range(self._g.size())]

    def get_operation_by_name(self, name):
        if not isinstance(name, str):
            raise TypeError("Operation names are strings (or similar), not " + type(name).__name__ + ".")
        return self.as_graph_element(name, allow_tensor=False)

    def get_tensor_by_name(self, name):
        if not isinstance(name, str):
            raise TypeError("Tensor names are strings (or similar), not " + type(name).__name__ + ".")
        return self.as_graph_element(name, allow_operation=False)

    def as_graph_element(self, obj, allow_tensor=True, allow_operation=True):
        both = "a Tensor or Operation" if allow_tensor and allow_operation else "a Tensor" if allow_tensor else "an Operation"
        if isinstance(obj, str):
            if ":" in obj:
                if not allow_tensor:
                    raise ValueError("Name '" + obj + "' appears to refer to a Tensor, not a " + both[3:] + ".")
                name, _, k = obj.rpartition(":")
                if not name or not k.isdigit():
                    raise ValueError("The name '" + obj + "' looks a like a Tensor name, but is not a valid one. Tensor names must be of the form \"<op_name>:<output_index>\".")
                i = self._g.find(name)
                if i < 0:
                    raise KeyError("The name '" + obj + "' refers to a Tensor which does not exist. The operation, '" + name + "', does not exist in the graph.")
                if name in self._reads and k == "0":
                    return self._reads[name]
                t = self._g.tensor(i, int(k))
                if t is None:
                    raise KeyError("The name '" + obj + "' refers to a Tensor which does not exist. The operation, '" + name + "', exists but only has " + str(self._op(i)._count) + " outputs.")
                return t
            i = self._g.find(obj)
            if not allow_operation:
                if i >= 0:
                    raise ValueError("The name '" + obj + "' refers to an Operation, not " + both + ". Tensor names must be of the form \"<op_name>:<output_index>\".")
                raise ValueError("The name '" + obj + "' looks like an (invalid) Operation name, not " + both + ". Tensor names must be of the form \"<op_name>:<output_index>\".")
            if i < 0:
                raise KeyError("The name '" + obj + "' refers to an Operation not in the graph.")
            return self._op(i)
        if isinstance(obj, Variable):
            obj = read(obj)
        if is_tensor(obj) and allow_tensor:
            if _engine.graph_of(obj) is not self:
                raise ValueError("Tensor " + str(obj) + " is not an element of this graph.")
            return obj
        if isinstance(obj, Operation) and allow_operation:
            if obj.graph is not self:
                raise ValueError("Operation " + repr(obj) + " is not an element of this graph.")
            return obj
        raise TypeError("Can not convert a " + type(obj).__name__ + " into " + both + ".")

    def is_fetchable(self, obj):
        return True

    is_feedable = is_fetchable

    def as_graph_def(self, from_version=None, add_shapes=False):
        return GraphDef([op.node_def for op in self.get_operations()])

    def _read_after(self, assigned):
        # The value of a variable after the assignment that gave this object.
        key = ("read", _engine.assignment_of(assigned))
        if key not in self._ops:
            finalized, self.finalized = self.finalized, False
            if _engine.tracing_graph() is self:
                self._ops[key] = convert_to_tensor(assigned)
            else:
                with self:
                    self._ops[key] = convert_to_tensor(assigned)
            self.finalized = finalized
        return self._ops[key]

    # ---- names and collections

    def unique_name(self, name, mark_as_used=True):
        return self._g.unique_name(name, mark_as_used)

    def get_name_scope(self):
        return self._g.scope()

    def name_scope(self, name):
        return name_scope(name)

    def control_dependencies(self, control_inputs):
        return control_dependencies(control_inputs)

    def device(self, name):
        from tensorflow._core import device
        return device(name)

    def add_to_collection(self, name, value):
        self._collections.setdefault(name, []).append(value)

    def get_collection(self, name, scope=None):
        import re
        return [v for v in self._collections.get(name, []) if scope is None or hasattr(v, "name") and re.match(scope, v.name)]

    def get_collection_ref(self, name):
        return self._collections.setdefault(name, [])

    def get_all_collection_keys(self):
        return list(self._collections)

    def clear_collection(self, name):
        self._collections.pop(name, None)

    def __repr__(self):
        if self.building_function:
            return "FuncGraph(name=" + str(self.name) + ", id=" + str(id(self)) + ")"
        return "<tensorflow.python.framework.ops.Graph object at " + hex(id(self)) + ">"


class FuncGraph(Graph):
    building_function = True

    def __init__(self, name):
        self.outer_graph = current()
        super().__init__(name)
        if _engine.tracing_graph() is not None and self.outer_graph is not None:
            self.seed = self.outer_graph.seed

    inputs = property(lambda self: self._g.inputs() + [c for c in self._g.captures() if not isinstance(c, Variable)])
    outputs = property(lambda self: self._g.outputs())
    variables = property(lambda self: tuple(c for c in self._g.captures() if isinstance(c, Variable)))
    captures = property(lambda self: [(c, c) for c in self._g.captures()])


def get_default_graph():
    g = current()
    if g is None:
        g = _default[0] = Graph()
    return g


def has_default():
    return bool(_stack) or _default[0] is not None


class init_scope:
    """Leaves the function that is being traced. Source: ops.py, init_scope."""

    def __enter__(self):
        self.depth = 0
        if any(g is not None and g.building_function for g in _stack):
            outer = [g for g in _stack if g is not None and not g.building_function]
            _stack.append(None)
            _engine.pause_tracing()
            self.depth = 1
            if outer:
                outer[-1].__enter__()
                self.depth = 2
        return self

    def __exit__(self, *exc):
        if self.depth == 2:
            _stack[-1].__exit__()
        if self.depth:
            _any_graph(_stack[:-1])._g.exit()
            _stack.pop()


def _any_graph(stack):
    return [g for g in stack if g is not None][-1]


class control_dependencies:
    def __init__(self, control_inputs):
        self.inputs = control_inputs
        if control_inputs is None or _engine.tracing_graph() is None:
            return
        g = current()
        self.inputs = []
        for x in _engine.flatten(control_inputs):
            if x is None:
                continue
            op = operation_of(x)
            if op is None:
                continue
            if op.graph is not g and not g.building_function:
                raise ValueError("Operation " + repr(op) + " is not an element of this graph.")
            if op.graph is g:
                self.inputs.append(op._i)

    def __enter__(self):
        self.graph = _engine.tracing_graph()
        if self.graph is not None:
            self.graph._g.enter_control(self.inputs)

    def __exit__(self, *exc):
        if self.graph is not None:
            self.graph._g.leave_control()


def operation_of(x):
    # The operation behind a tensor, an operation, or what an assignment returned; None when eager.
    if isinstance(x, Operation):
        return x
    if isinstance(x, Variable):
        after = _engine.assignment_of(x)
        if after >= 0:
            return current()._op(after)
        return read(x).op
    if hasattr(x, "values") and hasattr(x, "indices"):
        return operation_of(x.values)
    if is_tensor(x):
        return x.op if _engine.is_symbolic(x) else None
    return operation_of(convert_to_tensor(x))


class name_scope:
    """Source: ops.py, name_scope_v1 and name_scope_v2."""

    def __init__(self, name, default_name=None, values=None):
        if name is None and default_name is not None:
            name = default_name
        if name is not None and not isinstance(name, str):
            raise ValueError("name for name_scope must be a string.")
        self._name = name

    name = property(lambda self: self._name)

    def __enter__(self):
        self.graph = _engine.tracing_graph()
        if self.graph is not None:
            scope = self.graph._g.enter_scope(self._name or "")
            return scope + "/" if scope else ""
        self.before = _engine.name_scope(None)
        scope = self._name if self._name and self._name.endswith("/") else self.before + self._name + "/" if self._name else ""
        _engine.name_scope(scope)
        return scope

    def __exit__(self, *exc):
        if self.graph is not None:
            self.graph._g.leave_scope()
        else:
            _engine.name_scope(self.before)


# ---- tensors and variables of graphs: what native objects ask

def _session(session, text, graph):
    from tensorflow.compat.v1 import _session as s
    session = session or s.get_default_session()
    if session is None:
        raise ValueError(text)
    if session.graph is not graph:
        raise ValueError("Cannot use the given session to evaluate tensor: the tensor's graph is different from the session's graph.")
    return session


_NO_EVAL = "Cannot evaluate tensor using `eval()`: No default session is registered. Use `with sess.as_default()` or pass an explicit session to `eval(session=sess)`"


def _tensor_attribute(t, name):
    g = _engine.graph_of(t)
    if name == "graph":
        return g
    if name == "eval":
        return lambda feed_dict=None, session=None: _session(session, _NO_EVAL, g).run(t, feed_dict)
    node, k = g._g.output_of(t)
    if name == "value_index":
        return k
    if name == "consumers":
        return lambda: [op for op in g.get_operations() if (node, k) in op._inputs]
    return g._op(node)


def info(variable):
    return _info.get(_engine.variable_id(variable))


def _variable_attribute(v, name):
    if name == "handle":
        return v
    known = info(v)
    if name == "graph":
        return known.graph if known else current()
    if known is None:
        if name == "op" or name == "initializer":
            raise AttributeError("Tensor.op is undefined when eager execution is enabled.")
        if name == "initial_value":
            raise RuntimeError("This property is not supported when eager execution is enabled.")
        raise NotImplementedError("This operation is not supported when eager execution is enabled.")
    if name == "initializer":
        return known.initializer
    if name == "initial_value":
        return known.initial
    if name == "eval":
        return lambda session=None: _session(session, _NO_EVAL, known.graph).run(v)
    if name == "load":
        return lambda value, session=None: _session(session, _NO_EVAL, known.graph)._load(v, value)
    after = _engine.assignment_of(v)
    return known.graph._op(after) if after >= 0 else known.op


def _assign_part(variable, index, value):
    """variable[index].assign(value) in a graph. Source: tensorflow/core/kernels/strided_slice_op.cc, ResourceStridedSliceAssign."""
    import tensorflow as tf
    now = convert_to_tensor(variable)
    places = tf.reshape(tf.range(tf.size(now)), tf.shape(now))[index]
    value = tf.broadcast_to(convert_to_tensor(value, now.dtype), tf.shape(places))
    flat = tf.tensor_scatter_nd_update(tf.reshape(now, [-1]), tf.reshape(places, [-1, 1]), tf.reshape(value, [-1]))
    return variable.assign(tf.ensure_shape(tf.reshape(flat, tf.shape(now)), variable.shape))


class _Info:
    pass


def read(variable):
    """The value of a variable as a tensor of the graph being built; of a TensorFlow 1 variable the node that all share."""
    known = info(variable)
    if known is not None and known.graph is current() and _engine.assignment_of(variable) < 0 and known.read is not None:
        return known.read
    return convert_to_tensor(variable)


def _make_variable(initial, trainable, name, dtype, shape):
    g = current()
    if g.building_function:
        return _creators[-1](initial, trainable, name, dtype, shape)
    return graph_variable(initial, trainable, name, dtype, shape)


def graph_variable(initial, trainable=None, name=None, dtype=None, shape=None, collections=None, full_name=None):
    if initial is None:
        raise ValueError("initial_value must be specified.")
    g = current()
    if g.finalized:
        raise RuntimeError("Graph is finalized and cannot be modified.")
    name = full_name if full_name is not None else g.unique_name(name or "Variable")
    known = _Info()
    known.graph = g
    top = g._g.enter_scope(name + "/")
    g._g.enter_control(None)
    try:
        if callable(initial) and not is_tensor(initial):
            g._g.enter_scope("Initializer")
            initial = initial()
            g._g.leave_scope()
        if isinstance(initial, Variable):
            initial = convert_to_tensor(initial)
        if not _engine.is_symbolic(initial):
            initial = constant(initial if not is_tensor(initial) else initial, dtype=dtype, name="initial_value")
        elif dtype is not None and initial.dtype != as_dtype(dtype):
            raise ValueError("Tensor conversion requested dtype " + as_dtype(dtype).name + " for Tensor with dtype " + initial.dtype.name + ": " + repr(initial))
        shape = initial.shape if shape is None else TensorShape(shape)
        v = _engine.new_variable(initial.dtype, shape, name + ":0", trainable is not False)
        known.op = g._op(g._g.capture_handle(v, name + "/"))
        known.initial = initial
        _info[_engine.variable_id(v)] = known
        known.read = None
        known.initializer = operation_of(v.assign(initial, name="Assign"))
        g._g.enter_scope("" if ref_variables() else "Read")
        if ref_variables():
            _engine.name_next(name + "/read/")
        known.read = v.read_value()
        g._g.leave_scope()
        known.variable = v
        g._reads[name] = known.read
    finally:
        g._g.leave_control()
        g._g.leave_scope()
    g._variables.append(v)
    for c in (["variables"] if collections is None else collections):
        g.add_to_collection(c, v)
    if trainable is not False:
        g.add_to_collection("trainable_variables", v)
    return v


def set_autograph(on):
    """Whether control flow on tensors is converted now; returns what was set before."""
    import sys
    module = sys.modules.get("tensorflow._autograph")
    if module is None:
        return False
    before, module.on = module.on, on
    return before


_ref = [False]


def ref_variables():
    return _ref[0]


class eager_now:
    """What a session does between nodes: it runs at once, whatever graph is being built."""

    def __enter__(self):
        self.paused = _engine.tracing_graph()
        if self.paused is not None:
            _engine.pause_tracing()

    def __exit__(self, *exc):
        if self.paused is not None:
            self.paused._g.exit()


def enable_eager():
    if _default[0] is not None and _stack and _stack[-1] is _default[0]:
        _stack.pop()
        _default[0]._g.exit()
    _default[0] = None


def reset_default():
    if _default[0] is not None and _stack:
        enable_eager()
        disable_eager()
    else:
        _default[0] = None


def disable_eager():
    if _default[0] is None:
        g = _default[0] = Graph()
        g._g.enter()
        _stack.append(g)
