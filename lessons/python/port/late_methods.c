// Methods of str that programs rarely use are Python (packages/_text.py), which is imported when one of them is first named.
#include "py/runtime.h"
#include "port.h"

bool port_late_method(mp_obj_t object, qstr name, mp_obj_t *dest) {
    bool of_type = object == MP_OBJ_FROM_PTR(&mp_type_str);
    if (!of_type && mp_obj_get_type(object) != &mp_type_str) {
        return false;
    }
    if (name != MP_QSTR_istitle && name != MP_QSTR_isascii && name != MP_QSTR_isprintable && name != MP_QSTR_translate && name != MP_QSTR_maketrans) {
        return false;
    }
    dest[0] = mp_load_attr(mp_import_name(MP_QSTR__text, mp_const_none, MP_OBJ_NEW_SMALL_INT(0)), name);
    dest[1] = of_type || name == MP_QSTR_maketrans ? MP_OBJ_NULL : object;
    return true;
}
