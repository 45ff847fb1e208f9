import sys

_ignored = False


def warn(message, category=UserWarning, stacklevel=1, source=None):
    if isinstance(message, Warning):
        category = type(message)
    if not _ignored:
        print(f"{category.__name__}: {message}", file=sys.stderr)


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    simplefilter(action)


def simplefilter(action, category=Warning, lineno=0, append=False):
    global _ignored
    _ignored = action == "ignore"


def resetwarnings():
    global _ignored
    _ignored = False


class catch_warnings:
    def __init__(self, *, record=False):
        self.record = record

    def __enter__(self):
        self.before = _ignored
        return [] if self.record else None

    def __exit__(self, *error):
        global _ignored
        _ignored = self.before
