// The order of a set: CPython's for whole numbers, whose places in its hash table are their values. Source: CPython, Objects/setobject.c.
#include <stdlib.h>
#include "py/runtime.h"
#include "port.h"

static int by_value(const void *a, const void *b) {
    mp_int_t x = MP_OBJ_SMALL_INT_VALUE(*(const mp_obj_t *)a), y = MP_OBJ_SMALL_INT_VALUE(*(const mp_obj_t *)b);
    return (x > y) - (x < y);
}

mp_obj_t *port_set_items(const mp_set_t *set, size_t *n_out) {
    mp_obj_t *items = m_new(mp_obj_t, set->used + 1);
    size_t n = 0;
    bool numbers = true;
    for (size_t i = 0; i < set->alloc; i++) {
        if (mp_set_slot_is_filled(set, i)) {
            numbers = numbers && mp_obj_is_small_int(set->table[i]);
            items[n++] = set->table[i];
        }
    }
    *n_out = n;
    if (!numbers || n < 2) {
        return items;
    }
    qsort(items, n, sizeof(*items), by_value);
    size_t size = 8;
    for (size_t used = 1; used <= n; used++) {
        if (used * 5 >= (size - 1) * 3) {
            size_t wanted = used > 50000 ? used * 2 : used * 4;
            for (size = 8; size <= wanted; size <<= 1) {
            }
        }
    }
    mp_obj_t *table = m_new0(mp_obj_t, size);
    for (size_t k = 0; k < n; k++) {
        mp_int_t value = MP_OBJ_SMALL_INT_VALUE(items[k]);
        size_t perturb = (size_t)(value == -1 ? -2 : value), i = perturb & (size - 1);
        for (;;) {
            size_t at = i, last = i + 9 <= size - 1 ? i + 9 : i;
            while (at < last && table[at] != MP_OBJ_NULL) {
                at++;
            }
            if (table[at] == MP_OBJ_NULL) {
                table[at] = items[k];
                break;
            }
            perturb >>= 5;
            i = (i * 5 + 1 + perturb) & (size - 1);
        }
    }
    n = 0;
    for (size_t i = 0; i < size; i++) {
        if (table[i] != MP_OBJ_NULL) {
            items[n++] = table[i];
        }
    }
    m_del(mp_obj_t, table, size);
    return items;
}
