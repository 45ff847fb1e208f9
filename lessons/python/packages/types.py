FunctionType = LambdaType = type(lambda: None)
GeneratorType = type((lambda: (yield))())
ModuleType = type(__import__("sys"))
NoneType = type(None)
MethodType = type([].append)
BuiltinFunctionType = type(len)


class SimpleNamespace:
    def __init__(self, **kwargs):
        for k, v in kwargs.items():
            setattr(self, k, v)

    def __repr__(self):
        return "namespace(" + ", ".join([f"{k}={v!r}" for k, v in self.__dict__.items()]) + ")"

    def __eq__(self, other):
        return isinstance(other, SimpleNamespace) and self.__dict__ == other.__dict__
