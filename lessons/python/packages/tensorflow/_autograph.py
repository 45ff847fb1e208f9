# What rewritten programs call (lessons/python/autograph.h): Python control flow that becomes graph control flow when a condition is a symbolic tensor.
# While `on` is false nothing here runs. Values of Python behave as in plain Python: nothing is read, copied or converted.
# Source: tensorflow/python/autograph/operators (control_flow.py, conditional_expressions.py, logical.py, py_builtins.py, exceptions.py).
import _engine

on = False   # whether a function is being traced with AutoGraph


class _Missing:
    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text


def _missing(v):
    return isinstance(v, _Missing)


UNDEFINED = _Missing("<undefined>")       # a variable that is not bound
NOTHING = _Missing("<no return value>")   # no return statement was reached


class enabled:
    # with enabled(True): what is called converts its control flow. Tracing enters it; do_not_convert, py_function and eager calls leave it.
    def __init__(self, value):
        self.value = value

    def __enter__(self):
        global on
        self.before, on = on, self.value

    def __exit__(self, *exc):
        global on
        on = self.before


def call(f, args, kwargs, value=True):
    # f(*args, **kwargs) with conversion on or off.
    global on
    before, on = on, value
    try:
        return f(*args, **kwargs)
    finally:
        on = before


def _tf():
    import tensorflow
    return tensorflow


def is_staged(x):
    # A tensor, or a variable, whose value is known only when the graph runs.
    return _engine.is_symbolic(x) or (isinstance(x, _tf().Variable) and not _engine.executing_eagerly())


def _run(thunk):
    # The rewritten program's own lambdas are called from here only: tracebacks leave them out by this.
    return thunk()


def value(thunk):
    try:
        return thunk()
    except (NameError, AttributeError, KeyError, IndexError):
        return UNDEFINED


_ONE_RETURN = "A value must also be returned from the {} branch. If a value is returned from one branch of a conditional a value must be returned from all branches."


def returned(v, flag=True):
    # The value of a function; `flag` is given when the function can end without a return statement.
    if is_staged(flag):
        raise ValueError(_ONE_RETURN.format("else"))
    return None if v is NOTHING or not flag else v


_SHOWN = {"__ag_value": "retval_", "__ag_returned": "do_return"}


def _shown(name):
    if name.startswith("__ag_"):
        return _SHOWN.get(name) or name[5:] + "_"
    return name


def _flat(x):
    return _engine.flatten(x)


def _composite(x):
    # What control flow takes apart itself.
    return isinstance(x, (_tf().TensorArray, _tf().IndexedSlices))


def _as_output(x):
    return x if x is None or _composite(x) else _tf().convert_to_tensor(x)


def _tensor_or_none(x):
    tf = _tf()
    if _composite(x):
        return x
    if isinstance(x, (bool, int, float, str)) or (hasattr(x, "dtype") and not tf.is_tensor(x)):
        try:
            return tf.convert_to_tensor(x)
        except (TypeError, ValueError):
            return None
    return x if tf.is_tensor(x) else None


def _same_structure(a, b):
    # Lists, tuples and dicts with the same places for values.
    kinds = (list, tuple, dict)
    if isinstance(a, kinds) or isinstance(b, kinds):
        if type(a) is not type(b) or len(a) != len(b):
            return False
        if isinstance(a, dict):
            return all(k in b and _same_structure(v, b[k]) for k, v in a.items())
        return all(_same_structure(x, y) for x, y in zip(a, b))
    return True


def _condition(c, what):
    shape = c.shape
    if shape.rank not in (None, 0):
        raise ValueError("condition of " + what + " expected to be `tf.bool` scalar, got " + str(c) + "; to use as boolean Tensor, use `tf.cast`; to check for None, use `is not None`")
    if c.dtype != _tf().bool:
        raise ValueError("condition of " + what + " expected to be `tf.bool` scalar, got " + str(c) + "; to use as boolean Tensor, use `tf.cast`; to check for None, use `is not None`")
    return c


# ---- if ------------------------------------------------------------------------------------------------------------------------------------

def if_stmt(cond, body, orelse, get_state, set_state, names, outputs):
    if is_staged(cond):
        _staged_if(cond, body, orelse, get_state, set_state, names, outputs)
    elif cond:
        body()
    else:
        orelse()


def guard_stmt(cond, body, orelse, get_state, set_state, names, outputs):
    # What runs unless a break, continue or return came before. A variable that only this binds is read under the same flags: no branch lacks it.
    if is_staged(cond):
        _staged_if(cond, body, orelse, get_state, set_state, names, outputs, True)
    elif cond:
        body()


def _check_branch(values, names, branch):
    for name, v in zip(names, values):
        if v is UNDEFINED:
            raise ValueError("'" + _shown(name) + "' must also be initialized in the " + branch + " branch")
        if v is NOTHING:
            raise ValueError(_ONE_RETURN.format(branch))


def _check_pair(name, a, b):
    if a is None or b is None:
        raise ValueError("'" + name + "' is None at the end of the " + ("main" if a is None else "else") + " branch.")
    x, y, a, b = a, b, _tensor_or_none(a), _tensor_or_none(b)
    if (a is None or b is None) and x is not y:
        raise TypeError("'" + name + "' must be a tensor or a value that becomes one in both branches; it is a " + type(x).__name__ + " in the main branch and a " + type(y).__name__ + " in the else branch")
    if a is not None and b is not None and not _composite(a) and not _composite(b) and a.dtype != b.dtype:
        raise TypeError("'" + name + "' has dtype " + a.dtype.name + " in the main branch, but dtype " + b.dtype.name + " in the else branch")


def _check_branches(main, other, names):
    for name, a, b in zip(names, main, other):
        name = _shown(name)
        if a is None and b is None:
            continue
        if not _same_structure(a, b):
            raise TypeError("'" + name + "' must have the same nested structure in the main and else branches:\n\n" + _structures(a, b))
        for x, y in zip(_flat(a), _flat(b)):
            _check_pair(name, x, y)


def _structures(a, b):
    def text(x):
        if isinstance(x, dict):
            return "{" + ", ".join(repr(k) + ": " + text(v) for k, v in x.items()) + "}"
        if isinstance(x, (list, tuple)):
            return ("[" if isinstance(x, list) else "(") + ", ".join(text(v) for v in x) + ("]" if isinstance(x, list) else ")")
        return "."
    return "The two structures don't have the same nested structure.\n\nFirst structure: " + text(a) + "\n\nSecond structure: " + text(b)


def _staged_if(cond, body, orelse, get_state, set_state, names, outputs, guard=False):
    tf = _tf()
    cond = _condition(tf.convert_to_tensor(cond), "if statement")
    before = get_state()
    seen = {}
    flagged = "__ag_returned" in names[:outputs]

    def after(run):
        set_state(before)
        run()
        return get_state()[:outputs]

    def branch(run, own, other, run_other):
        def staged():
            values = after(run)
            if any(v is NOTHING and flagged or v is UNDEFINED and guard for v in values):
                # Whether the function has returned is told by the flag: any value of the right kind will do.
                if other in seen:
                    like = seen[other]
                else:
                    with _scratch():
                        like = after(run_other)
                values = tuple(_zeros_like(w) if _missing(v) and not _missing(w) and (guard or v is NOTHING) else v for v, w in zip(values, like))
            seen[own] = values
            if other in seen:
                # Undefined in both is fine: what is read later fails then.
                main, orelse_ = (seen[own], seen[other]) if own == "main" else (seen[other], seen[own])
                both = [i for i in range(outputs) if not (main[i] is orelse_[i] and _missing(main[i]))]
                _check_branch([main[i] for i in both], [names[i] for i in both], "main")
                _check_branch([orelse_[i] for i in both], [names[i] for i in both], "else")
                _check_branches([main[i] for i in both], [orelse_[i] for i in both], [names[i] for i in both])
            # What has no value has none in the other branch either; its place is filled.
            return [tf.constant(0) if v is UNDEFINED or v is NOTHING or v is None else _stageable(v) for v in values] or [tf.constant(0)]
        return staged

    try:
        results = tf.cond(cond, branch(body, "main", "else", orelse), branch(orelse, "else", "main", body))
    except BaseException:
        set_state(before)
        raise
    results = list(results) if isinstance(results, (list, tuple)) else [results]
    final = []
    for i in range(outputs):
        a, b = seen["main"][i], seen["else"][i]
        if a is b and (a is UNDEFINED or a is NOTHING or a is None):
            final.append(a)
        elif names[i].startswith("__ag_") and isinstance(a, bool) and a is b:
            final.append(a)   # our own flag, and both branches agree: no question for the graph
        else:
            final.append(_unstaged(results[i], a, b))
    set_state(tuple(final) + tuple(before[outputs:]))


def _zeros_like(v):
    # Of a value that belongs to another graph: only its kind counts.
    def one(x):
        t = _tensor_or_none(x)
        return x if t is None or _composite(t) else _tf().zeros([0 if d is None else d for d in (t.shape.as_list() if t.shape.rank is not None else [])], t.dtype)
    return _engine.pack_sequence_as(v, [one(x) for x in _flat(v)])


def _stageable(v):
    # Objects that are no tensors and no structures of them travel beside the graph.
    def one(x):
        t = _tensor_or_none(x)
        return _tf().constant(0) if t is None else _as_output(t)
    return _engine.pack_sequence_as(v, [one(x) for x in _flat(v)])


def _unstaged(result, a, b):
    flat = []
    for r, x, y in zip(_flat(result), _flat(a), _flat(b)):
        flat.append(x if x is y and _tensor_or_none(x) is None else r)
    return _engine.pack_sequence_as(a, flat)


def if_exp(cond, if_true, if_false, text):
    if not is_staged(cond):
        return _run(if_true) if cond else _run(if_false)
    tf = _tf()
    cond = _condition(tf.convert_to_tensor(cond), "conditional expression")
    seen = []

    def branch(thunk):
        def staged():
            v = _run(thunk)
            seen.append(v)
            if len(seen) == 2:
                _check_branches([seen[0]], [seen[1]], [text])
            return v
        return staged
    return tf.cond(cond, branch(if_true), branch(if_false))


# ---- and, or, not, assert --------------------------------------------------------------------------------------------------------------------

def and_(a, b):
    a = _run(a)
    if is_staged(a):
        return _tf().cond(_condition(_tf().convert_to_tensor(a), "logical and"), lambda: _run(b), lambda: False)
    return a and _run(b)


def or_(a, b):
    a = _run(a)
    if is_staged(a):
        return _tf().cond(_condition(_tf().convert_to_tensor(a), "logical or"), lambda: True, lambda: _run(b))
    return a or _run(b)


def not_(a):
    return _tf().logical_not(a) if is_staged(a) else not a


def none_set(*flags):
    # Whether no flag of break, continue or return is set.
    staged = []
    for f in flags:
        f = _run(f)
        if is_staged(f):
            staged.append(f)
        elif f:
            return False
    if not staged:
        return True
    any_set = staged[0]
    for f in staged[1:]:
        any_set = _tf().logical_or(any_set, f)
    return _tf().logical_not(any_set)


def chain(left, *rest):
    # a < b < c: each operand once, and the later ones only while the comparisons hold.
    def step(left, rest):
        right = _run(rest[1])
        result = rest[0](left, right)
        if len(rest) == 2:
            return result
        if is_staged(result):
            return _tf().cond(_condition(result, "logical and"), lambda: step(right, rest[2:]), lambda: False)
        return result and step(right, rest[2:])
    return step(left, rest)


def assert_stmt(test, message):
    if is_staged(test):
        text = _run(message)
        _tf().debugging.Assert(test, [] if text is None else [text])
    elif not test:
        text = _run(message)
        raise AssertionError() if text is None else AssertionError(text)


# ---- loops ------------------------------------------------------------------------------------------------------------------------------------

def loop_options(parallel_iterations=None, swap_memory=None, maximum_iterations=None, shape_invariants=None):
    return {"maximum_iterations": maximum_iterations, "shape_invariants": shape_invariants}


def while_stmt(test, body, get_state, set_state, names, options):
    # The question is asked aside, for the graph's loop asks it again. A loop that begins with values of Python goes on as one: where its condition becomes
    # a tensor (`while True` with a break on a tensor) it fails, as TensorFlow's does.
    with _scratch():
        go = test()
    if is_staged(go):
        return _staged_while(test, body, get_state, set_state, names, options)
    if go:
        body()
        while test():
            body()


def for_stmt(items, extra_test, body, get_state, set_state, names, options, target):
    if isinstance(items, (_Rows, _Zipped)) or is_staged(items):
        return _for_rows(items, extra_test, body, get_state, set_state, names, options, target)
    if hasattr(items, "get_next_as_optional") and not _engine.executing_eagerly():
        return _for_iterator(items, extra_test, body, get_state, set_state, names, options)
    if hasattr(items, "element_spec") and hasattr(items, "reduce"):
        return _for_dataset(items, extra_test, body, get_state, set_state, names, options)
    if extra_test is None:
        for item in items:
            body(item)
    elif extra_test():
        for item in items:
            body(item)
            if not extra_test():
                break


class _Nowhere:
    def __enter__(self):
        pass

    def __exit__(self, *exc):
        pass


def _scratch():
    # A graph to throw away.
    if _engine.executing_eagerly():
        return _Nowhere()
    from tensorflow._graph import FuncGraph
    return FuncGraph("tmp")


class _Rows:
    # enumerate(tensor): its rows with their numbers.
    def __init__(self, tensor, start):
        self.tensor, self.start = tensor, start


class _Zipped:
    def __init__(self, parts):
        self.parts = parts


def _length(x):
    if isinstance(x, _Rows):
        return _length(x.tensor)
    if isinstance(x, _Zipped):
        lengths = [_length(p) for p in x.parts]
        known = [n for n in lengths if isinstance(n, int)]
        if len(known) == len(lengths):
            return min(known)
        return _tf().reduce_min(_tf().stack([_tf().cast(n, _tf().int32) for n in lengths]))
    if not is_staged(x):
        return len(x)
    if x.shape.rank == 0:
        raise ValueError("Cannot iterate over a scalar tensor.")
    n = x.shape[0] if x.shape.rank is not None else None
    return _tf().shape(x)[0] if n is None else n


def _row(x, i):
    if isinstance(x, _Rows):
        return (i + x.start, _row(x.tensor, i))
    if isinstance(x, _Zipped):
        return tuple(_row(p, i) for p in x.parts)
    return _tf().gather(x, i)


def _for_rows(items, extra_test, body, get_state, set_state, names, options, target):
    tf = _tf()
    limits = None
    if _engine.is_symbolic(items) and items.op.type == "Range" and len(items.op.inputs) == 3:
        limits = items.op.inputs   # no need for the numbers themselves
    if limits is not None:
        start, limit, delta = limits
    else:
        start, limit, delta = tf.constant(0), _length(items), 1
    index = [tf.convert_to_tensor(start)]

    def get():
        state = get_state()
        if limits is not None:   # TensorFlow gives the loop's variable its first value, so that it may be read after the loop
            state = tuple(index[0] if v is UNDEFINED and n == target else v for n, v in zip(names, state))
        return (index[0],) + state

    def put(values):
        index[0] = values[0]
        set_state(tuple(values[1:]))

    def turn():
        body(index[0] if limits is not None else _row(items, index[0]))
        index[0] = index[0] + delta

    def test():
        step = tf.get_static_value(delta) if tf.is_tensor(delta) else delta
        if step is not None:
            go = index[0] < limit if step >= 0 else index[0] > limit
        else:
            go = tf.logical_or(tf.logical_and(delta >= 0, index[0] < limit), tf.logical_and(delta < 0, index[0] > limit))
        return go if extra_test is None else tf.cond(go, extra_test, lambda: False)
    _staged_while(test, turn, get, put, ("<internal iterate>",) + names, options)


def _for_dataset(items, extra_test, body, get_state, set_state, names, options):
    # A loop of the graph that asks a Python iterator for its elements while it runs.
    tf = _tf()
    if _engine.executing_eagerly():
        return for_stmt(iter(items), extra_test, body, get_state, set_state, names, options, "")
    spec = _engine.flatten(items.element_spec)
    source, ahead = [None], []

    def advance():
        ahead.clear()
        for element in source[0]:
            ahead.append(_engine.flatten(element))
            break
        return len(ahead) > 0

    def start():
        source[0] = iter(items)
        return advance()

    def take():
        element = ahead[0]
        return element + [advance()]
    more = [tf.py_function(start, [], tf.bool)]
    more[0].set_shape([])

    def get():
        return (more[0],) + get_state()

    def put(values):
        more[0] = values[0]
        set_state(tuple(values[1:]))

    def turn():
        taken = tf.py_function(take, [], [s.dtype for s in spec] + [tf.bool])
        for t, s in zip(taken, spec):
            t.set_shape(s.shape)
        taken[-1].set_shape([])
        body(_engine.pack_sequence_as(items.element_spec, list(taken[:-1])))
        more[0] = taken[-1]

    def test():
        return more[0] if extra_test is None else tf.cond(more[0], extra_test, lambda: False)
    try:
        _staged_while(test, turn, get, put, ("<internal has_next>",) + names, options)
    except ValueError as e:
        if "before the loop, but shape" not in str(e):
            raise
        # A loop over a dataset lets shapes become more general, and is traced again then. Source: scan_op.py, _ScanDataset (need_to_rerun).
        _staged_while(test, turn, get, put, ("<internal has_next>",) + names, options, True)


def _for_iterator(items, extra_test, body, get_state, set_state, names, options):
    # As for a dataset, but nothing is asked ahead: what a break leaves is still there. Source: control_flow.py, _tf_iterator_for_stmt.
    tf = _tf()
    spec = _engine.flatten(items.element_spec)
    more = [tf.constant(True)]

    def take():
        for element in items:
            return _engine.flatten(element) + [True]
        return [tf.zeros([0 if d is None else d for d in s.shape.as_list()] if s.shape.rank is not None else [], s.dtype) for s in spec] + [False]

    def get():
        return (more[0],) + get_state()

    def put(values):
        more[0] = values[0]
        set_state(tuple(values[1:]))

    def turn():
        taken = tf.py_function(take, [], [s.dtype for s in spec] + [tf.bool])
        for t, s in zip(taken, spec):
            t.set_shape(s.shape)
        taken[-1].set_shape([])
        more[0] = taken[-1]
        element = _engine.pack_sequence_as(items.element_spec, list(taken[:-1]))
        _staged_if(taken[-1], lambda: body(element), lambda: None, get_state, set_state, names, len(names), True)

    def test():
        return more[0] if extra_test is None else tf.cond(more[0], extra_test, lambda: False)
    _staged_while(test, turn, get, put, ("<internal has_next>",) + names, options)


def _check_before(values, names):
    for name, v in zip(names, values):
        if v is None:
            raise ValueError("'" + _shown(name) + "' is not allowed to be None before the loop.")
        if v is UNDEFINED:
            raise ValueError("'" + _shown(name) + "' must be defined before the loop.")


def _fits(shape, general):
    # Whether `shape` is at least as specific as `general`.
    if general.rank is None:
        return True
    if shape.rank != general.rank:
        return False
    return all(g is None or g == s for s, g in zip(shape.as_list(), general.as_list()))


def _check_turn(names, first, entry, leave, invariants):
    for name, start, a, b, invariant in zip(names, first, entry, leave, invariants):
        name = _shown(name)
        if not _same_structure(a, b):
            raise TypeError("'" + name + "' does not have the same nested structure after one iteration.\n\n" + _structures(a, b))
        for s, x, y in zip(_flat(start), _flat(a), _flat(b)):
            if y is None:
                raise ValueError("'" + name + "' is None at the end of the iteration.")
            if y is UNDEFINED:
                raise ValueError("'" + name + "' must be defined before the loop.")
            x, y = _tensor_or_none(x), _tensor_or_none(y)
            if x is None or y is None or _composite(x) or _composite(y):
                continue
            if x.dtype != y.dtype:
                raise TypeError("'" + name + "' has dtype " + x.dtype.name + " before the loop, but dtype " + y.dtype.name + " after one iteration")
            if invariant is None:
                if not _fits(y.shape, x.shape):
                    raise ValueError("'" + name + "' has shape " + str(x.shape) + " before the loop, but shape " + str(y.shape) + " after one iteration. Use tf.autograph.experimental.set_loop_options to set shape invariants.")
            else:
                if not _fits(_tf().convert_to_tensor(s).shape, invariant):
                    raise ValueError("'" + name + "' has shape " + str(s.shape) + " before the loop, which does not conform with the shape invariant " + str(invariant) + ".")
                if not _fits(y.shape, invariant):
                    raise ValueError("'" + name + "' has shape " + str(y.shape) + " after one iteration, which does not conform with the shape invariant " + str(invariant) + ".")


def _invariants(options, values):
    given = options.get("shape_invariants") or []
    found = []
    for v in values:
        shape = None
        for variable, invariant in given:
            if variable is v:
                shape = invariant if isinstance(invariant, _tf().TensorShape) else _tf().TensorShape(invariant)
        found.append(shape)
    return found


def _travels(v):
    # Whether a loop variable can be a loop variable of the graph; an object such as a model or an optimizer cannot, and stays beside it.
    return v is UNDEFINED or v is NOTHING or v is None or any(_tensor_or_none(x) is not None for x in _flat(v)) or (isinstance(v, (list, tuple, dict)) and len(_flat(v)) == 0)


def _general(a, b):
    # The least general shape that both fit.
    if a.rank is None or a.rank != b.rank:
        return _tf().TensorShape(None)
    return _tf().TensorShape([x if x == y else None for x, y in zip(a.as_list(), b.as_list())])


def _staged_while(test, body, get_state, set_state, names, options, relaxed=False):
    tf = _tf()
    options = options() if options is not None else {}
    before = get_state()
    moving = [i for i, v in enumerate(before) if _travels(v)]
    first = [before[i] for i in moving]
    invariants = _invariants(options, first)
    moving_names = [names[i] for i in moving]

    def put(values):
        state = list(before)
        for i, v in zip(moving, values):
            state[i] = v
        set_state(tuple(state))

    missing = [k for k, v in enumerate(first) if v is UNDEFINED or v is NOTHING or v is None]
    unset = ["the function return value" if first[k] is NOTHING else _shown(moving_names[k]) for k in missing]
    if missing:
        # A variable that the loop itself binds has no value to begin with: one turn, traced aside, tells dtype and shape for zeros.
        try:
            with _scratch():
                body()
                after = get_state()
        except (NameError, TypeError, ValueError, KeyError):
            put(first)
            _check_before(first, moving_names)
            raise
        put(first)
        for k in missing:
            v = after[moving[k]]
            if first[k] is None and v is None:
                _check_before(first, moving_names)
            if v is UNDEFINED:
                raise ValueError("'" + _shown(moving_names[k]) + "' must be defined before the loop.")
            first[k] = 0 if v is NOTHING or v is None else _zeros_like(v)
            shapes = [t.shape for t in [_tensor_or_none(x) for x in _flat(v)] if t is not None and not _composite(t)] if v is not NOTHING and v is not None else []
            if invariants[k] is None and len(shapes) == 1 and shapes[0].rank is not None and None in shapes[0].as_list():
                invariants[k] = shapes[0]
    if relaxed:
        with _scratch():
            body()
            after = get_state()
        put(first)
        for k, i in enumerate(moving):
            a, b = _tensor_or_none(first[k]), _tensor_or_none(after[i])
            if a is not None and b is not None and not _composite(a) and not _composite(b) and invariants[k] is None and not _fits(b.shape, a.shape):
                invariants[k] = _general(a.shape, b.shape)
    first = [_engine.pack_sequence_as(v, [_as_output(x) for x in _flat(v)]) for v in first]
    # One more variable: whether the loop has turned, so that a value that it never made is not taken for one (or none, where there is no variable at all).
    # Source: control_flow.py, _tf_while_stmt (require_one_iteration).
    if unset or not first:
        first = first + [tf.constant(False)]
        moving_names, invariants = moving_names + ["<internal turned>"], invariants + [None]

    def staged_test(*values):
        put(values)
        return _condition(tf.convert_to_tensor(test()), "while loop")

    def staged_body(*values):
        put(values)
        body()
        state = get_state()
        leave = [state[i] for i in moving] + [True] * (len(first) - len(moving))
        _check_turn(moving_names, first, values, leave, invariants)
        return [_engine.pack_sequence_as(v, [_as_output(x) for x in _flat(v)]) for v in leave]

    more = {}
    if any(s is not None for s in invariants):
        more["shape_invariants"] = [s if s is not None else _engine.pack_sequence_as(v, [t.shape for t in _flat(v)]) for s, v in zip(invariants, first)]
    if options.get("maximum_iterations") is not None:
        more["maximum_iterations"] = options["maximum_iterations"]
    try:
        put(first)
        results = tf.while_loop(staged_test, staged_body, first, **more)
    except BaseException:
        put([before[i] for i in moving])
        raise
    if unset:
        with tf.control_dependencies([tf.debugging.Assert(results[-1], ["loop must iterate at least once to initialize " + ", ".join(unset)])]):
            results = [_engine.pack_sequence_as(v, [_as_output(x) if _composite(x) else tf.identity(x) for x in _flat(v)]) for v in results[:-1]]
    put(results)


# ---- built-in functions on tensors --------------------------------------------------------------------------------------------------------------

def py(f):
    # The function to call where the program calls `f` by a built-in's name; the learner may have given that name to something else.
    return _OVERLOADS.get(f, f) if f in _BUILTINS else f


def _len(x):
    if not is_staged(x):
        return len(x)
    if x.shape.rank == 0:
        raise ValueError("len requires a non-scalar tensor, got one of shape " + str(x.shape))
    return _length(x)


def _int(*args, **kwargs):
    return _tf().cast(args[0], _tf().int32) if args and is_staged(args[0]) else int(*args, **kwargs)


def _float(*args):
    return _tf().cast(args[0], _tf().float32) if args and is_staged(args[0]) else float(*args)


def _range(*args):
    return _tf().range(*args) if any(is_staged(a) for a in args) else range(*args)


def _enumerate(x, start=0):
    if hasattr(x, "element_spec") and hasattr(x, "enumerate"):
        return x.enumerate(start)
    return _Rows(x, start) if is_staged(x) or isinstance(x, _Zipped) else enumerate(x, start)


def _zip(*parts, **kwargs):
    if parts and all(hasattr(p, "element_spec") and hasattr(p, "enumerate") for p in parts):
        return _tf().data.Dataset.zip(parts)
    return _Zipped(parts) if any(is_staged(p) or isinstance(p, _Rows) for p in parts) else zip(*parts, **kwargs)


def _map(f, *parts):
    if len(parts) == 1 and hasattr(parts[0], "element_spec") and hasattr(parts[0], "enumerate"):
        return parts[0].map(f)
    return map(f, *parts)


def _filter(f, x):
    return x.filter(f) if hasattr(x, "element_spec") and hasattr(x, "enumerate") else filter(f, x)


def _reducer(name, plain):
    def reduced(*args, **kwargs):
        if len(args) == 1 and is_staged(args[0]):
            if args[0].shape.rank == 0:
                return args[0]
            if args[0].shape.rank not in (1, None):
                raise ValueError(name + "(arg) currently support only tensor with rank 1, but got a tensor with rank " + str(args[0].shape.rank))
            return getattr(_tf(), "reduce_" + name)(args[0], axis=0)
        if len(args) > 1 and any(is_staged(a) for a in args):
            return getattr(_tf(), "reduce_" + name)(_tf().stack(list(args)), axis=0)
        return plain(*args, **kwargs)
    return reduced


def _sum(x, *start):
    return _tf().reduce_sum(x, axis=0) if is_staged(x) and not start else sum(x, *start)


def _all(x):
    return _tf().reduce_all(x) if is_staged(x) else all(x)


def _any(x):
    return _tf().reduce_any(x) if is_staged(x) else any(x)


def _sorted(x, **kwargs):
    return _tf().sort(x) if is_staged(x) and not kwargs else sorted(x, **kwargs)


_BUILTINS = (len, int, float, range, enumerate, zip, map, filter, max, min, sum, all, any, sorted)
_OVERLOADS = {len: _len, int: _int, float: _float, range: _range, enumerate: _enumerate, zip: _zip, map: _map, filter: _filter,
              max: _reducer("max", max), min: _reducer("min", min), sum: _sum, all: _all, any: _any, sorted: _sorted}
