#include "lessons/python/binding/signatures.h"

namespace tapedeck {

namespace {

#define UNARY(names, op) {names, op, "x:x name:-=None"}
#define BINARY(names, op) {names, op, "x:x y:x name:-=None"}
#define REDUCE(names, op) {names, op, "input_tensor:x axis:a=None keepdims:b=False name:-=None"}

constexpr Signature kSignatures[] = {
    // arithmetic
    BINARY("add math.add", "add"), BINARY("subtract math.subtract", "subtract"), BINARY("multiply math.multiply", "multiply"),
    BINARY("math.floordiv floordiv", "floordiv"), BINARY("math.floormod math.mod", "floormod"), BINARY("truncatediv", "truncatediv"), BINARY("truncatemod", "truncatemod"),
    BINARY("maximum math.maximum", "maximum"), BINARY("minimum math.minimum", "minimum"),
    BINARY("math.squared_difference", "squared_difference"), BINARY("math.divide_no_nan", "divide_no_nan"), BINARY("math.multiply_no_nan", "multiply_no_nan"),
    {"math.atan2 atan2", "atan2", "y:x x:x name:-=None"}, BINARY("math.xlogy", "xlogy"), BINARY("math.xlog1py", "xlog1py"), BINARY("math.xdivy", "xdivy"),
    {"add_n math.add_n", "add_n", "inputs:X name:-=None"},
    {"math.accumulate_n", "add_n", "inputs:X shape:-=None tensor_dtype:-=None name:-=None"},
    BINARY("bitwise.bitwise_and", "bitwise_and"), BINARY("bitwise.bitwise_or", "bitwise_or"), BINARY("bitwise.bitwise_xor", "bitwise_xor"),
    BINARY("bitwise.left_shift", "left_shift"), BINARY("bitwise.right_shift", "right_shift"), UNARY("bitwise.invert", "bitwise_invert"),
    // comparison and logic
    BINARY("less math.less", "less"), BINARY("less_equal math.less_equal", "less_equal"), BINARY("greater math.greater", "greater"),
    BINARY("greater_equal math.greater_equal", "greater_equal"),
    BINARY("logical_and math.logical_and", "logical_and"), BINARY("logical_or math.logical_or", "logical_or"), BINARY("math.logical_xor", "logical_xor"),
    UNARY("logical_not math.logical_not", "logical_not"),
    UNARY("math.is_nan", "is_nan"), UNARY("math.is_inf", "is_inf"), UNARY("math.is_finite", "is_finite"),
    // elementwise functions
    UNARY("negative math.negative", "negative"), UNARY("abs math.abs", "abs"), UNARY("sign math.sign", "sign"), UNARY("square math.square", "square"),
    UNARY("sqrt math.sqrt", "sqrt"), UNARY("math.rsqrt", "rsqrt"), UNARY("math.reciprocal", "reciprocal"), UNARY("exp math.exp", "exp"), UNARY("math.expm1", "expm1"),
    UNARY("math.log", "log"), UNARY("math.log1p", "log1p"), UNARY("sin math.sin", "sin"), UNARY("cos math.cos", "cos"), UNARY("tan math.tan", "tan"),
    UNARY("asin math.asin", "asin"), UNARY("acos math.acos", "acos"), UNARY("atan math.atan", "atan"), UNARY("sinh math.sinh", "sinh"), UNARY("cosh math.cosh", "cosh"),
    UNARY("tanh math.tanh nn.tanh", "tanh"), UNARY("asinh math.asinh", "asinh"), UNARY("acosh math.acosh", "acosh"), UNARY("atanh math.atanh", "atanh"),
    UNARY("math.erf", "erf"), UNARY("math.erfc", "erfc"), UNARY("math.lgamma", "lgamma"), UNARY("math.digamma", "digamma"),
    UNARY("floor math.floor", "floor"), UNARY("math.ceil", "ceil"), UNARY("round math.round", "round"), UNARY("math.rint", "rint"),
    UNARY("sigmoid math.sigmoid nn.sigmoid", "sigmoid"),
    // activations
    {"nn.softplus math.softplus", "softplus", "features:x name:-=None"}, {"nn.softsign math.softsign", "softsign", "features:x name:-=None"},
    {"nn.relu", "relu", "features:x name:-=None"}, {"nn.relu6", "relu6", "features:x name:-=None"}, {"nn.leaky_relu", "leaky_relu", "features:x alpha:d=0.2 name:-=None"},
    {"nn.elu", "elu", "features:x name:-=None"}, {"nn.selu", "selu", "features:x name:-=None"},
    // reductions
    REDUCE("reduce_sum math.reduce_sum", "reduce_sum"), REDUCE("reduce_mean math.reduce_mean", "reduce_mean"), REDUCE("reduce_max math.reduce_max", "reduce_max"),
    REDUCE("reduce_min math.reduce_min", "reduce_min"), REDUCE("reduce_prod math.reduce_prod", "reduce_prod"), REDUCE("reduce_any math.reduce_any", "reduce_any"),
    REDUCE("reduce_all math.reduce_all", "reduce_all"),
    {"argmax math.argmax", "argmax", "input:x axis:n=0 output_type:y=int64 name:-=None"}, {"argmin math.argmin", "argmin", "input:x axis:n=0 output_type:y=int64 name:-=None"},
    {"cumsum math.cumsum", "cumsum", "x:x axis:n=0 exclusive:b=False reverse:b=False name:-=None"},
    {"math.cumprod", "cumprod", "x:x axis:n=0 exclusive:b=False reverse:b=False name:-=None"},
    // shapes
    {"reshape", "reshape", "tensor:t shape:i name:-=None"}, {"transpose linalg.transpose_perm", "transpose", "a:t perm:l=None conjugate:-=False name:-=None"},
    {"expand_dims", "expand_dims", "input:t axis:n name:-=None"}, {"squeeze", "squeeze", "input:t axis:a=None name:-=None"},
    {"shape", "shape", "input:t out_type:y=None name:-=None"}, {"size", "size", "input:t out_type:y=None name:-=None"}, {"rank", "rank", "input:t name:-=None"},
    {"broadcast_to", "broadcast_to", "input:t shape:i name:-=None"},
    {"concat", "concat", "values:X axis:n name:-=concat"}, {"stack", "stack", "values:X axis:n=0 name:-=stack"},
    {"tile", "tile", "input:t multiples:i name:-=None"}, {"reverse", "reverse", "tensor:t axis:l name:-=None"},
    {"tensor_scatter_nd_update", "tensor_scatter_nd_update", "tensor:x indices:i updates:x name:-=None"},
    {"tensor_scatter_nd_add", "tensor_scatter_nd_add", "tensor:x indices:i updates:x name:-=None"},
    {"tensor_scatter_nd_sub", "tensor_scatter_nd_sub", "tensor:x indices:i updates:x name:-=None"},
    {"tensor_scatter_nd_max", "tensor_scatter_nd_max", "tensor:x indices:i updates:x name:-=None"},
    {"tensor_scatter_nd_min", "tensor_scatter_nd_min", "tensor:x indices:i updates:x name:-=None"},
    // matrices and choice; Python wrappers check and complete their arguments
    {"_matmul", "matmul", "a:x b:x transpose_a:b=False transpose_b:b=False name:-=None"}, {"_where", "where", "condition:t x:x y:x name:-=None"},
    {"clip_by_value", "clip_by_value", "t:x clip_value_min:x clip_value_max:x name:-=None"},
    {"complex dtypes.complex", "complex", "real:x imag:x name:-=None"}, {"bitcast", "bitcast", "input:t type:y name:-=None"},
    // identity and state
    {"identity", "identity", "input:t name:-=None"}, {"stop_gradient", "stop_gradient", "input:t name:-=None"},
};

#undef UNARY
#undef BINARY
#undef REDUCE

}  // namespace

std::span<const Signature> signatures() { return kSignatures; }

}  // namespace tapedeck
