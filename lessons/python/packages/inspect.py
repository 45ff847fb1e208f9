class Parameter:
    empty = "<class 'inspect._empty'>"
    POSITIONAL_OR_KEYWORD = 1
    VAR_POSITIONAL = 2
    KEYWORD_ONLY = 3
    VAR_KEYWORD = 4

    def __init__(self, name, kind, default):
        self.name = name
        self.kind = kind
        self.default = default

    def __str__(self):
        star = "*" if self.kind == 2 else "**" if self.kind == 4 else ""
        return star + self.name + ("" if self.default is Parameter.empty else f"={self.default!r}")


class Signature:
    def __init__(self, parameters):
        self.parameters = {p.name: p for p in parameters}

    def __str__(self):
        parts = []
        for p in self.parameters.values():
            if p.kind == 3 and "*" not in parts and not [q for q in parts if q.startswith("*")]:
                parts.append("*")
            parts.append(str(p))
        return "(" + ", ".join(parts) + ")"


def signature(f):
    skip = 0
    while hasattr(f, "__wrapped__"):
        f = f.__wrapped__
    if isinstance(f, type):
        f, skip = f.__init__, 1
    elif type(f).__name__ == "bound_method":
        skip = 1
    elif not hasattr(f, "__signature_names__"):
        f, skip = f.__call__, 1
    n, kwonly, var, varkw, *names = f.__signature_names__
    defaults = f.__defaults__ or ()
    kwdefaults = f.__kwdefaults__ or {}
    ps = []
    for i, name in enumerate(names[:n]):
        d = i - (n - len(defaults))
        ps.append(Parameter(name, 1, defaults[d] if d >= 0 else Parameter.empty))
    if var:
        ps.append(Parameter("args", 2, Parameter.empty))
    for name in names[n:]:
        ps.append(Parameter(name, 3, kwdefaults.get(name, Parameter.empty)))
    if varkw:
        ps.append(Parameter("kwargs", 4, Parameter.empty))
    return Signature(ps[skip:])


def isfunction(o):
    return type(o).__name__ == "function" and hasattr(o, "__defaults__")


def isclass(o):
    return isinstance(o, type)


def ismethod(o):
    return type(o).__name__ == "bound_method"


def getdoc(o):
    return o.__doc__


def getsource(o):
    raise OSError("could not get source code")
