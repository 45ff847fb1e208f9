// MicroPython's configuration for Tapedeck: everything of the language, nothing of the hardware.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <alloca.h>

#ifdef __cplusplus
extern "C" {
#endif
extern unsigned port_hook_counter;
void port_vm_hook(void);
extern bool port_gc_pending;
void port_gc_safe_point(void);
void *port_alloc_area(size_t n);
void port_free_area(void *p);
extern void (*port_on_store)(size_t name_qstr, void *value);
#ifdef __cplusplus
}
#endif

#define MICROPY_CONFIG_ROM_LEVEL        (MICROPY_CONFIG_ROM_LEVEL_EVERYTHING)

typedef intptr_t mp_int_t;
typedef uintptr_t mp_uint_t;
typedef long mp_off_t;
#define MP_SSIZE_MAX INTPTR_MAX
#if defined(__wasm__)
#define UINT_FMT "%lu"
#define INT_FMT "%ld"
#endif

#define MICROPY_MPHALPORT_H "mphalport.h"
#define mp_hal_pin_obj_t

// --- core -----------------------------------------------------------------
// Under a sanitizer the compiler must know that nlr_push() returns twice, which it knows of setjmp only.
#ifdef __SANITIZE_ADDRESS__
#define MICROPY_NLR_SETJMP              (1)
#endif
#define MICROPY_ENABLE_COMPILER         (1)
#define MICROPY_ENABLE_GC               (1)
#define MICROPY_ENABLE_FINALISER        (1)
#define MICROPY_GC_SPLIT_HEAP           (1)
#define MICROPY_GC_SPLIT_HEAP_AUTO      (1)
#define MICROPY_ALLOC_GC_STACK_SIZE     (4096)
#define MP_PLAT_ALLOC_HEAP(n) port_alloc_area(n)
#define MP_PLAT_FREE_HEAP(p) port_free_area(p)
#define MICROPY_QSTR_BYTES_IN_HASH      (2)
#define MICROPY_LONGINT_IMPL            (MICROPY_LONGINT_IMPL_MPZ)
#define MICROPY_FLOAT_IMPL              (MICROPY_FLOAT_IMPL_DOUBLE)
#define MICROPY_FLOAT_USE_NATIVE_FLT16  (0)
#define MICROPY_ENABLE_SOURCE_LINE      (1)
#define MICROPY_ENABLE_DOC_STRING       (1)
#define MICROPY_ERROR_REPORTING         (MICROPY_ERROR_REPORTING_DETAILED)
#define MICROPY_WARNINGS                (0)
#define MICROPY_USE_INTERNAL_PRINTF     (0)
#define MICROPY_USE_INTERNAL_ERRNO      (1)
#define MICROPY_ENABLE_VM_ABORT         (1)
#define MICROPY_KBD_EXCEPTION           (1)
#define MICROPY_ENABLE_SCHEDULER        (1)
#define MICROPY_STACK_CHECK             (1)
#define MICROPY_STACK_CHECK_MARGIN      (8192)
#define MICROPY_OPT_COMPUTED_GOTO       (1)
#define MICROPY_ENABLE_PYSTACK          (1)
// const() as a magic name would surprise learners
#define MICROPY_COMP_CONST              (0)
#define MICROPY_COMP_MODULE_CONST       (0)
#define MICROPY_PERSISTENT_CODE_LOAD    (1)
#define MICROPY_HELPER_REPL             (0)
#define MICROPY_REPL_EMACS_KEYS         (0)

// --- depth-counting wrapper around the VM ----------------------------------
#define MICROPY_WRAP_MP_EXECUTE_BYTECODE(f) mp_execute_bytecode_inner

// --- VM hook: after every jump opcode ---------------------------------------
#define MICROPY_VM_HOOK_LOOP  if (--port_hook_counter == 0) { port_vm_hook(); }
// only a GC safe point: must never raise (the frame's nlr buffer is already popped)
#define MICROPY_VM_HOOK_RETURN if (port_gc_pending) { port_gc_safe_point(); }
// --- wrapper around binary operators (operators.c) -------------------------------
#define MICROPY_WRAP_MP_BINARY_OP(f) mp_binary_op_inner

// --- imports come from an in-memory table -----------------------------------
#define MICROPY_ENABLE_EXTERNAL_IMPORT  (1)
#define MICROPY_READER_POSIX            (0)
#define MICROPY_READER_VFS              (0)
#define MICROPY_VFS                     (0)
#define MICROPY_MODULE_BUILTIN_SUBPACKAGES (1)

// --- language ---------------------------------------------------------------
#define MICROPY_PY_SYS_SETTRACE         (0)
// For the embedded packages, which keep to simple forms; the learner's f-strings are done before (lessons/python/fstring.h).
#define MICROPY_PY_FSTRINGS             (1)
#define MICROPY_PY_ALL_SPECIAL_METHODS  (1)
#define MICROPY_PY_REVERSE_SPECIAL_METHODS (1)
#define MICROPY_PY_ALL_INPLACE_SPECIAL_METHODS (1)
#define MICROPY_PY_DESCRIPTORS          (1)
#define MICROPY_PY_DELATTR_SETATTR      (1)
#define MICROPY_PY_FUNCTION_ATTRS       (1)
#define MICROPY_PY_FUNCTION_ATTRS_CODE  (1)
#define MICROPY_PY_BUILTINS_INPUT       (0)
#define MICROPY_PY_BUILTINS_HELP        (0)
#define MICROPY_PY_BUILTINS_EXECFILE    (0)

// --- modules ------------------------------------------------------------------
// time and random are the port's own
#define MICROPY_PY_TIME                 (0)
#define MICROPY_PY_RANDOM               (0)
#define MICROPY_PY_SYS_PLATFORM         "tapedeck"
#define MICROPY_PY_SYS_EXC_INFO         (1)
#define MICROPY_PY_SYS_STDFILES         (1)
#define MICROPY_PY_SYS_STDIO_BUFFER     (0)
#define MICROPY_PY_SYS_PS1_PS2          (0)
#define MICROPY_PY_IO                   (1)
#define MICROPY_PY_IO_IOBASE            (1)
#define MICROPY_PY_OS                   (0)
#define MICROPY_PY_ASYNCIO              (0)
#define MICROPY_PY_UCTYPES              (0)
#define MICROPY_PY_DEFLATE              (0)
#define MICROPY_PY_HASHLIB              (0)
#define MICROPY_PY_BINASCII             (0)
#define MICROPY_PY_SELECT               (0)
#define MICROPY_PY_FRAMEBUF             (0)
#define MICROPY_PY_PLATFORM             (0)
#define MICROPY_PY_HEAPQ                (0)
#define MICROPY_PY_RE                   (0)   // packages/re.py
#define MICROPY_PY_JSON                 (0)   // packages/json.py
#define MICROPY_PY_CMATH                (0)
#define MICROPY_PY_MICROPYTHON_RINGIO   (0)
#define MICROPY_PY_MARSHAL              (0)
#define MICROPY_PY_GC_COLLECT_RETVAL    (1)
#define MICROPY_PY_BUILTINS_BYTES_HEX   (1)

#define MICROPY_EPOCH_IS_1970           (1)

#define MP_STATE_PORT MP_STATE_VM

// Builtins that upstream lacks: format_text.c, numbers.c, classes.c, exceptions.c.
extern const struct _mp_obj_type_t mp_type_RecursionError;
extern const struct _mp_obj_type_t mp_type_ModuleNotFoundError;
extern const struct _mp_obj_type_t mp_type_FloatingPointError;
extern const struct _mp_obj_type_t mp_type_UnboundLocalError;
extern const struct _mp_obj_type_t mp_type_TimeoutError;
extern const struct _mp_obj_type_t mp_type_FileNotFoundError;
extern const struct _mp_obj_type_t mp_type_Warning;
extern const struct _mp_obj_type_t mp_type_UserWarning;
extern const struct _mp_obj_type_t mp_type_DeprecationWarning;
extern const struct _mp_obj_type_t mp_type_FutureWarning;
extern const struct _mp_obj_type_t mp_type_RuntimeWarning;
extern const struct _mp_obj_fun_builtin_var_t port_f_obj, port_v_obj, port_format_obj, port_input_obj;
extern const struct _mp_obj_fun_builtin_fixed_t port_ascii_obj, port_vars_obj, port_annotate_obj;
#define MICROPY_PORT_BUILTINS \
    { MP_ROM_QSTR(MP_QSTR___f__), MP_ROM_PTR(&port_f_obj) }, \
    { MP_ROM_QSTR(MP_QSTR___v__), MP_ROM_PTR(&port_v_obj) }, \
    { MP_ROM_QSTR(MP_QSTR_format), MP_ROM_PTR(&port_format_obj) }, \
    { MP_ROM_QSTR(MP_QSTR_input), MP_ROM_PTR(&port_input_obj) }, \
    { MP_ROM_QSTR(MP_QSTR_ascii), MP_ROM_PTR(&port_ascii_obj) }, \
    { MP_ROM_QSTR(MP_QSTR_vars), MP_ROM_PTR(&port_vars_obj) }, \
    { MP_ROM_QSTR(MP_QSTR___annotate__), MP_ROM_PTR(&port_annotate_obj) }, \
    { MP_ROM_QSTR(MP_QSTR_RecursionError), MP_ROM_PTR(&mp_type_RecursionError) }, \
    { MP_ROM_QSTR(MP_QSTR_ModuleNotFoundError), MP_ROM_PTR(&mp_type_ModuleNotFoundError) }, \
    { MP_ROM_QSTR(MP_QSTR_FloatingPointError), MP_ROM_PTR(&mp_type_FloatingPointError) }, \
    { MP_ROM_QSTR(MP_QSTR_UnboundLocalError), MP_ROM_PTR(&mp_type_UnboundLocalError) }, \
    { MP_ROM_QSTR(MP_QSTR_TimeoutError), MP_ROM_PTR(&mp_type_TimeoutError) }, \
    { MP_ROM_QSTR(MP_QSTR_FileNotFoundError), MP_ROM_PTR(&mp_type_FileNotFoundError) }, \
    { MP_ROM_QSTR(MP_QSTR_Warning), MP_ROM_PTR(&mp_type_Warning) }, \
    { MP_ROM_QSTR(MP_QSTR_UserWarning), MP_ROM_PTR(&mp_type_UserWarning) }, \
    { MP_ROM_QSTR(MP_QSTR_DeprecationWarning), MP_ROM_PTR(&mp_type_DeprecationWarning) }, \
    { MP_ROM_QSTR(MP_QSTR_FutureWarning), MP_ROM_PTR(&mp_type_FutureWarning) }, \
    { MP_ROM_QSTR(MP_QSTR_RuntimeWarning), MP_ROM_PTR(&mp_type_RuntimeWarning) },
