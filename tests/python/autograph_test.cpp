#include "lessons/python/autograph.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <sstream>

#include "lessons/python/binding/binding.h"
#include "lessons/python/interpreter.h"

using namespace tapedeck;

namespace {

class Host : public InterpreterHost {
 public:
  void write(int, std::string_view text) override { written += text; }
  std::string written;
};

struct Ran {
  RunResult result;
  std::string written;
};

Ran run(const std::string& source) {
  reset_binding();
  Host host;
  InterpreterOptions options;
  options.budget_s = 60;
  Interpreter interpreter(host, options);
  RunResult result = interpreter.run(source);
  return {result, host.written};
}

std::string converted(std::string_view source) {
  std::string out;
  return convert_control_flow(source, out) ? out : "";
}

}  // namespace

TEST_CASE("converted functions do with Python values what they do as written") {
  std::ifstream file("tests/python/autograph/values.py");
  std::stringstream source;
  source << file.rdbuf();
  REQUIRE(source.str().size() > 1000);
  Ran r = run(source.str());
  INFO(r.written << r.result.traceback);
  CHECK(r.result.status == RunStatus::ok);
  CHECK(r.written == "A docstring. 56 runs agree of 56\n");
}

TEST_CASE("a program that has nothing to convert, or mistakes, stays as it is") {
  CHECK(converted("x = 1\nif x:\n  print(x)\n").empty());
  CHECK(converted("def f(x):\n  return x + 1\n").empty());
  CHECK(converted("def f(x):\n  if x:\n    yield x\n").empty());
  CHECK(converted("async def f(x):\n  if x:\n    pass\n").empty());
  CHECK(converted("def f(x:\n  if x:\n    pass\n").empty());
  CHECK(converted("f = lambda x: (y := x) and y\n").empty());
  std::string deep = "f = lambda x: x and 1";
  for (int i = 0; i < 20000; ++i) deep += " + 1";
  CHECK(converted(deep + "\n").empty());
  CHECK_FALSE(converted("f = lambda x: x and 1\n").empty());
  CHECK_FALSE(converted("class A:\n  def f(self):\n    while self: pass\n").empty());
}

TEST_CASE("only programs that may trace are looked at") {
  CHECK(mentions_tracing("import tensorflow as tf\n@tf.function\ndef f(): pass\n"));
  CHECK(mentions_tracing("from tensorflow.python.eager import def_function\n"));
  CHECK_FALSE(mentions_tracing("import tensorflow as tf\nprint(tf.zeros(2))\n"));
}

TEST_CASE("an error in converted code has the learner's line and the learner's frames") {
  const std::string program =
      "import tensorflow as tf  # tf.function\n"            // 1
      "\n"
      "def inner(x):\n"                                      // 3
      "  '''Two\n"
      "  lines.'''\n"
      "  for i in range(3):\n"                               // 6
      "    if (i ==\n"
      "        2):\n"                                        // 8
      "      return x / (i - 2)\n"                           // 9
      "  return 0\n"
      "\n"
      "def outer(x):\n"                                      // 12
      "  while True:\n"
      "    y = (x or\n"
      "         7)\n"
      "    try:\n"
      "      return inner(x) and y\n"                        // 17
      "    finally:\n"
      "      y = None\n"
      "\n";
  for (std::string on : {"False", "True"}) {
    Ran r = run(program + "__ag__.on = " + on + "\nouter(1)\n");   // 21, 22
    INFO(on << "\n" << r.result.traceback);
    CHECK(r.result.type == "ZeroDivisionError");
    CHECK(r.result.line == 9);
    REQUIRE(r.result.frames.size() == 3);
    CHECK(r.result.frames[0].line == 22);
    CHECK(r.result.frames[1].line == 17);
    CHECK(r.result.frames[1].function == "outer");
    CHECK(r.result.frames[2].line == 9);
    CHECK(r.result.frames[2].function == "inner");
  }
}

TEST_CASE("lines far apart in one function are told apart in both bodies") {
  std::string gap(1500, '\n');
  const std::string program = "import tensorflow as tf  # tf.function\ndef f(x):\n  if x == 1:\n    return 1 / 0\n" + gap + "  if x == 2:\n    return 1 / 0\n";
  for (std::string on : {"False", "True"})
    for (int x : {1, 2}) {
      Ran r = run(program + "__ag__.on = " + on + "\nf(" + std::to_string(x) + ")\n");
      INFO(on << "\n" << r.result.traceback);
      CHECK(r.result.line == (x == 1 ? 4 : 1506));
    }
}

TEST_CASE("what follows a converted function keeps its line") {
  Ran r = run("import tensorflow as tf\n@tf.function\ndef f(x):\n  return x if x else 0  # comment\n\n\ng = lambda x: (x\n  and x)\n1 / 0\n");
  CHECK(r.result.line == 9);
}

TEST_CASE("a mistake in a program that would be converted is explained as ever") {
  Ran r = run("import tensorflow as tf\n@tf.function\ndef f(x):\n  if x:\n    return 1\n  retrun x\n");
  CHECK(r.result.type == "SyntaxError");
  CHECK(r.result.line == 6);
}
