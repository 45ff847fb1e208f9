// The outer function of the VM: counts depth, keeps the chain of running frames, and tells the learner's line.
#include <string.h>
#include "py/bc.h"
#include "py/objfun.h"
#include "py/runtime.h"
#include "port.h"
#include "port_internal.h"

unsigned port_vm_depth, port_vm_depth_max, port_vm_depth_limit = 100000;
size_t port_learner_file;
void (*port_on_store)(size_t name_qstr, void *value);

typedef struct frame {
    const mp_code_state_t *code;
    const struct frame *outer;
} frame_t;
static const frame_t *innermost;

// Lines by instruction address: an op in a loop asks for the same few addresses again and again.
enum { LINE_CACHE = 256 };
static struct { const byte *ip; int line; } line_cache[LINE_CACHE];

void port_forget_lines(void) {
    memset(line_cache, 0, sizeof line_cache);
}

void port_frames_reset(void) {
    innermost = NULL;
    port_vm_depth = port_vm_depth_max = 0;
    port_forget_lines();
}

// config renames the VM itself (MICROPY_WRAP_MP_EXECUTE_BYTECODE)
mp_vm_return_kind_t mp_execute_bytecode_inner(mp_code_state_t *code_state, volatile mp_obj_t inject_exc);

mp_vm_return_kind_t mp_execute_bytecode(mp_code_state_t *code_state, volatile mp_obj_t inject_exc) {
    if (port_vm_depth >= port_vm_depth_limit) {
        // Not nlr_raise: fun_bc_call would not restore the globals dictionary.
        code_state->state[0] = mp_obj_new_exception_msg(&mp_type_RecursionError, MP_ERROR_TEXT("maximum recursion depth exceeded"));
        return MP_VM_RETURN_EXCEPTION;
    }
    if (++port_vm_depth > port_vm_depth_max) {
        port_vm_depth_max = port_vm_depth;
    }
    frame_t frame = { code_state, innermost };
    innermost = &frame;
    mp_vm_return_kind_t r = mp_execute_bytecode_inner(code_state, inject_exc);
    innermost = frame.outer;
    --port_vm_depth;
    return r;
}

static bool is_learners(const frame_t *f) {
    return f->code->fun_bc->context->constants.qstr_table[0] == port_learner_file;
}

static const frame_t *learner_frame(void) {
    const frame_t *f = innermost;
    while (f != NULL && !is_learners(f)) {
        f = f->outer;
    }
    return f;
}

size_t port_innermost_file(void) {
    return innermost == NULL ? 0 : innermost->code->fun_bc->context->constants.qstr_table[0];
}

bool port_lines_go_back;

bool port_in_learner_code(void) {
    return innermost != NULL && is_learners(innermost);
}

int port_learner_line(void) {
    const frame_t *f = learner_frame();
    if (f == NULL) {
        return 0;
    }
    // The VM stores the address one past the opcode before anything that can raise.
    const byte *at = f->code->ip;
    size_t slot = ((uintptr_t)at ^ (uintptr_t)at >> 8) % LINE_CACHE;
    if (line_cache[slot].ip == at) {
        return line_cache[slot].line;
    }
    const byte *ip = f->code->fun_bc->bytecode;
    MP_BC_PRELUDE_SIG_DECODE(ip);
    MP_BC_PRELUDE_SIZE_DECODE(ip);
    const byte *info = ip, *opcodes = ip + n_info + n_cell, *info_top = ip + n_info;
    for (size_t i = 0; i < 1 + n_pos_args + n_kwonly_args; i++) {
        info = mp_decode_uint_skip(info);
    }
    int line = (int)mp_bytecode_get_source_line(info, info_top, (size_t)(at - 1 - opcodes));
    line_cache[slot].ip = at;
    line_cache[slot].line = line;
    return line;
}

int port_learner_depth(void) {
    int n = 0;
    for (const frame_t *f = innermost; f != NULL; f = f->outer) {
        n += is_learners(f);
    }
    return n;
}

const char *port_learner_function(void) {
    const frame_t *f = learner_frame();
    return f == NULL ? "" : qstr_str(mp_obj_fun_get_name(MP_OBJ_FROM_PTR(f->code->fun_bc)));
}
