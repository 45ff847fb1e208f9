#include <string.h>
#include <stdlib.h>
#include "py/runtime.h"
#include "py/objstr.h"
#include "py/unicode.h"
static mp_obj_t just(size_t n, const mp_obj_t *a, bool left) {
    GET_STR_DATA_LEN(a[0], s, len);
    mp_int_t w = mp_obj_get_int(a[1]), chars = utf8_charlen(s, len);
    const char *f = " "; size_t fl = 1;
    if (n > 2) f = mp_obj_str_get_data(a[2], &fl);
    vstr_t v; vstr_init(&v, len + (w > chars ? w - chars : 0) * fl + 1);
    if (left) vstr_add_strn(&v, (const char *)s, len);
    for (mp_int_t i = chars; i < w; i++) vstr_add_strn(&v, f, fl);
    if (!left) vstr_add_strn(&v, (const char *)s, len);
    return mp_obj_new_str_from_vstr(&v);
}
static mp_obj_t ljust(size_t n, const mp_obj_t *a) { return just(n, a, true); }
static mp_obj_t rjust(size_t n, const mp_obj_t *a) { return just(n, a, false); }
MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(port_str_ljust_obj, 2, 3, ljust);
MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(port_str_rjust_obj, 2, 3, rjust);
static mp_obj_t zfill(mp_obj_t s_in, mp_obj_t w_in) {
    GET_STR_DATA_LEN(s_in, s, len); mp_int_t w = mp_obj_get_int(w_in);
    vstr_t v; vstr_init(&v, 16);
    size_t i = 0; if (len && (s[0] == '-' || s[0] == '+')) vstr_add_char(&v, s[i++]);
    for (mp_int_t k = len; k < w; k++) vstr_add_char(&v, '0');
    vstr_add_strn(&v, (const char *)s + i, len - i);
    return mp_obj_new_str_from_vstr(&v);
}
MP_DEFINE_CONST_FUN_OBJ_2(port_str_zfill_obj, zfill);
static mp_obj_t casing(mp_obj_t s_in, bool all) {
    GET_STR_DATA_LEN(s_in, s, len); vstr_t v; vstr_init(&v, len + 1); bool up = true;
    for (size_t i = 0; i < len; i++) { char c = s[i]; bool al = unichar_isalpha((byte)c); vstr_add_byte(&v, (byte)c >= 128 ? c : up ? unichar_toupper(c) : unichar_tolower(c)); up = all ? !al : false; }
    return mp_obj_new_str_from_vstr(&v);
}
static mp_obj_t title(mp_obj_t s) { return casing(s, true); }
static mp_obj_t capitalize(mp_obj_t s) { return casing(s, false); }
MP_DEFINE_CONST_FUN_OBJ_1(port_str_title_obj, title);
MP_DEFINE_CONST_FUN_OBJ_1(port_str_capitalize_obj, capitalize);
mp_obj_t port_str_step_slice(mp_obj_t self, mp_obj_t slice) {
    GET_STR_DATA_LEN(self, s, len);
    mp_bound_slice_t b; mp_obj_slice_indices(slice, utf8_charlen(s, len), &b);
    vstr_t v; vstr_init(&v, len + 1);
    for (mp_int_t i = b.start; b.step > 0 ? i < (mp_int_t)b.stop : i > (mp_int_t)b.stop; i += b.step) {
        const byte *p = s; for (mp_int_t k = 0; k < i; k++) p = utf8_next_char(p);
        vstr_add_strn(&v, (const char *)p, utf8_next_char(p) - p);
    }
    return mp_obj_new_str_from_vstr(&v);
}
double port_strtod(const char *s, const char *e) {
    char b[64], *p = b; size_t n = e - s;
    if (n >= sizeof b) p = m_malloc(n + 1);
    char *q = p; for (; s < e; s++) if (*s != '_') *q++ = *s;
    *q = 0; return strtod(p, NULL);
}
