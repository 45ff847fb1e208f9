# tf.train: checkpoints, which live in memory for a run. Sources: tensorflow/python/checkpoint/checkpoint.py, checkpoint_management.py.
from tensorflow._base import Variable, _unknown, constant, convert_to_tensor, int64, is_tensor
from tensorflow._core import _errors

_saved = {}


def _trackables(x, path, out, seen):
    if id(x) in seen:
        return
    seen.add(id(x))
    if isinstance(x, Variable):
        out[path] = x
        return
    if isinstance(x, (list, tuple)):
        items = [(str(i), v) for i, v in enumerate(x)]
    elif isinstance(x, dict):
        items = [(str(k), v) for k, v in x.items()]
    elif hasattr(x, "__dict__"):
        items = [(k, v) for k, v in x.__dict__.items() if not k.startswith("__")]
        for name in ("variables", "weights"):   # what builds its variables in native code or in lists of its own
            try:
                items.append((name, list(getattr(x, name))))
            except Exception:
                pass
    else:
        return
    for k, v in items:
        if isinstance(v, (Variable, list, tuple, dict)) or hasattr(v, "__dict__") and not callable(v) or hasattr(v, "trainable_variables") or hasattr(v, "_state_var"):
            _trackables(v, path + "/" + k if path else k, out, seen)


class _Status:
    def __init__(self, missing, unused):
        self._missing, self._unused = missing, unused

    def assert_consumed(self):
        if self._missing or self._unused:
            raise AssertionError("Some objects had attributes which were not restored: " + ", ".join(self._missing or self._unused))
        return self

    def assert_existing_objects_matched(self):
        if self._missing:
            raise AssertionError("Some objects had attributes which were not restored: " + ", ".join(self._missing))
        return self

    def expect_partial(self):
        return self

    assert_nontrivial_match = initialize_or_restore = run_restore_ops = expect_partial


class Checkpoint:
    def __init__(self, root=None, **kwargs):
        self._root, self._objects = root, kwargs
        for k, v in kwargs.items():
            setattr(self, k, v)
        self._save_counter = None

    @property
    def save_counter(self):
        if self._save_counter is None:
            self._save_counter = Variable(0, trainable=False, name="save_counter", dtype=int64)
        return self._save_counter

    def _variables(self):
        out, seen = {}, set()
        for k in sorted(self._objects):
            _trackables(getattr(self, k), k, out, seen)
        if self._root is not None:
            _trackables(self._root, "", out, seen)
        return out

    def write(self, file_prefix, options=None):
        _saved[str(file_prefix)] = {k: convert_to_tensor(v) for k, v in self._variables().items()}
        return str(file_prefix)

    def save(self, file_prefix, options=None):
        self.save_counter.assign_add(1)
        path = str(file_prefix) + "-" + str(int(self.save_counter))
        self.write(path)
        _saved[path]["save_counter"] = convert_to_tensor(self.save_counter)
        _latest[path.rpartition("/")[0]] = path
        return path

    def read(self, save_path, options=None):
        if str(save_path) not in _saved:
            raise _errors().NotFoundError(None, None, "Unsuccessful TensorSliceReader constructor: Failed to find any matching files for " + str(save_path))
        values = _saved[str(save_path)]
        missing, used = [], set(["save_counter"])
        for k, v in self._variables().items():
            if k in values:
                v.assign(values[k])
                used.add(k)
            else:
                missing.append(k)
        if "save_counter" in values:
            self.save_counter.assign(values["save_counter"])
        return _Status(missing, [k for k in values if k not in used])

    def restore(self, save_path, options=None):
        return _Status([], []) if save_path is None else self.read(save_path)


_latest = {}


def latest_checkpoint(checkpoint_dir, latest_filename=None):
    return _latest.get(str(checkpoint_dir).rstrip("/"))


class CheckpointManager:
    def __init__(self, checkpoint, directory, max_to_keep=5, keep_checkpoint_every_n_hours=None, checkpoint_name="ckpt", step_counter=None, checkpoint_interval=None, init_fn=None):
        self.checkpoint, self.directory, self._most, self._name, self._kept = checkpoint, str(directory), max_to_keep, checkpoint_name, []

    @property
    def checkpoints(self):
        return list(self._kept)

    @property
    def latest_checkpoint(self):
        return self._kept[-1] if self._kept else latest_checkpoint(self.directory)

    def save(self, checkpoint_number=None, check_interval=True, options=None):
        path = self.checkpoint.save(self.directory.rstrip("/") + "/" + self._name)
        self._kept.append(path)
        while self._most and len(self._kept) > self._most:
            _saved.pop(self._kept.pop(0), None)
        return path

    def restore_or_initialize(self):
        path = self.latest_checkpoint
        if path is not None:
            self.checkpoint.restore(path)
        return path


def list_variables(ckpt_dir_or_file):
    return [(k, v.shape.as_list()) for k, v in sorted(_saved[str(ckpt_dir_or_file)].items(), key=lambda kv: kv[0])]


def load_variable(ckpt_dir_or_file, name):
    return _saved[str(ckpt_dir_or_file)][name].numpy()


class ExponentialMovingAverage:
    """Shadows that follow variables: shadow -= (1 - decay) * (shadow - variable). Source: tensorflow/python/training/moving_averages.py."""

    def __init__(self, decay, num_updates=None, zero_debias=False, name="ExponentialMovingAverage"):
        self._decay, self._updates, self._shadows, self._name = decay, num_updates, {}, name

    def apply(self, var_list=None):
        decay = self._decay
        if self._updates is not None:
            n = float(self._updates)
            decay = min(decay, (1.0 + n) / (10.0 + n))
        for v in var_list:
            if v.ref() not in self._shadows:
                self._shadows[v.ref()] = Variable(convert_to_tensor(v), trainable=False, name=self._name)
                continue
            shadow = self._shadows[v.ref()]
            shadow.assign_sub((shadow - v) * (1.0 - decay))

    def average(self, var):
        return self._shadows.get(var.ref())


def __getattr__(name):
    raise _unknown("tensorflow.train", "tf.train.", name, globals())
