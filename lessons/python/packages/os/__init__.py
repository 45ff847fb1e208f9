from . import path

name = "posix"
sep = "/"
linesep = "\n"
environ = {}


def getenv(key, default=None):
    return environ.get(key, default)


def getcwd():
    return "/"


def cpu_count():
    return 1


def getpid():
    return 1


def _no_files(*args, **kwargs):
    raise OSError("files are not available here")


makedirs = mkdir = listdir = remove = rename = walk = stat = _no_files
