def join(first, *rest):
    path = first
    for p in rest:
        path = p if p.startswith("/") else path + p if path.endswith("/") or not path else path + "/" + p
    return path


def basename(path):
    return path.split("/")[-1]


def dirname(path):
    return "/".join(path.split("/")[:-1])


def splitext(path):
    base = basename(path)
    dot = base.rfind(".")
    return (path, "") if dot <= 0 else (path[: len(path) - len(base) + dot], base[dot:])


def exists(path):
    return False


isfile = isdir = exists


def abspath(path):
    return path if path.startswith("/") else "/" + path


def expanduser(path):
    return path
