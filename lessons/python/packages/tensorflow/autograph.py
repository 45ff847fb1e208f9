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
