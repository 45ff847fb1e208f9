# tf.compat.v1.summary: nothing is written; a note says so once. TensorBoard has no place here.
import _engine
from tensorflow._base import constant, string

_said = []


def _note():
    if not _said:
        _said.append(True)
        _engine.write(2, "Note: tf.summary writes no files here.\n")


def scalar(name, tensor, *args, **kwargs):
    _note()
    return constant(b"", dtype=string, name=name.replace(" ", "_")) if not _engine.executing_eagerly() else None


histogram = image = text = audio = tensor_summary = scalar


def merge(inputs, collections=None, name=None):
    return constant(b"", dtype=string, name=name or "Merge")


def merge_all(key=None, scope=None, name=None):
    return constant(b"", dtype=string, name="Merge")


class FileWriter:
    def __init__(self, *args, **kwargs):
        _note()

    def add_summary(self, *args, **kwargs):
        pass

    add_graph = flush = close = reopen = add_event = add_session_log = add_summary
