# tf.keras.regularizers
from tensorflow._base import _apply, _unknown, reduce_sum, square


class Regularizer:
    def __call__(self, x):
        return 0.0


class L1L2(Regularizer):
    def __init__(self, l1=0.0, l2=0.0):
        self.l1, self.l2 = l1 or 0.0, l2 or 0.0

    def __call__(self, x):
        total = 0.0
        if self.l1:
            total = total + self.l1 * reduce_sum(_apply("abs", [x]))
        if self.l2:
            total = total + self.l2 * reduce_sum(square(x))
        return total


class L1(L1L2):
    def __init__(self, l1=0.01, **kwargs):
        L1L2.__init__(self, kwargs.get("l", l1), 0.0)


class L2(L1L2):
    def __init__(self, l2=0.01, **kwargs):
        L1L2.__init__(self, 0.0, kwargs.get("l", l2))


l1, l2 = L1, L2


def l1_l2(l1=0.01, l2=0.01):
    return L1L2(l1, l2)


def get(identifier):
    if isinstance(identifier, str):
        return {"l1": L1, "l2": L2, "l1_l2": L1L2}[identifier]()
    return identifier


def __getattr__(name):
    raise _unknown("keras.api._v2.keras.regularizers", "tf.keras.regularizers.", name, globals())
