// The outer function of binary operators: reflected operators and comparisons in the cases where upstream has none.
#include "py/runtime.h"
#include "py/cstack.h"
#include "port.h"

// config renames upstream's (MICROPY_WRAP_MP_BINARY_OP)
mp_obj_t mp_binary_op_inner(mp_binary_op_t op, mp_obj_t lhs, mp_obj_t rhs);

static const uint8_t swapped[] = { MP_BINARY_OP_MORE, MP_BINARY_OP_LESS, MP_BINARY_OP_EQUAL, MP_BINARY_OP_MORE_EQUAL, MP_BINARY_OP_LESS_EQUAL };

static mp_obj_t try_op(const mp_obj_type_t *t, mp_binary_op_t op, mp_obj_t a, mp_obj_t b) {
    return MP_OBJ_TYPE_HAS_SLOT(t, binary_op) ? MP_OBJ_TYPE_GET_SLOT(t, binary_op)(op, a, b) : MP_OBJ_NULL;
}

static bool is_ordering(mp_binary_op_t op) {
    return op <= MP_BINARY_OP_MORE_EQUAL && op != MP_BINARY_OP_EQUAL;
}

static mp_obj_t reflected(mp_binary_op_t op, mp_obj_t lhs, mp_obj_t rhs, const mp_obj_type_t *rt) {
    const mp_obj_type_t *lt = mp_obj_get_type(lhs);
    bool left_is_instance = lt->flags & MP_TYPE_FLAG_INSTANCE_TYPE;
    bool first = rt->flags & PORT_TYPE_REFLECTS_FIRST;
    if (lt == rt) {
        // one class that defines only one of __lt__ and __gt__
        if ((rt->flags & MP_TYPE_FLAG_INSTANCE_TYPE) && is_ordering(op)) {
            mp_obj_t v = try_op(rt, op, lhs, rhs);
            return v != MP_OBJ_NULL ? v : try_op(rt, swapped[op], rhs, lhs);
        }
        return MP_OBJ_NULL;
    }
    if (!first && !(rt->flags & MP_TYPE_FLAG_INSTANCE_TYPE)) {
        return MP_OBJ_NULL;
    }
    if (is_ordering(op)) {
        mp_obj_t v = MP_OBJ_NULL;
        bool left_is_number = mp_obj_is_int(lhs) || mp_obj_is_float(lhs);   // whose own comparison would take float(rhs)
        if ((!first && !left_is_number) || left_is_instance || (lt->flags & PORT_TYPE_REFLECTS_FIRST)) {
            v = try_op(lt, op, lhs, rhs);
        }
        return v != MP_OBJ_NULL ? v : try_op(rt, swapped[op], rhs, lhs);
    }
    // py/objfloat.c would use float(rhs) for `float OP rhs`, and the graph would be lost
    if (op >= MP_BINARY_OP_INPLACE_OR && op <= MP_BINARY_OP_POWER && (first || mp_obj_is_float(lhs)) && !left_is_instance
        && !(lt->flags & PORT_TYPE_REFLECTS_FIRST)) {
        mp_binary_op_t r = op + MP_BINARY_OP_REVERSE_OR - (op >= MP_BINARY_OP_OR ? MP_BINARY_OP_OR : MP_BINARY_OP_INPLACE_OR);
        return try_op(rt, r, rhs, lhs);
    }
    return MP_OBJ_NULL;
}

mp_obj_t mp_binary_op(mp_binary_op_t op, mp_obj_t lhs, mp_obj_t rhs) {
    if (mp_obj_is_obj(rhs) && op <= MP_BINARY_OP_POWER) {
        mp_cstack_check();
        mp_obj_t v = reflected(op, lhs, rhs, ((mp_obj_base_t *)MP_OBJ_TO_PTR(rhs))->type);
        if (v != MP_OBJ_NULL) {
            return v;
        }
    }
    return mp_binary_op_inner(op, lhs, rhs);
}
