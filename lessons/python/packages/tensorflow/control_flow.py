# tf.cond, tf.while_loop and what is made of them. Eager: Python's own. In a graph: nodes with subgraphs.
# Sources: tensorflow/python/ops/cond.py, cond_v2.py, while_loop.py, while_v2.py, map_fn.py, functional_ops.py.
import _engine
from tensorflow._base import IndexedSlices, TensorShape, Variable, _apply, _errors, as_dtype, bool as _bool, cast, constant, convert_to_tensor, int32, is_tensor, shape as _shape, stack
from tensorflow._graph import FuncGraph, Operation, operation_of
from tensorflow.tensor_array import TensorArray


def _tensors(structure):
    """Flat tensors of a structure, and what makes the structure of tensors again."""
    flat, makers = [], []
    for x in _engine.flatten(structure):
        if x is None or isinstance(x, Operation):
            makers.append((0, None))
        elif isinstance(x, TensorArray):
            flat += x._parts()
            makers.append((1, x._like))
        elif isinstance(x, IndexedSlices):
            flat += [x.values, x.indices]
            makers.append((2, lambda parts: IndexedSlices(parts[0], parts[1])))
        else:
            flat.append(convert_to_tensor(x))
            makers.append((1, None))

    def pack(tensors):
        out, i = [], 0
        for n, make in makers:
            out.append(None if n == 0 else make(tensors[i:i + n]) if make else tensors[i])
            i += n
        return _engine.pack_sequence_as(structure, out)
    return flat, pack


def _branch(name, f):
    graph = FuncGraph(name)
    with graph:
        result = f()
        flat, pack = _tensors(result)
        graph._g.set_outputs(flat)
    return graph, result, flat, pack




def _must_agree(name, results, flats):
    # Source: cond_v2.py, _check_same_outputs.
    def fail(detail):
        raise TypeError("true_fn and false_fn arguments to tf.cond must have the same number, type, and overall structure of return values.\n\ntrue_fn output:  " + str(results[0])
                        + "\nfalse_fn output: " + str(results[1]) + "\n\nError details:\n" + detail)
    from tensorflow import nest
    for result, flat in zip(results[1:], flats[1:]):
        try:
            nest.assert_same_structure(results[0], result)
        except ValueError as e:
            fail(str(e))
        if len(flat) != len(flats[0]):
            fail("The two structures don't have the same number of elements.")
        for a, b in zip(flats[0], flat):
            if a.dtype != b.dtype:
                fail(str(a) + " and " + str(b) + " have different types")


def cond(pred, true_fn=None, false_fn=None, strict=False, name="cond", fn1=None, fn2=None):
    true_fn, false_fn = true_fn or fn1, false_fn or fn2
    if not callable(true_fn):
        raise TypeError("'true_fn' must be callable.")
    if not callable(false_fn):
        raise TypeError("'false_fn' must be callable.")
    if _engine.executing_eagerly() or not is_tensor(pred):
        if not _engine.executing_eagerly() and isinstance(pred, bool):
            raise TypeError("pred must not be a Python bool")
        return true_fn() if pred else false_fn()
    pred = convert_to_tensor(pred)
    if pred.dtype != _bool:
        pred = cast(pred, _bool)
    then, a, flat_a, pack = _branch(name + "_true", true_fn)
    other, b, flat_b, _ = _branch(name + "_false", false_fn)
    _must_agree("cond", [a, b], [flat_a, flat_b])
    return pack(_engine.if_else(pred, then._g, other._g, name))


def case(pred_fn_pairs, default=None, exclusive=False, strict=False, name="case"):
    pairs = list(pred_fn_pairs.items()) if isinstance(pred_fn_pairs, dict) else list(pred_fn_pairs)
    for pair in pairs:
        if not isinstance(pair, (list, tuple)) or len(pair) != 2 or not callable(pair[1]):
            raise TypeError("Each entry in pred_fn_pairs must be a 2-tuple. Received " + str(pair) + ".")
    if _engine.executing_eagerly():
        for pred, fn in pairs:
            if pred:
                return fn()
        if default is None:
            raise _errors().InvalidArgumentError(None, None, "None of the conditions evaluated as True.")
        return default()
    if default is None:
        preds, default = [p for p, _ in pairs], pairs[-1][1]
        Assert(_apply("reduce_any", [stack(preds)]), ["None of the conditions evaluated as True. Conditions: ", stack(preds)])
        pairs = pairs[:-1]
    result = default
    for pred, fn in reversed(pairs):
        result = _choice(pred, fn, result)
    return result()


def _choice(pred, fn, otherwise):
    return lambda: cond(pred, fn, otherwise)


def switch_case(branch_index, branch_fns, default=None, name="switch_case"):
    if isinstance(branch_fns, dict):
        branches = branch_fns
    else:
        branches = dict(enumerate(branch_fns)) if callable(branch_fns[0]) else dict(branch_fns)
    if _engine.executing_eagerly() or not is_tensor(branch_index):
        i = int(branch_index)
        return branches[i]() if i in branches else (default or branches[max(branches)])()
    default = default or branches[max(branches)]
    fns = [branches.get(i, default) for i in range(max(branches) + 1)] + [default]
    made = [_branch(name + "_branch" + str(i), f) for i, f in enumerate(fns)]
    _must_agree("switch_case", [m[1] for m in made], [m[2] for m in made])
    return made[0][3](_engine.switch_case(cast(branch_index, int32), [m[0]._g for m in made], name))


def while_loop(cond, body, loop_vars, shape_invariants=None, parallel_iterations=10, back_prop=True, swap_memory=False, maximum_iterations=None, name=None, return_same_structure=True):
    if not callable(cond):
        raise TypeError("'cond' must be callable.")
    if not callable(body):
        raise TypeError("'body' must be callable.")
    single = not isinstance(loop_vars, (list, tuple))
    loop_vars = (loop_vars,) if single else loop_vars
    if len(loop_vars) == 0 and not (_engine.tracing_graph() is not None and _engine.tracing_graph().building_function):
        raise ValueError("'loop_vars' must be provided.")
    kind = list if isinstance(loop_vars, list) else tuple

    def step(variables):
        result = body(*variables)
        if not isinstance(result, (list, tuple)) or single and not (isinstance(result, (list, tuple)) and len(result) == 1 and not isinstance(loop_vars[0], (list, tuple))):
            result = (result,)
        return kind(result) if not hasattr(loop_vars, "_fields") else result
    if _engine.executing_eagerly():
        count = 0
        flat, pack = _tensors(loop_vars)
        loop_vars = pack(flat) if not any(isinstance(x, TensorArray) for x in _engine.flatten(loop_vars)) else loop_vars
        while cond(*loop_vars) and (maximum_iterations is None or count < int(maximum_iterations)):
            before, loop_vars = loop_vars, step(loop_vars)
            from tensorflow import nest
            nest.assert_same_structure(list(before), list(loop_vars))
            loop_vars = _engine.pack_sequence_as(before, [x if isinstance(x, TensorArray) or x is None else convert_to_tensor(x) for x in _engine.flatten(loop_vars)])
            count += 1
        return loop_vars[0] if single else loop_vars
    flat, pack = _tensors(loop_vars)
    shapes = [t.shape for t in flat]
    k = 0
    given = None if shape_invariants is None else _flat_shapes(shape_invariants)
    for n, x in enumerate(_engine.flatten(loop_vars)):
        if x is None:
            continue
        if isinstance(x, TensorArray):
            shapes[k] = TensorShape([])
        elif given is not None and given[n] is not None:
            shapes[k] = TensorShape(given[n])
            if not shapes[k].is_compatible_with(flat[k].shape):
                raise ValueError("The shape invariant specified for " + str(getattr(flat[k], "name", "")) + " is not compatible with the initial shape of the loop variable. It enters the loop with shape " + str(flat[k].shape)
                                 + ", but the specified shape invariant is " + str(shapes[k]) + ".")
        k += 1
    limit = None if maximum_iterations is None else convert_to_tensor(maximum_iterations)
    counted = limit is not None and _engine.is_symbolic(limit)   # a limit that is known only then: one more variable
    if counted:
        flat, shapes = flat + [constant(0, dtype=limit.dtype)], shapes + [TensorShape([])]
    name = name or "while"

    def graph_of(suffix, f):
        graph = FuncGraph(name + suffix)
        with graph:
            inputs = [graph._g.placeholder(t.dtype, s, None) for t, s in zip(flat, shapes)]
            graph._g.set_outputs(f(inputs))
        return graph

    def condition(inputs):
        result = cond(*pack(inputs))
        result = convert_to_tensor(result)
        if result.dtype != _bool and result.shape.rank == 0:
            raise TypeError("cond must return a boolean scalar tensor.")
        if counted:
            result = _apply("logical_and", [inputs[-1] < limit, result])
        return [result]
    after = []

    def advance(inputs):
        before = pack(inputs)
        result = step(before)
        from tensorflow import nest
        try:
            nest.assert_same_structure(list(before), list(result))
        except ValueError:
            raise ValueError("The two structures don't have the same nested structure.\n\nFirst structure: type=" + type(loop_vars).__name__ + " str=" + str(before) + "\n\nSecond structure: type="
                             + type(result).__name__ + " str=" + str(result))
        out, after_pack = _tensors(result)
        after.append(after_pack)
        for i, (a, b) in enumerate(zip(inputs, out)):
            if a.dtype != b.dtype:
                raise TypeError("Loop body returned " + str(b) + " of dtype " + b.dtype.name + " for a loop variable of dtype " + a.dtype.name + ": " + str(flat[i]))
        return out + ([inputs[-1] + 1] if counted else [])
    tests = graph_of("_cond", condition)
    bodies = graph_of("_body", advance)
    results = _engine.while_loop(tests._g, bodies._g, flat, -1 if limit is None or counted else int(limit), name)
    result = after[0](results[:len(results) - 1] if counted else results)
    return result[0] if single else result


def _flat_shapes(structure):
    if isinstance(structure, (list, tuple)) and not all(isinstance(x, int) or x is None for x in structure):
        out = []
        for x in structure:
            out += _flat_shapes(x)
        return out
    if isinstance(structure, dict):
        return [s for k in sorted(structure) for s in _flat_shapes(structure[k])]
    return [getattr(structure, "shape", structure) if not isinstance(structure, TensorShape) else structure]


# ---- functions over the rows of tensors

def _rows(elems):
    flat = [convert_to_tensor(e) for e in _engine.flatten(elems)]
    n = flat[0].shape[0]
    return flat, n if n is not None else _shape(flat[0])[0]


def _array_like(spec, n):
    return TensorArray(spec.dtype, size=n, element_shape=spec.shape)


def _row(elems, flat, i):
    return _engine.pack_sequence_as(elems, [f[i] if not is_tensor(i) else _apply("gather", [f, i], axis=0) for f in flat])


def map_fn(fn, elems, dtype=None, parallel_iterations=None, back_prop=True, swap_memory=False, infer_shape=True, name=None, fn_output_signature=None):
    if not callable(fn):
        raise TypeError("The provided function " + str(fn) + " is not callable.fn must be callable.")
    if hasattr(elems, "with_flat_values"):
        from tensorflow import ragged
        rows = [fn(row) for row in elems]
        return stack(rows) if rows and rows[0].shape == () else ragged.stack(rows)
    wanted = fn_output_signature if fn_output_signature is not None else dtype
    flat = [convert_to_tensor(e) for e in _engine.flatten(elems)]
    for f in flat:
        if f.shape.rank == 0:
            raise ValueError("elems must be a 1+ dimensional Tensor, not a scalar")
    if _engine.executing_eagerly():
        results = [fn(_row(elems, flat, i)) for i in range(flat[0].shape[0])]
        if not results:
            from tensorflow._base import zeros
            return _engine.pack_sequence_as(elems if wanted is None else wanted, [zeros([0], getattr(w, "dtype", w)) for w in (_engine.flatten(wanted) if wanted is not None else [f.dtype for f in flat])])
        if wanted is not None:
            _check_dtypes(results[0], wanted)
        columns = zip(*[_engine.flatten(r) for r in results])
        return _engine.pack_sequence_as(results[0], [stack([convert_to_tensor(x) for x in column]) for column in columns])
    n = _rows(elems)[1]
    kinds = [getattr(w, "dtype", w) for w in _engine.flatten(wanted)] if wanted is not None else [f.dtype for f in flat]
    arrays = [TensorArray(d, size=n) for d in kinds]
    structure = []

    def body(i, arrays):
        result = fn(_row(elems, flat, i))
        structure.append(result)
        parts = _engine.flatten(result)
        if wanted is not None:
            _check_dtypes(result, wanted)
        return i + 1, [a.write(i, convert_to_tensor(p)) for a, p in zip(arrays, parts)]
    _, arrays = while_loop(lambda i, _: i < n, body, (constant(0), arrays), name=name or "map/while")
    out = [a.stack() for a in arrays]
    if isinstance(n, int):
        for a, t in zip(arrays, out):
            if a.element_shape.rank is not None:
                t.set_shape([n] + a.element_shape.as_list())
    return _engine.pack_sequence_as(structure[0], out)


def _check_dtypes(result, wanted):
    for r, w in zip(_engine.flatten(result), _engine.flatten(wanted)):
        want = as_dtype(getattr(w, "dtype", w))
        if is_tensor(r) and r.dtype != want:
            raise _errors().InvalidArgumentError(None, None, "TensorArray dtype is " + want.name + " but Op is trying to write dtype " + r.dtype.name + " ")


def vectorized_map(fn, elems, fallback_to_while_loop=True, warn=True):
    from tensorflow._core import TensorSpec
    return map_fn(fn, elems) if _engine.executing_eagerly() else map_fn(fn, elems, fn_output_signature=_output_spec(fn, elems))


def _output_spec(fn, elems):
    graph = FuncGraph("shape")
    with graph:
        result = fn(_engine.pack_sequence_as(elems, [graph._g.placeholder(t.dtype, t.shape[1:], None) for t in [convert_to_tensor(e) for e in _engine.flatten(elems)]]))
        return _engine.pack_sequence_as(result, [convert_to_tensor(r).dtype for r in _engine.flatten(result)])


def _fold(fn, elems, initializer, reverse, name):
    flat, n = _rows(elems)
    count = range(n) if isinstance(n, int) else None
    if _engine.executing_eagerly():
        order = list(count)
        if reverse:
            order.reverse()
        state = initializer
        for i in order:
            row = _row(elems, flat, i)
            state = row if state is None else fn(state, row)
        return _engine.pack_sequence_as(state, [convert_to_tensor(s) for s in _engine.flatten(state)])
    at = (lambda i: n - 1 - i) if reverse else (lambda i: i)
    start = 0 if initializer is not None else 1
    state = initializer if initializer is not None else _row(elems, flat, at(constant(0)) if reverse else 0)
    state = _engine.pack_sequence_as(state, [convert_to_tensor(s) for s in _engine.flatten(state)])
    return while_loop(lambda i, s: i < n, lambda i, s: (i + 1, fn(s, _row(elems, flat, at(i)))), (constant(start), state), name=name)[1]


def foldl(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, name=None):
    return _fold(fn, elems, initializer, False, name or "foldl/while")


def foldr(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, name=None):
    return _fold(fn, elems, initializer, True, name or "foldr/while")


def scan(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, infer_shape=True, reverse=False, name=None):
    flat, n = _rows(elems)
    if _engine.executing_eagerly():
        order = list(range(n))
        if reverse:
            order.reverse()
        state, states = initializer, []
        for i in order:
            row = _row(elems, flat, i)
            state = row if state is None else fn(state, row)
            states.append(_engine.flatten(state))
        if reverse:
            states.reverse()
        return _engine.pack_sequence_as(state, [stack([convert_to_tensor(x) for x in column]) for column in zip(*states)])
    at = (lambda i: n - 1 - i) if reverse else (lambda i: i)
    first = initializer is None
    state = _row(elems, flat, at(constant(0))) if first else initializer
    state = _engine.pack_sequence_as(state, [convert_to_tensor(s) for s in _engine.flatten(state)])
    parts = _engine.flatten(state)
    arrays = [TensorArray(s.dtype, size=n) for s in parts]
    if first:
        arrays = [a.write(at(constant(0)), s) for a, s in zip(arrays, parts)]

    def body(i, state, arrays):
        state = fn(state, _row(elems, flat, at(i)))
        state = _engine.pack_sequence_as(state, [convert_to_tensor(s) for s in _engine.flatten(state)])
        return i + 1, state, [a.write(at(i), s) for a, s in zip(arrays, _engine.flatten(state))]
    _, state, arrays = while_loop(lambda i, s, a: i < n, body, (constant(1 if first else 0), state, arrays), name=name or "scan/while")
    return _engine.pack_sequence_as(state, [a.stack() for a in arrays])


# ---- assertions and calls of Python

def _summary(data, summarize):
    from tensorflow._core import _shown
    return [_shown(d, 3 if summarize is None else summarize, True) for d in data]


def Assert(condition, data, summarize=None, name=None):
    if _engine.executing_eagerly():
        if not condition:
            raise _errors().InvalidArgumentError(None, None, "Expected '" + str(convert_to_tensor(condition)) + "' to be true. Summarized data: " + "\n".join(_summary(data, summarize)))
        return None
    condition = convert_to_tensor(condition)
    graph = _engine.tracing_graph()
    tensors = [d for d in data if is_tensor(d)]

    def check(values):
        if not values[0]:
            values = iter(values[1:])
            shown = _summary([next(values) if is_tensor(d) else d for d in data], summarize)
            raise _errors().InvalidArgumentError(None, None, "assertion failed: " + " ".join("[" + s + "]" if not s.startswith("[") else s for s in shown) + "\n\t [[{{node Assert/Assert}}]]")
        return []
    _engine.name_next("Assert/Assert")
    shown = " ".join("\0" if is_tensor(d) else "[" + s + "]" for d, s in zip(data, _summary(data, summarize)))
    pieces = ("assertion failed: " + shown + "\n\t [[{{node Assert/Assert}}]]").split("\0")
    _engine.call_back("Assert", check, [condition] + tensors, [], True, False, pieces, 3 if summarize is None else summarize)
    return graph._op(graph._g.size() - 1)


def _outputs(Tout):
    many = isinstance(Tout, (list, tuple))
    kinds = [(as_dtype(getattr(t, "dtype", t)), getattr(t, "shape", None)) for t in (_engine.flatten(Tout) if many else [] if Tout is None else [Tout])]
    return many, kinds


def _python_call(type_name, func, inp, Tout, stateful, differentiable, as_numpy):
    many, kinds = _outputs(Tout)
    inp = [convert_to_tensor(x) for x in inp]

    def run(tensors):
        from tensorflow import _graph
        before = _graph.set_autograph(False)
        try:
            result = func(*[t.numpy() for t in tensors] if as_numpy else tensors)
        finally:
            _graph.set_autograph(before)
        if not kinds:
            return []
        return [convert_to_tensor(r, d) if not is_tensor(r) else r for r, (d, _) in zip(_engine.flatten(result) if many else [result], kinds)]
    if _engine.executing_eagerly():
        results = run(inp)
    else:
        results = _engine.call_back(type_name, run, inp, kinds, stateful, differentiable)
    if not kinds:
        return [] if many else None
    return _engine.pack_sequence_as(Tout, list(results)) if many else results[0]


def py_function(func=None, inp=None, Tout=None, name=None):
    return _python_call("EagerPyFunc", func, inp, Tout, True, True, False)


def numpy_function(func=None, inp=None, Tout=None, stateful=True, name=None):
    return _python_call("PyFunc", func, inp, Tout, stateful, False, True)


py_func = numpy_function
