# Every function of the lists in tests/cases/names that takes tensors, on tensors whose values are known only when a graph runs: eagerly, traced with known
# sizes, and traced with unknown sizes it gives the same. A function that is missing in this table is printed.
import tensorflow as tf
import _engine

f1, f2 = [0.5, -1.25, 2.0, 0.75], [[0.5, 1.5, 2.5], [3.0, 0.25, 1.0]]
pos, unit = [0.5, 1.25, 2.0, 0.75], [0.5, -0.25, 0.125, 0.75]
square, spd = [[2.0, 1.0], [0.5, 3.0]], [[4.0, 1.0], [1.0, 3.0]]
i1, b1 = [3, 1, 2, 0], [True, False, True, True]
image = [[[[float(i + 2 * j + k) / 8.0 for k in range(3)] for j in range(4)] for i in range(4)]]
words = ["Hello", "big wide", "world"]
seg = [0, 0, 1, 2]
u8 = tf.constant([5, 3, 250, 1], tf.uint8)

# module -> name -> (function of tensors, tensors)
CASES = {"tf": {}, "tf.math": {}, "tf.nn": {}, "tf.linalg": {}, "tf.strings": {}, "tf.image": {}, "tf.bitwise": {}, "tf.debugging": {}, "tf.random": {}}


def add(module, names, tensors, *arguments, **named):
    for n in names.split():
        CASES[module][n] = (lambda *x, n=n, m=module: getattr(_module(m), n)(*x, *arguments, **named), tensors)


def call(module, name, f, *tensors):
    CASES[module][name] = (f, tensors)


def _module(name):
    return tf if name == "tf" else getattr(tf, name[3:])


# one tensor
add("tf", "abs exp floor negative round sigmoid sign sin cos tan sinh cosh tanh square asinh atan identity stop_gradient ones_like zeros_like shape size rank sort argsort argmax argmin "
          "reduce_max reduce_min reduce_mean reduce_sum reduce_prod cumsum squeeze guarantee_const identity_n stack transpose where ensure_shape grad_pass_through", [f1])
add("tf", "sqrt acosh", [[1.5, 2.0, 3.25]])
add("tf", "acos asin atanh", [unit])
add("tf", "logical_not reduce_all reduce_any", [b1])
add("tf", "unique unique_with_counts", [[3, 1, 3, 2, 1]])
add("tf.math", "abs exp floor negative round sigmoid sign sin cos tan sinh cosh tanh square asinh atan ceil erf erfc expm1 is_finite is_inf is_nan softmax softplus softsign log_softmax log_sigmoid rint "
               "reduce_max reduce_min reduce_mean reduce_sum reduce_prod reduce_std reduce_variance reduce_euclidean_norm reduce_logsumexp cumsum cumprod cumulative_logsumexp argmax argmin l2_normalize "
               "count_nonzero zero_fraction bessel_i0 bessel_i0e bessel_i1 bessel_i1e is_non_decreasing is_strictly_increasing", [f1])
add("tf.math", "log log1p sqrt rsqrt reciprocal reciprocal_no_nan digamma lgamma lbeta", [pos])
add("tf.math", "acos asin atanh erfinv", [unit])
add("tf.math", "acosh", [[1.5, 2.0]])
add("tf.math", "erfcinv ndtri", [[0.25, 0.5, 0.75]])
add("tf.math", "logical_not reduce_all reduce_any", [b1])
add("tf.math", "invert_permutation", [i1])
add("tf.math", "real imag conj angle", [tf.constant([1 + 2j, -0.5j], tf.complex64)])
add("tf.nn", "relu relu6 elu selu gelu silu swish softplus softsign sigmoid tanh softmax log_softmax log_sigmoid leaky_relu crelu l2_loss l2_normalize zero_fraction", [f1])
add("tf.linalg", "det inv logdet slogdet trace matrix_transpose adjoint diag_part expm matrix_rank pinv normalize qr tensor_diag_part global_norm", [square])
call("tf.linalg", "global_norm", lambda x: tf.linalg.global_norm([x, x]), square)
add("tf.linalg", "cholesky eigvalsh", [spd])
call("tf.linalg", "eigh", lambda x: tf.linalg.eigh(x)[0], spd)
call("tf.linalg", "svd", lambda x: tf.linalg.svd(x)[0], square)
add("tf.linalg", "diag tensor_diag", [f1])
add("tf.strings", "lower upper strip length as_string reduce_join", [words])
add("tf.strings", "as_string", [i1])
add("tf.bitwise", "invert", [u8])
add("tf.debugging", "assert_positive assert_non_negative", [pos])
add("tf.debugging", "assert_negative assert_non_positive", [[-1.0, -2.0]])
add("tf.image", "flip_left_right flip_up_down grayscale_to_rgb image_gradients per_image_standardization rgb_to_grayscale rot90 total_variation transpose", [image])
call("tf.image", "grayscale_to_rgb", lambda x: tf.image.grayscale_to_rgb(x[..., :1]), image)
# two tensors of one shape
add("tf", "add subtract multiply divide truediv pow maximum minimum equal not_equal less less_equal greater greater_equal atan2", [pos, unit])
add("tf", "floordiv truncatediv truncatemod", [[7, -7, 8], [3, 3, -5]])
add("tf", "logical_and logical_or", [b1, [True, True, False, False]])
add("tf.math", "add subtract multiply divide truediv maximum minimum equal not_equal less less_equal greater greater_equal atan2 squared_difference approximate_equal nextafter", [f1, unit])
add("tf.math", "pow divide_no_nan multiply_no_nan xdivy xlogy xlog1py igamma igammac", [pos, pos])
add("tf.math", "zeta polygamma", [[2.0, 3.0], [1.5, 2.5]])
add("tf.math", "floordiv floormod mod", [[7, -7, 8], [3, 3, -5]])
add("tf.math", "logical_and logical_or logical_xor", [b1, [True, True, False, False]])
add("tf.math", "confusion_matrix", [[0, 1, 2], [0, 2, 2]])
add("tf.nn", "sigmoid_cross_entropy_with_logits softmax_cross_entropy_with_logits softmax_cross_entropy_with_logits_v2", [[[0.0, 1.0]], [[0.5, 1.5]]])
call("tf.nn", "weighted_cross_entropy_with_logits", lambda a, b: tf.nn.weighted_cross_entropy_with_logits(a, b, 2.0), [0.0, 1.0], [0.5, 1.5])
add("tf.nn", "sparse_softmax_cross_entropy_with_logits", [[0, 2], f2])
add("tf.nn", "log_poisson_loss", [pos, f1])
add("tf.bitwise", "bitwise_and bitwise_or bitwise_xor left_shift right_shift", [[5, 3, 6], [1, 2, 0]])
add("tf.debugging", "assert_equal assert_less_equal assert_greater_equal assert_near", [f1, f1])
add("tf.debugging", "assert_less", [[1, 2], [3, 4]])
add("tf.debugging", "assert_greater assert_none_equal", [[3, 4], [1, 2]])
add("tf.linalg", "matmul solve lstsq", [square, [[1.0], [2.0]]])
add("tf.linalg", "cholesky_solve triangular_solve", [[[2.0, 0.0], [1.0, 1.5]], [[1.0], [2.0]]])
add("tf.linalg", "matvec", [square, [1.0, 2.0]])
add("tf.linalg", "cross", [[1.0, 2.0, 3.0], [0.5, 0.25, 1.0]])
add("tf.linalg", "set_diag", [square, [9.0, 8.0]])
add("tf", "matmul", [square, f2])
# and what takes more than tensors
call("tf", "add_n", lambda a, b: tf.add_n([a, b, a]), f1, unit)
call("tf.math", "add_n", lambda a, b: tf.math.add_n([a, b]), f1, unit)
call("tf.math", "accumulate_n", lambda a, b: tf.math.accumulate_n([a, b]), f1, unit)
call("tf", "batch_to_space", lambda x: tf.batch_to_space(tf.concat([x] * 4, 0), [2, 2], [[0, 0], [0, 0]]), image)
call("tf", "space_to_batch", lambda x: tf.space_to_batch(x, [2, 2], [[0, 0], [0, 0]]), image)
call("tf", "space_to_batch_nd", lambda x: tf.space_to_batch_nd(x, [2, 2], [[0, 0], [0, 0]]), image)
call("tf", "depth_to_space", lambda x: tf.depth_to_space(tf.concat([x, x, x, x], 3), 2), image)
call("tf", "space_to_depth", lambda x: tf.space_to_depth(x, 2), image)
call("tf", "bitcast", lambda x: tf.bitcast(x, tf.int32), f1)
call("tf", "boolean_mask", lambda x, m: tf.boolean_mask(x, m), f1, b1)
call("tf", "broadcast_to", lambda x: tf.broadcast_to(x, [2, 4]), f1)
call("tf", "broadcast_dynamic_shape", lambda a, b: tf.broadcast_dynamic_shape(tf.shape(a), tf.shape(b)), f1, [[1.0], [2.0]])
call("tf", "cast", lambda x: tf.cast(x, tf.int32), f1)
call("tf", "saturate_cast", lambda x: tf.saturate_cast(x, tf.uint8), f1)
call("tf", "clip_by_value", lambda x: tf.clip_by_value(x, -1.0, 1.0), f1)
call("tf", "clip_by_norm", lambda x: tf.clip_by_norm(x, 1.0), f1)
call("tf", "clip_by_global_norm", lambda x: tf.clip_by_global_norm([x, x], 1.0)[0], f1)
call("tf", "global_norm", lambda x: tf.global_norm([x, x]), f1)
call("tf", "complex", tf.complex, f1, unit)
call("tf", "concat", lambda a, b: tf.concat([a, b], 0), f1, unit)
call("tf", "convert_to_tensor", tf.convert_to_tensor, f1)
call("tf", "dynamic_partition", lambda x, p: tf.dynamic_partition(x, p, 3), f1, seg)
call("tf", "dynamic_stitch", lambda x, p: tf.dynamic_stitch([p], [x]), f1, i1)
call("tf", "einsum", lambda a, b: tf.einsum("ij,jk->ik", a, b), square, f2)
call("tf.linalg", "einsum", lambda a: tf.linalg.einsum("ij->ji", a), f2)
call("tf", "expand_dims", lambda x: tf.expand_dims(x, 0), f1)
call("tf", "eye", lambda n: tf.eye(n, 3), 3)
call("tf", "fill", lambda n, x: tf.fill([n, 2], x), 3, 1.5)
call("tf", "zeros", lambda n: tf.zeros([n]), 3)
call("tf", "ones", lambda n: tf.ones([n, 2]), 3)
call("tf", "gather", tf.gather, f1, i1)
call("tf", "gather_nd", tf.gather_nd, f2, [[0, 1], [1, 2]])
call("tf", "scatter_nd", lambda i, u: tf.scatter_nd(i, u, [6]), [[1], [4]], [1.0, 2.0])
for _name in ("add", "sub", "max", "min", "update"):
    call("tf", "tensor_scatter_nd_" + _name, lambda x, i, u, n=_name: getattr(tf, "tensor_scatter_nd_" + n)(x, i, u), f1, [[1], [3]], [1.0, 2.0])
call("tf", "histogram_fixed_width", lambda x: tf.histogram_fixed_width(x, [-2.0, 2.0], 4), f1)
call("tf", "histogram_fixed_width_bins", lambda x: tf.histogram_fixed_width_bins(x, [-2.0, 2.0], 4), f1)
call("tf", "linspace", lambda a, b: tf.linspace(a, b, 5), 0.0, 2.0)
call("tf", "range", lambda n: tf.range(n), 5)
call("tf", "meshgrid", lambda a, b: tf.meshgrid(a, b), [1, 2], [3, 4, 5])
call("tf", "norm", tf.norm, f2)
call("tf", "one_hot", lambda i: tf.one_hot(i, 4), i1)
call("tf", "pad", lambda x: tf.pad(x, [[1, 2]]), f1)
call("tf", "parallel_stack", lambda a, b: tf.parallel_stack([a, b]), f1, unit)
call("tf", "pool", lambda x: tf.pool(x, [2, 2], "MAX", strides=[2, 2]), image)
call("tf", "repeat", lambda x: tf.repeat(x, 2), f1)
call("tf", "reshape", lambda x: tf.reshape(x, [2, 2]), f1)
call("tf", "reverse", lambda x: tf.reverse(x, [0]), f1)
call("tf", "reverse_sequence", lambda x, n: tf.reverse_sequence(x, n, 1), f2, [2, 3])
call("tf", "roll", lambda x: tf.roll(x, 1, 0), f1)
call("tf", "scalar_mul", lambda x: tf.scalar_mul(2.0, x), f1)
call("tf", "searchsorted", tf.searchsorted, [1.0, 2.0, 3.0], [0.5, 2.5, 3.0])
call("tf", "sequence_mask", lambda n: tf.sequence_mask(n, 4), [1, 3])
call("tf", "shape_n", lambda a, b: tf.shape_n([a, b]), f1, f2)
call("tf", "slice", lambda x: tf.slice(x, [1], [2]), f1)
call("tf", "split", lambda x: tf.split(x, 2), f1)
call("tf", "strided_slice", lambda x: tf.strided_slice(x, [0], [4], [2]), f1)
call("tf", "sufficient_statistics", lambda x: tf.nn.moments(x, [0]), f1)
call("tf", "tensordot", lambda a, b: tf.tensordot(a, b, 1), square, f2)
call("tf.linalg", "tensordot", lambda a, b: tf.linalg.tensordot(a, b, 1), square, f2)
call("tf", "tile", lambda x: tf.tile(x, [2]), f1)
call("tf", "unravel_index", lambda i: tf.unravel_index(i, [2, 2]), i1)
call("tf", "unstack", lambda x: tf.unstack(x, 2), f2)
call("tf", "weighted_moments", lambda x, w: tf.nn.weighted_moments(x, [0], w), f1, pos)
call("tf", "custom_gradient", tf.custom_gradient(lambda x: (x * 2.0, lambda g: g)), f1)
call("tf", "recompute_grad", tf.recompute_grad(lambda x: x * x), f1)
call("tf", "tuple", lambda a, b: tf.tuple([a, b]), f1, unit)
call("tf", "print", lambda x: tf.identity(x), f1)
call("tf", "map_fn", lambda x: tf.map_fn(lambda r: r * 2.0, x), f1)
call("tf", "vectorized_map", lambda x: tf.vectorized_map(lambda r: r * 2.0, x), f1)
call("tf", "scan", lambda x: tf.scan(lambda a, r: a + r, x), f1)
call("tf", "foldl", lambda x: tf.foldl(lambda a, r: a + r, x), f1)
call("tf", "foldr", lambda x: tf.foldr(lambda a, r: a - r, x), f1)
call("tf", "cond", lambda p, x: tf.cond(p, lambda: x, lambda: -x), False, f1)
call("tf", "case", lambda p, x: tf.case([(p, lambda: x)], default=lambda: -x), False, f1)
call("tf", "switch_case", lambda i, x: tf.switch_case(i, [lambda: x, lambda: -x]), 1, f1)
call("tf", "while_loop", lambda x: tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * 2.0), [0, x])[1], f1)
call("tf", "as_string", tf.as_string, i1)
call("tf", "reduce_logsumexp", tf.reduce_logsumexp, f1)
call("tf", "transpose", lambda x: tf.transpose(x), f2)
call("tf", "stack", lambda a, b: tf.stack([a, b], 1), f1, unit)
call("tf", "ensure_shape", lambda x: tf.ensure_shape(x, [None]), f1)
call("tf", "identity_n", lambda a, b: tf.identity_n([a, b]), f1, unit)
call("tf", "grad_pass_through", lambda x: tf.grad_pass_through(tf.floor)(x), f1)
call("tf", "eig", lambda x: tf.eig(x)[0], spd) if False else None
call("tf.math", "betainc", tf.math.betainc, pos, pos, [0.25, 0.5, 0.75, 0.125])
call("tf.math", "bincount", lambda x: tf.math.bincount(x), [1, 1, 3])
call("tf.math", "in_top_k", lambda t, p: tf.math.in_top_k(t, p, 2), [0, 1], f2)
call("tf.nn", "in_top_k", lambda t, p: tf.nn.in_top_k(t, p, 2), [0, 1], f2)
call("tf.math", "polyval", lambda x: tf.math.polyval([1.0, 2.0, 3.0], x), f1)
call("tf.math", "scalar_mul", lambda x: tf.math.scalar_mul(2.0, x), f1)
call("tf.math", "top_k", lambda x: tf.math.top_k(x, 2), f1)
call("tf.nn", "top_k", lambda x: tf.nn.top_k(x, 2), f1)
for _name in ("max", "mean", "min", "prod", "sum"):
    call("tf.math", "segment_" + _name, lambda x, s, n=_name: getattr(tf.math, "segment_" + n)(x, s), f1, seg)
    call("tf.math", "unsorted_segment_" + _name, lambda x, s, n=_name: getattr(tf.math, "unsorted_segment_" + n)(x, s, 3), f1, seg)
call("tf.math", "unsorted_segment_sqrt_n", lambda x, s: tf.math.unsorted_segment_sqrt_n(x, s, 3), f1, seg)
call("tf.nn", "avg_pool", lambda x: tf.nn.avg_pool(x, 2, 2, "VALID"), image)
call("tf.nn", "avg_pool2d", lambda x: tf.nn.avg_pool2d(x, 2, 2, "VALID"), image)
call("tf.nn", "avg_pool1d", lambda x: tf.nn.avg_pool1d(x[0], 2, 2, "VALID"), image)
call("tf.nn", "max_pool", lambda x: tf.nn.max_pool(x, 2, 2, "VALID"), image)
call("tf.nn", "max_pool2d", lambda x: tf.nn.max_pool2d(x, 2, 2, "SAME"), image)
call("tf.nn", "max_pool1d", lambda x: tf.nn.max_pool1d(x[0], 2, 2, "VALID"), image)
call("tf.nn", "batch_normalization", lambda x: tf.nn.batch_normalization(x, 0.5, 2.0, 0.1, 1.5, 1e-3), f1)
call("tf.nn", "bias_add", tf.nn.bias_add, f2, [1.0, 2.0, 3.0])
call("tf.nn", "conv1d", lambda x: tf.nn.conv1d(x[0], tf.ones([2, 3, 1]), 1, "SAME"), image)
call("tf.nn", "conv1d_transpose", lambda x: tf.nn.conv1d_transpose(x[0], tf.ones([2, 1, 3]), [4, 8, 1], 2), image)
call("tf.nn", "conv2d", lambda x: tf.nn.conv2d(x, tf.ones([2, 2, 3, 2]), 1, "SAME"), image)
call("tf.nn", "conv2d_transpose", lambda x: tf.nn.conv2d_transpose(x, tf.ones([2, 2, 1, 3]), [1, 8, 8, 1], 2), image)
call("tf.nn", "convolution", lambda x: tf.nn.convolution(x, tf.ones([2, 2, 3, 2])), image)
call("tf.nn", "depthwise_conv2d", lambda x: tf.nn.depthwise_conv2d(x, tf.ones([2, 2, 3, 1]), [1, 1, 1, 1], "SAME"), image)
call("tf.nn", "separable_conv2d", lambda x: tf.nn.separable_conv2d(x, tf.ones([2, 2, 3, 1]), tf.ones([1, 1, 3, 2]), [1, 1, 1, 1], "SAME"), image)
call("tf", "atrous_conv2d", lambda x: tf.nn.conv2d(x, tf.ones([2, 2, 3, 1]), 1, "SAME", dilations=2), image)
call("tf.nn", "dropout", lambda x: tf.nn.dropout(x, 0.0), f1)
call("tf.nn", "embedding_lookup", tf.nn.embedding_lookup, f2, [1, 0, 1])
call("tf.nn", "local_response_normalization", tf.nn.local_response_normalization, image)
call("tf.nn", "lrn", tf.nn.lrn, image)
call("tf.nn", "moments", lambda x: tf.nn.moments(x, [0]), f2)
call("tf.nn", "normalize_moments", lambda n, a, b: tf.nn.normalize_moments(n, a, b, None), 4.0, [1.0, 2.0], [3.0, 4.0])
call("tf.linalg", "band_part", lambda x: tf.linalg.band_part(x, 0, 1), square)
call("tf.linalg", "eye", lambda n: tf.linalg.eye(n), 3)
call("tf.linalg", "l2_normalize", tf.linalg.l2_normalize, f1)
call("tf.linalg", "norm", lambda x: tf.linalg.norm(x, axis=1), f2)
call("tf.linalg", "matmul", lambda a, b: tf.linalg.matmul(a, b, transpose_a=True), square, f2)
call("tf.strings", "format", lambda x: tf.strings.format("x is {}", x), i1)
call("tf.strings", "join", lambda a, b: tf.strings.join([a, b], "-"), words, words)
call("tf.strings", "regex_full_match", lambda x: tf.strings.regex_full_match(x, ".*o.*"), words)
call("tf.strings", "regex_replace", lambda x: tf.strings.regex_replace(x, "o", "0"), words)
call("tf.strings", "substr", lambda x: tf.strings.substr(x, 0, 3), words)
call("tf.strings", "to_number", tf.strings.to_number, ["1.5", "2"])
call("tf.strings", "ngrams", lambda x: tf.strings.ngrams(x, 2), words)
call("tf.strings", "unicode_encode", lambda x: tf.strings.unicode_encode(x, "UTF-8"), [72, 105])
call("tf.strings", "unicode_transcode", lambda x: tf.strings.unicode_transcode(x, "UTF-8", "UTF-16-BE"), words)
call("tf.strings", "unsorted_segment_join", lambda x, s: tf.strings.unsorted_segment_join(x, s, 2), words, [0, 1, 0])
call("tf.image", "adjust_brightness", lambda x: tf.image.adjust_brightness(x, 0.1), image)
call("tf.image", "adjust_contrast", lambda x: tf.image.adjust_contrast(x, 2.0), image)
call("tf.image", "central_crop", lambda x: tf.image.central_crop(x, 0.5), image)
call("tf.image", "convert_image_dtype", lambda x: tf.image.convert_image_dtype(x, tf.uint8), image)
call("tf.image", "crop_to_bounding_box", lambda x: tf.image.crop_to_bounding_box(x, 1, 1, 2, 2), image)
call("tf.image", "pad_to_bounding_box", lambda x: tf.image.pad_to_bounding_box(x, 1, 1, 6, 6), image)
call("tf.image", "psnr", lambda a, b: tf.image.psnr(a, b + 0.1, 1.0), image, image)
call("tf.image", "resize", lambda x: tf.image.resize(x, [2, 3]), image)
call("tf.image", "resize_with_crop_or_pad", lambda x: tf.image.resize_with_crop_or_pad(x, 2, 6), image)
call("tf.image", "resize_with_pad", lambda x: tf.image.resize_with_pad(x, 2, 6), image)
call("tf.debugging", "Assert", lambda x: tf.debugging.Assert(tf.reduce_all(x > 0.0), [x]), pos)
call("tf.debugging", "assert_all_finite", lambda x: tf.debugging.assert_all_finite(x, "bad"), f1)
call("tf.debugging", "check_numerics", lambda x: tf.debugging.check_numerics(x, "bad"), f1)
call("tf.debugging", "assert_integer", tf.debugging.assert_integer, i1)
call("tf.debugging", "assert_rank", lambda x: tf.debugging.assert_rank(x, 1), f1)
call("tf.debugging", "assert_rank_at_least", lambda x: tf.debugging.assert_rank_at_least(x, 1), f1)
call("tf.debugging", "assert_rank_in", lambda x: tf.debugging.assert_rank_in(x, [1, 2]), f1)
call("tf.debugging", "assert_scalar", tf.debugging.assert_scalar, 1.0)
call("tf.debugging", "assert_shapes", lambda x: tf.debugging.assert_shapes([(x, ("n",))]), f1)
call("tf.debugging", "assert_type", lambda x: tf.debugging.assert_type(x, tf.float32), f1)
call("tf.debugging", "assert_same_float_dtype", lambda a, b: tf.constant(tf.debugging.assert_same_float_dtype([a, b]).name), f1, unit)
call("tf.debugging", "is_numeric_tensor", lambda x: tf.constant(tf.debugging.is_numeric_tensor(x)), f1)
for _name in ("stateless_normal", "stateless_uniform", "stateless_truncated_normal"):
    call("tf.random", _name, lambda s, n=_name: getattr(tf.random, n)([3], s), [1, 2])
call("tf.random", "stateless_categorical", lambda x, s: tf.random.stateless_categorical(x, 3, s), f2, [1, 2])
call("tf.random", "stateless_gamma", lambda s: tf.random.stateless_gamma([3], s, 2.0), [1, 2])
call("tf.random", "stateless_poisson", lambda s: tf.random.stateless_poisson([3], s, 2.0), [1, 2])
call("tf.random", "stateless_shuffle", lambda x, s: tf.random.stateless_shuffle(x, s), f1, [1, 2])
call("tf.random", "split", lambda s: tf.random.split(s, 2), [1, 2])
call("tf.random", "fold_in", lambda s: tf.random.fold_in(s, 3), [1, 2])

# What takes no tensors, answers about the program, or draws from a state that each run moves on.
NOT = {
    "tf": "DType GradientTape IndexedSlices Module Tensor TensorShape TensorSpec UnconnectedGradients Unique UniqueWithCounts Variable VariableAggregation VariableSynchronization as_dtype bfloat16 bool "
          "broadcast_static_shape builtin_tuple complex128 complex64 compute_average_loss constant control_dependencies device dimension_at_index dimension_value double executing_eagerly float16 float32 "
          "float64 get_current_name_scope get_logger get_static_value gradients group half hessians init_scope inside_function int16 int32 int64 int8 is_symbolic_tensor is_tensor name_scope newaxis no_op resource "
          "scale_regularization_loss string timestamp type_spec_from_value uint16 uint32 uint64 uint8 variant RaggedTensor RaggedTensorSpec SparseTensor SparseTensorSpec",
    "tf.math": "", "tf.nn": "TopKV2 experimental", "tf.linalg": "LogMatrixDeterminant QR transpose_perm", "tf.strings": "bytes_split split unicode_decode unicode_split",   # ragged tensors
     "tf.bitwise": "",
    "tf.image": "ResizeMethod random_flip_left_right random_flip_up_down",
    "tf.random": "Algorithm Generator categorical create_rng_state experimental gamma get_global_generator normal poisson set_global_generator set_seed shuffle truncated_normal uniform",
    "tf.debugging": "assert_proper_iterable disable_check_numerics disable_traceback_filtering enable_check_numerics enable_traceback_filtering get_log_device_placement is_traceback_filtering_enabled "
                    "set_log_device_placement",
}


def leaves(x):
    if x is None or isinstance(x, tf.Operation):
        return []
    if hasattr(x, "to_list") and hasattr(x, "flat_values"):
        return [x.flat_values] + [s for s in x.nested_row_splits]
    if isinstance(x, (list, tuple)):
        return [y for z in x for y in leaves(z)]
    return [tf.convert_to_tensor(x)]


def same(a, b):
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.dtype == tf.string or a.dtype == tf.bool:
        return bool(tf.reduce_all(a == b))
    if a.dtype.is_complex:
        return bool(tf.reduce_all(tf.abs(a - b) < 1e-5))
    if not a.dtype.is_floating:
        return bool(tf.reduce_all(a == b))
    return bool(tf.reduce_all((tf.abs(a - b) <= 1e-5 + 1e-5 * tf.abs(a)) | (a == b) | (tf.math.is_nan(a) & tf.math.is_nan(b))))


# Needs the rank to know what to do, as in TensorFlow.
UNRANKED = {("tf", "unstack"), ("tf", "atrous_conv2d"), ("tf.nn", "conv2d"), ("tf.nn", "convolution"), ("tf.nn", "softmax_cross_entropy_with_logits"), ("tf.nn", "softmax_cross_entropy_with_logits_v2"),
            ("tf.nn", "sparse_softmax_cross_entropy_with_logits"), ("tf.linalg", "adjoint"), ("tf.debugging", "assert_rank"), ("tf.debugging", "assert_rank_at_least"), ("tf.debugging", "assert_rank_in"),
            ("tf.debugging", "assert_scalar"), ("tf.debugging", "assert_shapes"), ("tf.random", "stateless_categorical")}
tried = 0
for module in CASES:
    for name, (f, values) in sorted(CASES[module].items()):
        tensors = [tf.convert_to_tensor(v) for v in values]
        try:
            eager = leaves(f(*tensors))
        except Exception as e:
            print(module + "." + name, "eagerly:", type(e).__name__, str(e)[:150])
            continue
        for kind, shapes in (("known", [t.shape for t in tensors]), ("unknown sizes", [[None] * t.shape.rank for t in tensors]), ("unknown rank", [None for t in tensors])):
            if kind == "unknown rank" and (module in ("tf.image", "tf.strings") or (module, name) in UNRANKED):
                continue
            tried += 1
            static = []

            def g(*x):
                made = leaves(f(*x))
                static[:] = [m.shape for m in made]
                return made
            try:
                graph = tf.function(g, input_signature=[tf.TensorSpec(s, t.dtype) for s, t in zip(shapes, tensors)])(*tensors)
                if len(graph) != len(eager) or not all([same(a, b) for a, b in zip(eager, graph)]):
                    print(module + "." + name, kind + ": not the same:", eager, graph)
                if not all([s.is_compatible_with(e.shape) for s, e in zip(static, eager)]):
                    print(module + "." + name, kind + ": static shape", static, "of", [e.shape for e in eager])
            except Exception as e:
                print(module + "." + name, kind + ":", type(e).__name__, str(e).strip().split("\n")[-1][:150])
for module in CASES:
    names = set(_engine.export_names(module[3:]))
    missing = sorted(n for n in names if not n.startswith("_") and n not in CASES[module] and n not in NOT[module].split())
    if missing:
        print("no case for", module, missing)
print(tried > 600, "tried")
