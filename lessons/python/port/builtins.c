// Builtins that MicroPython lacks.
#include "py/objexcept.h"
#include "py/runtime.h"
#include "port.h"

MP_DEFINE_EXCEPTION(RecursionError, RuntimeError)
