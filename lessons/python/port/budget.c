// Budgets (time, steps, memory, output) and the stop request, checked in the VM hook.
#include <time.h>
#include "py/runtime.h"
#include "port.h"
#include "port_internal.h"
#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#endif

// The hook runs every so many jumps: often enough that a budget is noticed within microseconds, seldom enough to cost nothing.
enum { HOOK_PERIOD = 256, RAISES_BEFORE_ABORT = 20 };

unsigned port_hook_counter = 1;
static unsigned hook_loaded = 1;
static uint64_t steps_used, steps_max, output_used, output_max;
static double deadline_ms;
static int raises;
port_budget_t port_budget_spent;

double port_now_ms(void) {
    #ifdef __EMSCRIPTEN__
    return emscripten_get_now();
    #else
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
    #endif
}

void port_kick_hook(void) {
    steps_used += hook_loaded - port_hook_counter;
    port_hook_counter = hook_loaded = 1;
}

void port_set_budget(uint64_t steps, double ms, uint64_t output_bytes) {
    steps_max = steps;
    output_max = output_bytes;
    steps_used = output_used = 0;
    raises = 0;
    port_budget_spent = PORT_BUDGET_NONE;
    deadline_ms = ms > 0 ? port_now_ms() + ms : 0;
    port_hook_counter = hook_loaded = 1;
}

static port_budget_t what_is_spent(void) {
    if (port_budget_spent != PORT_BUDGET_NONE) {
        return port_budget_spent;
    }
    if (port_stop_requested()) {
        return PORT_BUDGET_STOP;
    }
    if (steps_max != 0 && steps_used > steps_max) {
        return PORT_BUDGET_STEPS;
    }
    if (deadline_ms != 0 && port_now_ms() > deadline_ms) {
        return PORT_BUDGET_TIME;
    }
    if (port_external_bytes > port_external_cap) {
        return PORT_BUDGET_MEMORY;
    }
    return PORT_BUDGET_NONE;
}

static const char *const sentences[] = {
    "",
    "the time budget is used up",
    "the step budget is used up",
    "the memory budget is used up",
    "the output budget is used up",
    "stopped",
};

// The learner's code may catch this exception (`except:` in a loop); after some raises the whole VM is left.
static void raise_spent(port_budget_t which) {
    port_budget_spent = which;
    if (++raises > RAISES_BEFORE_ABORT) {
        mp_sched_vm_abort();
        return;
    }
    mp_raise_msg(&mp_type_KeyboardInterrupt, (mp_rom_error_text_t)sentences[which]);
}

void port_vm_hook(void) {
    steps_used += hook_loaded;
    port_hook_counter = hook_loaded = HOOK_PERIOD;
    if (port_gc_stress) {
        port_gc_pending = true;
        port_hook_counter = hook_loaded = 1;
    }
    if (port_external_bytes > port_external_cap) {
        port_gc_pending = true;
    }
    port_gc_safe_point();
    port_budget_t which = what_is_spent();
    if (which != PORT_BUDGET_NONE) {
        raise_spent(which);
    }
}

void port_poll(void) {
    port_budget_t which = what_is_spent();
    if (which != PORT_BUDGET_NONE) {
        raise_spent(which);
    }
}

bool port_should_stop(void) {
    return what_is_spent() != PORT_BUDGET_NONE;
}

void port_spend_output(size_t bytes) {
    output_used += bytes;
    if (output_max != 0 && output_used > output_max) {
        raise_spent(PORT_BUDGET_OUTPUT);
    }
}
