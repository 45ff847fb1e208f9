// Methods of int and float that MicroPython lacks, list slices with a step, vars() and input().
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "py/objint.h"
#include "py/objlist.h"
#include "py/runtime.h"
#include "port.h"

static mp_obj_t bit_length(mp_obj_t self) {
    char small[sizeof(mp_int_t) * 10];
    char *buffer = small;
    size_t room = sizeof small, n;
    const char *digits = mp_obj_int_formatted(&buffer, &room, &n, self, 2, NULL, 'a', '\0');
    size_t bits = n - (*digits == '-');
    return MP_OBJ_NEW_SMALL_INT(mp_obj_is_true(self) ? bits : 0);
}
MP_DEFINE_CONST_FUN_OBJ_1(port_int_bit_length_obj, bit_length);

static mp_obj_t is_integer(mp_obj_t self) {
    double v = mp_obj_float_get(self);
    return mp_obj_new_bool(isfinite(v) && floor(v) == v);
}
MP_DEFINE_CONST_FUN_OBJ_1(port_float_is_integer_obj, is_integer);

void port_list_store_steps(mp_obj_list_t *self, mp_obj_t index, size_t n, const mp_obj_t *values) {
    mp_bound_slice_t b;
    mp_obj_slice_indices(index, self->len, &b);
    mp_int_t step = b.step, start = b.start, stop = b.stop;
    size_t count = step > 0 ? (stop > start ? (stop - start + step - 1) / step : 0) : (start > stop ? (start - stop - step - 1) / -step : 0);
    if (n != count) {
        mp_raise_msg_varg(&mp_type_ValueError, MP_ERROR_TEXT("attempt to assign sequence of size %u to extended slice of size %u"), (unsigned)n, (unsigned)count);
    }
    mp_obj_t *copy = m_new(mp_obj_t, n + 1);   // the values may be the list itself
    memcpy(copy, values, n * sizeof *copy);
    for (size_t i = 0; i < n; i++) {
        self->items[start + (mp_int_t)i * step] = copy[i];
    }
    m_del(mp_obj_t, copy, n + 1);
}

void port_list_delete_steps(mp_obj_list_t *self, mp_obj_t index) {
    mp_bound_slice_t b;
    mp_obj_slice_indices(index, self->len, &b);
    mp_int_t step = b.step, start = b.start, stop = b.stop;
    for (mp_int_t i = start; step > 0 ? i < stop : i > stop; i += step) {
        self->items[i] = MP_OBJ_NULL;
    }
    size_t kept = 0;
    for (size_t i = 0; i < self->len; i++) {
        if (self->items[i] != MP_OBJ_NULL) {
            self->items[kept++] = self->items[i];
        }
    }
    memset(self->items + kept, 0, (self->len - kept) * sizeof *self->items);
    self->len = kept;
}

static mp_obj_t vars(mp_obj_t o) {
    return mp_load_attr(o, MP_QSTR___dict__);
}
MP_DEFINE_CONST_FUN_OBJ_1(port_vars_obj, vars);

static mp_obj_t input(size_t n, const mp_obj_t *args) {
    (void)n;
    (void)args;
    mp_raise_msg(&mp_type_EOFError, MP_ERROR_TEXT("EOF when reading a line: there is no keyboard input here, put the value into the program"));
}
MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(port_input_obj, 0, 1, input);

void port_number_attr(mp_obj_t self, qstr attr, mp_obj_t *dest) {
    if (dest[0] != MP_OBJ_NULL) {
        return;
    }
    switch (attr) {
        case MP_QSTR_real:
        case MP_QSTR_numerator:
            dest[0] = mp_obj_is_bool(self) ? MP_OBJ_NEW_SMALL_INT(mp_obj_is_true(self)) : self;
            break;
        case MP_QSTR_imag:
            dest[0] = mp_obj_is_float(self) ? mp_obj_new_float(0) : MP_OBJ_NEW_SMALL_INT(0);
            break;
        case MP_QSTR_denominator:
            dest[0] = MP_OBJ_NEW_SMALL_INT(1);
            break;
        default:
            dest[1] = MP_OBJ_SENTINEL;   // look in the methods
    }
}

double port_round(double v, mp_int_t digits) {
    if (!isfinite(v) || digits > 323) {
        return v;
    }
    if (digits < -308) {
        return 0 * v;
    }
    if (digits < 0) {
        double scale = pow(10, (double)-digits);
        return nearbyint(v / scale) * scale;
    }
    char text[700];
    snprintf(text, sizeof text, "%.*f", (int)digits, v);
    return strtod(text, NULL);
}

NORETURN void port_raise_zero_division(mp_binary_op_t op, bool is_float) {
    const char *text;
    switch (op) {
        case MP_BINARY_OP_FLOOR_DIVIDE:
        case MP_BINARY_OP_INPLACE_FLOOR_DIVIDE:
        case MP_BINARY_OP_DIVMOD:
            text = is_float ? "float floor division by zero" : "integer division or modulo by zero";
            break;
        case MP_BINARY_OP_MODULO:
        case MP_BINARY_OP_INPLACE_MODULO:
            text = is_float ? "float modulo" : "integer modulo by zero";
            break;
        case MP_BINARY_OP_POWER:
        case MP_BINARY_OP_INPLACE_POWER:
            text = "0.0 cannot be raised to a negative power";
            break;
        default:
            text = is_float ? "float division by zero" : "division by zero";
    }
    mp_raise_msg(&mp_type_ZeroDivisionError, (mp_rom_error_text_t)text);
}
