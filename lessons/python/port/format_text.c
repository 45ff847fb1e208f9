// __f__ and __v__, the hidden builtins that f-strings are rewritten to (lessons/python/fstring.h), format(), and str.format.
#include "py/objstr.h"
#include "py/runtime.h"
#include "port.h"

static mp_obj_t join(size_t n, const mp_obj_t *parts) {
    if (n == 0) {
        return MP_OBJ_NEW_QSTR(MP_QSTR_);
    }
    vstr_t text;
    vstr_init(&text, 32);
    for (size_t i = 0; i < n; i++) {
        size_t len;
        const char *s = mp_obj_str_get_data(parts[i], &len);
        vstr_add_strn(&text, s, len);
    }
    return mp_obj_new_str_from_utf8_vstr(&text);
}
MP_DEFINE_CONST_FUN_OBJ_VAR(port_f_obj, 0, join);

static mp_obj_t format_value(mp_obj_t value, mp_obj_t spec) {
    vstr_t pattern;
    vstr_init(&pattern, 16);
    vstr_add_str(&pattern, "{:");
    size_t len;
    const char *s = mp_obj_str_get_data(spec, &len);
    vstr_add_strn(&pattern, s, len);
    vstr_add_char(&pattern, '}');
    mp_obj_t args[2] = { mp_obj_new_str_from_utf8_vstr(&pattern), value };
    return mp_obj_str_format(2, args, (mp_map_t *)&mp_const_empty_map);
}

static mp_obj_t value_text(size_t n, const mp_obj_t *args) {
    mp_obj_t value = args[0];
    if (n > 2) {
        size_t len;
        char kind = *mp_obj_str_get_data(args[2], &len);
        vstr_t text;
        mp_print_t out;
        vstr_init_print(&text, 32, &out);
        mp_obj_print_helper(&out, value, kind == 's' ? PRINT_STR : PRINT_REPR);
        value = mp_obj_new_str_from_utf8_vstr(&text);
    }
    return format_value(value, n > 1 ? args[1] : MP_OBJ_NEW_QSTR(MP_QSTR_));
}
MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(port_v_obj, 1, 3, value_text);

static mp_obj_t format(size_t n, const mp_obj_t *args) {
    return format_value(args[0], n > 1 ? args[1] : MP_OBJ_NEW_QSTR(MP_QSTR_));
}
MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(port_format_obj, 1, 2, format);
