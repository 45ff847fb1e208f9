# The tower of numbers; each class answers isinstance() itself.
class Number:
    _kinds = (int, float, complex)

    @classmethod
    def __instancecheck__(cls, x):
        return isinstance(x, cls._kinds) or issubclass(type(x), cls) or hasattr(x, "dtype") and hasattr(x, "shape") and x.shape == () and any([isinstance(x.item() if hasattr(x, "item") else None, k) for k in cls._kinds])


class Complex(Number):
    pass


class Real(Complex):
    _kinds = (int, float)


class Rational(Real):
    _kinds = (int,)


class Integral(Rational):
    pass
