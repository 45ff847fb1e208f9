# tf.keras.Model and Sequential. Source: keras/src/engine/training.py and sequential.py of Keras 2.15.
import _engine
from tensorflow._core import GradientTape, TensorShape, _unknown, cast, concat, convert_to_tensor, float32, gather, int32, constant
from tensorflow.keras import losses as _losses, metrics as _metrics, optimizers as _optimizers
from tensorflow.keras.layers import InputLayer, Layer


class History:
    def __init__(self):
        self.history = {}
        self.epoch = []


class Model(Layer):
    def __init__(self, *args, **kwargs):
        if "inputs" in kwargs or args:
            raise NotImplementedError("The functional API (tf.keras.Model(inputs, outputs)) is not here yet; write a class with call(), or use tf.keras.Sequential.")
        super().__init__(**kwargs)
        self.optimizer = None
        self.loss = None

    @property
    def layers(self):
        return list(self._sublayers)

    def get_layer(self, name=None, index=None):
        if index is not None:
            return self.layers[index]
        for layer in self.layers:
            if layer.name == name:
                return layer
        raise ValueError("No such layer: " + str(name) + ". Existing layers are: " + str([l.name for l in self.layers]) + ".")

    def compile(self, optimizer="rmsprop", loss=None, metrics=None, loss_weights=None, weighted_metrics=None, run_eagerly=None, steps_per_execution=None, jit_compile=None, **kwargs):
        self.optimizer = _optimizers.get(optimizer)
        self.loss = loss
        self._loss_fn = _losses.get(loss) if isinstance(loss, str) else loss
        self._loss_tracker = _metrics.Mean(name="loss")
        self._compiled = []
        self._wanted_metrics = list(metrics or [])
        self._metrics_made = False

    def _make_metrics(self, y_true, y_pred):
        if self._metrics_made:
            return
        self._metrics_made = True
        for m in self._wanted_metrics:
            if m in ("accuracy", "acc"):
                # Which accuracy is meant depends on the shapes.
                if y_pred.shape[-1] == 1 and y_pred.ndim > 1:
                    made = _metrics.BinaryAccuracy(name=m)
                elif y_true.ndim < y_pred.ndim or y_true.shape[-1] == 1:
                    made = _metrics.SparseCategoricalAccuracy(name=m)
                else:
                    made = _metrics.CategoricalAccuracy(name=m)
            elif callable(m) and not isinstance(m, _metrics.Metric) and not isinstance(m, type):
                made = _metrics.MeanMetricWrapper(m, getattr(m, "__name__", "metric"))
            else:
                made = _metrics.get(m)
            self._compiled.append(made)

    @property
    def metrics(self):
        return [self._loss_tracker] + self._compiled if hasattr(self, "_loss_tracker") else []

    def reset_metrics(self):
        for m in self.metrics:
            m.reset_state()

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None):
        if self._loss_fn is None:
            total = None
        else:
            value = self._loss_fn(y, y_pred) if sample_weight is None else self._loss_fn(y, y_pred, sample_weight=sample_weight)
            from tensorflow._core import reduce_mean
            total = reduce_mean(value) if value.ndim else value
        for extra in self.losses:
            total = extra if total is None else total + extra
        return total

    def compute_metrics(self, x, y, y_pred, sample_weight=None):
        self._make_metrics(convert_to_tensor(y), y_pred)
        for m in self._compiled:
            m.update_state(y, y_pred)
        return {m.name: m.result() for m in self.metrics}

    def train_step(self, data):
        x, y, weight = _unpack(data)
        with GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self.compute_loss(x, y, y_pred, weight)
        if self._loss_fn is None and loss is None:
            raise TypeError("Target data is missing. Your model was compiled with loss=None, and therefore expects target data to be provided in `fit()`.")
        variables = self.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        self._loss_tracker.update_state(loss, sample_weight=cast(y_pred.shape[0], float32))
        return self.compute_metrics(x, y, y_pred)

    def test_step(self, data):
        x, y, weight = _unpack(data)
        y_pred = self(x, training=False)
        self._loss_tracker.update_state(self.compute_loss(x, y, y_pred, weight), sample_weight=cast(y_pred.shape[0], float32))
        return self.compute_metrics(x, y, y_pred)

    def _batches(self, x, y, sample_weight, batch_size, shuffle):
        if not hasattr(x, "shape") and hasattr(x, "__iter__") and not isinstance(x, (list, tuple)) or hasattr(x, "element_spec"):
            for batch in x:   # a dataset
                yield batch
            return
        x = convert_to_tensor(x)
        y = None if y is None else convert_to_tensor(y)
        sample_weight = None if sample_weight is None else convert_to_tensor(sample_weight)
        n, size = x.shape[0], batch_size or 32
        order = None
        if shuffle:
            from tensorflow import random
            order = random.shuffle(constant(list(range(n)), dtype=int32))
        for start in range(0, n, size):
            take = (lambda t: t[start:start + size]) if order is None else (lambda t: gather(t, order[start:start + size]))
            yield tuple(take(t) for t in (x, y, sample_weight) if t is not None)

    def _check_compiled(self):
        if self.optimizer is None:
            raise RuntimeError("You must compile your model before training/testing. Use `model.compile(optimizer, loss)`.")

    def fit(self, x=None, y=None, batch_size=None, epochs=1, verbose="auto", callbacks=None, validation_split=0.0, validation_data=None, shuffle=True, class_weight=None, sample_weight=None,
            initial_epoch=0, steps_per_epoch=None, **kwargs):
        self._check_compiled()
        history = History()
        self.history = history
        self.stop_training = False
        callbacks = list(callbacks or [])
        for c in callbacks:
            c.model = self
            c.on_train_begin()
        for epoch in range(initial_epoch, epochs):
            self.reset_metrics()
            for c in callbacks:
                c.on_epoch_begin(epoch)
            logs = {}
            for i, batch in enumerate(self._batches(x, y, sample_weight, batch_size, shuffle)):
                if steps_per_epoch is not None and i >= steps_per_epoch:
                    break
                for c in callbacks:
                    c.on_train_batch_begin(i)
                logs = self.train_step(batch)
                for c in callbacks:
                    c.on_train_batch_end(i, {k: float(v) for k, v in logs.items()})
            logs = {k: float(v) for k, v in logs.items()}
            if validation_data is not None:
                held = self.evaluate(*validation_data[:2], batch_size=batch_size, verbose=0, return_dict=True) if isinstance(validation_data, (list, tuple)) else self.evaluate(validation_data, verbose=0, return_dict=True)
                logs.update({"val_" + k: v for k, v in held.items()})
            history.epoch.append(epoch)
            for k, v in logs.items():
                history.history.setdefault(k, []).append(v)
            if verbose not in (0, "0"):
                print("Epoch " + str(epoch + 1) + "/" + str(epochs) + "\n - " + " - ".join(k + ": " + "%.4f" % v for k, v in logs.items()))
            for c in callbacks:
                c.on_epoch_end(epoch, logs)
            if self.stop_training:
                break
        for c in callbacks:
            c.on_train_end()
        return history

    def evaluate(self, x=None, y=None, batch_size=None, verbose="auto", sample_weight=None, return_dict=False, **kwargs):
        self._check_compiled()
        self.reset_metrics()
        logs = {}
        for batch in self._batches(x, y, sample_weight, batch_size, False):
            logs = self.test_step(batch)
        logs = {k: float(v) for k, v in logs.items()}
        if return_dict:
            return logs
        values = list(logs.values())
        return values[0] if len(values) == 1 else values

    def predict(self, x, batch_size=None, verbose="auto", **kwargs):
        parts = [self(_unpack(b)[0], training=False) for b in self._batches(x, None, None, batch_size, False)]
        return (parts[0] if len(parts) == 1 else concat(parts, 0)).numpy()

    def train_on_batch(self, x, y=None, **kwargs):
        self._check_compiled()
        self.reset_metrics()
        logs = self.train_step((x, y))
        return float(logs["loss"])

    def summary(self, line_length=None, **kwargs):
        print("Model: \"" + self.name + "\"\n" + "_" * 65 + "\n Layer (type)                Output Shape              Param #   \n" + "=" * 65)
        for layer in self.layers:
            text = " " + layer.name + " (" + type(layer).__name__ + ")"
            print(text + " " * max(1, 29 - len(text)) + "?" + " " * 25 + str(layer.count_params()))
        total = self.count_params()
        trainable = sum(w.shape.num_elements() for w in self.trainable_weights)
        print("=" * 65 + "\nTotal params: " + str(total) + "\nTrainable params: " + str(trainable) + "\nNon-trainable params: " + str(total - trainable) + "\n" + "_" * 65)


def _unpack(data):
    if not isinstance(data, (list, tuple)):
        return data, None, None
    data = tuple(data)
    return data + (None,) * (3 - len(data))


class Sequential(Model):
    def __init__(self, layers=None, name=None):
        super().__init__(name=name)
        for layer in layers or []:
            self.add(layer)

    def add(self, layer):
        if isinstance(layer, type) or not isinstance(layer, Layer):
            raise TypeError("The added layer must be an instance of class Layer. Received: layer=" + str(layer) + " of type " + str(type(layer)) + ".")
        shape = getattr(layer, "_input_shape", None)
        if shape is not None and not self._sublayers and not hasattr(self, "_first_shape"):
            super().__setattr__("_first_shape", shape)
        if not isinstance(layer, InputLayer):
            self._sublayers.append(layer)
        # With a known input shape the weights exist at once.
        if hasattr(self, "_first_shape"):
            self._build_from(self._first_shape)

    def pop(self):
        self._sublayers.pop()

    def _build_from(self, shape):
        from tensorflow._core import zeros
        x = zeros([1 if n is None else n for n in shape])
        _engine.pause_tapes()
        try:
            for layer in self._sublayers:
                x = layer(x)
        finally:
            _engine.resume_tapes()
        self.built = True

    def build(self, input_shape=None):
        if input_shape is not None and not self.built:
            self._build_from(TensorShape(input_shape).as_list())
        self.built = True

    def _build_once(self, inputs):
        self.built = True

    def call(self, inputs, training=None):
        for layer in self._sublayers:
            inputs = layer(inputs, training=training) if training is not None else layer(inputs)
        return inputs


def __getattr__(name):
    raise _unknown("keras.api._v2.keras.models", "tf.keras.models.", name, globals())
