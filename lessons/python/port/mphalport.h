// The few hardware functions that MicroPython expects of a port.
#pragma once
#include <stdint.h>
static inline void mp_hal_set_interrupt_char(int c) {
    (void)c;
}
mp_uint_t mp_hal_stdout_tx_strn(const char *str, size_t len);
void mp_hal_stdout_tx_strn_cooked(const char *str, size_t len);
void mp_hal_stdout_tx_str(const char *str);
