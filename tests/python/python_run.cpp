// python_run FILE.py: runs a program in the interpreter alone, without the engine; the tests of the language use it, natively and under Node.
#include <cstdio>
#include <fstream>
#include <sstream>

#include "lessons/python/interpreter.h"

namespace {

class Terminal : public tapedeck::InterpreterHost {
 public:
  void write(int stream, std::string_view text) override { std::fwrite(text.data(), 1, text.size(), stream == 1 ? stdout : stderr); }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "python_run FILE.py\n");
    return 2;
  }
  std::ifstream file(argv[1]);
  std::stringstream source;
  source << file.rdbuf();
  if (!file) {
    std::fprintf(stderr, "python_run: cannot read %s\n", argv[1]);
    return 2;
  }
  Terminal terminal;
  tapedeck::InterpreterOptions options;
  options.budget_s = 20;
  tapedeck::Interpreter interpreter(terminal, options);
  tapedeck::RunResult result = interpreter.run(source.str());
  std::fflush(stdout);
  std::fputs(result.traceback.c_str(), stderr);
  return result.status == tapedeck::RunStatus::ok ? 0 : result.status == tapedeck::RunStatus::exited ? result.exit_code : 1;
}
