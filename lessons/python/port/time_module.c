// The time module. sleep() returns at once and advances the clock, so that a program that waits runs quickly and measures what it asked for.
#include <time.h>
#include "py/runtime.h"
#include "port.h"

static double slept_s;

void port_time_reset(void) {
    slept_s = 0;
}

static mp_obj_t since_start(void) {
    return mp_obj_new_float(port_now_ms() / 1e3 + slept_s);
}
static MP_DEFINE_CONST_FUN_OBJ_0(since_start_obj, since_start);

static mp_obj_t since_epoch(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return mp_obj_new_float((double)t.tv_sec + t.tv_nsec / 1e9 + slept_s);
}
static MP_DEFINE_CONST_FUN_OBJ_0(since_epoch_obj, since_epoch);

static mp_obj_t in_ns(mp_obj_t s) {
    return mp_obj_new_int_from_ll((long long)(mp_obj_get_float(s) * 1e9));
}
static mp_obj_t since_start_ns(void) {
    return in_ns(since_start());
}
static MP_DEFINE_CONST_FUN_OBJ_0(since_start_ns_obj, since_start_ns);
static mp_obj_t since_epoch_ns(void) {
    return in_ns(since_epoch());
}
static MP_DEFINE_CONST_FUN_OBJ_0(since_epoch_ns_obj, since_epoch_ns);

static mp_obj_t sleep_s(mp_obj_t s) {
    double d = mp_obj_get_float(s);
    if (d < 0) {
        mp_raise_ValueError(MP_ERROR_TEXT("sleep length must be non-negative"));
    }
    slept_s += d;
    port_poll();
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_1(sleep_obj, sleep_s);

static const mp_rom_map_elem_t time_table[] = {
    { MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR_time) },
    { MP_ROM_QSTR(MP_QSTR_time), MP_ROM_PTR(&since_epoch_obj) },
    { MP_ROM_QSTR(MP_QSTR_time_ns), MP_ROM_PTR(&since_epoch_ns_obj) },
    { MP_ROM_QSTR(MP_QSTR_perf_counter), MP_ROM_PTR(&since_start_obj) },
    { MP_ROM_QSTR(MP_QSTR_perf_counter_ns), MP_ROM_PTR(&since_start_ns_obj) },
    { MP_ROM_QSTR(MP_QSTR_monotonic), MP_ROM_PTR(&since_start_obj) },
    { MP_ROM_QSTR(MP_QSTR_process_time), MP_ROM_PTR(&since_start_obj) },
    { MP_ROM_QSTR(MP_QSTR_sleep), MP_ROM_PTR(&sleep_obj) },
};
static MP_DEFINE_CONST_DICT(time_dict, time_table);
const mp_obj_module_t port_time_module = { .base = { &mp_type_module }, .globals = (mp_obj_dict_t *)&time_dict };
MP_REGISTER_MODULE(MP_QSTR_time, port_time_module);
