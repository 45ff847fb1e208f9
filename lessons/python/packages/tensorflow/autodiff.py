# tf.autodiff. Source: tensorflow/python/eager/forwardprop.py.
import _engine
from tensorflow._base import GradientTape, _unknown, convert_to_tensor, ones_like, reduce_sum, zeros_like


class ForwardAccumulator:
    """Jacobian times vector: here by going backwards twice, since the gradient of a gradient by its upstream is that product."""

    def __init__(self, primals, tangents):
        self._primals, self._tangents = _engine.flatten(primals), [convert_to_tensor(t) for t in _engine.flatten(tangents)]
        if len(self._primals) != len(self._tangents):
            raise ValueError("Primals and tangents must have the same structure.")
        for p, t in zip(self._primals, self._tangents):
            if p.shape != t.shape:
                raise ValueError("Primals and tangents must have the same shapes, got " + str(p.shape) + " and " + str(t.shape) + ".")
        self._tape = GradientTape(persistent=True, watch_accessed_variables=False)
        self._active = False

    def __enter__(self):
        self._tape.__enter__()
        self._tape.watch(self._primals)
        self._active = True
        return self

    def __exit__(self, *exc):
        self._tape.__exit__(None, None, None)
        self._active = False

    def watch(self, primals, tangents):
        for p, t in zip(_engine.flatten(primals), _engine.flatten(tangents)):
            self._primals.append(p)
            self._tangents.append(convert_to_tensor(t))
            self._tape.watch(p)

    def jvp(self, primals, unconnected_gradients="none"):
        if self._active:
            self._tape._pause()
        try:
            return _engine.pack_sequence_as(primals, [self._product(y, unconnected_gradients) for y in _engine.flatten(primals)])
        finally:
            if self._active:
                self._tape._resume()

    def _product(self, y, unconnected):
        y = convert_to_tensor(y)
        with GradientTape(watch_accessed_variables=False) as outer:
            upstream = ones_like(y)
            outer.watch(upstream)
            gradients = self._tape.gradient(y, self._primals, output_gradients=upstream)
            parts = [reduce_sum(convert_to_tensor(g) * t) for g, t in zip(gradients, self._tangents) if g is not None]
            total = sum(parts[1:], parts[0]) if parts else None
        if total is None:
            zero = getattr(unconnected, "value", unconnected) == "zero"
            return zeros_like(y) if zero else None
        return outer.gradient(total, upstream)


def __getattr__(name):
    raise _unknown("tensorflow.autodiff", "tf.autodiff.", name, globals())
