# Names for temporary files. There are no files here: what is saved under a name stays in memory, and is gone after the run.
_count = [0]


def gettempdir():
    return "/tmp"


def mkdtemp(suffix=None, prefix=None, dir=None):
    _count[0] += 1
    return (dir or "/tmp") + "/" + (prefix or "tmp") + "%08x" % _count[0] + (suffix or "")


def mktemp(suffix="", prefix="tmp", dir=None):
    return mkdtemp(suffix, prefix, dir)


class TemporaryDirectory:
    def __init__(self, suffix=None, prefix=None, dir=None):
        self.name = mkdtemp(suffix, prefix, dir)

    def __enter__(self):
        return self.name

    def __exit__(self, *exc):
        pass

    def cleanup(self):
        pass
