// What random_module.cpp supplies for the table in random_module.c (MicroPython's table macros are C only).
#pragma once
#include "py/obj.h"
mp_obj_t port_random_make_new(const mp_obj_type_t *type, size_t n_args, size_t n_kw, const mp_obj_t *args);
mp_obj_t port_random_seed(mp_obj_t self, mp_obj_t words);
mp_obj_t port_random_random(mp_obj_t self);
mp_obj_t port_random_getrandbits(mp_obj_t self, mp_obj_t bits);
