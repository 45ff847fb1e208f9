// Methods of str that MicroPython lacks, and slices with a step.
#include <stdlib.h>
#include <string.h>
#include "py/objstr.h"
#include "py/runtime.h"
#include "py/unicode.h"

static mp_obj_t padded(size_t n, const mp_obj_t *args, char align) {
    GET_STR_DATA_LEN(args[0], s, len);
    mp_int_t width = mp_obj_get_int(args[1]), chars = utf8_charlen(s, len), missing = width > chars ? width - chars : 0;
    const char *fill = " ";
    size_t fill_n = 1;
    if (n > 2) {
        fill = mp_obj_str_get_data(args[2], &fill_n);
        if (utf8_charlen((const byte *)fill, fill_n) != 1) {
            mp_raise_TypeError(MP_ERROR_TEXT("The fill character must be exactly one character long"));
        }
    }
    // CPython's center() puts the odd one to the left only when the width is odd
    mp_int_t left = align == '<' ? 0 : align == '>' ? missing : missing / 2 + (missing & width & 1);
    vstr_t v;
    vstr_init(&v, len + missing * fill_n + 1);
    for (mp_int_t i = 0; i < left; i++) {
        vstr_add_strn(&v, fill, fill_n);
    }
    vstr_add_strn(&v, (const char *)s, len);
    for (mp_int_t i = left; i < missing; i++) {
        vstr_add_strn(&v, fill, fill_n);
    }
    return mp_obj_new_str_from_vstr(&v);
}
static mp_obj_t ljust(size_t n, const mp_obj_t *args) {
    return padded(n, args, '<');
}
static mp_obj_t rjust(size_t n, const mp_obj_t *args) {
    return padded(n, args, '>');
}
static mp_obj_t center(size_t n, const mp_obj_t *args) {
    return padded(n, args, '^');
}
MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(port_str_ljust_obj, 2, 3, ljust);
MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(port_str_rjust_obj, 2, 3, rjust);
MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(port_str_center_obj, 2, 3, center);

static mp_obj_t zfill(mp_obj_t s_in, mp_obj_t width_in) {
    GET_STR_DATA_LEN(s_in, s, len);
    mp_int_t width = mp_obj_get_int(width_in);
    vstr_t v;
    vstr_init(&v, len + 16);
    size_t i = 0;
    if (len != 0 && (s[0] == '-' || s[0] == '+')) {
        vstr_add_char(&v, s[i++]);
    }
    for (mp_int_t k = utf8_charlen(s, len); k < width; k++) {
        vstr_add_char(&v, '0');
    }
    vstr_add_strn(&v, (const char *)s + i, len - i);
    return mp_obj_new_str_from_vstr(&v);
}
MP_DEFINE_CONST_FUN_OBJ_2(port_str_zfill_obj, zfill);

typedef enum { TITLE, CAPITALIZE, SWAP } casing_t;
static mp_obj_t cased(mp_obj_t s_in, casing_t kind) {
    GET_STR_DATA_LEN(s_in, s, len);
    vstr_t v;
    vstr_init(&v, len + 1);
    bool upper = true;
    for (size_t i = 0; i < len; i++) {
        byte c = s[i];
        bool letter = unichar_isalpha(c);
        if (kind == SWAP) {
            upper = !unichar_isupper(c);
        }
        vstr_add_byte(&v, c >= 128 ? c : upper ? unichar_toupper(c) : unichar_tolower(c));
        upper = kind == TITLE && !letter && c < 128;
    }
    return mp_obj_new_str_from_vstr(&v);
}
static mp_obj_t title(mp_obj_t s) {
    return cased(s, TITLE);
}
static mp_obj_t capitalize(mp_obj_t s) {
    return cased(s, CAPITALIZE);
}
static mp_obj_t swapcase(mp_obj_t s) {
    return cased(s, SWAP);
}
MP_DEFINE_CONST_FUN_OBJ_1(port_str_title_obj, title);
MP_DEFINE_CONST_FUN_OBJ_1(port_str_capitalize_obj, capitalize);
MP_DEFINE_CONST_FUN_OBJ_1(port_str_swapcase_obj, swapcase);

static mp_obj_t expandtabs(size_t n, const mp_obj_t *args) {
    GET_STR_DATA_LEN(args[0], s, len);
    mp_int_t size = n > 1 ? mp_obj_get_int(args[1]) : 8, column = 0;
    vstr_t v;
    vstr_init(&v, len + 16);
    for (const byte *p = s, *end = s + len; p < end; p = utf8_next_char(p)) {
        if (*p == '\t') {
            for (mp_int_t stop = size > 0 ? size - column % size : 0; stop > 0; stop--, column++) {
                vstr_add_char(&v, ' ');
            }
            continue;
        }
        vstr_add_strn(&v, (const char *)p, utf8_next_char(p) - p);
        column = *p == '\n' || *p == '\r' ? 0 : column + 1;
    }
    return mp_obj_new_str_from_vstr(&v);
}
MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(port_str_expandtabs_obj, 1, 2, expandtabs);

static mp_obj_t is_all(mp_obj_t s_in, bool identifier) {
    GET_STR_DATA_LEN(s_in, s, len);
    for (size_t i = 0; i < len; i++) {
        bool ok = s[i] >= 128 || unichar_isalpha(s[i]) || (identifier && s[i] == '_') || (unichar_isdigit(s[i]) && !(identifier && i == 0));
        if (!ok) {
            return mp_const_false;
        }
    }
    return mp_obj_new_bool(len != 0);
}
static mp_obj_t all_alnum(mp_obj_t s) {
    return is_all(s, false);
}
static mp_obj_t isidentifier(mp_obj_t s) {
    return is_all(s, true);
}
MP_DEFINE_CONST_FUN_OBJ_1(port_str_isalnum_obj, all_alnum);
MP_DEFINE_CONST_FUN_OBJ_1(port_str_isidentifier_obj, isidentifier);

static mp_obj_t removeprefix(mp_obj_t s_in, mp_obj_t part_in) {
    GET_STR_DATA_LEN(s_in, s, len);
    GET_STR_DATA_LEN(part_in, part, n);
    bool has = n != 0 && n <= len && memcmp(s, part, n) == 0;
    return has ? mp_obj_new_str((const char *)s + n, len - n) : s_in;
}
static mp_obj_t removesuffix(mp_obj_t s_in, mp_obj_t part_in) {
    GET_STR_DATA_LEN(s_in, s, len);
    GET_STR_DATA_LEN(part_in, part, n);
    bool has = n != 0 && n <= len && memcmp(s + len - n, part, n) == 0;
    return has ? mp_obj_new_str((const char *)s, len - n) : s_in;
}
MP_DEFINE_CONST_FUN_OBJ_2(port_str_removeprefix_obj, removeprefix);
MP_DEFINE_CONST_FUN_OBJ_2(port_str_removesuffix_obj, removesuffix);

mp_obj_t port_str_format(size_t n_args, const mp_obj_t *args, mp_map_t *kwargs);
static mp_obj_t format_map(mp_obj_t s, mp_obj_t map) {
    return port_str_format(1, &s, mp_obj_dict_get_map(map));
}
MP_DEFINE_CONST_FUN_OBJ_2(port_str_format_map_obj, format_map);

mp_obj_t port_str_step_slice(mp_obj_t self, mp_obj_t slice) {
    GET_STR_DATA_LEN(self, s, len);
    mp_bound_slice_t b;
    mp_obj_slice_indices(slice, utf8_charlen(s, len), &b);
    // where each character starts: one pass instead of one for each character
    mp_int_t chars = utf8_charlen(s, len);
    const byte **starts = m_new(const byte *, chars + 1);
    const byte *p = s;
    for (mp_int_t i = 0; i <= chars; i++) {
        starts[i] = p;
        p = i < chars ? utf8_next_char(p) : p;
    }
    vstr_t v;
    vstr_init(&v, len + 1);
    for (mp_int_t i = b.start; b.step > 0 ? i < (mp_int_t)b.stop : i > (mp_int_t)b.stop; i += b.step) {
        vstr_add_strn(&v, (const char *)starts[i], starts[i + 1] - starts[i]);
    }
    m_del(const byte *, starts, chars + 1);
    return mp_obj_new_str_from_vstr(&v);
}

// Decimal text (with underscores) to the nearest double.
double port_strtod(const char *s, const char *end) {
    char small[64], *text = small;
    size_t n = end - s;
    if (n >= sizeof small) {
        text = m_malloc(n + 1);
    }
    char *out = text;
    for (; s < end; s++) {
        if (*s != '_') {
            *out++ = *s;
        }
    }
    *out = 0;
    return strtod(text, NULL);
}
