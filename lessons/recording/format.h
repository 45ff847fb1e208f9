// The bytes of a recording, version 1. RecordingWriter (writer.h) writes them, Recording (recording.h) reads them.
//
// What was asked of the format
//   * Written while a program runs, in a Web Worker, at a cost of about a microsecond for each event; sent in pieces cut anywhere; read while it
//     grows, on another thread; kept as a file; played before any engine has loaded, by a program that is newer or (slightly) older.
//   * A training step of the first lesson is about 50 events and 900 bytes. A run of 100,000 events is about 2 MB and reads in tens of milliseconds.
//   * A damaged file says where, and what stands before the damage can be played.
//
// Layout
//   stream  = magic (8 bytes) version (varint) entry*
//   entry   = length (varint: bytes after it, so type and payload) type (1 byte) payload
//   varint  = unsigned LEB128, at most 10 bytes; a "+1" below means that 0 stands for "none"
//   text    = number of a text entry (varint); text 0 is "" and needs no entry
//   str     = length (varint) bytes (UTF-8)
//   list    = count (varint) item*
//   dims    = rank (varint, at most 32), then each axis + 1 (varint): 0 is an unknown axis
//   f64 f32 = IEEE 754, little-endian. Elements of buffers too.
//
// Everything is numbered from 0 in the order of its entries, each kind by itself; an entry refers only to what stands before it.
//
//   Definitions (take no time)
//     1 run      str source, varint seed, str engine version              exactly once, first
//     2 text     bytes to the end of the entry
//     3 op_def   text name, text type, text formula, text gradient, flags (1 byte: bit 0 differentiable)
//     4 buffer   element type (1 byte), bytes to the end; strings: str*
//     5 summary  f64 min, max, mean, norm; varint NaN count, Inf count; rows, columns (1 byte each); f32 * rows * columns
//     6 tensor   element type (1 byte), flags (1 byte: bits 0-1 value: 0 none, 1 summary, 2 full in a buffer, 3 full, here; bit 2 symbolic), dims,
//                then varint summary | varint buffer | bytes to the end
//     7 line     varint line, varint column begin, varint column end      of the events that follow, until the next one
//     8 left     tensor, text how                  its value was handed to Python (".numpy()", "float()") on the line of entry 7, before the event that follows
//
//   Events: type = 32 + EventType (recording.h). They are numbered together: that is the event number.
//     tensor_made          tensor, tensor + 1 (whose value it is, which went through NumPy)
//     op_applied           op_def, text attributes, list of tensor + 1 (inputs), list of tensor (outputs), list of (tape, varint bytes it holds now)
//     variable_read        variable, then as op_applied
//     tape_opened          flags (1 byte: bit 0 persistent, bit 1 watches variables)
//     tape_watched         tape, tensor, flags (1 byte: bit 0 automatic)
//     tape_paused, tape_resumed      tape
//     tape_released        tape, varint bytes let go
//     gradient_asked       tape, list of tensor (targets), list of tensor (sources)
//     backward_step_began  gradient call, op, list of tensor + 1 (upstream)
//     backward_step_ended  backward step, list of tensor + 1 (gradients of the op's inputs)
//     gradient_given       gradient call, tensor (source), tensor + 1, why (1 byte, WhyNoGradient), op + 1
//     variable_made        text name, element type (1 byte), dims, flags (1 byte: bit 0 trainable), tensor + 1 (handle), tensor + 1 (initial value)
//     variable_assigned    variable, tensor + 1 (before), tensor + 1 (after), text how, list of tensor + 1 (what the assigning op was given), text rule
//     variable_deleted     variable
//     name_bound           text name, kind (1 byte: 0 text, 1 tensor, 2 variable, 3 tape), number of the text, tensor, variable or tape
//     printed              stream (1 byte), bytes to the end
//     error                str type, str message, str hint, str traceback, varint line, varint column
//     scope_entered        text name, text kind
//     scope_left
//     function_traced      text function, text signature, text why, varint nodes, function + 1 (its own number: others may have its name),
//                          varint nodes when optimised, varint microseconds of tracing, varint microseconds of optimising
//                          what its Python did stands before it, in a scope of the kind "trace"
//     function_called      function trace, list of tensor (inputs), list of tensor (outputs)
//     graph_optimized      function trace, text pass, varint nodes before, varint nodes after, text changes
//     recording_full
//     gradient_failed      gradient call
//     ended                status, budget (1 byte each), varint microseconds, varint live bytes, varint peak bytes, varint exit code      exactly once, last
//
// How it grows. A reader skips entries whose type it does not know, and bytes at the end of an entry that it knows (new fields are appended). So a new event
// needs no new version, but then event numbers of an old reader would differ: unknown *events* (type >= 32) are counted and shown as "something this version
// does not know". What cannot be said that way raises kFormatVersion; a reader reads its own version only and says so of others, because
// lessons' recordings are made anew by `tapedeck record` in seconds.
//
// What was rejected
//   JSON: 10 times the bytes, and slow to write from a worker. Protocol Buffers, FlatBuffers, Arrow: a schema compiler and 30 to 200 kB of code for 30 entries.
//   Numbers of ops in place of names: an op list that grows would break every stored recording. A table of contents at the end: a run that was
//   stopped has none. A checksum per entry: it costs as much as writing; structure is checked instead (every number must be known, every length fit), which
//   finds cut and overwritten files, not a flipped bit in a value. Snapshots of state for fast seeking: state.h needs none. Compression: the transport's job.
#pragma once

#include <cstdint>

namespace tapedeck::format {

inline constexpr uint8_t kMagic[8] = {0x89, 'T', 'D', 'E', 'C', 'K', '\r', '\n'};   // not text; shows damage by line-end conversion, as PNG's does
inline constexpr uint64_t kFormatVersion = 1;

enum Entry : uint8_t { run = 1, text = 2, op_def = 3, buffer = 4, summary = 5, tensor = 6, line = 7, left = 8, first_event = 32 };
enum Kept : uint8_t { none = 0, summarized = 1, in_buffer = 2, here = 3 };
enum Bound : uint8_t { to_text = 0, to_tensor = 1, to_variable = 2, to_tape = 3 };

inline constexpr int kMaxRank = 32;
inline constexpr uint64_t kMaxEntryBytes = 1ull << 30;

}  // namespace tapedeck::format
