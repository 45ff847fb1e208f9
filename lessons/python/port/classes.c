// Classes: printed names, hidden class methods for enums and generics, __init_subclass__, __annotations__, __mro__.
#include <string.h>
#include "py/objtype.h"
#include "py/runtime.h"
#include "port.h"

void port_lookup_in_parents(const mp_obj_type_t *type, qstr attr, mp_obj_t *dest);

// "module.Name"; a builtin's name alone.
void port_print_class_name(const mp_print_t *print, const mp_obj_type_t *type) {
    const mp_obj_dict_t *locals = MP_OBJ_TYPE_GET_SLOT_OR_NULL(type, locals_dict);
    if (locals != NULL) {
        mp_map_elem_t *module = mp_map_lookup((mp_map_t *)&locals->map, MP_OBJ_NEW_QSTR(MP_QSTR___module__), MP_MAP_LOOKUP);
        if (module != NULL && mp_obj_is_str(module->value) && module->value != MP_OBJ_NEW_QSTR(MP_QSTR_builtins)) {
            mp_obj_print_helper(print, module->value, PRINT_STR);
            mp_print_str(print, ".");
            mp_map_elem_t *name = mp_map_lookup((mp_map_t *)&locals->map, MP_OBJ_NEW_QSTR(MP_QSTR___qualname__), MP_MAP_LOOKUP);
            if (name != NULL && mp_obj_is_str(name->value)) {
                mp_obj_print_helper(print, name->value, PRINT_STR);
                return;
            }
        }
    }
    mp_printf(print, "%q", type->name);
}

void port_print_class(const mp_print_t *print, const mp_obj_type_t *type) {
    mp_print_str(print, "<class '");
    port_print_class_name(print, type);
    mp_print_str(print, "'>");
}

static mp_obj_t call_class_method(mp_obj_t self, qstr name, size_t n_args, mp_obj_t arg) {
    mp_obj_t call[3];
    mp_load_method_maybe(self, name, call);
    if (call[0] == MP_OBJ_NULL) {
        return MP_OBJ_NULL;
    }
    call[2] = arg;
    return call[1] == MP_OBJ_NULL ? mp_call_function_n_kw(call[0], n_args, 0, &call[2]) : mp_call_method_n_kw(n_args, 0, call);
}

mp_obj_t port_class_unary_op(mp_unary_op_t op, mp_obj_t self) {
    if (op == MP_UNARY_OP_LEN) {
        return call_class_method(self, MP_QSTR___class_len__, 0, MP_OBJ_NULL);
    }
    return op == MP_UNARY_OP_HASH ? MP_OBJ_NEW_SMALL_INT((mp_uint_t)self >> 3) : MP_OBJ_NULL;
}

mp_obj_t port_class_subscr(mp_obj_t self, mp_obj_t index, mp_obj_t value) {
    if (value != MP_OBJ_SENTINEL) {
        return MP_OBJ_NULL;
    }
    mp_obj_t found = call_class_method(self, MP_QSTR___class_getitem__, 1, index);
    if (found != MP_OBJ_NULL) {
        return found;
    }
    // list[int] and the like are only ever annotations
    return mp_obj_is_instance_type((const mp_obj_type_t *)MP_OBJ_TO_PTR(self)) ? MP_OBJ_NULL : self;
}

mp_obj_t port_class_getiter(mp_obj_t self, mp_obj_iter_buf_t *buffer) {
    mp_obj_t items = call_class_method(self, MP_QSTR___class_iter__, 0, MP_OBJ_NULL);
    if (items == MP_OBJ_NULL) {
        mp_raise_msg(&mp_type_TypeError, MP_ERROR_TEXT("'type' object is not iterable"));
    }
    return mp_getiter(items, buffer);
}

bool port_has_many_bases(const mp_obj_type_t *type) {
    while (type != NULL && mp_obj_is_instance_type(type)) {
        const mp_obj_type_t *parent = MP_OBJ_TYPE_GET_SLOT_OR_NULL(type, parent);
        if (parent != NULL && parent->base.type == &mp_type_tuple) {
            return true;
        }
        type = parent;
    }
    return false;
}

// The classes in CPython's order (C3): a class before its bases, bases in the order in which they are named. NULL where there is no such order.
static mp_obj_t linearised(const mp_obj_type_t *type) {
    mp_obj_t self = MP_OBJ_FROM_PTR(type), order = mp_obj_new_list(1, &self);
    const mp_obj_type_t *parent = MP_OBJ_TYPE_GET_SLOT_OR_NULL(type, parent);
    if (parent == NULL || parent == &mp_type_object) {
        return order;
    }
    size_t n = 1;
    mp_obj_t single = MP_OBJ_FROM_PTR(parent), *bases = &single;
    if (parent->base.type == &mp_type_tuple) {
        mp_obj_tuple_get(single, &n, &bases);
    }
    // The orders of the bases, and last the bases themselves, are merged: next comes the first head that is in no other's tail.
    mp_obj_list_t **rest = m_new(mp_obj_list_t *, n + 1);
    size_t *at = m_new0(size_t, n + 1);
    for (size_t i = 0; i <= n; i++) {
        mp_obj_t list = i == n ? mp_obj_new_list(n, bases) : bases[i] == MP_OBJ_FROM_PTR(&mp_type_object) ? mp_obj_new_list(0, NULL) : linearised(MP_OBJ_TO_PTR(bases[i]));
        if (list == MP_OBJ_NULL) {
            return list;
        }
        rest[i] = MP_OBJ_TO_PTR(list);
    }
    for (;;) {
        mp_obj_t next = MP_OBJ_NULL;
        bool more = false;
        for (size_t i = 0; i <= n && next == MP_OBJ_NULL; i++) {
            while (at[i] < rest[i]->len && rest[i]->items[at[i]] == MP_OBJ_FROM_PTR(&mp_type_object)) {
                at[i]++;
            }
            if (at[i] == rest[i]->len) {
                continue;
            }
            more = true;
            next = rest[i]->items[at[i]];
            for (size_t j = 0; j <= n && next != MP_OBJ_NULL; j++) {
                for (size_t k = at[j] + 1; k < rest[j]->len; k++) {
                    if (rest[j]->items[k] == next) {
                        next = MP_OBJ_NULL;
                        break;
                    }
                }
            }
        }
        if (next == MP_OBJ_NULL) {
            return more ? MP_OBJ_NULL : order;
        }
        mp_obj_list_append(order, next);
        for (size_t i = 0; i <= n; i++) {
            at[i] += at[i] < rest[i]->len && rest[i]->items[at[i]] == next;
        }
    }
}

mp_obj_t port_mro(const mp_obj_type_t *type) {
    mp_obj_t order = linearised(type);
    if (type != &mp_type_object) {
        mp_obj_list_append(order, MP_OBJ_FROM_PTR(&mp_type_object));
    }
    return order;
}

// The order of a class with several bases, which its own attributes keep.
bool port_known_mro(const mp_obj_type_t *type, size_t *n, mp_obj_t **items) {
    mp_map_elem_t *found = mp_map_lookup(&MP_OBJ_TYPE_GET_SLOT(type, locals_dict)->map, MP_OBJ_NEW_QSTR(MP_QSTR___order__), MP_MAP_LOOKUP);
    if (found != NULL) {
        mp_obj_list_get(found->value, n, items);
    }
    return found != NULL;
}

void port_class_attr(mp_obj_t self, qstr attr, mp_obj_t *dest) {
    const mp_obj_type_t *type = MP_OBJ_TO_PTR(self);
    if (attr == MP_QSTR___doc__) {
        dest[0] = mp_const_none;
    } else if (attr == MP_QSTR___module__) {
        dest[0] = MP_OBJ_NEW_QSTR(MP_QSTR_builtins);
    } else if (attr == MP_QSTR___qualname__) {
        dest[0] = MP_OBJ_NEW_QSTR(type->name);
    } else if (attr == MP_QSTR___mro__) {
        size_t n;
        mp_obj_t *items;
        mp_obj_list_get(port_mro(type), &n, &items);
        dest[0] = mp_obj_new_tuple(n, items);
    }
}

// Called after each class statement.
void port_class_made(mp_obj_t new_class, mp_map_t *kwargs) {
    const mp_obj_type_t *type = MP_OBJ_TO_PTR(new_class);
    if (!mp_obj_is_type(new_class, &mp_type_type) || !mp_obj_is_instance_type(type)) {
        return;
    }
    const mp_obj_type_t *parent = MP_OBJ_TYPE_GET_SLOT_OR_NULL(type, parent);
    if (parent != NULL && parent->base.type == &mp_type_tuple) {
        mp_obj_t order = linearised(type);
        if (order == MP_OBJ_NULL) {
            vstr_t text;
            mp_print_t print;
            vstr_init_print(&text, 80, &print);
            mp_print_str(&print, "Cannot create a consistent method resolution\norder (MRO) for bases");
            size_t n;
            mp_obj_t *bases;
            mp_obj_tuple_get(MP_OBJ_FROM_PTR(parent), &n, &bases);
            for (size_t i = 0; i < n; i++) {
                mp_printf(&print, "%s %q", i ? "," : "", ((mp_obj_type_t *)MP_OBJ_TO_PTR(bases[i]))->name);
            }
            nlr_raise(mp_obj_new_exception_arg1(&mp_type_TypeError, mp_obj_new_str_from_vstr(&text)));
        }
        mp_obj_dict_store(MP_OBJ_FROM_PTR(MP_OBJ_TYPE_GET_SLOT(type, locals_dict)), MP_OBJ_NEW_QSTR(MP_QSTR___order__), order);
    }
    mp_map_elem_t *meta = mp_map_lookup(kwargs, MP_OBJ_NEW_QSTR(MP_QSTR_metaclass), MP_MAP_LOOKUP);
    if (meta != NULL && meta->value != MP_OBJ_FROM_PTR(&mp_type_type)) {
        const char *name = mp_obj_is_type(meta->value, &mp_type_type) ? qstr_str(((mp_obj_type_t *)MP_OBJ_TO_PTR(meta->value))->name) : "";
        if (strcmp(name, "ABCMeta") != 0 && strcmp(name, "EnumMeta") != 0) {
            mp_raise_msg(&mp_type_NotImplementedError, MP_ERROR_TEXT("metaclasses are not supported here; class decorators and __init_subclass__ are"));
        }
    }
    mp_obj_t call[2] = { MP_OBJ_NULL, MP_OBJ_NULL };
    port_lookup_in_parents(type, MP_QSTR___init_subclass__, call);
    size_t used = kwargs->used - (meta != NULL);
    if (call[0] == MP_OBJ_NULL) {
        if (used != 0) {
            mp_raise_msg_varg(&mp_type_TypeError, MP_ERROR_TEXT("%q.__init_subclass__() takes no keyword arguments"), type->name);
        }
        return;
    }
    mp_obj_t *args = m_new(mp_obj_t, 1 + 2 * used);
    size_t n = 0;
    args[n++] = new_class;
    for (size_t i = 0; i < kwargs->used; i++) {
        if (&kwargs->table[i] != meta) {
            args[n++] = kwargs->table[i].key;
            args[n++] = kwargs->table[i].value;
        }
    }
    mp_call_function_n_kw(call[0], 1, used, args);
}

static mp_obj_t annotate(mp_obj_t name) {
    mp_obj_dict_t *locals = mp_locals_get();
    mp_map_elem_t *found = mp_map_lookup(&locals->map, MP_OBJ_NEW_QSTR(MP_QSTR___annotations__), MP_MAP_LOOKUP_ADD_IF_NOT_FOUND);
    if (found->value == MP_OBJ_NULL) {
        found->value = mp_obj_new_dict(2);
    }
    mp_obj_dict_store(found->value, name, mp_const_none);
    return mp_const_none;
}
MP_DEFINE_CONST_FUN_OBJ_1(port_annotate_obj, annotate);
