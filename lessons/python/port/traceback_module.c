// The _traceback module: an exception as CPython prints it. interpreter.cpp supplies the text, packages/traceback.py the module that people import.
#include "py/runtime.h"

mp_obj_t port_format_exception(mp_obj_t exception);
static MP_DEFINE_CONST_FUN_OBJ_1(format_exception_obj, port_format_exception);

// frames(exception): (file, line, function, text of the line) of each frame of the learner's program, outermost first
mp_obj_t port_exception_frames(mp_obj_t exception);
static MP_DEFINE_CONST_FUN_OBJ_1(frames_obj, port_exception_frames);

// source(): the learner's program as it was written
mp_obj_t port_program_source(void);
static MP_DEFINE_CONST_FUN_OBJ_0(source_obj, port_program_source);

// converted(): the same after AutoGraph, with its marks of lines; "" when nothing was converted
mp_obj_t port_program_converted(void);
static MP_DEFINE_CONST_FUN_OBJ_0(converted_obj, port_program_converted);

// retold(exception, args, like): the exception with these arguments; with the frames of `like`, unless that is None
void port_exception_set_args(mp_obj_t exception, mp_obj_t args);
void port_exception_copy_traceback(mp_obj_t to, mp_obj_t from);
static mp_obj_t retold(mp_obj_t exception, mp_obj_t args, mp_obj_t like) {
    port_exception_set_args(exception, args);
    if (like != mp_const_none) {
        port_exception_copy_traceback(exception, like);
    }
    return exception;
}
static MP_DEFINE_CONST_FUN_OBJ_3(retold_obj, retold);

static const mp_rom_map_elem_t traceback_table[] = {
    { MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR__traceback) },
    { MP_ROM_QSTR(MP_QSTR_format_exception), MP_ROM_PTR(&format_exception_obj) },
    { MP_ROM_QSTR(MP_QSTR_frames), MP_ROM_PTR(&frames_obj) },
    { MP_ROM_QSTR(MP_QSTR_source), MP_ROM_PTR(&source_obj) },
    { MP_ROM_QSTR(MP_QSTR_converted), MP_ROM_PTR(&converted_obj) },
    { MP_ROM_QSTR(MP_QSTR_retold), MP_ROM_PTR(&retold_obj) },
};
static MP_DEFINE_CONST_DICT(traceback_dict, traceback_table);
const mp_obj_module_t port_traceback_module = { .base = { &mp_type_module }, .globals = (mp_obj_dict_t *)&traceback_dict };
MP_REGISTER_MODULE(MP_QSTR__traceback, port_traceback_module);
