// The Python interpreter (MicroPython, compiled in) as C++ sees it: run a program under budgets, get its outcome as data.
//
// MicroPython's state is global, so one Interpreter exists at a time, on one thread. Its destructor frees everything that the program
// made (finalisers run, native objects go). No MicroPython header is needed to use this one; native modules use port/port.h.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tapedeck {

/// Who runs the interpreter. Called on the interpreter's thread; must not throw.
class InterpreterHost {
 public:
  virtual ~InterpreterHost() = default;
  /// A text that the program wrote: 1 = standard output, 2 = standard error. One call for each print().
  virtual void write(int stream, std::string_view text) = 0;
  /// Polled a few thousand times a second; true ends the run with RunStatus::stopped.
  virtual bool stop_requested() { return false; }
  /// The learner's module bound a global name (also again). `object` is an mp_obj_t, alive during the call.
  /// Called only when InterpreterOptions::tell_stores is set.
  virtual void on_store(std::string_view name, void* object, int line) { (void)name, (void)object, (void)line; }
  /// The program ended with this exception, an mp_obj_t, alive during the call.
  virtual void on_exception(void* exception) { (void)exception; }
  /// tf.saved_model.save made a file (engine/graph/save.h), which the program knows under `path`.
  virtual void on_saved(std::string_view path, std::string_view bytes) { (void)path, (void)bytes; }
};

struct InterpreterOptions {
  double budget_s = 0;                            ///< wall time of one run, 0 = no limit
  std::uint64_t budget_steps = 0;                 ///< loop iterations and native iterator calls, 0 = no limit
  std::uint64_t budget_output_bytes = 0;          ///< what print and sys.stderr may write in one run, 0 = no limit
  std::size_t python_heap_bytes = 64u << 20;      ///< Python objects; beyond it MemoryError
  std::size_t tensor_bytes = 512u << 20;          ///< native memory told by port_external_add; beyond it the run ends
  unsigned max_depth = 0;                         ///< nested Python calls, 0 = as deep as the platform's stack safely allows
  bool tell_stores = false;                       ///< call InterpreterHost::on_store
  int tensorflow = 2;                             ///< 1: `import tensorflow` gives tf.compat.v1, with graphs instead of eager execution
  bool show_package_frames = false;               ///< tracebacks show frames of the embedded packages too
};

enum class RunStatus { ok, error, exited, stopped, budget };
enum class Budget { none, time, steps, memory, output };

struct TraceFrame {
  std::string file;
  int line = 0;
  std::string function;
};

struct RunResult {
  RunStatus status = RunStatus::ok;
  Budget budget = Budget::none;     ///< which one, when status is budget
  int exit_code = 0;                ///< of sys.exit, when status is exited
  std::string type;                 ///< exception type as CPython prints it, dotted where it is in a module
  std::string message;
  int line = 0;                     ///< the learner's innermost line of the error; 0 when unknown
  int column = 0;                   ///< 1-based, for SyntaxErrors; 0 when unknown
  std::vector<TraceFrame> frames;   ///< outermost first; the learner's, unless show_package_frames
  std::string traceback;            ///< what CPython would write to standard error, with the final newline; empty when status is ok
};

class Interpreter {
 public:
  explicit Interpreter(InterpreterHost& host, const InterpreterOptions& options = {});
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  /// Runs a program as `__main__`. Further calls see what earlier ones defined (an exercise's check after its solution).
  RunResult run(std::string_view source, std::string_view file_name = "main.py");

  /// The interpreter that exists now, or null.
  static Interpreter* current();
  /// The learner's line that is being executed; 0 when there is none.
  static int learner_line();
  /// Whether the learner's own code runs now, and not a package that it called.
  static bool in_learner_code();
  /// Whether this run must end as soon as it can (a budget is used up, a stop was asked for): for long work in C++. Does not raise.
  static bool should_stop();
  /// A short repr of a plain value: numbers, bools, None, text, and small lists, tuples and dicts of them; "<SGD>" for an object of another class. Never
  /// runs the learner's code. "" for what a reader of variables does not want to see: modules, functions, classes.
  static std::string plain_repr(void* object);
  InterpreterHost& host() { return host_; }
  const InterpreterOptions& options() const { return options_; }
  /// Bytes that the Python heap has taken from the system.
  std::size_t heap_bytes() const;
  /// The exception (an mp_obj_t) as CPython prints it, causes first.
  std::string traceback_of(void* exception) const;
  /// The frames of the learner's program that an exception passed, outermost first; what tf.function tells errors with.
  std::vector<TraceFrame> learner_frames(void* exception) const;
  std::string_view program_source() const { return source_; }
  std::string_view program_converted() const { return converted_; }   // by autograph.h; empty: it was not
  std::string_view program_line(int line) const;

 private:
  std::vector<TraceFrame> shown_frames(void* exception) const;

  InterpreterHost& host_;
  InterpreterOptions options_;
  std::string source_, converted_, file_name_;  // of the current run
  void* call_stack_ = nullptr;
};

}  // namespace tapedeck
