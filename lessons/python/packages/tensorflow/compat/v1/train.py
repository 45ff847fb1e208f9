# tf.compat.v1.train: optimizers, Saver, global step. Sources: tensorflow/python/training (optimizer.py, momentum.py, adam.py, …), core/kernels/training_ops.cc.
import _engine
import tensorflow as _tf
from tensorflow import _graph
from tensorflow._base import GradientTape, IndexedSlices, Variable, _errors, _unknown, cast, constant, convert_to_tensor, float32, int64, is_tensor, square, sqrt
from tensorflow._core import gradients as _gradients, group
from tensorflow._graph import control_dependencies, get_default_graph, graph_variable, init_scope, name_scope, operation_of
from tensorflow.compat.v1 import GraphKeys, get_collection, get_variable


class Optimizer:
    GATE_NONE, GATE_OP, GATE_GRAPH = 0, 1, 2

    def __init__(self, use_locking, name):
        if not name:
            raise ValueError("Must specify the optimizer name")
        self._name, self._slots, self._shared = name, {}, {}

    def get_name(self):
        return self._name

    def compute_gradients(self, loss, var_list=None, gate_gradients=1, aggregation_method=None, colocate_gradients_with_ops=False, grad_loss=None):
        if callable(loss) and not is_tensor(loss):
            with GradientTape() as tape:
                value = loss()
            var_list = list(var_list) if var_list is not None else list(tape.watched_variables())
            return list(zip(tape.gradient(value, var_list, output_gradients=grad_loss), var_list))
        if _engine.executing_eagerly():
            raise RuntimeError("`loss` passed to Optimizer.compute_gradients should be a function when eager execution is enabled.")
        loss = convert_to_tensor(loss)
        if not loss.dtype.is_floating:
            raise ValueError("Invalid type " + repr(loss.dtype) + " for " + loss.name + ", expected: [tf.float32, tf.float64, tf.float16, tf.bfloat16].")
        if var_list is None:
            var_list = get_collection(GraphKeys.TRAINABLE_VARIABLES)
        var_list = _engine.flatten(var_list if not isinstance(var_list, Variable) else [var_list])
        if not var_list:
            raise ValueError("No variables to optimize.")
        return list(zip(_gradients(loss, var_list, None if grad_loss is None else [grad_loss]), var_list))

    def minimize(self, loss, global_step=None, var_list=None, gate_gradients=1, aggregation_method=None, colocate_gradients_with_ops=False, name=None, grad_loss=None):
        pairs = self.compute_gradients(loss, var_list, grad_loss=grad_loss)
        if not [g for g, v in pairs if g is not None]:
            raise ValueError("No gradients provided for any variable, check your graph for ops that do not support gradients, between variables " + str([str(v) for _, v in pairs]) + " and loss " + str(loss) + ".")
        return self.apply_gradients(pairs, global_step, name)

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        pairs = list(grads_and_vars)
        if not pairs:
            raise ValueError("No variables provided.")
        kept = [(g, v) for g, v in pairs if g is not None]
        if not kept:
            raise ValueError("No gradients provided for any variable: " + str([str(v) for _, v in pairs]) + ".")
        eager = _engine.executing_eagerly()
        self._prepare([v for _, v in kept])
        for g, v in kept:
            self._slots_of(v)
        name = name or self._name
        if eager:
            for g, v in kept:
                self._step(convert_to_tensor(g), v)
            self._finish([])
            if global_step is not None:
                global_step.assign_add(1)
            return None
        graph = _engine.tracing_graph()
        scope = graph._g.enter_scope(name)
        try:
            done = []
            for g, v in kept:
                graph._g.enter_scope("update_" + v.name.split(":")[0])
                done += [operation_of(u) for u in self._step(convert_to_tensor(g), v)]
                graph._g.leave_scope()
            done += self._finish(done)
            if global_step is not None:
                with control_dependencies([group(*done, name="update")]):
                    done = [operation_of(global_step.assign_add(1))]
        finally:
            graph._g.leave_scope()
        graph._g.enter_scope("")
        op = group(*done, name=scope + "/")
        graph._g.leave_scope()
        graph.add_to_collection(GraphKeys.TRAIN_OP, op)
        return op

    # ---- slots

    def _slot_names(self):
        return ()

    def _slot_start(self, name, v):
        return lambda: _engine.filled(v.shape, 0, v.dtype)

    def _slots_of(self, v):
        key = _engine.variable_id(v)
        if key not in self._slots:
            self._slots[key] = {}
            for k, (slot, text) in enumerate(self._slot_names()):
                self._slots[key][slot] = self._new(v.name.split(":")[0] + "/" + text, self._slot_start(slot, v))
        return self._slots[key]

    def _new(self, name, start):
        if _engine.executing_eagerly():
            return Variable(start, trainable=False, name=name)
        g = get_default_graph()
        g._g.enter_scope("")
        full = g.unique_name(name)
        g._g.leave_scope()
        return graph_variable(start, False, None, None, None, None, full)

    def get_slot(self, var, name):
        return self._slots.get(_engine.variable_id(var), {}).get(name)

    def get_slot_names(self):
        return sorted(n for n, _ in self._slot_names())

    def variables(self):
        return [s for slots in self._slots.values() for s in slots.values()] + list(self._shared.values())

    def _prepare(self, variables):
        pass

    def _finish(self, done):
        return []

    def _rate(self, v, rate=None):
        rate = self._lr if rate is None else rate
        rate = rate() if callable(rate) and not is_tensor(rate) else rate
        return cast(rate, v.dtype) if is_tensor(rate) else constant(rate, dtype=v.dtype)


def _applied(rule):
    # What the op that changes the variable is called, of a reference and of a resource.
    return ("Apply" if _graph.ref_variables() else "ResourceApply") + rule


class GradientDescentOptimizer(Optimizer):
    def __init__(self, learning_rate, use_locking=False, name="GradientDescent"):
        super().__init__(use_locking, name)
        self._lr = self._learning_rate = learning_rate

    def _step(self, g, v):
        return [v.assign_sub(g * self._rate(v), name=_applied("GradientDescent"))]


class MomentumOptimizer(Optimizer):
    def __init__(self, learning_rate, momentum, use_locking=False, name="Momentum", use_nesterov=False):
        super().__init__(use_locking, name)
        self._lr, self._momentum, self._nesterov = learning_rate, momentum, use_nesterov

    def _slot_names(self):
        return (("momentum", self._name),)

    def _step(self, g, v):
        m, rate = self._slots_of(v)["momentum"], self._rate(v)
        mu = self._rate(v, self._momentum)
        new = m.assign(m * mu + g)
        return [v.assign_sub((g + new * mu) * rate if self._nesterov else new * rate, name=_applied("Momentum"))]


class AdamOptimizer(Optimizer):
    def __init__(self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-08, use_locking=False, name="Adam"):
        super().__init__(use_locking, name)
        self._lr, self._beta1, self._beta2, self._epsilon = learning_rate, beta1, beta2, epsilon

    def _slot_names(self):
        return (("m", self._name), ("v", self._name))

    def _prepare(self, variables):
        if not self._shared:
            for key, value in (("beta1_power", self._beta1), ("beta2_power", self._beta2)):
                self._shared[key] = self._new(key, lambda: constant(value, dtype=float32))
        self._powers = [convert_to_tensor(self._shared[k]) for k in ("beta1_power", "beta2_power")]

    def _step(self, g, v):
        slots = self._slots_of(v)
        p1, p2 = [cast(p, v.dtype) for p in self._powers]
        rate = self._rate(v) * sqrt(1.0 - p2) / (1.0 - p1)
        m = slots["m"].assign_add((g - slots["m"]) * (1.0 - self._beta1))
        s = slots["v"].assign_add((square(g) - slots["v"]) * (1.0 - self._beta2))
        return [v.assign_sub(m * rate / (sqrt(s) + self._epsilon), name=_applied("Adam"))]

    def _finish(self, done):
        with control_dependencies(done):
            updates = [self._shared[k].assign(p * b) for k, p, b in zip(("beta1_power", "beta2_power"), self._powers, (self._beta1, self._beta2))]
        return [] if _engine.executing_eagerly() else [operation_of(u) for u in updates]


class RMSPropOptimizer(Optimizer):
    def __init__(self, learning_rate, decay=0.9, momentum=0.0, epsilon=1e-10, use_locking=False, centered=False, name="RMSProp"):
        super().__init__(use_locking, name)
        self._lr, self._decay, self._momentum, self._epsilon, self._centered = learning_rate, decay, momentum, epsilon, centered

    def _slot_names(self):
        return (("rms", self._name),) + ((("mg", self._name),) if self._centered else ()) + (("momentum", self._name),)

    def _slot_start(self, name, v):
        return lambda: _engine.filled(v.shape, 1 if name == "rms" else 0, v.dtype)

    def _step(self, g, v):
        slots = self._slots_of(v)
        ms = convert_to_tensor(slots["rms"].assign(slots["rms"] + (square(g) - slots["rms"]) * (1.0 - self._decay)))
        if self._centered:
            mg = slots["mg"].assign(slots["mg"] + (g - slots["mg"]) * (1.0 - self._decay))
            ms = ms - square(mg)
        mom = slots["momentum"].assign(slots["momentum"] * self._momentum + g * self._rate(v) * _tf.math.rsqrt(ms + self._epsilon))
        return [v.assign_sub(mom, name=_applied("RMSProp"))]


class AdagradOptimizer(Optimizer):
    def __init__(self, learning_rate, initial_accumulator_value=0.1, use_locking=False, name="Adagrad"):
        super().__init__(use_locking, name)
        self._lr, self._start = learning_rate, initial_accumulator_value

    def _slot_names(self):
        return (("accumulator", self._name),)

    def _slot_start(self, name, v):
        return lambda: _engine.filled(v.shape, self._start, v.dtype)

    def _step(self, g, v):
        a = self._slots_of(v)["accumulator"]
        total = a.assign_add(square(g))
        return [v.assign_sub(g * self._rate(v) / sqrt(total), name=_applied("Adagrad"))]


class AdadeltaOptimizer(Optimizer):
    def __init__(self, learning_rate=0.001, rho=0.95, epsilon=1e-08, use_locking=False, name="Adadelta"):
        super().__init__(use_locking, name)
        self._lr, self._rho, self._epsilon = learning_rate, rho, epsilon

    def _slot_names(self):
        return (("accum", self._name), ("accum_update", self._name))

    def _step(self, g, v):
        slots = self._slots_of(v)
        a = slots["accum"].assign(slots["accum"] * self._rho + square(g) * (1.0 - self._rho))
        update = sqrt(slots["accum_update"] + self._epsilon) / sqrt(a + self._epsilon) * g
        b = slots["accum_update"].assign(slots["accum_update"] * self._rho + square(update) * (1.0 - self._rho))
        with control_dependencies([b]):
            return [v.assign_sub(update * self._rate(v), name=_applied("Adadelta"))]


class FtrlOptimizer(Optimizer):
    """Source: tensorflow/core/kernels/training_ops.cc, ApplyFtrl."""

    def __init__(self, learning_rate, learning_rate_power=-0.5, initial_accumulator_value=0.1, l1_regularization_strength=0.0, l2_regularization_strength=0.0, use_locking=False, name="Ftrl"):
        super().__init__(use_locking, name)
        self._lr, self._power, self._start, self._l1, self._l2 = learning_rate, learning_rate_power, initial_accumulator_value, l1_regularization_strength, l2_regularization_strength

    def _slot_names(self):
        return (("accum", self._name), ("linear", self._name))

    def _slot_start(self, name, v):
        return lambda: _engine.filled(v.shape, self._start if name == "accum" else 0, v.dtype)

    def _step(self, g, v):
        slots, rate = self._slots_of(v), self._rate(v)
        old = convert_to_tensor(slots["accum"]) + 0.0
        new = old + square(g)
        sigma = (new ** -self._power - old ** -self._power) / rate
        linear = convert_to_tensor(slots["linear"].assign_add(g - sigma * v))
        value = (_tf.sign(linear) * self._l1 - linear) / (1.0 / (new ** self._power * rate) + 2.0 * self._l2)
        with control_dependencies([slots["accum"].assign(new)]):
            return [v.assign(_tf.where(_tf.abs(linear) > self._l1, value, _tf.zeros_like(value)), name=_applied("Ftrl"))]


# ---- global step, decays

def get_global_step(graph=None):
    found = (graph or get_default_graph()).get_collection(GraphKeys.GLOBAL_STEP)
    return found[0] if found else None


def create_global_step(graph=None):
    if get_global_step(graph) is not None:
        raise ValueError("\"global_step\" already exists.")
    v = get_variable("global_step", shape=[], dtype=int64, initializer=_tf.keras.initializers.Zeros(), trainable=False)
    (graph or get_default_graph()).add_to_collection(GraphKeys.GLOBAL_STEP, v)
    return v


def get_or_create_global_step(graph=None):
    found = get_global_step(graph)
    return found if found is not None else create_global_step(graph)


def global_step(sess, global_step_tensor):
    return int(sess.run(global_step_tensor))


def _float(step):
    return cast(step, float32)


def exponential_decay(learning_rate, global_step, decay_steps, decay_rate, staircase=False, name=None):
    p = _float(global_step) / float(decay_steps)
    return learning_rate * constant(decay_rate, dtype=float32) ** (_tf.floor(p) if staircase else p)


def inverse_time_decay(learning_rate, global_step, decay_steps, decay_rate, staircase=False, name=None):
    p = _float(global_step) / float(decay_steps)
    return learning_rate / (1.0 + decay_rate * (_tf.floor(p) if staircase else p))


def natural_exp_decay(learning_rate, global_step, decay_steps, decay_rate, staircase=False, name=None):
    p = _float(global_step) / float(decay_steps)
    return learning_rate * _tf.exp(-decay_rate * (_tf.floor(p) if staircase else p))


def polynomial_decay(learning_rate, global_step, decay_steps, end_learning_rate=0.0001, power=1.0, cycle=False, name=None):
    step = _tf.minimum(_float(global_step), float(decay_steps))
    return (learning_rate - end_learning_rate) * (1.0 - step / float(decay_steps)) ** power + end_learning_rate


def cosine_decay(learning_rate, global_step, decay_steps, alpha=0.0, name=None):
    done = _tf.minimum(_float(global_step), float(decay_steps)) / float(decay_steps)
    return learning_rate * ((1 - alpha) * 0.5 * (1.0 + _tf.cos(3.141592653589793 * done)) + alpha)


def piecewise_constant(x, boundaries, values, name=None):
    result = constant(values[0])
    for b, v in zip(boundaries, values[1:]):
        result = _tf.where(_float(x) > float(b), v, result)
    return result


piecewise_constant_decay = piecewise_constant


class ExponentialMovingAverage:
    def __init__(self, decay, num_updates=None, zero_debias=False, name="ExponentialMovingAverage"):
        self._decay, self._name, self._averages = decay, name, {}

    def apply(self, var_list=None):
        updates = []
        for v in var_list if var_list is not None else get_collection(GraphKeys.TRAINABLE_VARIABLES):
            name = v.name.split(":")[0] + "/" + self._name
            start = _graph.info(v).initial if isinstance(v, Variable) and _graph.info(v) else _engine.filled(v.shape, 0, v.dtype)
            average = self._averages[v.ref()] = graph_variable(start, False, None, None, None, None, get_default_graph().unique_name(name))
            updates.append(average.assign_sub((average - v) * (1.0 - self._decay)))
        return group(*updates, name=self._name)

    def average(self, var):
        return self._averages.get(var.ref())

    def average_name(self, var):
        return var.name.split(":")[0] + "/" + self._name


# ---- Saver: checkpoints that live as long as the program

_checkpoints = {}
_latest = {}


class Saver:
    def __init__(self, var_list=None, max_to_keep=5, **kwargs):
        if var_list is None:
            var_list = get_collection(GraphKeys.GLOBAL_VARIABLES)
        if not var_list:
            raise ValueError("No variables to save")
        self._vars = dict(var_list) if isinstance(var_list, dict) else {v.name.split(":")[0]: v for v in var_list}
        self._max, self.last_checkpoints = max_to_keep, []

    def save(self, sess, save_path, global_step=None, latest_filename=None, meta_graph_suffix="meta", write_meta_graph=True, write_state=True, strip_default_attrs=False):
        if global_step is not None:
            save_path += "-" + str(int(sess.run(global_step)) if is_tensor(global_step) or isinstance(global_step, Variable) else int(global_step))
        names = list(self._vars)
        _checkpoints[save_path] = dict(zip(names, sess.run([self._vars[n] for n in names])))
        self.last_checkpoints = [p for p in self.last_checkpoints if p != save_path] + [save_path]
        while self._max and len(self.last_checkpoints) > self._max:
            _checkpoints.pop(self.last_checkpoints.pop(0), None)
        _latest[save_path.rpartition("/")[0]] = save_path
        return save_path

    def restore(self, sess, save_path):
        if save_path is None:
            raise ValueError("Can't load save_path when it is None.")
        found = _checkpoints.get(save_path)
        if found is None:
            raise ValueError("The passed save_path is not a valid checkpoint: " + str(save_path))
        for name, v in self._vars.items():
            if name not in found:
                raise _errors().NotFoundError(None, None, "Key " + name + " not found in checkpoint")
            sess._load(v, found[name])


def latest_checkpoint(checkpoint_dir, latest_filename=None):
    return _latest.get(checkpoint_dir.rstrip("/") if checkpoint_dir not in (".", "./") else "", None) or _latest.get(checkpoint_dir)


def checkpoint_exists(path):
    return path in _checkpoints


class Coordinator:
    def should_stop(self):
        return False

    def request_stop(self, ex=None):
        pass

    def join(self, threads=None):
        pass


def start_queue_runners(sess=None, coord=None):
    return []


def write_graph(*args, **kwargs):
    pass


def __getattr__(name):
    value = getattr(_tf.train, name, None) if hasattr(_tf, "train") else None
    if value is None:
        raise _unknown("tensorflow.compat.v1.train", "tf.compat.v1.train.", name, globals())
    return value
