# tf.image: the basics. Sources: tensorflow/python/ops/image_ops_impl.py, core/kernels/image/resize_bilinear_op.cc, core/util/image_resizer_state.h (half pixel centres).
import math as _m
import _engine
from tensorflow._symbolic import make_ready as _make_ready
from tensorflow._base import _apply, _errors, _unknown, as_dtype, cast, constant, convert_to_tensor, expand_dims, float32, int32, is_tensor, maximum, reduce_mean, reduce_sum, reshape, square, stack, transpose as _transpose, uint8, zeros_like, concat
from tensorflow._core import gather, pad, saturate_cast

_round = round


class ResizeMethod:
    BILINEAR, LANCZOS3, LANCZOS5, BICUBIC, GAUSSIAN, NEAREST_NEIGHBOR, AREA, MITCHELLCUBIC = "bilinear", "lanczos3", "lanczos5", "bicubic", "gaussian", "nearest", "area", "mitchellcubic"


def _batched(f):
    # Functions on batches of images, for single images too.
    def function(image, *args, **kwargs):
        image = convert_to_tensor(image)
        if image.ndim == 3:
            return f(image[None], *args, **kwargs)[0]
        if image.ndim != 4:
            raise ValueError("'image' (shape " + str(image.shape) + ") must have either 3 or 4 dimensions.")
        return f(image, *args, **kwargs)
    return function


def _along(image, size, axis, nearest):
    old = image.shape[axis]
    scale = old / size
    if nearest:
        places = [min(int(_m.floor((i + 0.5) * scale)), old - 1) for i in range(size)]
        return gather(image, constant(places, dtype=int32), axis=axis)
    low, high, share = [], [], []
    for i in range(size):
        at = (i + 0.5) * scale - 0.5
        base = _m.floor(at)
        low.append(max(int(base), 0))
        high.append(min(int(base) + 1, old - 1))
        share.append(at - base)
    form = [1] * image.ndim
    form[axis] = size
    a, b = gather(image, constant(low, dtype=int32), axis=axis), gather(image, constant(high, dtype=int32), axis=axis)
    return a + (b - a) * reshape(constant(share, dtype=float32), form)


@_batched
def resize(images, size, method="bilinear", preserve_aspect_ratio=False, antialias=False, name=None):
    height, width = _engine.to_ints(size)
    if preserve_aspect_ratio:
        scale = min(height / images.shape[1], width / images.shape[2])
        height, width = int(_round(images.shape[1] * scale)), int(_round(images.shape[2] * scale))
    if method not in ("bilinear", "nearest"):
        raise NotImplementedError("tf.image.resize knows the methods bilinear and nearest here.")
    if images.shape[1] == height and images.shape[2] == width:
        return images
    if method == "bilinear":
        images = cast(images, float32)
        return _along(_along(images, width, 2, False), height, 1, False)
    return _along(_along(images, width, 2, True), height, 1, True)


def flip_left_right(image):
    image = convert_to_tensor(image)
    return _apply("reverse", [image], axis=[image.ndim - 2])


def flip_up_down(image):
    image = convert_to_tensor(image)
    return _apply("reverse", [image], axis=[image.ndim - 3])


def _random_flip(f):
    def function(image, seed=None):
        from tensorflow import random
        return f(image) if float(random.uniform([], seed=seed)) < 0.5 else convert_to_tensor(image)
    return function


random_flip_left_right, random_flip_up_down = _random_flip(flip_left_right), _random_flip(flip_up_down)


@_batched
def transpose(image, name=None):
    return _transpose(image, [0, 2, 1, 3])


@_batched
def rot90(image, k=1, name=None):
    for _ in range(int(k) % 4):
        image = _apply("reverse", [_transpose(image, [0, 2, 1, 3])], axis=[1])
    return image


def convert_image_dtype(image, dtype, saturate=False, name=None):
    image, dtype = convert_to_tensor(image), as_dtype(dtype)
    if image.dtype == dtype:
        return image
    if image.dtype.is_integer and dtype.is_integer:
        return (saturate_cast if saturate else cast)(image, dtype)
    if image.dtype.is_integer:
        return cast(image, dtype) * cast(1.0 / image.dtype.max, dtype)
    if dtype.is_integer:
        scaled = image * cast(dtype.max + 0.5, image.dtype)
        return (saturate_cast if saturate else cast)(scaled, dtype)
    return cast(image, dtype)


def _in_float(f):
    def function(image, *args, **kwargs):
        image = convert_to_tensor(image)
        return convert_image_dtype(f(convert_image_dtype(image, float32), *args, **kwargs), image.dtype, saturate=True)
    return function


@_in_float
def rgb_to_grayscale(images, name=None):
    return expand_dims(reduce_sum(images * constant([0.2989, 0.587, 0.114]), -1), -1)


def grayscale_to_rgb(images, name=None):
    images = convert_to_tensor(images)
    return concat([images, images, images], -1)


@_in_float
def adjust_brightness(image, delta):
    return image + cast(delta, float32)


def _without_gradient(op_type, f, *inputs):
    # The value of an op that TensorFlow has no gradient for: asking for one is an error, not None.
    from tensorflow._core import custom_gradient
    if not _engine.executing_eagerly():   # a graph traces the way back at once: there it would be an error to ask for the value
        return f(*[convert_to_tensor(x) for x in inputs])

    def both(*tensors):
        def grad(*upstream):
            raise LookupError("gradient registry has no entry for: " + op_type)
        return f(*tensors), grad
    return custom_gradient(both)(*[convert_to_tensor(x) for x in inputs])


@_in_float
def adjust_contrast(images, contrast_factor):
    return _without_gradient("AdjustContrastv2", _contrast, images, contrast_factor)


def _contrast(images, contrast_factor):
    mean = reduce_mean(images, [-3, -2], keepdims=True)
    return (images - mean) * contrast_factor + mean


def per_image_standardization(image):
    image = cast(convert_to_tensor(image), float32)
    mean = reduce_mean(image, [-3, -2, -1], keepdims=True)
    deviation = _apply("sqrt", [reduce_mean(_apply("squared_difference", [image, mean]), [-3, -2, -1], keepdims=True)])
    count = image.shape[-1] * image.shape[-2] * image.shape[-3]
    return (image - mean) / maximum(deviation, constant(1.0 / _m.sqrt(count)))


@_batched
def crop_to_bounding_box(image, offset_height, offset_width, target_height, target_width):
    return image[:, offset_height:offset_height + target_height, offset_width:offset_width + target_width, :]


@_batched
def pad_to_bounding_box(image, offset_height, offset_width, target_height, target_width):
    return pad(image, [[0, 0], [offset_height, target_height - offset_height - image.shape[1]], [offset_width, target_width - offset_width - image.shape[2]], [0, 0]])


@_batched
def central_crop(image, central_fraction):
    top, left = int((image.shape[1] - image.shape[1] * central_fraction) / 2), int((image.shape[2] - image.shape[2] * central_fraction) / 2)
    return image[:, top:image.shape[1] - top, left:image.shape[2] - left, :]


@_batched
def resize_with_crop_or_pad(image, target_height, target_width):
    height, width = image.shape[1], image.shape[2]
    top, left = max((height - target_height) // 2, 0), max((width - target_width) // 2, 0)
    image = image[:, top:top + min(height, target_height), left:left + min(width, target_width), :]
    up, before = max((target_height - height) // 2, 0), max((target_width - width) // 2, 0)
    return pad(image, [[0, 0], [up, target_height - image.shape[1] - up], [before, target_width - image.shape[2] - before], [0, 0]])


@_batched
def resize_with_pad(image, target_height, target_width, method="bilinear", antialias=False):
    scale = max(image.shape[1] / target_height, image.shape[2] / target_width)
    height, width = int(_m.floor(image.shape[1] / scale)), int(_m.floor(image.shape[2] / scale))
    image = resize(image, [height, width], method)
    up, before = (target_height - height) // 2, (target_width - width) // 2
    return pad(image, [[0, 0], [up, target_height - height - up], [before, target_width - width - before], [0, 0]])


def total_variation(images, name=None):
    x = convert_to_tensor(images)
    down, right = x[..., 1:, :, :] - x[..., :-1, :, :], x[..., :, 1:, :] - x[..., :, :-1, :]
    axes = None if x.ndim == 3 else [1, 2, 3]
    return reduce_sum(_apply("abs", [down]), axes) + reduce_sum(_apply("abs", [right]), axes)


def image_gradients(image):
    x = convert_to_tensor(image)
    down, right = x[:, 1:, :, :] - x[:, :-1, :, :], x[:, :, 1:, :] - x[:, :, :-1, :]
    return concat([down, zeros_like(x[:, :1])], 1), concat([right, zeros_like(x[:, :, :1])], 2)


def psnr(a, b, max_val, name=None):
    a, b = convert_image_dtype(a, float32), convert_image_dtype(b, float32)
    error = reduce_mean(_apply("squared_difference", [a, b]), [-3, -2, -1])
    peak = cast(max_val, float32)
    return 20 * _apply("log", [peak]) / 2.302585092994046 - 10 / 2.302585092994046 * _apply("log", [error])


_make_ready(globals(), "resize convert_image_dtype per_image_standardization pad_to_bounding_box central_crop resize_with_crop_or_pad resize_with_pad total_variation image_gradients psnr")



def __getattr__(name):
    raise _unknown("tensorflow.image", "tf.image.", name, globals())
