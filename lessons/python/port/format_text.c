// format(), str.format, and __f__ and __v__, the hidden builtins that f-strings are rewritten to (lessons/python/fstring.h).
// One implementation of CPython's format language for all of them.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "py/objint.h"
#include "py/objstr.h"
#include "py/runtime.h"
#include "py/unicode.h"
#include "port.h"

// ---- the specification: [[fill]align][sign][z][#][0][width][grouping][.precision][type]

typedef struct {
    const char *fill;
    size_t fill_bytes;
    char align, sign, grouping, type;
    bool alternate, no_negative_zero;
    int width, precision;
} spec_t;

static bool is_align(char c) {
    return c == '<' || c == '>' || c == '=' || c == '^';
}

static bool parse_number(const char **s, const char *end, int *out) {
    if (*s == end || **s < '0' || **s > '9') {
        return false;
    }
    long n = 0;
    for (; *s < end && **s >= '0' && **s <= '9'; ++*s) {
        n = n * 10 + (**s - '0');
        if (n > 1000000) {
            mp_raise_ValueError(MP_ERROR_TEXT("Too many decimal digits in format string"));
        }
    }
    *out = (int)n;
    return true;
}

static void parse_spec(spec_t *f, const char *s, size_t n, mp_obj_t value) {
    const char *start = s, *end = s + n;
    memset(f, 0, sizeof *f);
    f->fill = " ";
    f->fill_bytes = 1;
    f->width = f->precision = -1;
    if (s < end) {
        size_t first = (const char *)utf8_next_char((const byte *)s) - s;
        if (s + first < end && is_align(s[first])) {
            f->fill = s;
            f->fill_bytes = first;
            f->align = s[first];
            s += first + 1;
        } else if (is_align(*s)) {
            f->align = *s++;
        }
    }
    if (s < end && (*s == '+' || *s == '-' || *s == ' ')) {
        f->sign = *s++;
    }
    if (s < end && *s == 'z') {
        f->no_negative_zero = true;
        s++;
    }
    if (s < end && *s == '#') {
        f->alternate = true;
        s++;
    }
    if (s < end && *s == '0') {
        if (!f->align) {
            f->fill = "0";
            f->fill_bytes = 1;
            f->align = mp_obj_is_str(value) ? '<' : '=';
        }
        s++;
    }
    parse_number(&s, end, &f->width);
    if (s < end && (*s == ',' || *s == '_')) {
        f->grouping = *s++;
    }
    if (s < end && *s == '.') {
        s++;
        if (!parse_number(&s, end, &f->precision)) {
            mp_raise_ValueError(MP_ERROR_TEXT("Format specifier missing precision"));
        }
    }
    if (s < end) {
        f->type = *s++;
    }
    if (s != end) {
        mp_obj_t text = mp_obj_new_str(start, n);
        mp_raise_msg_varg(&mp_type_ValueError, MP_ERROR_TEXT("Invalid format specifier '%s' for object of type '%s'"),
            mp_obj_str_get_str(text), mp_obj_get_type_str(value));
    }
}

static NORETURN void unknown_code(const spec_t *f, mp_obj_t value) {
    mp_raise_msg_varg(&mp_type_ValueError, MP_ERROR_TEXT("Unknown format code '%c' for object of type '%s'"), f->type, mp_obj_get_type_str(value));
}

static void add_fill(vstr_t *out, const spec_t *f, int count) {
    for (int i = 0; i < count; i++) {
        vstr_add_strn(out, f->fill, f->fill_bytes);
    }
}

// head (sign and prefix), then digits; with `=` the fill goes between them, and grouping goes through zeros that fill.
static void add_padded(vstr_t *out, const spec_t *f, char default_align, const char *head, const char *text, size_t n) {
    int chars = (int)(strlen(head) + utf8_charlen((const byte *)text, n)), missing = f->width > chars ? f->width - chars : 0;
    char align = f->align ? f->align : default_align;
    int before = align == '>' ? missing : align == '^' ? missing / 2 : 0;
    add_fill(out, f, before);
    vstr_add_str(out, head);
    if (align == '=') {
        add_fill(out, f, missing);
        missing = 0;
    }
    vstr_add_strn(out, text, n);
    add_fill(out, f, missing - before);
}

// The digits before a point or exponent, in groups of `group`; at least `least` characters, zeros included.
static void add_grouped(vstr_t *out, const char *digits, size_t n, char separator, int group, int least) {
    int total = (int)n;
    while (total + (total - 1) / group < least) {
        total++;
    }
    for (int i = 0; i < total; i++) {
        if (i > 0 && (total - i) % group == 0) {
            vstr_add_char(out, separator);
        }
        int at = i - (total - (int)n);
        vstr_add_char(out, at < 0 ? '0' : digits[at]);
    }
}

static void add_number(vstr_t *out, const spec_t *f, bool negative, const char *prefix, const char *text, size_t n, int group) {
    char head[4] = { 0 };
    size_t h = 0;
    if (negative) {
        head[h++] = '-';
    } else if (f->sign == '+' || f->sign == ' ') {
        head[h++] = f->sign;
    }
    strcpy(head + h, prefix);
    if (!f->grouping) {
        add_padded(out, f, '>', head, text, n);
        return;
    }
    size_t whole = 0;
    while (whole < n && ((text[whole] >= '0' && text[whole] <= '9') || (group == 4 && text[whole] != '.'))) {
        whole++;
    }
    bool zeros = f->align == '=' && f->fill_bytes == 1 && *f->fill == '0';
    vstr_t grouped;
    vstr_init(&grouped, n + n / 3 + 8);
    add_grouped(&grouped, text, whole, f->grouping, group, zeros ? f->width - (int)strlen(head) - (int)(n - whole) : 0);
    vstr_add_strn(&grouped, text + whole, n - whole);
    add_padded(out, f, '>', head, grouped.buf, grouped.len);
    vstr_clear(&grouped);
}

static void add_float(vstr_t *out, const spec_t *f, double v, mp_obj_t value) {
    char type = f->type;
    int precision = f->precision;
    const char *suffix = "";
    if (type != 0 && strchr("eEfFgGn%", type) == NULL) {
        unknown_code(f, value);
    }
    bool negative = signbit(v) && !isnan(v);
    double magnitude = negative ? -v : v;
    if (type == '%') {
        magnitude *= 100;
        type = 'f';
        suffix = "%";
    }
    if (type == 'n') {
        type = 'g';
    }
    char pattern[8], small[64];
    char *text = small;
    size_t room = sizeof small;
    if (precision > 20 || magnitude > 1e15) {
        room = 340 + (precision > 0 ? precision : 0);
        text = m_new(char, room);
    }
    if (isnan(magnitude) || isinf(magnitude)) {
        bool upper = type >= 'A' && type <= 'Z';
        strcpy(text, isnan(magnitude) ? (upper ? "NAN" : "nan") : (upper ? "INF" : "inf"));
    } else if (type == 0 && precision < 0) {
        int mp_format_float(double, char *, size_t, char, int, char);
        mp_format_float(magnitude, text, room, 'g', 16, 0);
        if (strpbrk(text, ".en") == NULL) {
            strcat(text, ".0");
        }
    } else if (type == 0) {
        // like 'g', but a digit follows the point, and the exponent starts at 10**precision
        snprintf(text, room, "%.*g", precision ? precision : 1, magnitude);
        char *e = strchr(text, 'e');
        if (e == NULL && strchr(text, '.') == NULL) {
            if ((int)strlen(text) >= (precision ? precision : 1) && magnitude >= 1 && (int)strlen(text) == (precision ? precision : 1)) {
                snprintf(text, room, "%.*e", (precision ? precision : 1) - 1, magnitude);
                // drop trailing zeros of the mantissa, as 'g' does
                e = strchr(text, 'e');
                char *last = e - 1;
                if (memchr(text, '.', e - text)) {
                    while (*last == '0') {
                        last--;
                    }
                    if (*last == '.') {
                        last--;
                    }
                }
                memmove(last + 1, e, strlen(e) + 1);
            } else {
                strcat(text, ".0");
            }
        }
    } else {
        snprintf(pattern, sizeof pattern, f->alternate ? "%%#.*%c" : "%%.*%c", type);
        snprintf(text, room, pattern, precision < 0 ? 6 : precision, magnitude);
    }
    if (negative && f->no_negative_zero) {
        negative = strpbrk(text, "123456789in") != NULL;
    }
    strcat(text, suffix);
    add_number(out, f, negative, "", text, strlen(text), 3);
    if (text != small) {
        m_del(char, text, room);
    }
}

static void add_int(vstr_t *out, const spec_t *f, mp_obj_t value) {
    int base = 10, group = 3;
    const char *prefix = "";
    switch (f->type) {
        case 0: case 'd': case 'n': break;
        case 'b': base = 2; prefix = "0b"; group = 4; break;
        case 'o': base = 8; prefix = "0o"; group = 4; break;
        case 'x': base = 16; prefix = "0x"; group = 4; break;
        case 'X': base = 16; prefix = "0X"; group = 4; break;
        case 'c': {
            byte character[4];
            mp_int_t code = mp_obj_get_int(value);
            if (code < 0 || code > 0x10ffff) {
                mp_raise_msg(&mp_type_OverflowError, MP_ERROR_TEXT("%c arg not in range(0x110000)"));
            }
            vstr_t v;
            vstr_init(&v, 4);
            vstr_add_char(&v, (unichar)code);
            memcpy(character, v.buf, v.len);
            add_padded(out, f, '<', "", (const char *)character, v.len);
            vstr_clear(&v);
            return;
        }
        case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case '%':
            add_float(out, f, mp_obj_get_float(value), value);
            return;
        default: unknown_code(f, value);
    }
    if (f->precision >= 0) {
        mp_raise_ValueError(MP_ERROR_TEXT("Precision not allowed in integer format specifier"));
    }
    if (mp_obj_is_bool(value)) {
        value = MP_OBJ_NEW_SMALL_INT(mp_obj_is_true(value));
    }
    char small[sizeof(mp_int_t) * 10];
    char *buffer = small;
    size_t room = sizeof small, n;
    const char *text = mp_obj_int_formatted(&buffer, &room, &n, value, base, NULL, f->type == 'X' ? 'A' : 'a', '\0');
    bool negative = *text == '-';
    add_number(out, f, negative, f->alternate ? prefix : "", text + negative, n - negative, group);
    if (buffer != small) {
        m_del(char, buffer, room);
    }
}

static void add_str(vstr_t *out, const spec_t *f, mp_obj_t value) {
    if (f->type != 0 && f->type != 's') {
        unknown_code(f, value);
    }
    if (f->sign) {
        mp_raise_ValueError(f->sign == ' ' ? MP_ERROR_TEXT("Space not allowed in string format specifier") : MP_ERROR_TEXT("Sign not allowed in string format specifier"));
    }
    if (f->align == '=') {
        mp_raise_ValueError(MP_ERROR_TEXT("'=' alignment not allowed in string format specifier"));
    }
    size_t n;
    const char *text = mp_obj_str_get_data(value, &n);
    if (f->precision >= 0 && (size_t)f->precision < utf8_charlen((const byte *)text, n)) {
        const byte *end = (const byte *)text;
        for (int i = 0; i < f->precision; i++) {
            end = utf8_next_char(end);
        }
        n = (const char *)end - text;
    }
    add_padded(out, f, '<', "", text, n);
}

static void add_value(vstr_t *out, mp_obj_t value, const char *spec, size_t n) {
    if (mp_obj_is_str(value) || mp_obj_is_int(value) || mp_obj_is_float(value) || mp_obj_is_bool(value)) {
        if (n != 0) {
            spec_t f;
            parse_spec(&f, spec, n, value);
            if (mp_obj_is_str(value)) {
                add_str(out, &f, value);
            } else if (mp_obj_is_float(value)) {
                add_float(out, &f, mp_obj_float_get(value), value);
            } else {
                add_int(out, &f, value);
            }
            return;
        }
    } else {
        mp_obj_t call[3];
        mp_load_method_maybe(value, MP_QSTR___format__, call);
        if (call[0] != MP_OBJ_NULL) {
            call[2] = mp_obj_new_str(spec, n);
            mp_obj_t text = mp_call_method_n_kw(1, 0, call);
            size_t len;
            const char *s = mp_obj_str_get_data(text, &len);
            vstr_add_strn(out, s, len);
            return;
        }
        if (n != 0) {
            mp_raise_msg_varg(&mp_type_TypeError, MP_ERROR_TEXT("unsupported format string passed to %s.__format__"), mp_obj_get_type_str(value));
        }
    }
    mp_print_t print = { out, (mp_print_strn_t)vstr_add_strn };
    mp_obj_print_helper(&print, value, PRINT_STR);
}

static mp_obj_t converted(mp_obj_t value, char conversion) {
    vstr_t text;
    mp_print_t out;
    vstr_init_print(&text, 32, &out);
    mp_obj_print_helper(&out, value, conversion == 's' ? PRINT_STR : PRINT_REPR);
    if (conversion == 'a') {
        vstr_t ascii;
        vstr_init(&ascii, text.len + 16);
        const byte *end = (const byte *)text.buf + text.len;
        for (const byte *p = (const byte *)text.buf; p < end; p = utf8_next_char(p)) {
            unichar c = utf8_get_char(p);
            char code[12] = { (char)c, 0 };
            if (c >= 0x80) {
                snprintf(code, sizeof code, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", (unsigned)c);
            }
            vstr_add_str(&ascii, code);
        }
        return mp_obj_new_str_from_utf8_vstr(&ascii);
    }
    return mp_obj_new_str_from_utf8_vstr(&text);
}

// ---- the builtins

static mp_obj_t join(size_t n, const mp_obj_t *parts) {
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
    size_t n;
    const char *s = mp_obj_str_get_data(spec, &n);
    vstr_t text;
    vstr_init(&text, 32);
    add_value(&text, value, s, n);
    return mp_obj_new_str_from_utf8_vstr(&text);
}

static mp_obj_t value_text(size_t n, const mp_obj_t *args) {
    mp_obj_t value = args[0];
    if (n > 2) {
        size_t len;
        value = converted(value, *mp_obj_str_get_data(args[2], &len));
    }
    return format_value(value, n > 1 ? args[1] : MP_OBJ_NEW_QSTR(MP_QSTR_));
}
MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(port_v_obj, 1, 3, value_text);

static mp_obj_t format(size_t n, const mp_obj_t *args) {
    return format_value(args[0], n > 1 ? args[1] : MP_OBJ_NEW_QSTR(MP_QSTR_));
}
MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(port_format_obj, 1, 2, format);

static mp_obj_t ascii(mp_obj_t value) {
    return converted(value, 'a');
}
MP_DEFINE_CONST_FUN_OBJ_1(port_ascii_obj, ascii);

// ---- str.format

typedef struct {
    size_t n_args;
    const mp_obj_t *args;
    mp_map_t *kwargs;
    int next;   // automatic numbering; -1 once a field was numbered by hand
} arguments_t;

static mp_obj_t first_part(arguments_t *a, const char *name, size_t n) {
    bool digits = n > 0;
    int index = 0;
    for (size_t i = 0; i < n; i++) {
        digits = digits && name[i] >= '0' && name[i] <= '9';
        index = index * 10 + (name[i] - '0');
    }
    if (n != 0 && !digits) {
        mp_obj_t key = mp_obj_new_str_via_qstr(name, n);
        mp_map_elem_t *found = mp_map_lookup(a->kwargs, key, MP_MAP_LOOKUP);
        if (found == NULL) {
            mp_raise_type_arg(&mp_type_KeyError, key);
        }
        return found->value;
    }
    if (n == 0) {
        if (a->next < 0) {
            mp_raise_ValueError(MP_ERROR_TEXT("cannot switch from manual field specification to automatic field numbering"));
        }
        index = a->next++;
    } else if (a->next > 0) {
        mp_raise_ValueError(MP_ERROR_TEXT("cannot switch from automatic field numbering to manual field specification"));
    } else {
        a->next = -1;
    }
    if ((size_t)index >= a->n_args) {
        mp_raise_msg_varg(&mp_type_IndexError, MP_ERROR_TEXT("Replacement index %d out of range for positional args tuple"), index);
    }
    return a->args[index];
}

static mp_obj_t field_value(arguments_t *a, const char *s, const char *end) {
    const char *p = s;
    while (p < end && *p != '.' && *p != '[') {
        p++;
    }
    mp_obj_t value = first_part(a, s, p - s);
    while (p < end) {
        const char *start = ++p;
        if (start[-1] == '.') {
            while (p < end && *p != '.' && *p != '[') {
                p++;
            }
            value = mp_load_attr(value, qstr_from_strn(start, p - start));
        } else {
            while (p < end && *p != ']') {
                p++;
            }
            if (p == end) {
                mp_raise_ValueError(MP_ERROR_TEXT("expected '}' before end of string"));
            }
            int index;
            const char *digits = start;
            bool number = parse_number(&digits, p, &index) && digits == p;
            value = mp_obj_subscr(value, number ? MP_OBJ_NEW_SMALL_INT(index) : mp_obj_new_str(start, p - start), MP_OBJ_SENTINEL);
            p++;
        }
    }
    return value;
}

static void expand(vstr_t *out, arguments_t *a, const char *s, const char *end, int depth) {
    if (depth > 2) {
        mp_raise_ValueError(MP_ERROR_TEXT("Max string recursion exceeded"));
    }
    while (s < end) {
        char c = *s;
        if (c != '{' && c != '}') {
            vstr_add_byte(out, (byte)c);
            s++;
            continue;
        }
        if (s + 1 < end && s[1] == c) {
            vstr_add_byte(out, (byte)c);
            s += 2;
            continue;
        }
        if (c == '}' || s + 1 == end) {
            mp_raise_msg_varg(&mp_type_ValueError, MP_ERROR_TEXT("Single '%c' encountered in format string"), c);
        }
        const char *name = ++s;
        int brackets = 0;
        while (s < end && (brackets > 0 || (*s != '!' && *s != ':' && *s != '}'))) {
            brackets += *s == '[' ? 1 : *s == ']' ? -1 : 0;
            s++;
        }
        const char *name_end = s;
        char conversion = 0;
        if (s + 1 < end && *s == '!') {
            conversion = s[1];
            s += 2;
        }
        const char *spec = s;
        if (s < end && *s == ':') {
            spec = ++s;
            for (int nested = 0; s < end && (nested > 0 || *s != '}'); s++) {
                nested += *s == '{' ? 1 : *s == '}' ? -1 : 0;
            }
        }
        if (s >= end || *s != '}') {
            mp_raise_ValueError(MP_ERROR_TEXT("expected '}' before end of string"));
        }
        mp_obj_t value = field_value(a, name, name_end);
        if (conversion) {
            value = converted(value, conversion);
        }
        if (memchr(spec, '{', s - spec) != NULL) {
            vstr_t expanded;
            vstr_init(&expanded, 16);
            expand(&expanded, a, spec, s, depth + 1);
            add_value(out, value, expanded.buf, expanded.len);
            vstr_clear(&expanded);
        } else {
            add_value(out, value, spec, s - spec);
        }
        s++;
    }
}

mp_obj_t port_str_format(size_t n_args, const mp_obj_t *args, mp_map_t *kwargs) {
    size_t n;
    const char *s = mp_obj_str_get_data(args[0], &n);
    arguments_t a = { n_args - 1, args + 1, kwargs, 0 };
    vstr_t out;
    vstr_init(&out, n + 32);
    expand(&out, &a, s, s + n, 1);
    return mp_obj_new_str_from_utf8_vstr(&out);
}
