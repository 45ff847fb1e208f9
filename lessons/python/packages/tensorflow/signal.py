# tf.signal: Fourier transforms as products with the matrices of cosines and sines (so they have gradients), windows and frames. Computed in double,
# then rounded. Sources: tensorflow/python/ops/signal/fft_ops.py, window_ops.py, shape_ops.py, spectral_ops.py.
import math as _math
import _engine
from tensorflow._base import _apply, _unknown, cast, complex64, complex128, constant, convert_to_tensor, expand_dims, float32, float64, int32, matmul, reshape, transpose
from tensorflow._core import pad


def _parts(x):
    x = convert_to_tensor(x)
    if not x.dtype.is_complex:
        raise TypeError("Value passed to parameter 'input' has DataType " + x.dtype.name + " not in list of allowed values: complex64, complex128")
    wide = cast(x, complex128)
    return _apply("real", [wide]), _apply("imag", [wide]), x.dtype


def _cos(m, n):
    # Of m n-ths of a turn; exact at the quarters.
    return (1.0, 0.0, -1.0, 0.0)[4 * m // n % 4] if 4 * m % n == 0 else _math.cos(2 * _math.pi * m / n)


def _sin(m, n):
    return (0.0, 1.0, 0.0, -1.0)[4 * m // n % 4] if 4 * m % n == 0 else _math.sin(2 * _math.pi * m / n)


def _tables(n, rows, sign):
    c = constant([[_cos(j * k % n, n) for k in range(rows)] for j in range(n)], dtype=float64)
    s = constant([[sign * _sin(j * k % n, n) for k in range(rows)] for j in range(n)], dtype=float64)
    return c, s


def _times(x, table):
    return _apply("squeeze", [matmul(expand_dims(x, -2), table)], axis=-2) if x.ndim == 1 else matmul(x, table) if x.ndim == 2 else reshape(matmul(reshape(x, [-1, x.shape[-1]]), table), x.shape.as_list()[:-1] + [table.shape[1]])


def _transform(re, im, sign, scale=1.0):
    c, s = _tables(re.shape[-1], re.shape[-1], sign)
    return (_times(re, c) - _times(im, s)) * scale, (_times(re, s) + _times(im, c)) * scale


def fft(input, name=None):
    re, im, dtype = _parts(input)
    return cast(_apply("complex", list(_transform(re, im, -1))), dtype)


def ifft(input, name=None):
    re, im, dtype = _parts(input)
    return cast(_apply("complex", list(_transform(re, im, 1, 1.0 / re.shape[-1]))), dtype)


def _swapped(x):
    perm = list(range(x.ndim))
    perm[-1], perm[-2] = perm[-2], perm[-1]
    return transpose(x, perm)


def fft2d(input, name=None):
    return _swapped(fft(_swapped(fft(input))))


def ifft2d(input, name=None):
    return _swapped(ifft(_swapped(ifft(input))))


def _sized(x, n):
    have = x.shape[-1]
    if n is None or n == have:
        return x
    if n < have:
        return x[..., :n]
    return pad(x, [[0, 0]] * (x.ndim - 1) + [[0, n - have]])


def _length(fft_length):
    return None if fft_length is None else _engine.to_ints(fft_length)[-1]


def rfft(input_tensor, fft_length=None, name=None):
    x = convert_to_tensor(input_tensor)
    wide = _sized(cast(x, float64), _length(fft_length))
    c, s = _tables(wide.shape[-1], wide.shape[-1] // 2 + 1, -1)
    return cast(_apply("complex", [_times(wide, c), _times(wide, s)]), complex128 if x.dtype == float64 else complex64)


def irfft(input_tensor, fft_length=None, name=None):
    re, im, dtype = _parts(input_tensor)
    n = _length(fft_length)
    n = 2 * (re.shape[-1] - 1) if n is None else n
    half = n // 2 + 1
    re, im = _sized(re, half), _sized(im, half)
    weights = [1.0 if k == 0 or 2 * k == n else 2.0 for k in range(half)]
    c = constant([[weights[k] * _cos(j * k % n, n) / n for j in range(n)] for k in range(half)], dtype=float64)
    s = constant([[weights[k] * _sin(j * k % n, n) / n for j in range(n)] for k in range(half)], dtype=float64)
    return cast(_times(re, c) - _times(im, s), float64 if dtype == complex128 else float32)


def fftshift(x, axes=None, name=None):
    x = convert_to_tensor(x)
    axes = list(range(x.ndim)) if axes is None else _engine.to_ints(axes)
    return _apply("roll", [x], shift=[x.shape[a] // 2 for a in axes], axis=axes)


def ifftshift(x, axes=None, name=None):
    x = convert_to_tensor(x)
    axes = list(range(x.ndim)) if axes is None else _engine.to_ints(axes)
    return _apply("roll", [x], shift=[-(x.shape[a] // 2) for a in axes], axis=axes)


def _window(a, b, window_length, periodic, dtype):
    n = int(window_length)
    if n == 1:
        return constant([1.0], dtype=dtype)
    even = 1 - n % 2
    size = n + (1 if periodic else 0) * even - 1
    return constant([a - b * _math.cos(2 * _math.pi * i / size) for i in range(n)], dtype=dtype)


def hann_window(window_length, periodic=True, dtype=float32, name=None):
    return _window(0.5, 0.5, window_length, periodic, dtype)


def hamming_window(window_length, periodic=True, dtype=float32, name=None):
    return _window(0.54, 0.46, window_length, periodic, dtype)


def frame(signal, frame_length, frame_step, pad_end=False, pad_value=0, axis=-1, name=None):
    x = convert_to_tensor(signal)
    axis = axis % x.ndim
    n, length, step = x.shape[axis], int(frame_length), int(frame_step)
    if pad_end:
        count = max(0, -(-n // step))
        missing = max(0, length + step * (count - 1) - n)
        x = pad(x, [[0, missing] if i == axis else [0, 0] for i in range(x.ndim)], constant_values=pad_value)
    else:
        count = max(0, 1 + (n - length) // step)
    places = constant([[i * step + j for j in range(length)] for i in range(count)], dtype=int32)
    return _apply("gather", [x, reshape(places, [count, length])], axis=axis)


def overlap_and_add(signal, frame_step, name=None):
    x = convert_to_tensor(signal)
    dims = x.shape.as_list()
    count, length, step = dims[-2], dims[-1], int(frame_step)
    total = length + step * (count - 1)
    out = None
    for i in range(count):
        part = pad(x[..., i, :], [[0, 0]] * (x.ndim - 2) + [[i * step, total - i * step - length]])
        out = part if out is None else out + part
    return out


def stft(signals, frame_length, frame_step, fft_length=None, window_fn=hann_window, pad_end=False, name=None):
    n = int(frame_length)
    size = 1
    while size < n:
        size *= 2
    frames = frame(signals, n, frame_step, pad_end)
    if window_fn is not None:
        frames = frames * window_fn(n, dtype=frames.dtype)
    return rfft(frames, [size if fft_length is None else int(fft_length)])


def dct(input, type=2, n=None, axis=-1, norm=None, name=None):
    x = convert_to_tensor(input)
    if type != 2:
        raise NotImplementedError("Of the cosine transforms only type 2 is here.")
    wide = _sized(cast(x, float64), n)
    size = wide.shape[-1]
    scale = lambda k: 2.0 if norm is None else 2.0 * _math.sqrt((0.25 if k == 0 else 0.5) / size)
    table = constant([[scale(k) * _math.cos(_math.pi * k * (2 * j + 1) / (2 * size)) for k in range(size)] for j in range(size)], dtype=float64)
    return cast(_times(wide, table), x.dtype)


def __getattr__(name):
    raise _unknown("tensorflow.signal", "tf.signal.", name, globals())
