# tf.autograph. The conversion itself happens before a program runs (lessons/python/autograph.h); this switches it on and off.
# Source: tensorflow/python/autograph/__init__.py, impl/api.py.
from tensorflow import _autograph


def _with_conversion(f, value):
    def wrapper(*args, **kwargs):
        return _autograph.call(f, args, kwargs, value)
    wrapper.__wrapped__ = f
    wrapper.__name__ = getattr(f, "__name__", "wrapper")
    return wrapper


def to_graph(entity, recursive=True, experimental_optional_features=None):
    return _with_conversion(entity, True)


def to_code(entity, recursive=True, experimental_optional_features=None):
    """The text of a function after conversion: both of its bodies, the converted one behind `if __ag__.on`."""
    from _traceback import converted, source
    while hasattr(entity, "__wrapped__"):
        entity = entity.__wrapped__
    name = entity.__name__
    # Marks of lines ("#\x01N") go; what is left is the function, by its indentation.
    lines = [line for line in (converted() or source()).split("\n") if not line.lstrip().startswith("#\x01")]
    found = [i for i, line in enumerate(lines) if line.lstrip().startswith("def " + name + "(")]
    if not found:
        raise ValueError("Unable to locate the source code of " + repr(entity) + ".")
    first = found[-1]
    depth = len(lines[first]) - len(lines[first].lstrip())
    end = first + 1
    while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > depth):
        end += 1
    return "\n".join(line[depth:] for line in lines[first:end]).rstrip() + "\n"


def set_verbosity(level, alsologtostdout=False):
    pass


def trace(*args):
    print(*args)


class experimental:
    def do_not_convert(func=None):
        return _with_conversion(func, False) if func is not None else experimental.do_not_convert

    def set_loop_options(parallel_iterations=None, swap_memory=None, maximum_iterations=None, shape_invariants=None):
        # The first statement of a loop: the conversion hands it to the loop. Run as it stands it does nothing.
        pass

    class Feature:
        ALL, AUTO_CONTROL_DEPS, ASSERT_STATEMENTS, BUILTIN_FUNCTIONS, EQUALITY_OPERATORS, LISTS, NAME_SCOPES = "ALL AUTO_CONTROL_DEPS ASSERT_STATEMENTS BUILTIN_FUNCTIONS EQUALITY_OPERATORS LISTS NAME_SCOPES".split()
