# tf.dtypes
import _engine
from tensorflow._core import saturate_cast
from tensorflow._base import DType, as_dtype, bfloat16, bool, cast, complex64, complex128, double, float16, float32, float64, half, int8, int16, int32, int64, string, uint8, uint16, uint32, uint64, resource, variant

complex = _engine.function("complex")
