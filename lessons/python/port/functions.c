// Attributes of functions, and what is wrong with a call's arguments, in CPython's words.
#include <stdio.h>
#include <string.h>
#include "py/bc.h"
#include "py/objfun.h"
#include "py/objtype.h"
#include "py/runtime.h"
#include "port.h"

typedef struct {
    size_t positional, keyword_only, defaults, flags;
    const byte *names;   // encoded, one after the other
} signature_t;

static signature_t signature_of(const mp_obj_fun_bc_t *f) {
    const byte *ip = f->bytecode;
    MP_BC_PRELUDE_SIG_DECODE(ip);
    MP_BC_PRELUDE_SIZE_DECODE(ip);
    (void)n_state;
    (void)n_exc_stack;
    return (signature_t) { n_pos_args, n_kwonly_args, n_def_pos_args, scope_flags, mp_decode_uint_skip(ip) };
}

static qstr next_name(const mp_obj_fun_bc_t *f, const byte **names) {
    return f->context->constants.qstr_table[mp_decode_uint(names)];
}

void port_function_attr(mp_obj_t self, qstr attr, mp_obj_t *dest) {
    mp_obj_fun_bc_t *f = MP_OBJ_TO_PTR(self);
    if (dest[0] != MP_OBJ_NULL) {
        if (f->attributes == MP_OBJ_NULL) {
            f->attributes = mp_obj_new_dict(1);
        }
        if (dest[1] != MP_OBJ_NULL) {
            mp_obj_dict_store(f->attributes, MP_OBJ_NEW_QSTR(attr), dest[1]);
        } else if (mp_map_lookup(mp_obj_dict_get_map(f->attributes), MP_OBJ_NEW_QSTR(attr), MP_MAP_LOOKUP_REMOVE_IF_FOUND) == NULL) {
            return;
        }
        dest[0] = MP_OBJ_NULL;
        return;
    }
    if (f->attributes != MP_OBJ_NULL) {
        mp_map_elem_t *found = mp_map_lookup(mp_obj_dict_get_map(f->attributes), MP_OBJ_NEW_QSTR(attr), MP_MAP_LOOKUP);
        if (found != NULL) {
            dest[0] = found->value;
            return;
        }
    }
    switch (attr) {
        case MP_QSTR___name__:
        case MP_QSTR___qualname__:
            dest[0] = MP_OBJ_NEW_QSTR(mp_obj_fun_get_name(self));
            break;
        case MP_QSTR___doc__:
            dest[0] = mp_const_none;
            break;
        case MP_QSTR___dict__:
            // a copy, without what is not in CPython's
            dest[0] = f->attributes == MP_OBJ_NULL ? mp_obj_new_dict(0) : mp_obj_dict_copy(f->attributes);
            static const qstr hidden[] = { MP_QSTR___doc__, MP_QSTR___name__, MP_QSTR___qualname__, MP_QSTR___module__ };
            for (size_t i = 0; i < MP_ARRAY_SIZE(hidden); i++) {
                mp_map_lookup(mp_obj_dict_get_map(dest[0]), MP_OBJ_NEW_QSTR(hidden[i]), MP_MAP_LOOKUP_REMOVE_IF_FOUND);
            }
            break;
        case MP_QSTR___module__: {
            mp_map_elem_t *name = mp_map_lookup(&f->context->module.globals->map, MP_OBJ_NEW_QSTR(MP_QSTR___name__), MP_MAP_LOOKUP);
            dest[0] = name == NULL ? mp_const_none : name->value;
            break;
        }
        case MP_QSTR___annotations__:
            dest[0] = mp_obj_new_dict(0);
            break;
        case MP_QSTR___defaults__: {
            signature_t s = signature_of(f);
            dest[0] = s.defaults == 0 ? mp_const_none : mp_obj_new_tuple(s.defaults, f->extra_args);
            break;
        }
        case MP_QSTR___kwdefaults__: {
            signature_t s = signature_of(f);
            dest[0] = s.flags & MP_SCOPE_FLAG_DEFKWARGS ? f->extra_args[s.defaults] : mp_const_none;
            break;
        }
        case MP_QSTR___signature_names__: {
            // for the inspect module: (positional count, keyword-only count, *args?, **kwargs?, names…)
            signature_t s = signature_of(f);
            mp_obj_t list = mp_obj_new_list(0, NULL);
            mp_obj_list_append(list, MP_OBJ_NEW_SMALL_INT(s.positional));
            mp_obj_list_append(list, MP_OBJ_NEW_SMALL_INT(s.keyword_only));
            mp_obj_list_append(list, mp_obj_new_bool(s.flags & MP_SCOPE_FLAG_VARARGS));
            mp_obj_list_append(list, mp_obj_new_bool(s.flags & MP_SCOPE_FLAG_VARKEYWORDS));
            for (size_t i = 0; i < s.positional + s.keyword_only; i++) {
                mp_obj_list_append(list, MP_OBJ_NEW_QSTR(next_name(f, &s.names)));
            }
            dest[0] = list;
            break;
        }
    }
}

// "A.f" for a method of class A, as far as the first argument tells.
static const char *display_name(mp_obj_fun_bc_t *f, const mp_obj_t *args, size_t n_args) {
    static char text[96];
    const char *name = qstr_str(mp_obj_fun_get_name(MP_OBJ_FROM_PTR(f)));
    if (n_args > 0) {
        const mp_obj_type_t *type = mp_obj_get_type(args[0]);
        while (type != NULL && mp_obj_is_instance_type(type) && MP_OBJ_TYPE_HAS_SLOT(type, locals_dict)) {
            mp_map_elem_t *found = mp_map_lookup(&MP_OBJ_TYPE_GET_SLOT(type, locals_dict)->map,
                MP_OBJ_NEW_QSTR(mp_obj_fun_get_name(MP_OBJ_FROM_PTR(f))), MP_MAP_LOOKUP);
            if (found != NULL && found->value == MP_OBJ_FROM_PTR(f)) {
                snprintf(text, sizeof text, "%s.%s", qstr_str(type->name), name);
                return text;
            }
            const mp_obj_type_t *parent = MP_OBJ_TYPE_GET_SLOT_OR_NULL(type, parent);
            type = parent != NULL && parent->base.type == &mp_type_type ? parent : NULL;
        }
    }
    return name;
}

NORETURN void port_raise_argument(mp_obj_fun_bc_t *f, const mp_obj_t *args, size_t n_args, const char *text, qstr argument) {
    mp_raise_msg_varg(&mp_type_TypeError, (mp_rom_error_text_t)text, display_name(f, args, n_args), argument);
}

// `state_top` is the slot of the first parameter; the others lie below it.
NORETURN void port_raise_missing(mp_obj_fun_bc_t *f, const mp_obj_t *state_top, const mp_obj_t *args, size_t n_args) {
    signature_t s = signature_of(f);
    size_t required = s.positional - s.defaults, missing = 0;
    qstr names[8];
    for (size_t i = 0; i < required; i++) {
        qstr name = next_name(f, &s.names);
        if (state_top == NULL ? i >= n_args : state_top[-(mp_int_t)i] == MP_OBJ_NULL) {
            if (missing < MP_ARRAY_SIZE(names)) {
                names[missing] = name;
            }
            missing++;
        }
    }
    vstr_t text;
    vstr_init(&text, 64);
    vstr_printf(&text, "%s() missing %u required positional argument%s: ", display_name(f, args, n_args), (unsigned)missing, missing == 1 ? "" : "s");
    for (size_t i = 0; i < missing && i < MP_ARRAY_SIZE(names); i++) {
        const char *joint = i == 0 ? "" : i + 1 < missing ? ", " : missing > 2 ? ", and " : " and ";
        vstr_printf(&text, "%s'%s'", joint, qstr_str(names[i]));
    }
    nlr_raise(mp_obj_new_exception_arg1(&mp_type_TypeError, mp_obj_new_str_from_vstr(&text)));
}

NORETURN void port_raise_positional(mp_obj_fun_bc_t *f, size_t given, const mp_obj_t *args) {
    signature_t s = signature_of(f);
    if (given < s.positional) {
        port_raise_missing(f, NULL, args, given);
    }
    size_t least = s.positional - s.defaults;
    char count[32];
    if (s.defaults != 0) {
        snprintf(count, sizeof count, "from %u to %u", (unsigned)least, (unsigned)s.positional);
    } else {
        snprintf(count, sizeof count, "%u", (unsigned)s.positional);
    }
    mp_raise_msg_varg(&mp_type_TypeError, MP_ERROR_TEXT("%s() takes %s positional argument%s but %u %s given"), display_name(f, args, given), count,
        s.positional == 1 && s.defaults == 0 ? "" : "s", (unsigned)given, given == 1 ? "was" : "were");
}
