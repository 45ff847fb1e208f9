// What the Tapedeck port of MicroPython offers to the interpreter (interpreter.cpp) and to native modules (binding/).
//
// One interpreter at a time: MicroPython's state is global, and so is this.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- memory (memory.c)
// The heap starts with `first_bytes` and grows by areas up to `cap_bytes`.
void port_heap_init(size_t first_bytes, size_t cap_bytes);
void port_heap_deinit(void);
extern size_t port_heap_cap_bytes;
size_t port_heap_bytes(void);

// When to collect. In WASM a collection inside an allocation is sound only with the Binaryen chain of CMakeLists.txt; at safe
// points (VM hook and return hook) it costs nothing more, so that is the rule, and `PORT_GC_AT_ONCE` is for tests.
typedef enum { PORT_GC_AT_ONCE = 0, PORT_GC_AT_SAFE_POINTS = 1 } port_gc_mode_t;
extern port_gc_mode_t port_gc_mode;
extern unsigned port_gc_count;      // collections so far
extern bool port_gc_stress;         // tests: collect at every safe point
extern bool port_gc_pending;

// Memory that belongs to a Python object but lies outside the MicroPython heap (a tensor's buffer): call with +bytes when it is
// allocated and -bytes when it is freed. More than `port_external_threshold` bytes since the last collection ask for one at the next
// safe point; never inside this call, so it may be called from anywhere. Without it, a loop that makes tensors would never collect: the
// MicroPython objects are tiny and their heap stays nearly empty.
// Past `port_external_cap` the next hook ends the run with the memory budget, after a collection that did not help.
void port_external_add(ptrdiff_t bytes);
extern size_t port_external_bytes, port_external_threshold, port_external_cap;

// ---- budgets and stop (budget.c)
typedef enum { PORT_BUDGET_NONE, PORT_BUDGET_TIME, PORT_BUDGET_STEPS, PORT_BUDGET_MEMORY, PORT_BUDGET_OUTPUT, PORT_BUDGET_STOP } port_budget_t;
// `steps` counts VM jumps (loop iterations) and calls of native iterators; 0 = no limit. Resets what has been used.
void port_set_budget(uint64_t steps, double ms, uint64_t output_bytes);
extern port_budget_t port_budget_spent;     // the first budget that ran out in this run
// Asks the host whether to stop; raises the learner-visible exception when a budget is spent. For long native loops: call it every
// millisecond or so, where raising is allowed (no C++ object with a destructor alive).
void port_poll(void);
// The same question without raising, for C++: true = stop as soon as you can.
bool port_should_stop(void);
void port_spend_output(size_t bytes);   // raises when the output budget is used up
double port_now_ms(void);

// ---- frames (frames.c)
extern unsigned port_vm_depth, port_vm_depth_max, port_vm_depth_limit;
// The source file whose frames are the learner's (a qstr).
extern size_t port_learner_file;
// Line of the learner's code that is being executed: the innermost frame of the learner's file; 0 when there is none.
int port_learner_line(void);
// While a program rewritten by autograph.h is compiled: its lines may go back (patches/lines.edits).
extern bool port_lines_go_back;
// Whether the innermost frame is the learner's: false while a package that it called runs.
bool port_in_learner_code(void);
// The source file of the innermost frame (a qstr); 0 when nothing runs.
size_t port_innermost_file(void);
// How many frames of the learner's file are active, and the innermost one's function name ("<module>" outside any).
int port_learner_depth(void);
const char *port_learner_function(void);
void port_frames_reset(void);

// ---- names (patches/store_hook.edits)
// Called when the learner's module binds a global name; null = off. The second argument is an mp_obj_t.
extern void (*port_on_store)(size_t name_qstr, void *value);

// ---- text (stdio.c); supplied by interpreter.cpp
void port_write(int stream, const char *text, size_t bytes);
bool port_stop_requested(void);

// ---- imports (imports.c): the embedded packages, made by embed_packages.py
typedef struct { const char *path; const char *text; size_t bytes; } port_file_t;
extern const port_file_t port_files[];
extern const size_t port_file_count;

// Files whose texts are not in the module but in one that port_fetch_later() fetches when a program imports the first of them. It answers with the
// bytes, ended by a zero, which are kept for ever, or NULL; it may be NULL where there are no such files. The texts begin with the stamp.
typedef struct { const char *path; size_t offset, bytes; } port_later_file_t;
extern const port_later_file_t port_later_files[];
extern const size_t port_later_count, port_later_bytes;
extern const char port_later_stamp[];
extern const char *(*port_fetch_later)(void);

// ---- operators (operators.c)
// A native type with this flag gets its reflected operator asked first (2.0 * tensor), and reflected comparisons.
#define PORT_TYPE_REFLECTS_FIRST (0x4000)

#ifdef __cplusplus
}
#endif
