# tf.saved_model: traced functions, the variables that they use and the structures of their arguments, as one file of engine/graph/save.h. A program has no
# disk here: what it saves stays in memory under its path, for tf.saved_model.load in the same run, and whoever runs the program may keep it
# (`tapedeck run --save-to DIR`).
import json
import _engine
from tensorflow._base import Variable, _errors, _unknown, as_dtype, convert_to_tensor, is_tensor
from tensorflow._core import Module, TensorSpec
from tensorflow._graph import FuncGraph

_files = {}


def _encode(v):
    if isinstance(v, TensorSpec) or is_tensor(v):
        shape = v.shape
        return {"t": [v.dtype.name, None if shape.rank is None else shape.as_list(), getattr(v, "name", None) if isinstance(v, TensorSpec) else None]}
    if isinstance(v, (list, tuple)):
        return {"L" if isinstance(v, list) else "T": [_encode(x) for x in v]}
    if isinstance(v, dict):
        return {"D": [[k, _encode(v[k])] for k in sorted(v)]}
    if v is None or isinstance(v, (int, float, str, bool)):
        return {"l": v}
    return {"o": str(type(v))}


def _decode(v, leaf):
    kind = list(v)[0]
    if kind == "t":
        return leaf(TensorSpec(v["t"][1], as_dtype(v["t"][0]), v["t"][2]))
    if kind in "LT":
        parts = [_decode(x, leaf) for x in v[kind]]
        return parts if kind == "L" else tuple(parts)
    if kind == "D":
        return {k: _decode(x, leaf) for k, x in v["D"]}
    return v.get("l")


def _functions(obj):
    found = {}
    for name in dir(obj):
        if name.startswith("__") and name != "__call__":
            continue
        try:
            f = getattr(obj, name)
        except Exception:
            continue
        if isinstance(f, _engine.Function):
            if not f._concretes and f._s.signature is not None:
                f.get_concrete_function()
            if f._concretes:
                found[name] = list(f._concretes)
    return found


def save(obj, export_dir, signatures=None, options=None):
    if not isinstance(obj, Module) and not hasattr(obj, "__dict__"):
        raise ValueError("Expected an object of type `Trackable`, such as `tf.Module` or a subclass of the `Trackable` class, for export. Got " + str(obj) + " with type " + str(type(obj)) + ".")
    functions = _functions(obj)
    if signatures is not None:
        if not isinstance(signatures, dict):
            signatures = {"serving_default": signatures}
        functions_of = {}
        for key, f in signatures.items():
            c = f if isinstance(f, _engine.Concrete) else f.get_concrete_function()
            functions_of["signature:" + key] = [c]
        functions.update(functions_of)
    graphs, about = [], []
    for name, concretes in functions.items():
        for c in concretes:
            graphs.append((name, c.graph._g))
            about.append({"name": name, "names": c._names, "args": [_encode(v) for v in c._specs], "result": _encode(c.structured_outputs)})
    variables, paths = [], []
    for key in sorted(obj.__dict__):
        v = obj.__dict__[key]
        if isinstance(v, Variable):
            variables.append(v)
            paths.append(key)
    data = _engine.save_program(json.dumps({"functions": about, "variables": paths}), graphs, variables, str(export_dir))
    _files[str(export_dir).rstrip("/")] = data
    return data


class _Loaded(Module):
    """What tf.saved_model.load gives: the functions by their names, the variables, and .signatures."""

    def __call__(self, *args, **kwargs):
        return self._call(*args, **kwargs)


def _restored(name, concretes):
    def call(*args, **kwargs):
        errors = []
        for c in concretes:
            try:
                return c(*args, **kwargs)
            except TypeError as e:
                errors.append(e)
            except _errors().InvalidArgumentError as e:
                if not str(e).startswith("cannot compute __inference"):   # of another dtype than it was traced for
                    raise
                errors.append(e)
        raise ValueError("Could not find matching concrete function to call loaded from the SavedModel. Got:\n  Positional arguments (" + str(len(args)) + " total):\n    * "
                         + "\n    * ".join(str(a) for a in args) + "\n  Keyword arguments: " + str(kwargs) + "\n\n Expected these arguments to match one of the following " + str(len(concretes)) + " option(s):\n\n"
                         + "\n\n".join("Option " + str(i + 1) + ":\n  Positional arguments (" + str(len(c._names)) + " total):\n    * " + "\n    * ".join(repr(s) for s in c._specs) + "\n  Keyword arguments: {}"
                                       for i, c in enumerate(concretes)))
    call.__name__ = name
    call.concrete_functions = concretes
    return call


def load(export_dir, tags=None, options=None):
    data = _files.get(str(export_dir).rstrip("/")) if not isinstance(export_dir, bytes) else export_dir
    if data is None:
        raise OSError("SavedModel file does not exist at: " + str(export_dir) + "/{saved_model.pbtxt|saved_model.pb}")
    from tensorflow import function as _   # first, or the module's name would hide tf.function
    from tensorflow.function import _Parameters, _number
    about, graphs, variables = _engine.load_program(data, lambda name: FuncGraph(name))
    about = json.loads(about)
    out, functions = _Loaded(), {}
    for key, v in zip(about["variables"], variables):
        setattr(out, key, v)
    out._all_variables = variables
    for entry, graph in zip(about["functions"], graphs):
        inputs, numbers = iter(graph._g.inputs()), []
        specs = [_decode(a, lambda s: s) for a in entry["args"]]
        values = [_decode(a, lambda s: next(inputs)) for a in entry["args"]]
        outputs = graph._g.outputs()
        result = _decode(entry["result"], lambda s: outputs[0])
        k = 0
        for leaf in _engine.flatten(result):
            numbers.append(k if leaf is not None else -1)
            k += leaf is not None
        shown = iter(outputs)
        p = _Parameters(_Loaded)
        p.names, p.defaults, p.keywords, p.var, p.varkw, p.known = list(entry["names"]), [], {}, False, False, True
        c = _engine.Concrete(graph._g, result, numbers, None, values, {"graph": graph, "_names": list(entry["names"]), "_values": values, "_specs": specs, "_parameters": p,
                                                                     "structured_outputs": _decode(entry["result"], lambda s: next(shown)), "name": "__inference_" + entry["name"] + "_" + str(_number())})
        functions.setdefault(entry["name"], []).append(c)
    out.signatures = {}
    for name, concretes in functions.items():
        if name.startswith("signature:"):
            out.signatures[name[10:]] = _signature(concretes[0])
        elif name == "__call__":
            out._call = _restored(name, concretes)
        else:
            setattr(out, name, _restored(name, concretes))
    return out


def _signature(c):
    # A signature is called with keywords and gives a dictionary.
    def call(*args, **kwargs):
        result = c(*args, **kwargs)
        return result if isinstance(result, dict) else {"output_" + str(i): x for i, x in enumerate(_engine.flatten(result))}
    call.structured_outputs = c.structured_outputs
    call.structured_input_signature = c.structured_input_signature
    return call


def contains_saved_model(export_dir):
    return str(export_dir).rstrip("/") in _files


class SaveOptions:
    def __init__(self, **kwargs):
        pass


LoadOptions = SaveOptions


def __getattr__(name):
    raise _unknown("tensorflow.saved_model", "tf.saved_model.", name, globals())
