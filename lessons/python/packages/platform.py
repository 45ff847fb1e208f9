def python_version():
    return "3.12.0"


def system():
    return "Tapedeck"


def platform():
    return "Tapedeck"


def machine():
    return "wasm32"


node = processor = release = version = lambda: ""
