// Exceptions: __cause__ and __context__, module names for messages, and the types that MicroPython lacks.
#include <string.h>
#include "py/objexcept.h"
#include "py/objtype.h"
#include "py/runtime.h"
#include "port.h"

MP_DEFINE_EXCEPTION(RecursionError, RuntimeError)
MP_DEFINE_EXCEPTION(ModuleNotFoundError, ImportError)
MP_DEFINE_EXCEPTION(FloatingPointError, ArithmeticError)
MP_DEFINE_EXCEPTION(UnboundLocalError, NameError)
MP_DEFINE_EXCEPTION(TimeoutError, OSError)
MP_DEFINE_EXCEPTION(FileNotFoundError, OSError)
MP_DEFINE_EXCEPTION(Warning, Exception)
MP_DEFINE_EXCEPTION(UserWarning, Warning)
MP_DEFINE_EXCEPTION(DeprecationWarning, Warning)
MP_DEFINE_EXCEPTION(FutureWarning, Warning)
MP_DEFINE_EXCEPTION(RuntimeWarning, Warning)

static mp_obj_exception_t *native_part(mp_obj_t exception) {
    if (mp_obj_is_instance_type(mp_obj_get_type(exception))) {
        exception = mp_obj_cast_to_native_base(exception, MP_OBJ_FROM_PTR(&mp_type_BaseException));
    }
    return exception == MP_OBJ_NULL || !mp_obj_is_native_exception_instance(exception) ? NULL : MP_OBJ_TO_PTR(exception);
}

// A few exceptions are constants in read-only memory.
static bool is_constant(const mp_obj_exception_t *e) {
    extern const mp_obj_exception_t mp_const_GeneratorExit_obj;
    return e == &mp_const_GeneratorExit_obj;
}

void port_exception_set_cause(mp_obj_t exception, mp_obj_t cause) {
    mp_obj_exception_t *e = native_part(exception);
    if (e != NULL && !is_constant(e)) {
        e->cause = cause == mp_const_none ? MP_OBJ_NULL : cause;
        e->suppress_context = true;
    }
}

void port_exception_set_context(mp_obj_t exception, mp_obj_t context) {
    mp_obj_exception_t *e = native_part(exception), *c = native_part(context);
    if (e != NULL && c != NULL && e != c && !is_constant(e) && e->context == MP_OBJ_NULL) {
        // never a cycle: the older one may have been raised again inside
        for (mp_obj_exception_t *i = c; i != NULL; i = i->context == MP_OBJ_NULL ? NULL : native_part(i->context)) {
            if (i == e) {
                return;
            }
        }
        e->context = context;
    }
}

mp_obj_t port_exception_cause(mp_obj_t exception) {
    mp_obj_exception_t *e = native_part(exception);
    return e == NULL ? MP_OBJ_NULL : e->cause;
}

mp_obj_t port_exception_context(mp_obj_t exception) {
    mp_obj_exception_t *e = native_part(exception);
    return e == NULL || e->suppress_context ? MP_OBJ_NULL : e->context;
}

// What an error is told anew with: another text in the same exception, or another exception with the same frames.
void port_exception_set_args(mp_obj_t exception, mp_obj_t args) {
    mp_obj_exception_t *e = native_part(exception);
    if (e != NULL && !is_constant(e)) {
        e->args = MP_OBJ_TO_PTR(args);
    }
}

void port_exception_copy_traceback(mp_obj_t to, mp_obj_t from) {
    mp_obj_exception_t *t = native_part(to), *f = native_part(from);
    if (t != NULL && f != NULL && !is_constant(t) && f->traceback_data != NULL) {
        t->traceback_alloc = t->traceback_len = f->traceback_len;
        t->traceback_data = m_new(size_t, f->traceback_len);
        memcpy(t->traceback_data, f->traceback_data, f->traceback_len * sizeof(size_t));
    }
}

static mp_obj_t none_if_null(mp_obj_t o) {
    return o == MP_OBJ_NULL ? mp_const_none : o;
}

static mp_obj_t with_traceback(mp_obj_t self, mp_obj_t traceback) {
    (void)traceback;
    return self;
}
static MP_DEFINE_CONST_FUN_OBJ_2(with_traceback_obj, with_traceback);

bool port_exception_attr(mp_obj_exception_t *self, qstr attr, mp_obj_t *dest) {
    bool store = dest[0] != MP_OBJ_NULL;
    switch (attr) {
        case MP_QSTR___cause__:
            if (store) {
                port_exception_set_cause(MP_OBJ_FROM_PTR(self), dest[1] == MP_OBJ_NULL ? mp_const_none : dest[1]);
                dest[0] = MP_OBJ_NULL;
            } else {
                dest[0] = none_if_null(self->cause);
            }
            return true;
        case MP_QSTR___context__:
            if (!store) {
                dest[0] = none_if_null(self->context);
            }
            return true;
        case MP_QSTR___suppress_context__:
            if (!store) {
                dest[0] = mp_obj_new_bool(self->suppress_context);
            }
            return true;
        case MP_QSTR___traceback__:
            if (!store) {
                dest[0] = mp_const_none;
                return true;
            }
            return false;
        case MP_QSTR_with_traceback:
            if (!store) {
                dest[0] = MP_OBJ_FROM_PTR(&with_traceback_obj);
                dest[1] = MP_OBJ_FROM_PTR(self);
            }
            return true;
        default:
            return false;
    }
}

const char *port_module_name(mp_obj_t module) {
    if (!mp_obj_is_type(module, &mp_type_module)) {
        return "?";
    }
    mp_map_elem_t *name = mp_map_lookup(&mp_obj_module_get_globals(module)->map, MP_OBJ_NEW_QSTR(MP_QSTR___name__), MP_MAP_LOOKUP);
    return name == NULL || !mp_obj_is_str(name->value) ? "?" : mp_obj_str_get_str(name->value);
}

NORETURN void port_raise_not_in(mp_obj_t sequence, mp_obj_t item) {
    vstr_t text;
    mp_print_t print;
    vstr_init_print(&text, 32, &print);
    if (mp_obj_is_type(sequence, &mp_type_list)) {
        mp_obj_print_helper(&print, item, PRINT_REPR);
        vstr_add_str(&text, " is not in list");
    } else {
        vstr_add_str(&text, "tuple.index(x): x not in tuple");
    }
    nlr_raise(mp_obj_new_exception_arg1(&mp_type_ValueError, mp_obj_new_str_from_vstr(&text)));
}

mp_obj_t port_unbound_local(void) {
    extern const char *port_unbound_name(void);
    const char *name = port_unbound_name();
    return mp_obj_new_exception_msg_varg(&mp_type_UnboundLocalError, name[0] == 0 ? MP_ERROR_TEXT("a local variable is not associated with a value")
        : MP_ERROR_TEXT("cannot access local variable '%s' where it is not associated with a value"), name);
}
