// The _traceback module: an exception as CPython prints it. interpreter.cpp supplies the text, packages/traceback.py the module that people import.
#include "py/runtime.h"

mp_obj_t port_format_exception(mp_obj_t exception);
static MP_DEFINE_CONST_FUN_OBJ_1(format_exception_obj, port_format_exception);

static const mp_rom_map_elem_t traceback_table[] = {
    { MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR__traceback) },
    { MP_ROM_QSTR(MP_QSTR_format_exception), MP_ROM_PTR(&format_exception_obj) },
};
static MP_DEFINE_CONST_DICT(traceback_dict, traceback_table);
const mp_obj_module_t port_traceback_module = { .base = { &mp_type_module }, .globals = (mp_obj_dict_t *)&traceback_dict };
MP_REGISTER_MODULE(MP_QSTR__traceback, port_traceback_module);
