# tf.compat.v1.Session. Source: tensorflow/python/client/session.py.
import _engine
from tensorflow import _graph
from tensorflow._base import Variable, _errors, constant, convert_to_tensor, is_tensor, string
from tensorflow._graph import Operation

_sessions = []
_interactive = []


def get_default_session():
    return _sessions[-1] if _sessions else None


class _AsDefault:
    def __init__(self, session):
        self.session = session

    def __enter__(self):
        _sessions.append(self.session)
        return self.session

    def __exit__(self, *exc):
        _sessions.pop()


class Session:
    def __init__(self, target="", graph=None, config=None):
        self.graph = graph or _graph.get_default_graph()
        self._values, self._closed, self._entered, self._drawn = {}, False, [], []
        self.graph_def, self.sess_str = None, target

    def as_default(self):
        return _AsDefault(self)

    def __enter__(self):
        # The graph of the session becomes the default, too.
        if _graph.current() is not self.graph:
            self.graph.__enter__()
            self._entered.append(True)
        else:
            self._entered.append(False)
        _sessions.append(self)
        return self

    def __exit__(self, *exc):
        _sessions.pop()
        if self._entered.pop():
            self.graph.__exit__()
        self.close()

    def close(self):
        self._closed = True

    def list_devices(self):
        return []

    def run(self, fetches, feed_dict=None, options=None, run_metadata=None):
        if self._closed:
            raise RuntimeError("Attempted to use a closed Session.")
        g = self.graph
        if g._g.size() == 0:
            raise RuntimeError("The Session graph is empty. Add operations to the graph before calling run().")
        keys, values = [], []
        for key, value in (feed_dict or {}).items():
            parts = zip(key, value) if isinstance(key, tuple) else [(key, value)]
            for k, v in parts:
                self._feed(k, v, keys, values)
        flat, shape, targets = [], _shape_of(fetches, lambda f: self._fetch(f)), []
        for f in _leaves(shape):
            (targets if isinstance(f, Operation) else flat).append(f)
        unique = []
        for t in flat:
            if not any(t is u for u in unique):
                unique.append(t)
        results = self._execute(keys, values, unique, [op._i for op in targets])

        def result(f):
            if isinstance(f, Operation):
                return None
            return [r for u, r in zip(unique, results) if u is f][0]
        return _rebuild(fetches, shape, result)

    def _feed(self, key, value, keys, values):
        try:
            t = self.graph.as_graph_element(key, allow_operation=False)
        except (TypeError, ValueError, KeyError) as e:
            raise TypeError("Cannot interpret feed_dict key as Tensor: " + str(e.args[0]))
        if is_tensor(value) and _engine.is_symbolic(value) or isinstance(value, Variable):
            raise TypeError("The value of a feed cannot be a tf.Tensor object. Acceptable feed values include Python scalars, strings, lists, numpy ndarrays, or TensorHandles. For reference, the tensor object was "
                            + str(value) + " which was passed to the feed with key " + str(key) + ".")
        import numpy as np
        array = value if isinstance(value, np.ndarray) else None
        with _graph.eager_now():
            try:
                fed = convert_to_tensor(array if array is not None else value, None if is_tensor(value) else t.dtype)
            except (TypeError, ValueError) as e:
                fed = _as_numpy_would(value, t.dtype)
            if fed.dtype != t.dtype:
                from tensorflow._base import cast
                fed = cast(fed, t.dtype)
        if not t.shape.is_compatible_with(fed.shape):
            raise ValueError("Cannot feed value of shape " + str(tuple(fed.shape.as_list())) + " for Tensor " + t.name + ", which has shape " + str(t.shape))
        keys.append(t)
        values.append(fed)

    def _fetch(self, f):
        if f is None:
            raise TypeError("Argument `fetch` = None has invalid type \"NoneType\". Cannot be None")
        g = self.graph
        if isinstance(f, Variable):
            if _engine.assignment_of(f) >= 0:
                return g._read_after(f)
            known = _graph.info(f)
            if known is None or known.graph is not g:
                raise ValueError("Fetch argument " + repr(f) + " cannot be interpreted as a Tensor. (Tensor " + str(f) + " is not an element of this graph.)")
            return known.read
        try:
            return g.as_graph_element(f)
        except TypeError as e:
            raise TypeError("Fetch argument " + repr(f) + " has invalid type " + repr(type(f)) + ", must be a string or Tensor. (" + str(e) + ")")
        except ValueError as e:
            raise ValueError("Fetch argument " + repr(f) + " cannot be interpreted as a Tensor. (" + str(e) + ")")
        except KeyError as e:
            raise ValueError("Fetch argument " + repr(f) + " cannot be interpreted as a Tensor. (" + repr(e.args[0]) + ")")

    def _execute(self, keys, values, fetches, targets):
        # Each session has values of its own for the graph's variables.
        variables = self.graph._variables
        with _graph.eager_now():
            for v in variables:
                _engine.set_variable_state(v, self._values.get(_engine.variable_id(v)))
            try:
                results = self.graph._g.run(keys, values, fetches, targets, self._drawn)
            except _errors().FailedPreconditionError as e:
                text = str(e)
                start = text.find("Could not find variable ")
                name = text[start + 24:].split(".")[0]
                if start >= 0 and not _graph.ref_variables():
                    raise _errors().FailedPreconditionError(None, None, "Could not find variable " + name + ". This could mean that the variable has been deleted. In TF1, it can also mean the variable is uninitialized. "
                                                            "Debug info: container=localhost, status error message=Resource localhost/" + name + "/N10tensorflow3VarE does not exist.\n\t [[{{node " + name + "/Read/ReadVariableOp}}]]") from None
                if start >= 0:
                    raise _errors().FailedPreconditionError(None, None, "Attempting to use uninitialized value " + name + "\n\t [[{{node " + name + "/read}}]]") from None
                raise
            finally:
                for v in variables:
                    self._values[_engine.variable_id(v)] = _engine.variable_state(v)
                    _engine.set_variable_state(v, None)
            return [_numpy(r) for r in results]

    def _load(self, variable, value):
        with _graph.eager_now():
            self._values[_engine.variable_id(variable)] = convert_to_tensor(value, variable.dtype)

    def make_callable(self, fetches, feed_list=None, accept_options=False):
        return lambda *values: self.run(fetches, dict(zip(feed_list or [], values)))

    def partial_run(self, *args, **kwargs):
        raise NotImplementedError("partial_run")


def _as_numpy_would(value, dtype):
    import numpy as np
    from tensorflow._base import cast
    array = convert_to_tensor(np.array(value))
    if array.dtype == string and dtype != string:
        texts = _engine.flatten(value if isinstance(value, (list, tuple)) else [value])
        for t in texts:
            if isinstance(t, str):
                float(t)   # ValueError: could not convert string to float: 'x'
        return cast(constant([float(t) for t in texts], shape=array.shape), dtype)
    return cast(array, dtype)


def _numpy(t):
    return t.numpy()


def _leaves(shape):
    if isinstance(shape, list):
        for s in shape:
            for leaf in _leaves(s):
                yield leaf
    else:
        yield shape




def _shape_of(f, leaf):
    if isinstance(f, (list, tuple)):
        return [_shape_of(x, leaf) for x in f]
    if isinstance(f, dict):
        return [_shape_of(x, leaf) for x in f.values()]
    if hasattr(f, "indices") and hasattr(f, "values") and not is_tensor(f):
        return [leaf(f.values), leaf(f.indices)]
    return leaf(f)


def _rebuild(f, shape, value):
    if isinstance(f, (list, tuple)):
        parts = [_rebuild(x, s, value) for x, s in zip(f, shape)]
        return parts if isinstance(f, list) else type(f)(*parts) if hasattr(f, "_fields") else tuple(parts)
    if isinstance(f, dict):
        return {k: _rebuild(x, s, value) for (k, x), s in zip(f.items(), shape)}
    if isinstance(shape, list):
        from tensorflow.compat.v1 import IndexedSlicesValue
        return IndexedSlicesValue(value(shape[0]), value(shape[1]), None)
    return value(shape)


class InteractiveSession(Session):
    def __init__(self, target="", graph=None, config=None):
        super().__init__(target, graph, config)
        _sessions.append(self)
        if _graph.current() is not self.graph:
            self.graph.__enter__()
            _interactive.append(self)

    def close(self):
        super().close()
        if self in _sessions:
            _sessions.remove(self)
        if self in _interactive:
            _interactive.remove(self)
            self.graph.__exit__()


class ConfigProto:
    def __init__(self, **kwargs):
        self.gpu_options = GPUOptions()
        for k, v in kwargs.items():
            setattr(self, k, v)


class GPUOptions:
    def __init__(self, **kwargs):
        for k, v in kwargs.items():
            setattr(self, k, v)


class OptimizerOptions(GPUOptions):
    pass


RunOptions = RunMetadata = GraphOptions = GPUOptions
