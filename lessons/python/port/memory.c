// The garbage-collected heap: areas from malloc up to a cap, when to collect, and memory outside the heap.
#include <malloc.h>
#include <stdlib.h>
#include "py/gc.h"
#include "py/runtime.h"
#include "port.h"
#include "port_internal.h"
#ifdef __EMSCRIPTEN__
#include <emscripten/stack.h>
#else
#include "shared/runtime/gchelper.h"
#endif

static void *first_area;
static size_t heap_bytes;
size_t port_heap_cap_bytes;

void *port_alloc_area(size_t n) {
    void *p = malloc(n);
    if (p != NULL) {
        heap_bytes += malloc_usable_size(p);
    }
    return p;
}

void port_free_area(void *p) {
    heap_bytes -= malloc_usable_size(p);
    free(p);
}

size_t port_heap_bytes(void) {
    return heap_bytes;
}

size_t gc_get_max_new_split(void) {
    return heap_bytes >= port_heap_cap_bytes ? 0 : port_heap_cap_bytes - heap_bytes;
}

void port_heap_init(size_t first_bytes, size_t cap_bytes) {
    first_area = port_alloc_area(first_bytes);
    port_heap_cap_bytes = cap_bytes;
    port_external_bytes = port_external_since = 0;
    port_gc_pending = false;
    gc_init(first_area, (char *)first_area + first_bytes);
}

void port_heap_deinit(void) {
    port_free_area(first_area);
    first_area = NULL;
}

port_gc_mode_t port_gc_mode;
unsigned port_gc_count;
bool port_gc_pending, port_gc_stress;
size_t port_external_bytes, port_external_since;
size_t port_external_threshold = 16u << 20;
size_t port_external_cap = (size_t)512 << 20;

static void collect_now(void) {
    ++port_gc_count;
    port_external_since = 0;
    port_forget_lines();
    gc_collect_start();
    #ifdef __EMSCRIPTEN__
    // The shadow stack from here to its base; the pass chain at link time has put every pointer there.
    uintptr_t sp = emscripten_stack_get_current(), base = (uintptr_t)MP_STATE_THREAD(stack_top);
    gc_collect_root((void **)sp, (base - sp) / sizeof(void *));
    #else
    gc_helper_collect_regs_and_stack();
    #endif
    gc_collect_end();
}

// MicroPython asks for a collection when an allocation finds no room. While the heap may still grow, only note the wish.
void gc_collect(void) {
    if (port_gc_mode == PORT_GC_AT_ONCE || port_vm_depth == 0 || gc_get_max_new_split() < 65536) {
        collect_now();
        return;
    }
    port_gc_pending = true;
    port_kick_hook();
}

void port_external_add(ptrdiff_t bytes) {
    port_external_bytes += bytes;
    if (bytes > 0) {
        port_external_since += bytes;
        if (port_external_since > port_external_threshold && !port_gc_pending) {
            port_gc_pending = true;
            port_kick_hook();
        }
    }
}

void port_gc_safe_point(void) {
    if (port_gc_pending) {
        port_gc_pending = false;
        collect_now();
        port_gc_pending = port_gc_stress;
    }
}
