# tf.compat.v1.losses. Source: tensorflow/python/ops/losses/losses_impl.py.
import _engine
import tensorflow as _tf
from tensorflow._base import Variable, cast, constant, convert_to_tensor, float32, is_tensor, ones_like, reduce_mean, reduce_sum, square
from tensorflow.compat.v1 import GraphKeys, _unknown, add_to_collection, get_collection
from tensorflow._graph import name_scope
from tensorflow.compat.v1 import nn as _nn


class Reduction:
    NONE, SUM, MEAN = "none", "weighted_sum", "weighted_mean"
    SUM_OVER_BATCH_SIZE, SUM_OVER_NONZERO_WEIGHTS = "weighted_sum_over_batch_size", "weighted_sum_by_nonzero_weights"
    SUM_BY_NONZERO_WEIGHTS = SUM_OVER_NONZERO_WEIGHTS


def compute_weighted_loss(losses, weights=1.0, scope=None, loss_collection="losses", reduction="weighted_sum_by_nonzero_weights"):
    losses = convert_to_tensor(losses)
    with name_scope(scope or "weighted_loss"):
        loss = _weighted(losses, weights, reduction)
    if loss_collection:
        add_loss(loss, loss_collection)
    return loss


def _weighted(losses, weights, reduction):
    weights = cast(weights, losses.dtype) if is_tensor(weights) else constant(weights, dtype=losses.dtype)
    weighted = losses * weights
    if reduction == Reduction.NONE:
        return weighted
    else:
        loss = reduce_sum(weighted)
        spread = ones_like(losses) * weights
        if reduction == Reduction.MEAN:
            total = reduce_sum(spread)
            _engine.name_next("value")
            loss = _tf.math.divide_no_nan(loss, total)
        elif reduction == Reduction.SUM_OVER_NONZERO_WEIGHTS:
            present = reduce_sum(cast(_tf.not_equal(spread, constant(0, dtype=losses.dtype)), losses.dtype))
            _engine.name_next("value")
            loss = _tf.math.divide_no_nan(loss, present)
        elif reduction == Reduction.SUM_OVER_BATCH_SIZE:
            count = cast(_tf.size(losses), losses.dtype)
            _engine.name_next("value")
            loss = _tf.math.divide_no_nan(loss, count)
    return loss


def add_loss(loss, loss_collection="losses"):
    if loss_collection and not _engine.executing_eagerly():
        add_to_collection(loss_collection, loss)


def get_losses(scope=None, loss_collection="losses"):
    return get_collection(loss_collection, scope)


def get_regularization_losses(scope=None):
    return get_collection(GraphKeys.REGULARIZATION_LOSSES, scope)


def get_regularization_loss(scope=None, name="total_regularization_loss"):
    losses = get_regularization_losses(scope)
    return _tf.add_n(losses) if losses else constant(0.0)


def get_total_loss(add_regularization_losses=True, name="total_loss", scope=None):
    return _tf.add_n(get_losses(scope) + (get_regularization_losses(scope) if add_regularization_losses else []))


def _scoped(name):
    # The ops of a loss stand in a scope, whose last is "value".
    def decorate(f):
        def loss(*args, scope=None, **kwargs):
            with name_scope(scope or name) as full:
                return f(*args, scope=full, **kwargs)
        return loss
    return decorate


def _pair(labels, predictions):
    predictions = cast(predictions, float32)
    labels = cast(labels, float32)
    if not predictions.shape.is_compatible_with(labels.shape):
        raise ValueError("Shapes " + str(predictions.shape) + " and " + str(labels.shape) + " are incompatible")
    return labels, predictions


@_scoped("mean_squared_error")
def mean_squared_error(labels, predictions, weights=1.0, scope=None, loss_collection="losses", reduction="weighted_sum_by_nonzero_weights"):
    labels, predictions = _pair(labels, predictions)
    return compute_weighted_loss(_tf.math.squared_difference(predictions, labels), weights, scope, loss_collection, reduction)


@_scoped("absolute_difference")
def absolute_difference(labels, predictions, weights=1.0, scope=None, loss_collection="losses", reduction="weighted_sum_by_nonzero_weights"):
    labels, predictions = _pair(labels, predictions)
    return compute_weighted_loss(_tf.abs(predictions - labels), weights, scope, loss_collection, reduction)


@_scoped("log_loss")
def log_loss(labels, predictions, weights=1.0, epsilon=1e-7, scope=None, loss_collection="losses", reduction="weighted_sum_by_nonzero_weights"):
    labels, predictions = _pair(labels, predictions)
    return compute_weighted_loss(-labels * _tf.math.log(predictions + epsilon) - (1.0 - labels) * _tf.math.log(1.0 - predictions + epsilon), weights, scope, loss_collection, reduction)


@_scoped("huber_loss")
def huber_loss(labels, predictions, weights=1.0, delta=1.0, scope=None, loss_collection="losses", reduction="weighted_sum_by_nonzero_weights"):
    labels, predictions = _pair(labels, predictions)
    error = _tf.abs(predictions - labels)
    quadratic = _tf.minimum(error, delta)
    return compute_weighted_loss(0.5 * quadratic * quadratic + delta * (error - quadratic), weights, scope, loss_collection, reduction)


@_scoped("hinge_loss")
def hinge_loss(labels, logits, weights=1.0, scope=None, loss_collection="losses", reduction="weighted_sum_by_nonzero_weights"):
    labels, logits = _pair(labels, logits)
    return compute_weighted_loss(_tf.nn.relu(1.0 - (2.0 * labels - 1.0) * logits), weights, scope, loss_collection, reduction)


@_scoped("sigmoid_cross_entropy_loss")
def sigmoid_cross_entropy(multi_class_labels, logits, weights=1.0, label_smoothing=0, scope=None, loss_collection="losses", reduction="weighted_sum_by_nonzero_weights"):
    logits = convert_to_tensor(logits)
    labels = cast(multi_class_labels, logits.dtype)
    if label_smoothing > 0:
        labels = labels * (1 - label_smoothing) + 0.5 * label_smoothing
    return compute_weighted_loss(_nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits), weights, scope, loss_collection, reduction)


@_scoped("softmax_cross_entropy_loss")
def softmax_cross_entropy(onehot_labels, logits, weights=1.0, label_smoothing=0, scope=None, loss_collection="losses", reduction="weighted_sum_by_nonzero_weights"):
    logits = convert_to_tensor(logits)
    labels = cast(onehot_labels, logits.dtype)
    if label_smoothing > 0:
        labels = labels * (1.0 - label_smoothing) + label_smoothing / labels.shape[1]
    return compute_weighted_loss(_nn.softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits), weights, scope, loss_collection, reduction)


@_scoped("sparse_softmax_cross_entropy_loss")
def sparse_softmax_cross_entropy(labels, logits, weights=1.0, scope=None, loss_collection="losses", reduction="weighted_sum_by_nonzero_weights"):
    return compute_weighted_loss(_nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits), weights, scope, loss_collection, reduction)


def __getattr__(name):
    raise _unknown("tensorflow.compat.v1.losses", "tf.compat.v1.losses.", name, globals())
