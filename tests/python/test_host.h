// A host for tests: keeps what the program wrote, and runs one program in a fresh interpreter.
#pragma once
#include <string>
#include <string_view>

#include "lessons/python/interpreter.h"

namespace tapedeck {

class TestHost : public InterpreterHost {
 public:
  void write(int stream, std::string_view text) override { (stream == 1 ? out : err) += text; }
  bool stop_requested() override { return stop_after >= 0 && polls++ >= stop_after; }

  std::string out, err;
  int stop_after = -1, polls = 0;
};

struct TestRun : RunResult {
  std::string out, err;
};

inline TestRun run_python(std::string_view source, const InterpreterOptions& options = {}) {
  TestHost host;
  TestRun r;
  {
    Interpreter interpreter(host, options);
    static_cast<RunResult&>(r) = interpreter.run(source);
  }
  r.out = host.out;
  r.err = host.err;
  return r;
}

}  // namespace tapedeck
