// sys.stdout and sys.stderr, and print(): one write to the host per call, so that the host sees whole texts.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "py/mperrno.h"
#include "py/mphal.h"
#include "py/runtime.h"
#include "py/stream.h"
#include "port.h"

typedef struct { mp_obj_base_t base; int stream; } standard_stream_t;

static void write_text(int stream, const char *text, size_t n) {
    if (n != 0) {
        port_spend_output(n);
        port_write(stream, text, n);
    }
}

static void stream_print(const mp_print_t *print, mp_obj_t self_in, mp_print_kind_t kind) {
    (void)kind;
    standard_stream_t *self = MP_OBJ_TO_PTR(self_in);
    static const char *const names[] = { "stdin", "stdout", "stderr" };
    mp_printf(print, "<_io.TextIOWrapper name='<%s>' encoding='utf-8'>", names[self->stream]);
}

static mp_uint_t stream_read(mp_obj_t self, void *buffer, mp_uint_t size, int *errcode) {
    (void)self;
    (void)buffer;
    (void)size;
    (void)errcode;
    return 0;   // there is no input: always at its end
}

static mp_uint_t stream_write(mp_obj_t self_in, const void *buffer, mp_uint_t size, int *errcode) {
    standard_stream_t *self = MP_OBJ_TO_PTR(self_in);
    if (self->stream == 0) {
        *errcode = MP_EPERM;
        return MP_STREAM_ERROR;
    }
    write_text(self->stream, buffer, size);
    return size;
}

static mp_uint_t stream_ioctl(mp_obj_t self, mp_uint_t request, uintptr_t arg, int *errcode) {
    (void)self;
    (void)arg;
    if (request == MP_STREAM_FLUSH || request == MP_STREAM_CLOSE) {
        return 0;
    }
    *errcode = MP_EINVAL;
    return MP_STREAM_ERROR;
}

static mp_obj_t no_bool(mp_obj_t self) {
    (void)self;
    return mp_const_false;
}
static MP_DEFINE_CONST_FUN_OBJ_1(isatty_obj, no_bool);

static const mp_rom_map_elem_t stream_table[] = {
    { MP_ROM_QSTR(MP_QSTR_read), MP_ROM_PTR(&mp_stream_read_obj) },
    { MP_ROM_QSTR(MP_QSTR_readline), MP_ROM_PTR(&mp_stream_unbuffered_readline_obj) },
    { MP_ROM_QSTR(MP_QSTR_write), MP_ROM_PTR(&mp_stream_write_obj) },
    { MP_ROM_QSTR(MP_QSTR_flush), MP_ROM_PTR(&mp_stream_flush_obj) },
    { MP_ROM_QSTR(MP_QSTR_isatty), MP_ROM_PTR(&isatty_obj) },
    { MP_ROM_QSTR(MP_QSTR_close), MP_ROM_PTR(&mp_identity_obj) },
};
static MP_DEFINE_CONST_DICT(stream_dict, stream_table);

static const mp_stream_p_t stream_protocol = { .read = stream_read, .write = stream_write, .ioctl = stream_ioctl, .is_text = true };

MP_DEFINE_CONST_OBJ_TYPE(standard_stream_type, MP_QSTR_TextIOWrapper, MP_TYPE_FLAG_ITER_IS_STREAM,
    print, stream_print, protocol, &stream_protocol, locals_dict, &stream_dict);

const standard_stream_t mp_sys_stdin_obj = { { &standard_stream_type }, 0 };
const standard_stream_t mp_sys_stdout_obj = { { &standard_stream_type }, 1 };
const standard_stream_t mp_sys_stderr_obj = { { &standard_stream_type }, 2 };

static mp_obj_t print(size_t n_args, const mp_obj_t *items, mp_map_t *kwargs) {
    enum { SEP, END, FILE_, FLUSH };
    static const mp_arg_t allowed[] = {
        { MP_QSTR_sep, MP_ARG_KW_ONLY | MP_ARG_OBJ, { .u_rom_obj = MP_ROM_NONE } },
        { MP_QSTR_end, MP_ARG_KW_ONLY | MP_ARG_OBJ, { .u_rom_obj = MP_ROM_NONE } },
        { MP_QSTR_file, MP_ARG_KW_ONLY | MP_ARG_OBJ, { .u_rom_obj = MP_ROM_NONE } },
        { MP_QSTR_flush, MP_ARG_KW_ONLY | MP_ARG_OBJ, { .u_rom_obj = MP_ROM_FALSE } },
    };
    mp_arg_val_t v[MP_ARRAY_SIZE(allowed)];
    mp_arg_parse_all(0, NULL, kwargs, MP_ARRAY_SIZE(allowed), allowed, v);
    size_t sep_n = 1, end_n = 1;
    const char *sep = v[SEP].u_obj == mp_const_none ? " " : mp_obj_str_get_data(v[SEP].u_obj, &sep_n);
    const char *end = v[END].u_obj == mp_const_none ? "\n" : mp_obj_str_get_data(v[END].u_obj, &end_n);
    vstr_t text;
    mp_print_t out;
    vstr_init_print(&text, 64, &out);
    for (size_t i = 0; i < n_args; i++) {
        if (i > 0) {
            vstr_add_strn(&text, sep, sep_n);
        }
        mp_obj_print_helper(&out, items[i], PRINT_STR);
    }
    vstr_add_strn(&text, end, end_n);
    mp_obj_t file = v[FILE_].u_obj == mp_const_none ? MP_OBJ_FROM_PTR(&mp_sys_stdout_obj) : v[FILE_].u_obj;
    if (mp_obj_is_type(file, &standard_stream_type)) {
        write_text(((standard_stream_t *)MP_OBJ_TO_PTR(file))->stream, text.buf, text.len);
    } else {
        mp_obj_t call[3];
        mp_load_method(file, MP_QSTR_write, call);
        call[2] = mp_obj_new_str(text.buf, text.len);
        mp_call_method_n_kw(1, 0, call);
    }
    vstr_clear(&text);
    return mp_const_none;
}
MP_DEFINE_CONST_FUN_OBJ_KW(port_print_obj, 0, print);

// What else of MicroPython writes goes to standard output.
mp_uint_t mp_hal_stdout_tx_strn(const char *s, size_t n) {
    write_text(1, s, n);
    return n;
}
void mp_hal_stdout_tx_strn_cooked(const char *s, size_t n) {
    write_text(1, s, n);
}
void mp_hal_stdout_tx_str(const char *s) {
    write_text(1, s, strlen(s));
}

NORETURN void nlr_jump_fail(void *value) {
    (void)value;
    fprintf(stderr, "tapedeck: a Python exception had no handler; this is a bug\n");
    abort();
}
