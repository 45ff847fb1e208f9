#include "lessons/python/interpreter.h"

#include <cassert>
#include <cstdlib>
#include <cstring>

#include "lessons/python/autograph.h"
#include "lessons/python/fstring.h"
#include "lessons/python/match_statement.h"
#include "lessons/python/syntax_error.h"
#include "lessons/syntax/syntax_tree.h"

extern "C" {
#include "py/builtin.h"
#include "py/compile.h"
#include "py/cstack.h"
#include "py/gc.h"
#include "py/objexcept.h"
#include "py/objmodule.h"
#include "py/runtime.h"
#include "port.h"
#ifdef __EMSCRIPTEN__
#include <emscripten/stack.h>
#endif
void port_time_reset(void);
mp_obj_t port_exception_cause(mp_obj_t exception);
mp_obj_t port_exception_context(mp_obj_t exception);
}

namespace tapedeck {
namespace {

Interpreter* current_interpreter = nullptr;

constexpr std::size_t kFirstHeapBytes = 1u << 20;
constexpr std::size_t kCallStackBytes = 1u << 20;       // MicroPython's own stack of Python frames
constexpr std::size_t kReserveBytes = 1u << 20;         // compiling and reporting still work after a MemoryError
constexpr std::uint64_t kReportSteps = 1'000'000;       // a learner's __str__ may loop too
#ifdef __EMSCRIPTEN__
// V8's own stack (984 KB) overflows at about 350 nested VM calls, and that kills the instance: stay well below.
constexpr unsigned kMaxDepth = 250;
constexpr std::size_t kStackBytes = 128u << 10;
#else
constexpr unsigned kMaxDepth = 1000;                    // CPython's default
constexpr std::size_t kStackBytes = 4u << 20;
#endif

void set_stack_top() {
#ifdef __EMSCRIPTEN__
  mp_cstack_init_with_top(reinterpret_cast<void*>(emscripten_stack_get_base()), kStackBytes);
#else
  mp_cstack_init_with_top(__builtin_frame_address(0), kStackBytes);
#endif
}

// The functions below catch Python exceptions (nlr), so no C++ object with a destructor lives in their frames or below them.

struct Outcome {
  bool failed;
  bool compiled;
  void* exception;  // null: the VM was aborted
};

std::size_t heap_cap_while_running;

__attribute__((noinline)) Outcome execute(const char* text, std::size_t size, qstr file) {
  static volatile bool compiled;
  compiled = false;
  nlr_buf_t nlr;
  if (nlr_push(&nlr) == 0) {
    nlr_set_abort(&nlr);
    mp_lexer_t* lexer = mp_lexer_new_from_str_len(file, text, size, 0);
    mp_parse_tree_t tree = mp_parse(lexer, MP_PARSE_FILE_INPUT);
    mp_obj_t function = mp_compile(&tree, file, false);
    compiled = true;
    port_heap_cap_bytes = heap_cap_while_running;
    mp_call_function_0(function);
    nlr_pop();
    nlr_set_abort(nullptr);
    return {false, true, nullptr};
  }
  nlr_set_abort(nullptr);
  return {true, compiled, nlr.ret_val};
}

__attribute__((noinline)) bool print_object(vstr_t* text, mp_obj_t object, mp_print_kind_t kind) {
  nlr_buf_t nlr;
  if (nlr_push(&nlr) == 0) {
    nlr_set_abort(&nlr);
    mp_print_t print = {text, reinterpret_cast<mp_print_strn_t>(vstr_add_strn)};
    mp_obj_print_helper(&print, object, kind);
    nlr_pop();
    nlr_set_abort(nullptr);
    return true;
  }
  nlr_set_abort(nullptr);
  return false;
}

__attribute__((noinline)) mp_obj_t attribute_or_null(mp_obj_t object, qstr name) {
  nlr_buf_t nlr;
  if (nlr_push(&nlr) == 0) {
    mp_obj_t found[2];
    mp_load_method_maybe(object, name, found);
    nlr_pop();
    return found[0];
  }
  return MP_OBJ_NULL;
}

std::string text_of(mp_obj_t object, mp_print_kind_t kind) {
  vstr_t text;
  vstr_init(&text, 64);
  bool done = print_object(&text, object, kind);
  std::string r = done ? std::string(text.buf, text.len) : "<exception str() failed>";
  vstr_clear(&text);
  return r;
}

std::string type_name(const mp_obj_type_t* type) {
  std::string name = qstr_str(type->name);
  mp_obj_t module = attribute_or_null(MP_OBJ_FROM_PTR(type), MP_QSTR___module__);
  if (module != MP_OBJ_NULL && mp_obj_is_str(module)) {
    std::string m = mp_obj_str_get_str(module);
    if (!m.empty() && m != "__main__" && m != "builtins") return m + "." + name;
  }
  return name;
}

std::string_view source_line(std::string_view source, int line) {
  for (int i = 1; i < line; i++) {
    std::size_t end = source.find('\n');
    if (end == std::string_view::npos) return {};
    source.remove_prefix(end + 1);
  }
  std::string_view text = source.substr(0, source.find('\n'));
  std::size_t first = text.find_first_not_of(" \t\f");
  if (first == std::string_view::npos) return {};
  std::size_t last = text.find_last_not_of(" \t\r\f");
  return text.substr(first, last + 1 - first);
}

std::string last_line(const std::string& type, const std::string& message) {
  return message.empty() ? type + "\n" : type + ": " + message + "\n";
}

void describe_syntax_error(RunResult& r, std::string_view source, std::string_view file, const SyntaxProblem& problem) {
  r.type = problem.type;
  r.message = problem.message;
  r.line = problem.line;
  r.column = problem.column;
  r.frames = {{std::string(file), problem.line, ""}};
  r.traceback = "  File \"" + std::string(file) + "\", line " + std::to_string(problem.line) + "\n";
  std::string_view shown = source_line(source, problem.line);
  if (!shown.empty()) {
    r.traceback += "    " + std::string(shown) + "\n";
    if (problem.column > 0) {
      // the caret counts characters of the shown line, which has lost its indentation
      std::string_view rest = source;
      for (int i = 1; i < problem.line; i++) rest.remove_prefix(rest.find('\n') + 1);
      std::size_t indent = rest.find_first_not_of(" \t\f");
      int bytes = problem.column - 1 - static_cast<int>(indent), characters = 0;
      for (int i = 0; i < bytes; i++) characters += i >= static_cast<int>(shown.size()) || (shown[i] & 0xC0) != 0x80;
      r.traceback += "    " + std::string(characters > 0 ? characters : 0, ' ') + "^\n";
    }
  }
  r.traceback += last_line(r.type, r.message);
}

Budget budget_of(port_budget_t spent) {
  switch (spent) {
    case PORT_BUDGET_TIME: return Budget::time;
    case PORT_BUDGET_STEPS: return Budget::steps;
    case PORT_BUDGET_MEMORY: return Budget::memory;
    case PORT_BUDGET_OUTPUT: return Budget::output;
    default: return Budget::none;
  }
}

void tell_store(std::size_t name, void* value) {
  std::size_t size;
  const byte* text = qstr_data(name, &size);
  current_interpreter->host().on_store({reinterpret_cast<const char*>(text), size}, value, port_learner_line());
}

}  // namespace

namespace {

constexpr std::size_t kShownItems = 6, kShownText = 60;

void append_plain_repr(std::string& out, mp_obj_t object, int depth) {
  const mp_obj_type_t* type = mp_obj_get_type(object);
  if (type == &mp_type_int || type == &mp_type_float || type == &mp_type_bool || type == &mp_type_NoneType) {
    out += text_of(object, PRINT_REPR).substr(0, kShownText);
    return;
  }
  if (type == &mp_type_str) {
    std::size_t size;
    const char* text = mp_obj_str_get_data(object, &size);
    out += '\'';
    out.append(text, size < kShownText ? size : kShownText);
    out += size > kShownText ? "…'" : "'";
    return;
  }
  bool is_list = type == &mp_type_list, is_tuple = type == &mp_type_tuple;
  if ((is_list || is_tuple) && depth > 0) {
    std::size_t n;
    mp_obj_t* items;
    mp_obj_get_array(object, &n, &items);
    out += is_list ? '[' : '(';
    for (std::size_t i = 0; i < n && i < kShownItems; i++) {
      if (i != 0) out += ", ";
      append_plain_repr(out, items[i], depth - 1);
    }
    if (n > kShownItems) out += ", …";
    if (is_tuple && n == 1) out += ',';
    out += is_list ? ']' : ')';
    return;
  }
  if (type == &mp_type_dict && depth > 0) {
    mp_map_t* map = mp_obj_dict_get_map(object);
    out += '{';
    std::size_t shown = 0;
    for (std::size_t i = 0; i < map->alloc; i++) {
      if (!mp_map_slot_is_filled(map, i)) continue;
      if (shown != 0) out += ", ";
      if (shown++ == kShownItems) {
        out += "…";
        break;
      }
      append_plain_repr(out, map->table[i].key, 0);
      out += ": ";
      append_plain_repr(out, map->table[i].value, depth - 1);
    }
    out += '}';
    return;
  }
  out += std::string("<") + qstr_str(type->name) + ">";
}

}  // namespace

Interpreter* Interpreter::current() { return current_interpreter; }
int Interpreter::learner_line() { return port_learner_line(); }
bool Interpreter::in_learner_code() { return port_in_learner_code(); }
bool Interpreter::should_stop() { return port_should_stop(); }

std::string Interpreter::plain_repr(void* object) {
  mp_obj_t o = reinterpret_cast<mp_obj_t>(object);
  const mp_obj_type_t* type = mp_obj_get_type(o);
  if (type == &mp_type_module || type == &mp_type_type || mp_obj_is_fun(o) || std::string_view(qstr_str(type->name)) == "closure") return {};
  std::string out;
  append_plain_repr(out, o, 2);
  return out;
}

Interpreter::Interpreter(InterpreterHost& host, const InterpreterOptions& options) : host_(host), options_(options) {
  assert(!current_interpreter && "one Interpreter at a time");
  current_interpreter = this;
  set_stack_top();
  port_gc_mode = PORT_GC_AT_SAFE_POINTS;
  port_gc_stress = false;
  port_vm_depth_limit = options.max_depth != 0 && options.max_depth < kMaxDepth ? options.max_depth : kMaxDepth;
  port_frames_reset();
  port_time_reset();
  port_set_budget(0, 0, 0);
  port_on_store = nullptr;
  port_external_cap = options.tensor_bytes;
  call_stack_ = std::malloc(kCallStackBytes);
  mp_pystack_init(call_stack_, static_cast<char*>(call_stack_) + kCallStackBytes);
  port_heap_init(kFirstHeapBytes, options.python_heap_bytes + kReserveBytes);
  mp_init();
}

Interpreter::~Interpreter() {
  set_stack_top();
  port_set_budget(0, 0, 0);
  port_on_store = nullptr;
  port_gc_mode = PORT_GC_AT_ONCE;
  gc_sweep_all();  // runs every finaliser: native objects go
  mp_deinit();
  port_heap_deinit();
  std::free(call_stack_);
  current_interpreter = nullptr;
}

std::size_t Interpreter::heap_bytes() const { return port_heap_bytes(); }

namespace {

/// What an earlier run left on the stack below would keep dead objects alive: the collector takes whatever lies there for pointers.
[[gnu::noinline]] void wipe_stack() {
  volatile uint64_t stale[4096];
  for (volatile uint64_t& word : stale) word = 0;
}

}  // namespace

RunResult Interpreter::run(std::string_view source, std::string_view file_name) {
  RunResult result;
  if (source.starts_with("\xef\xbb\xbf")) source.remove_prefix(3);   // a byte order mark, as CPython does
  source_ = source;
  file_name_ = file_name;
  SyntaxProblem problem;
  std::string text;
  std::string without_match, converted;
  const std::string_view parsed = convert_match(source, without_match) ? std::string_view(without_match) : source;
  port_lines_go_back = mentions_tracing(parsed) && convert_control_flow(parsed, converted);
  converted_ = converted;
  if (!rewrite_fstrings(parsed, text, problem) || (port_lines_go_back && !rewrite_fstrings(converted, text, problem))) {
    result.status = RunStatus::error;
    describe_syntax_error(result, source, file_name, problem);
    return result;
  }

  set_stack_top();
  wipe_stack();
  qstr file = qstr_from_strn(file_name.data(), file_name.size());
  port_learner_file = file;
  mp_obj_dict_store(MP_OBJ_FROM_PTR(&MP_STATE_VM(dict_main)), MP_OBJ_NEW_QSTR(MP_QSTR___name__), MP_OBJ_NEW_QSTR(MP_QSTR___main__));
  mp_obj_dict_store(MP_OBJ_FROM_PTR(&MP_STATE_VM(dict_main)), MP_OBJ_NEW_QSTR(qstr_from_str("__builtins__")), MP_OBJ_FROM_PTR(&mp_module_builtins));
  port_heap_cap_bytes = options_.python_heap_bytes + kReserveBytes;
  heap_cap_while_running = options_.python_heap_bytes;
  port_set_budget(options_.budget_steps, options_.budget_s * 1e3, options_.budget_output_bytes);
  if (options_.tensorflow == 1) {
    static constexpr std::string_view kVersion1 = "__import__('tensorflow._v1')\n";
    execute(kVersion1.data(), kVersion1.size(), qstr_from_str("<tensorflow 1>"));
  }
  port_on_store = options_.tell_stores ? tell_store : nullptr;
  Outcome outcome = execute(text.data(), text.size(), file);
  port_on_store = nullptr;
  port_heap_cap_bytes = options_.python_heap_bytes + kReserveBytes;
  port_budget_t spent = port_budget_spent;
  port_set_budget(kReportSteps, 0, 0);
  port_frames_reset();
  if (!outcome.failed) return result;

  // A stop or a budget that the program did not swallow.
  if (!outcome.exception) {
    mp_globals_set(&MP_STATE_VM(dict_main));
    mp_locals_set(&MP_STATE_VM(dict_main));
  }
  mp_obj_t exception = MP_OBJ_FROM_PTR(outcome.exception);
  const mp_obj_type_t* type = outcome.exception ? mp_obj_get_type(exception) : nullptr;
  bool ended = !type || (spent != PORT_BUDGET_NONE && type == &mp_type_KeyboardInterrupt);
  result.status = !ended ? RunStatus::error : spent == PORT_BUDGET_STOP ? RunStatus::stopped : RunStatus::budget;
  result.budget = ended ? budget_of(spent) : Budget::none;
  result.type = type ? type_name(type) : "KeyboardInterrupt";
  if (type) result.message = text_of(exception, PRINT_STR);
  if (type) host_.on_exception(outcome.exception);

  if (type && mp_obj_is_subclass_fast(MP_OBJ_FROM_PTR(type), MP_OBJ_FROM_PTR(&mp_type_SystemExit))) {
    mp_obj_t value = mp_obj_exception_get_value(exception);
    result.status = RunStatus::exited;
    result.exit_code = value == mp_const_none ? 0 : mp_obj_is_small_int(value) ? static_cast<int>(MP_OBJ_SMALL_INT_VALUE(value)) : 1;
    if (value != mp_const_none && !mp_obj_is_small_int(value)) result.traceback = result.message + "\n";
    return result;
  }

  if (type) {
    result.frames = shown_frames(exception);
    for (const TraceFrame& f : result.frames)
      if (f.file == file_name_) result.line = f.line;
    if (!outcome.compiled && !result.frames.empty() && result.frames.back().file == file_name_) {
      problem = explain_syntax_error(source, result.frames.back().line, result.type, result.message);
      describe_syntax_error(result, source, file_name, problem);
      return result;
    }
    result.traceback = traceback_of(exception);
  } else {
    result.traceback = last_line(result.type, result.message);
  }
  return result;
}

std::vector<TraceFrame> Interpreter::shown_frames(void* exception) const {
  std::size_t n = 0, *entries = nullptr;
  mp_obj_exception_get_traceback(MP_OBJ_FROM_PTR(exception), &n, &entries);
  std::vector<TraceFrame> all, own;
  for (std::size_t i = n; entries && i >= 3; i -= 3) {
    qstr block = entries[i - 1];
    TraceFrame frame{qstr_str(entries[i - 3]), static_cast<int>(entries[i - 2]), block == MP_QSTRnull ? "" : qstr_str(block)};
    // A piece of a converted function (autograph.h) goes on where its function is: one frame for both, as if nothing had been converted.
    bool thunk = frame.function == "<lambda>" && !all.empty() && all.back().function == "_run" && all.back().file.ends_with("_autograph.py");
    if (frame.file == file_name_ && (thunk || frame.function.starts_with(kConvertedFrame))) {
      while (!all.empty() && all.back().file != file_name_) all.pop_back();
      if (!all.empty()) frame.function = all.back().function, all.pop_back();
    }
    all.push_back(std::move(frame));
  }
  if (options_.show_package_frames) return all;
  for (const TraceFrame& f : all)
    if (f.file == file_name_) own.push_back(f);
  return own.empty() ? all : own;
}

std::vector<TraceFrame> Interpreter::learner_frames(void* exception) const {
  std::vector<TraceFrame> frames = shown_frames(exception);
  std::erase_if(frames, [&](const TraceFrame& f) { return f.file != file_name_; });
  return frames;
}

std::string_view Interpreter::program_line(int line) const { return source_line(source_, line); }

std::string Interpreter::traceback_of(void* exception) const {
  std::string text;
  mp_obj_t object = MP_OBJ_FROM_PTR(exception);
  mp_obj_t cause = port_exception_cause(object), context = port_exception_context(object);
  if (cause != MP_OBJ_NULL) {
    text = traceback_of(cause) + "\nThe above exception was the direct cause of the following exception:\n\n";
  } else if (context != MP_OBJ_NULL) {
    text = traceback_of(context) + "\nDuring handling of the above exception, another exception occurred:\n\n";
  }
  std::vector<TraceFrame> frames = shown_frames(exception);
  if (!frames.empty()) text += "Traceback (most recent call last):\n";
  for (const TraceFrame& f : frames) {
    text += "  File \"" + f.file + "\", line " + std::to_string(f.line) + (f.function.empty() ? "\n" : ", in " + f.function + "\n");
    std::string_view shown = f.file == file_name_ ? source_line(source_, f.line) : std::string_view();
    if (!shown.empty()) text += "    " + std::string(shown) + "\n";
  }
  return text + last_line(type_name(mp_obj_get_type(object)), text_of(object, PRINT_STR));
}

}  // namespace tapedeck

extern "C" void port_saved(const char* path, size_t path_bytes, const char* data, size_t bytes) { tapedeck::current_interpreter->host().on_saved({path, path_bytes}, {data, bytes}); }

extern "C" void port_write(int stream, const char* text, size_t bytes) {
  tapedeck::current_interpreter->host().write(stream, {text, bytes});
}

extern "C" bool port_stop_requested(void) { return tapedeck::current_interpreter->host().stop_requested(); }

extern "C" mp_obj_t port_exception_frames(mp_obj_t exception) {
  static std::vector<tapedeck::TraceFrame> frames;   // outlives this call, because making Python objects may raise
  frames = tapedeck::current_interpreter->learner_frames(exception);
  mp_obj_t list = mp_obj_new_list(0, nullptr);
  for (const tapedeck::TraceFrame& f : frames) {
    const std::string_view text = tapedeck::current_interpreter->program_line(f.line);
    mp_obj_t parts[] = {mp_obj_new_str(f.file.data(), f.file.size()), MP_OBJ_NEW_SMALL_INT(f.line), mp_obj_new_str(f.function.data(), f.function.size()), mp_obj_new_str(text.data(), text.size())};
    mp_obj_list_append(list, mp_obj_new_tuple(4, parts));
  }
  return list;
}

extern "C" mp_obj_t port_program_source(void) {
  const std::string_view text = tapedeck::current_interpreter->program_source();
  return mp_obj_new_str(text.data(), text.size());
}

extern "C" mp_obj_t port_program_converted(void) {
  const std::string_view text = tapedeck::current_interpreter->program_converted();
  return mp_obj_new_str(text.data(), text.size());
}

namespace tapedeck {
namespace {

/// Whether `name` gets its value in this part of a function, outside the functions in it.
bool stores(const SyntaxNode& node, std::string_view name) {
  const SyntaxNode parent = node.parent();
  if (node.is("identifier") && node.text() == name) {
    if (parent.is("aliased_import") || parent.is("as_pattern_target") || parent.is("dotted_name")) return true;
    if (parent.is("named_expression")) return parent.field("name") == node;
    for (SyntaxNode n = node, p = parent; p; n = p, p = p.parent()) {
      if (p.is("assignment") || p.is("augmented_assignment") || p.is("for_statement")) return p.field("left") == n;
      if (!p.is("pattern_list") && !p.is("tuple_pattern") && !p.is("list_pattern") && !p.is("list_splat_pattern")) return false;
    }
  }
  for (const SyntaxNode& child : node.named_children())
    if (!child.is("function_definition") && !child.is("class_definition") && !child.is("lambda") && stores(child, name)) return true;
  return false;
}

/// The first name on this line that the function around it assigns to: the one that has no value yet.
void find_unbound(const SyntaxNode& node, std::uint32_t line, const SyntaxNode& body, std::string& found) {
  if (!found.empty() || node.line() > line || node.end_line() < line) return;
  if (node.is("identifier") && node.line() == line && body) {
    const SyntaxNode parent = node.parent();
    const bool read = !(parent.is("attribute") && parent.field("attribute") == node) && !(parent.is("keyword_argument") && parent.field("name") == node) &&
                      !(parent.is("assignment") && parent.field("left") == node);
    if (read && stores(body, node.text())) found = node.text();
  }
  const SyntaxNode inner = node.is("function_definition") ? node.field("body") : body;
  for (const SyntaxNode& child : node.named_children()) find_unbound(child, line, inner, found);
}

/// Of a converted function (autograph.h) the line may be that of the statement before: then the name that the function deletes.
void find_deleted(const SyntaxNode& node, std::uint32_t line, bool inside, std::string& found) {
  if (node.is("delete_statement") && inside) found = node.named_children().front().text();
  if (node.is("function_definition")) inside = node.line() <= line && line <= node.end_line();
  for (const SyntaxNode& child : node.named_children()) find_deleted(child, line, inside, found);
}

}  // namespace
}  // namespace tapedeck

extern "C" const char* port_unbound_name(void) {
  static std::string name;
  name.clear();
  if (tapedeck::current_interpreter != nullptr) {
    tapedeck::SyntaxTree tree(tapedeck::current_interpreter->program_source());
    const auto line = static_cast<std::uint32_t>(tapedeck::Interpreter::learner_line());
    if (tree.depth() < 200) tapedeck::find_unbound(tree.root(), line, {}, name);
    if (tree.depth() < 200 && name.empty()) tapedeck::find_deleted(tree.root(), line, false, name);
  }
  return name.c_str();
}

// For the traceback module. The text outlives this call, because making the Python string may raise.
extern "C" mp_obj_t port_format_exception(mp_obj_t exception) {
  static std::string text;
  text = tapedeck::current_interpreter->traceback_of(exception);
  return mp_obj_new_str(text.data(), text.size());
}
