import sys

CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0
_names = {50: "CRITICAL", 40: "ERROR", 30: "WARNING", 20: "INFO", 10: "DEBUG"}


class Logger:
    def __init__(self, name, level=WARNING):
        self.name = name
        self.level = level

    def setLevel(self, level):
        self.level = {v: k for k, v in _names.items()}.get(level, level)

    def isEnabledFor(self, level):
        return level >= self.level

    def log(self, level, message, *args, **kwargs):
        if level >= self.level:
            print(f"{_names.get(level, level)}:{self.name}:{message % args if args else message}", file=sys.stderr)

    def debug(self, message, *args, **kwargs):
        self.log(DEBUG, message, *args)

    def info(self, message, *args, **kwargs):
        self.log(INFO, message, *args)

    def warning(self, message, *args, **kwargs):
        self.log(WARNING, message, *args)

    warn = warning

    def error(self, message, *args, **kwargs):
        self.log(ERROR, message, *args)

    exception = error

    def critical(self, message, *args, **kwargs):
        self.log(CRITICAL, message, *args)

    def addHandler(self, handler):
        pass


root = Logger("root")
_loggers = {}


def getLogger(name=None):
    if not name:
        return root
    if name not in _loggers:
        _loggers[name] = Logger(name, root.level)
    return _loggers[name]


def basicConfig(level=WARNING, **kwargs):
    root.setLevel(level)


debug = root.debug
info = root.info
warning = root.warning
error = root.error
critical = root.critical


def disable(level=CRITICAL):
    root.level = level + 1
