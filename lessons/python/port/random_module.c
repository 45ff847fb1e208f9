// The table of the _random module.
#include "random_module.h"
#include "py/runtime.h"

static MP_DEFINE_CONST_FUN_OBJ_2(seed_obj, port_random_seed);
static MP_DEFINE_CONST_FUN_OBJ_1(random_obj, port_random_random);
static MP_DEFINE_CONST_FUN_OBJ_2(getrandbits_obj, port_random_getrandbits);

static const mp_rom_map_elem_t random_table[] = {
    { MP_ROM_QSTR(MP_QSTR_seed_words), MP_ROM_PTR(&seed_obj) },
    { MP_ROM_QSTR(MP_QSTR_random), MP_ROM_PTR(&random_obj) },
    { MP_ROM_QSTR(MP_QSTR_getrandbits), MP_ROM_PTR(&getrandbits_obj) },
};
static MP_DEFINE_CONST_DICT(random_dict, random_table);

static MP_DEFINE_CONST_OBJ_TYPE(random_type, MP_QSTR_Random, MP_TYPE_FLAG_NONE, make_new, port_random_make_new, locals_dict, &random_dict);

static const mp_rom_map_elem_t module_table[] = {
    { MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR__random) },
    { MP_ROM_QSTR(MP_QSTR_Random), MP_ROM_PTR(&random_type) },
};
static MP_DEFINE_CONST_DICT(module_dict, module_table);
const mp_obj_module_t port_random_module = { .base = { &mp_type_module }, .globals = (mp_obj_dict_t *)&module_dict };
MP_REGISTER_MODULE(MP_QSTR__random, port_random_module);
