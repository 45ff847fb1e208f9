# tf.keras.metrics. Source: keras/src/metrics of Keras 2.15.
import _engine
from tensorflow._base import Variable, _apply, _unknown, cast, convert_to_tensor, float32, int64, reduce_mean, reduce_sum, sqrt, square, zeros_like
from tensorflow.keras import losses as _losses


class Metric:
    def __init__(self, name=None, dtype=None, **kwargs):
        self.name = name
        self.variables = []

    def add_weight(self, name=None, shape=(), initializer="zeros", dtype=None, **kwargs):
        v = Variable(_engine.filled(list(shape), 1 if initializer == "ones" else 0, dtype or float32), trainable=False, name=name)
        self.variables.append(v)
        return v

    def __call__(self, *args, **kwargs):
        self.update_state(*args, **kwargs)
        return self.result()

    def reset_state(self):
        for v in self.variables:
            v.assign(zeros_like(v))

    reset_states = reset_state

    def update_state(self, *args, **kwargs):
        raise NotImplementedError("Must be implemented in subclasses.")

    def result(self):
        raise NotImplementedError("Must be implemented in subclasses.")


class Mean(Metric):
    def __init__(self, name="mean", dtype=None):
        super().__init__(name, dtype)
        self.total, self.count = self.add_weight("total"), self.add_weight("count")

    def update_state(self, values, sample_weight=None):
        values = cast(values, float32)
        if sample_weight is not None:
            weight = cast(sample_weight, float32)
            weight = weight + zeros_like(values)
            self.total.assign_add(reduce_sum(values * weight))
            self.count.assign_add(reduce_sum(weight))
        else:
            self.total.assign_add(reduce_sum(values))
            self.count.assign_add(cast(values.shape.num_elements(), float32))

    def result(self):
        return _apply("divide_no_nan", [self.total, self.count])


class Sum(Metric):
    def __init__(self, name="sum", dtype=None):
        super().__init__(name, dtype)
        self.total = self.add_weight("total")

    def update_state(self, values, sample_weight=None):
        values = cast(values, float32)
        self.total.assign_add(reduce_sum(values if sample_weight is None else values * cast(sample_weight, float32)))

    def result(self):
        return self.total.value()


class MeanMetricWrapper(Mean):
    def __init__(self, fn, name=None, dtype=None, **kwargs):
        super().__init__(name, dtype)
        self._fn, self._fn_kwargs = fn, kwargs

    def update_state(self, y_true, y_pred, sample_weight=None):
        super().update_state(self._fn(convert_to_tensor(y_true), convert_to_tensor(y_pred), **self._fn_kwargs), sample_weight)


def binary_accuracy(y_true, y_pred, threshold=0.5):
    y_pred = convert_to_tensor(y_pred)
    return reduce_mean(cast(cast(y_true, y_pred.dtype) == cast(y_pred > threshold, y_pred.dtype), float32), axis=-1)


def categorical_accuracy(y_true, y_pred):
    return cast(_apply("argmax", [y_true], axis=-1) == _apply("argmax", [y_pred], axis=-1), float32)


def sparse_categorical_accuracy(y_true, y_pred):
    y_true, y_pred = convert_to_tensor(y_true), convert_to_tensor(y_pred)
    if y_true.ndim == y_pred.ndim and y_true.shape[-1] == 1:
        y_true = _apply("squeeze", [y_true], axis=-1)
    return cast(cast(y_true, int64) == _apply("argmax", [y_pred], axis=-1), float32)


def _accuracy(y_true, y_pred):
    y_pred = convert_to_tensor(y_pred)
    return cast(cast(y_true, y_pred.dtype) == y_pred, float32)


def _wrapped(class_name, fn, snake, options=()):
    class _M(MeanMetricWrapper):
        def __init__(self, *args, **kwargs):
            name = kwargs.pop("name", snake)
            kwargs.pop("dtype", None)
            given = {}
            for option in options:
                if option in kwargs:
                    given[option] = kwargs.pop(option)
            if args:
                name = args[0]
            MeanMetricWrapper.__init__(self, fn, name, None, **given)
    return type(class_name, (_M,), {})


Accuracy = _wrapped("Accuracy", _accuracy, "accuracy")
BinaryAccuracy = _wrapped("BinaryAccuracy", binary_accuracy, "binary_accuracy", ("threshold",))
CategoricalAccuracy = _wrapped("CategoricalAccuracy", categorical_accuracy, "categorical_accuracy")
SparseCategoricalAccuracy = _wrapped("SparseCategoricalAccuracy", sparse_categorical_accuracy, "sparse_categorical_accuracy")
MeanSquaredError = _wrapped("MeanSquaredError", _losses.mean_squared_error, "mean_squared_error")
MeanAbsoluteError = _wrapped("MeanAbsoluteError", _losses.mean_absolute_error, "mean_absolute_error")
MeanAbsolutePercentageError = _wrapped("MeanAbsolutePercentageError", _losses.mean_absolute_percentage_error, "mean_absolute_percentage_error")
BinaryCrossentropy = _wrapped("BinaryCrossentropy", _losses.binary_crossentropy, "binary_crossentropy", ("from_logits", "label_smoothing"))
CategoricalCrossentropy = _wrapped("CategoricalCrossentropy", _losses.categorical_crossentropy, "categorical_crossentropy", ("from_logits", "label_smoothing"))
SparseCategoricalCrossentropy = _wrapped("SparseCategoricalCrossentropy", _losses.sparse_categorical_crossentropy, "sparse_categorical_crossentropy", ("from_logits",))


class RootMeanSquaredError(Mean):
    def __init__(self, name="root_mean_squared_error", dtype=None):
        super().__init__(name, dtype)

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_pred = convert_to_tensor(y_pred)
        super().update_state(square(cast(y_true, y_pred.dtype) - y_pred), sample_weight)

    def result(self):
        return sqrt(_apply("divide_no_nan", [self.total, self.count]))


class _Counts(Metric):
    def __init__(self, thresholds=0.5, name=None, **kwargs):
        super().__init__(name)
        self.threshold = 0.5 if thresholds is None else thresholds
        self.hits, self.others = self.add_weight("true_positives"), self.add_weight("others")

    def _add(self, y_true, y_pred, others_predicted):
        y_pred = convert_to_tensor(y_pred)
        positive, said = cast(y_true, float32) > 0.5, cast(y_pred, float32) > self.threshold
        self.hits.assign_add(reduce_sum(cast(positive & said, float32)))
        missed = ~positive & said if others_predicted else positive & ~said
        self.others.assign_add(reduce_sum(cast(missed, float32)))

    def result(self):
        return _apply("divide_no_nan", [self.hits, self.hits + self.others])


class Precision(_Counts):
    def update_state(self, y_true, y_pred, sample_weight=None):
        self._add(y_true, y_pred, True)


class Recall(_Counts):
    def update_state(self, y_true, y_pred, sample_weight=None):
        self._add(y_true, y_pred, False)


def get(identifier, sample_loss=None):
    if not isinstance(identifier, str):
        return identifier() if isinstance(identifier, type) else identifier
    short = {"mse": MeanSquaredError, "mae": MeanAbsoluteError, "mape": MeanAbsolutePercentageError, "mean_squared_error": MeanSquaredError, "mean_absolute_error": MeanAbsoluteError,
             "binary_accuracy": BinaryAccuracy, "categorical_accuracy": CategoricalAccuracy, "sparse_categorical_accuracy": SparseCategoricalAccuracy,
             "binary_crossentropy": BinaryCrossentropy, "categorical_crossentropy": CategoricalCrossentropy, "sparse_categorical_crossentropy": SparseCategoricalCrossentropy}
    if identifier in short:
        return short[identifier](name=identifier)
    found = globals().get(identifier)
    if found is None:
        raise ValueError("Unknown metric function: '" + identifier + "'.")
    return found()


def __getattr__(name):
    raise _unknown("keras.api._v2.keras.metrics", "tf.keras.metrics.", name, globals())
