# tf.keras.losses. Source: keras/src/losses.py of Keras 2.15.
import _engine
from tensorflow._base import _apply, _unknown, cast, convert_to_tensor, maximum, reduce_mean, reduce_sum, square, where


def _pair(y_true, y_pred):
    y_pred = convert_to_tensor(y_pred)
    return cast(y_true, y_pred.dtype), y_pred


def mean_squared_error(y_true, y_pred):
    y_true, y_pred = _pair(y_true, y_pred)
    return reduce_mean(_apply("squared_difference", [y_pred, y_true]), axis=-1)


def mean_absolute_error(y_true, y_pred):
    y_true, y_pred = _pair(y_true, y_pred)
    return reduce_mean(_apply("abs", [y_pred - y_true]), axis=-1)


def mean_absolute_percentage_error(y_true, y_pred):
    y_true, y_pred = _pair(y_true, y_pred)
    return 100.0 * reduce_mean(_apply("abs", [(y_true - y_pred) / maximum(_apply("abs", [y_true]), cast(1e-7, y_pred.dtype))]), axis=-1)


def mean_squared_logarithmic_error(y_true, y_pred):
    y_true, y_pred = _pair(y_true, y_pred)
    small = cast(1e-7, y_pred.dtype)
    return reduce_mean(square(_apply("log1p", [maximum(y_pred, small)]) - _apply("log1p", [maximum(y_true, small)])), axis=-1)


def huber(y_true, y_pred, delta=1.0):
    y_true, y_pred = _pair(y_true, y_pred)
    error = _apply("abs", [y_pred - y_true])
    return reduce_mean(where(error <= delta, 0.5 * square(error), delta * error - 0.5 * delta * delta), axis=-1)


def log_cosh(y_true, y_pred):
    y_true, y_pred = _pair(y_true, y_pred)
    x = y_pred - y_true
    return reduce_mean(x + _apply("softplus", [-2.0 * x]) - cast(0.6931471805599453, x.dtype), axis=-1)


def _signed(y_true):
    return where(y_true == 0, 2 * y_true - 1, y_true) if bool(_apply("reduce_all", [(y_true == 0) | (y_true == 1)])) else y_true


def hinge(y_true, y_pred):
    y_true, y_pred = _pair(y_true, y_pred)
    return reduce_mean(maximum(1.0 - _signed(y_true) * y_pred, 0.0), axis=-1)


def squared_hinge(y_true, y_pred):
    y_true, y_pred = _pair(y_true, y_pred)
    return reduce_mean(square(maximum(1.0 - _signed(y_true) * y_pred, 0.0)), axis=-1)


def categorical_hinge(y_true, y_pred):
    y_true, y_pred = _pair(y_true, y_pred)
    positive = reduce_sum(y_true * y_pred, axis=-1)
    negative = _apply("reduce_max", [(1.0 - y_true) * y_pred], axis=-1)
    return maximum(negative - positive + 1.0, 0.0)


def _clipped(p):
    return _apply("clip_by_value", [p, cast(1e-7, p.dtype), cast(1.0, p.dtype) - cast(1e-7, p.dtype)])


def binary_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    from tensorflow import nn
    y_true, y_pred = _pair(y_true, y_pred)
    if label_smoothing:
        y_true = y_true * (1.0 - label_smoothing) + 0.5 * label_smoothing
    if from_logits:
        return reduce_mean(nn.sigmoid_cross_entropy_with_logits(labels=y_true, logits=y_pred), axis=axis)
    p = _clipped(y_pred)
    small = cast(1e-7, p.dtype)
    return reduce_mean(-(y_true * _apply("log", [p + small]) + (1 - y_true) * _apply("log", [1 - p + small])), axis=axis)


def categorical_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    from tensorflow import nn
    y_true, y_pred = _pair(y_true, y_pred)
    if y_true.shape.rank is not None and y_true.shape[-1] != y_pred.shape[-1]:
        raise ValueError("Shapes " + str(y_true.shape) + " and " + str(y_pred.shape) + " are incompatible")
    if label_smoothing:
        y_true = y_true * (1.0 - label_smoothing) + label_smoothing / y_true.shape[-1]
    if from_logits:
        return nn.softmax_cross_entropy_with_logits(labels=y_true, logits=y_pred, axis=axis)
    p = _clipped(y_pred / reduce_sum(y_pred, axis, keepdims=True))
    return -reduce_sum(y_true * _apply("log", [p]), axis)


def sparse_categorical_crossentropy(y_true, y_pred, from_logits=False, axis=-1, ignore_class=None):
    from tensorflow import nn
    from tensorflow._core import int64, reshape
    y_pred = convert_to_tensor(y_pred)
    labels = cast(y_true, int64)
    if labels.ndim == y_pred.ndim and labels.shape[-1] == 1:
        labels = _apply("squeeze", [labels], axis=-1)
    logits = y_pred if from_logits else _apply("log", [_clipped(y_pred)])
    return nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)


def kl_divergence(y_true, y_pred):
    y_true, y_pred = _pair(y_true, y_pred)
    one, small = cast(1.0, y_pred.dtype), cast(1e-7, y_pred.dtype)
    y_true, y_pred = _apply("clip_by_value", [y_true, small, one]), _apply("clip_by_value", [y_pred, small, one])
    return reduce_sum(y_true * _apply("log", [y_true / y_pred]), axis=-1)


def poisson(y_true, y_pred):
    y_true, y_pred = _pair(y_true, y_pred)
    return reduce_mean(y_pred - y_true * _apply("log", [y_pred + cast(1e-7, y_pred.dtype)]), axis=-1)


def cosine_similarity(y_true, y_pred, axis=-1):
    from tensorflow import nn
    y_true, y_pred = _pair(y_true, y_pred)
    return -reduce_sum(nn.l2_normalize(y_true, axis) * nn.l2_normalize(y_pred, axis), axis=axis)


mse = MSE = mean_squared_error
mae = MAE = mean_absolute_error
mape = MAPE = mean_absolute_percentage_error
msle = MSLE = mean_squared_logarithmic_error
kld = KLD = kl_divergence
logcosh = log_cosh


class Reduction:
    AUTO, NONE, SUM, SUM_OVER_BATCH_SIZE = "auto", "none", "sum", "sum_over_batch_size"


class Loss:
    def __init__(self, reduction="auto", name=None):
        if reduction not in ("auto", "none", "sum", "sum_over_batch_size", None):
            raise ValueError("Invalid Reduction Key: " + str(reduction) + ". Expected keys are ('auto', 'none', 'sum', 'sum_over_batch_size')")
        self.reduction = reduction or "none"
        self.name = name

    def __call__(self, y_true, y_pred, sample_weight=None):
        losses = convert_to_tensor(self.call(convert_to_tensor(y_true), convert_to_tensor(y_pred)))
        if sample_weight is not None:
            weight = cast(sample_weight, losses.dtype)
            if weight.ndim == losses.ndim + 1 and weight.shape[-1] == 1:
                weight = _apply("squeeze", [weight], axis=-1)
            losses = losses * weight
        if self.reduction == "none":
            return losses
        total = reduce_sum(losses)
        return total if self.reduction == "sum" else total / cast(losses.shape.num_elements(), losses.dtype)

    def call(self, y_true, y_pred):
        raise NotImplementedError("Must be implemented in subclasses.")


def _loss_class(class_name, function, extras, snake):
    # A class over a function; `extras` are the function's options with their defaults.
    class _Wrapped(Loss):
        def __init__(self, *args, **kwargs):
            options = dict(extras)
            names = list(options)
            for n, v in zip(names, args):
                options[n] = v
            for n in names:
                if n in kwargs:
                    options[n] = kwargs.pop(n)
            rest = list(args[len(names):])
            reduction = kwargs.pop("reduction", rest[0] if rest else "auto")
            name = kwargs.pop("name", rest[1] if len(rest) > 1 else snake)
            if kwargs:
                raise TypeError(class_name + ".__init__() got an unexpected keyword argument '" + list(kwargs)[0] + "'")
            Loss.__init__(self, reduction, name)
            self._options = options
            for n, v in options.items():
                setattr(self, n, v)

        def call(self, y_true, y_pred):
            return function(y_true, y_pred, **self._options)
    return type(class_name, (_Wrapped,), {})


MeanSquaredError = _loss_class("MeanSquaredError", mean_squared_error, {}, "mean_squared_error")
MeanAbsoluteError = _loss_class("MeanAbsoluteError", mean_absolute_error, {}, "mean_absolute_error")
MeanAbsolutePercentageError = _loss_class("MeanAbsolutePercentageError", mean_absolute_percentage_error, {}, "mean_absolute_percentage_error")
MeanSquaredLogarithmicError = _loss_class("MeanSquaredLogarithmicError", mean_squared_logarithmic_error, {}, "mean_squared_logarithmic_error")
Huber = _loss_class("Huber", huber, {"delta": 1.0}, "huber_loss")
LogCosh = _loss_class("LogCosh", log_cosh, {}, "log_cosh")
Hinge = _loss_class("Hinge", hinge, {}, "hinge")
SquaredHinge = _loss_class("SquaredHinge", squared_hinge, {}, "squared_hinge")
CategoricalHinge = _loss_class("CategoricalHinge", categorical_hinge, {}, "categorical_hinge")
BinaryCrossentropy = _loss_class("BinaryCrossentropy", binary_crossentropy, {"from_logits": False, "label_smoothing": 0.0, "axis": -1}, "binary_crossentropy")
CategoricalCrossentropy = _loss_class("CategoricalCrossentropy", categorical_crossentropy, {"from_logits": False, "label_smoothing": 0.0, "axis": -1}, "categorical_crossentropy")
SparseCategoricalCrossentropy = _loss_class("SparseCategoricalCrossentropy", sparse_categorical_crossentropy, {"from_logits": False, "ignore_class": None}, "sparse_categorical_crossentropy")
KLDivergence = _loss_class("KLDivergence", kl_divergence, {}, "kl_divergence")
Poisson = _loss_class("Poisson", poisson, {}, "poisson")
CosineSimilarity = _loss_class("CosineSimilarity", cosine_similarity, {"axis": -1}, "cosine_similarity")


def get(identifier):
    if identifier is None or callable(identifier):
        return identifier
    found = globals().get(identifier)
    if found is None:
        raise ValueError("Unknown loss function: '" + str(identifier) + "'.")
    return found() if isinstance(found, type) else found


def __getattr__(name):
    raise _unknown("keras.api._v2.keras.losses", "tf.keras.losses.", name, globals())
