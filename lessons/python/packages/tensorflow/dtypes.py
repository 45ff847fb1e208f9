# tf.dtypes
from tensorflow._core import DType, as_dtype, bfloat16, bool, cast, complex64, complex128, double, float16, float32, float64, half, int8, int16, int32, int64, saturate_cast, string, uint8, uint16, uint32, uint64, resource, variant
