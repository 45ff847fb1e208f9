# tf.keras.optimizers.schedules. Source: keras/src/optimizers/schedules/learning_rate_schedule.py.
from tensorflow._base import _apply, cast, constant, float32


class LearningRateSchedule:
    pass


class ExponentialDecay(LearningRateSchedule):
    def __init__(self, initial_learning_rate, decay_steps, decay_rate, staircase=False, name=None):
        self.initial_learning_rate, self.decay_steps, self.decay_rate, self.staircase = initial_learning_rate, decay_steps, decay_rate, staircase

    def __call__(self, step):
        p = cast(step, float32) / float(self.decay_steps)
        if self.staircase:
            p = _apply("floor", [p])
        return constant(float(self.initial_learning_rate)) * constant(float(self.decay_rate)) ** p


class PiecewiseConstantDecay(LearningRateSchedule):
    def __init__(self, boundaries, values, name=None):
        if len(boundaries) != len(values) - 1:
            raise ValueError("The length of boundaries should be 1 less than the length of values.")
        self.boundaries, self.values = boundaries, values

    def __call__(self, step):
        n = int(step)
        for b, v in zip(self.boundaries, self.values):
            if n <= b:
                return constant(float(v))
        return constant(float(self.values[-1]))


class InverseTimeDecay(LearningRateSchedule):
    def __init__(self, initial_learning_rate, decay_steps, decay_rate, staircase=False, name=None):
        self.initial_learning_rate, self.decay_steps, self.decay_rate, self.staircase = initial_learning_rate, decay_steps, decay_rate, staircase

    def __call__(self, step):
        p = cast(step, float32) / float(self.decay_steps)
        if self.staircase:
            p = _apply("floor", [p])
        return constant(float(self.initial_learning_rate)) / (1 + float(self.decay_rate) * p)


class PolynomialDecay(LearningRateSchedule):
    def __init__(self, initial_learning_rate, decay_steps, end_learning_rate=0.0001, power=1.0, cycle=False, name=None):
        self.initial_learning_rate, self.decay_steps, self.end_learning_rate, self.power = initial_learning_rate, decay_steps, end_learning_rate, power

    def __call__(self, step):
        p = _apply("minimum", [cast(step, float32), constant(float(self.decay_steps))]) / float(self.decay_steps)
        return (self.initial_learning_rate - self.end_learning_rate) * (1 - p) ** self.power + self.end_learning_rate


class CosineDecay(LearningRateSchedule):
    def __init__(self, initial_learning_rate, decay_steps, alpha=0.0, name=None, warmup_target=None, warmup_steps=0):
        self.initial_learning_rate, self.decay_steps, self.alpha = initial_learning_rate, decay_steps, alpha

    def __call__(self, step):
        p = _apply("minimum", [cast(step, float32), constant(float(self.decay_steps))]) / float(self.decay_steps)
        return self.initial_learning_rate * ((1 - self.alpha) * 0.5 * (1 + _apply("cos", [3.141592653589793 * p])) + self.alpha)
