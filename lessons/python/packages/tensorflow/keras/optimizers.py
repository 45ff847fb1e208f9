# tf.keras.optimizers. Sources: keras/src/optimizers (optimizer.py, sgd.py, adam.py, rmsprop.py, adagrad.py) of Keras 2.15.
import sys
import _engine
from tensorflow._base import _apply, _unknown, GradientTape, IndexedSlices, Variable, cast, constant, convert_to_tensor, float32, int64, maximum, sqrt, square, zeros_like


class Optimizer:
    def __init__(self, name="Optimizer", learning_rate=0.01, weight_decay=None, clipnorm=None, clipvalue=None, global_clipnorm=None, use_ema=False, ema_momentum=0.99,
                 ema_overwrite_frequency=None, jit_compile=True, **kwargs):
        for key in kwargs:
            if key not in ("lr", "decay", "is_legacy_optimizer"):
                raise TypeError(key + " is not a valid argument, kwargs should be empty  for `optimizer_experimental.Optimizer`.")
        if "lr" in kwargs:
            learning_rate = kwargs["lr"]
        if clipnorm is not None and global_clipnorm is not None:
            raise ValueError("At most one of `clipnorm` and `global_clipnorm` can be set. Received: clipnorm=" + str(clipnorm) + ", global_clipnorm=" + str(global_clipnorm) + ".")
        self.name = name
        self.clipnorm, self.clipvalue, self.global_clipnorm = clipnorm, clipvalue, global_clipnorm
        self.weight_decay = weight_decay
        self._schedule = learning_rate if callable(learning_rate) and not isinstance(learning_rate, Variable) else None
        self._rate = None if self._schedule else learning_rate if isinstance(learning_rate, Variable) else Variable(learning_rate, dtype=float32, trainable=False, name="learning_rate")
        self._iterations = Variable(0, dtype=int64, trainable=False, name="iteration")
        self._slots = {}

    @property
    def iterations(self):
        return self._iterations

    @iterations.setter
    def iterations(self, variable):
        self._iterations = variable

    @property
    def learning_rate(self):
        if self._schedule is not None:
            return self._schedule(self._iterations)
        return self._rate

    @learning_rate.setter
    def learning_rate(self, value):
        if callable(value) and not isinstance(value, Variable):
            self._schedule = value
        elif self._schedule is not None:
            self._schedule, self._rate = None, Variable(value, dtype=float32, trainable=False, name="learning_rate")
        else:
            self._rate.assign(value)

    @property
    def lr(self):
        return self.learning_rate

    @lr.setter
    def lr(self, value):
        self.learning_rate = value

    @property
    def variables(self):
        out = [self._iterations] + ([self._rate] if self._rate is not None else [])
        for slots in self._slots.values():
            out += [v for v in slots if v is not None]
        return out

    def build(self, var_list):
        for v in var_list:
            self._slot(v)

    def _slot(self, variable):
        key = _engine.variable_id(variable)
        slots = self._slots.get(key)
        if slots is None:
            slots = self._slots[key] = self._make_slots(variable)
        return slots

    def _make_slots(self, variable):
        return ()

    def _rule(self):
        return ""   # how update_step moves a variable, as a learner reads it

    def _zeros(self, variable, name):
        return Variable(_engine.filled(variable.shape, 0, variable.dtype), trainable=False, name=variable.name.split(":")[0] + "/" + name)

    def compute_gradients(self, loss, var_list, tape=None):
        if not callable(loss) and tape is None:
            raise ValueError("`tape` is required when a `Tensor` loss is passed. Received: loss=" + str(loss) + ", tape=" + str(tape) + ".")
        if callable(loss):
            with GradientTape() as tape:
                value = loss()
                if callable(var_list):
                    var_list = var_list()
        else:
            value = loss
        return list(zip(tape.gradient(value, var_list), var_list))

    def minimize(self, loss, var_list, tape=None):
        self.apply_gradients(self.compute_gradients(loss, var_list, tape))

    def _clipped(self, gradients):
        from tensorflow._core import clip_by_global_norm, clip_by_norm
        if self.clipnorm is not None and self.clipnorm > 0:
            gradients = [clip_by_norm(g, self.clipnorm) for g in gradients]
        if self.global_clipnorm is not None and self.global_clipnorm > 0:
            gradients = clip_by_global_norm(gradients, self.global_clipnorm)[0]
        if self.clipvalue is not None and self.clipvalue > 0:
            gradients = [_apply("clip_by_value", [g, cast(-self.clipvalue, g.dtype), cast(self.clipvalue, g.dtype)]) for g in gradients]
        return gradients

    def apply_gradients(self, grads_and_vars, name=None, skip_gradients_aggregation=False, **kwargs):
        pairs = list(grads_and_vars)
        if not pairs:
            return self._iterations
        kept = [(g, v) for g, v in pairs if g is not None]
        if not kept:
            raise ValueError("No gradients provided for any variable: " + str(([v.name for g, v in pairs],)) + ". Provided `grads_and_vars` is " + str(tuple(pairs)) + ".")
        missing = [v.name for g, v in pairs if g is None]
        if missing:
            _engine.write(2, "WARNING:tensorflow:Gradients do not exist for variables " + str(missing) + " when minimizing the loss. If you're using `model.compile()`, did you forget to provide a `loss` argument?\n")
        gradients = [g for g, v in kept]
        if self.clipnorm or self.global_clipnorm or self.clipvalue:
            gradients = self._clipped(gradients)
        rate = self.learning_rate
        rule = self._rule()
        try:
            for g, (_, v) in zip(gradients, kept):
                if self.weight_decay:
                    _engine.assigning_for(type(self).__name__, "w − rate · decay · w")
                    v.assign_sub(v * cast(self.weight_decay, v.dtype) * cast(rate, v.dtype))
                _engine.assigning_for(type(self).__name__, rule)   # how the recording tells the updates
                self.update_step(g if isinstance(g, IndexedSlices) else convert_to_tensor(g), v, rate)
        finally:
            _engine.assigning_for("", "")
        self._iterations.assign_add(1)
        return self._iterations

    def _rate_for(self, variable, rate):
        return cast(rate, variable.dtype)

    def get_config(self):
        return {"name": self.name, "learning_rate": float(self.learning_rate)}


class SGD(Optimizer):
    def __init__(self, learning_rate=0.01, momentum=0.0, nesterov=False, weight_decay=None, clipnorm=None, clipvalue=None, global_clipnorm=None, use_ema=False, ema_momentum=0.99,
                 ema_overwrite_frequency=None, jit_compile=True, name="SGD", **kwargs):
        super().__init__(name, learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, **kwargs)
        if isinstance(momentum, (int, float)) and (momentum < 0 or momentum > 1):
            raise ValueError("`momentum` must be between [0, 1].")
        self.momentum, self.nesterov = momentum, nesterov

    def _make_slots(self, variable):
        return (self._zeros(variable, "momentum"),) if self.momentum else ()

    def _rule(self):
        if not self.momentum:
            return "w − rate · g"
        return "w + momentum · v − rate · g, where v ← momentum · v − rate · g" if self.nesterov else "w + v, where v ← momentum · v − rate · g"

    def update_step(self, gradient, variable, rate):
        rate = self._rate_for(variable, rate)
        if not self.momentum:
            if isinstance(gradient, IndexedSlices):
                variable.scatter_add(IndexedSlices(-gradient.values * rate, gradient.indices))
            else:
                _engine.apply_to_variable("resource_apply_gradient_descent", variable, (rate, gradient))
            return
        gradient = convert_to_tensor(gradient)
        momentum = cast(self.momentum, variable.dtype)
        slot = self._slot(variable)[0]
        step = -gradient * rate
        slot.assign(slot * momentum + step)
        variable.assign_add(slot * momentum + step if self.nesterov else slot)

    def get_config(self):
        config = super().get_config()
        config.update({"momentum": self.momentum, "nesterov": self.nesterov})
        return config


class Adam(Optimizer):
    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07, amsgrad=False, weight_decay=None, clipnorm=None, clipvalue=None, global_clipnorm=None, use_ema=False,
                 ema_momentum=0.99, ema_overwrite_frequency=None, jit_compile=True, name="Adam", **kwargs):
        super().__init__(name, learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, **kwargs)
        self.beta_1, self.beta_2, self.epsilon, self.amsgrad = beta_1, beta_2, epsilon, amsgrad

    def _make_slots(self, variable):
        slots = (self._zeros(variable, "m"), self._zeros(variable, "v"))
        return slots + (self._zeros(variable, "vhat"),) if self.amsgrad else slots

    def _rule(self):
        return "w − rate · m̂ / (√v̂ + ε), with the running means m of g and v of g²"

    def update_step(self, gradient, variable, rate):
        gradient = convert_to_tensor(gradient)
        d = variable.dtype
        rate = self._rate_for(variable, rate)
        step = cast(self._iterations + 1, d)
        power_1, power_2 = cast(self.beta_1, d) ** step, cast(self.beta_2, d) ** step
        alpha = rate * sqrt(1 - power_2) / (1 - power_1)
        slots = self._slot(variable)
        m, v = slots[0], slots[1]
        m.assign_add((gradient - m) * (1 - self.beta_1))
        v.assign_add((square(gradient) - v) * (1 - self.beta_2))
        if self.amsgrad:
            slots[2].assign(maximum(slots[2], v))
            v = slots[2]
        variable.assign_sub((m * alpha) / (sqrt(v) + self.epsilon))


class AdamW(Adam):
    def __init__(self, learning_rate=0.001, weight_decay=0.004, beta_1=0.9, beta_2=0.999, epsilon=1e-07, amsgrad=False, clipnorm=None, clipvalue=None, global_clipnorm=None, name="AdamW", **kwargs):
        super().__init__(learning_rate, beta_1, beta_2, epsilon, amsgrad, weight_decay, clipnorm, clipvalue, global_clipnorm, name=name, **kwargs)


class RMSprop(Optimizer):
    def __init__(self, learning_rate=0.001, rho=0.9, momentum=0.0, epsilon=1e-07, centered=False, weight_decay=None, clipnorm=None, clipvalue=None, global_clipnorm=None, use_ema=False,
                 ema_momentum=0.99, ema_overwrite_frequency=100, jit_compile=True, name="RMSprop", **kwargs):
        super().__init__(name, learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, **kwargs)
        self.rho, self.momentum, self.epsilon, self.centered = rho, momentum, epsilon, centered

    def _make_slots(self, variable):
        return (self._zeros(variable, "velocity"), self._zeros(variable, "momentum") if self.momentum else None, self._zeros(variable, "average_gradient") if self.centered else None)

    def _rule(self):
        return "w − rate · g / √(v + ε), with the running mean v of g²"

    def update_step(self, gradient, variable, rate):
        gradient = convert_to_tensor(gradient)
        rate = self._rate_for(variable, rate)
        velocity, moment, average = self._slot(variable)
        velocity.assign(self.rho * velocity + (1 - self.rho) * square(gradient))
        if self.centered:
            average.assign(self.rho * average + (1 - self.rho) * gradient)
            divisor = velocity - square(average) + self.epsilon
        else:
            divisor = velocity + self.epsilon
        step = rate * gradient / sqrt(divisor)
        if self.momentum:
            moment.assign(self.momentum * moment + step)
            step = moment
        variable.assign_sub(step)


class Adagrad(Optimizer):
    def __init__(self, learning_rate=0.001, initial_accumulator_value=0.1, epsilon=1e-07, weight_decay=None, clipnorm=None, clipvalue=None, global_clipnorm=None, name="Adagrad", **kwargs):
        super().__init__(name, learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, **kwargs)
        self.initial_accumulator_value, self.epsilon = initial_accumulator_value, epsilon

    def _make_slots(self, variable):
        return (Variable(_engine.filled(variable.shape, self.initial_accumulator_value, variable.dtype), trainable=False, name="accumulator"),)

    def _rule(self):
        return "w − rate · g / √(s + ε), with the sum s of all g²"

    def update_step(self, gradient, variable, rate):
        gradient = convert_to_tensor(gradient)
        total = self._slot(variable)[0]
        total.assign_add(square(gradient))
        variable.assign_sub(self._rate_for(variable, rate) * gradient / sqrt(total + self.epsilon))


def get(identifier, **kwargs):
    if isinstance(identifier, str):
        kinds = {"sgd": SGD, "adam": Adam, "adamw": AdamW, "rmsprop": RMSprop, "adagrad": Adagrad}
        if identifier.lower() not in kinds:
            raise ValueError("Unknown optimizer: '" + identifier + "'.")
        return kinds[identifier.lower()]()
    return identifier


class legacy:
    pass


legacy.SGD, legacy.Adam, legacy.RMSprop, legacy.Adagrad, legacy.Optimizer = SGD, Adam, RMSprop, Adagrad, Optimizer


def __getattr__(name):
    if name == "schedules":
        from tensorflow.keras import schedules
        return schedules
    raise _unknown("keras.api._v2.keras.optimizers", "tf.keras.optimizers.", name, globals())
