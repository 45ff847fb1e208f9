#include "lessons/python/interpreter.h"

#include <catch2/catch_test_macros.hpp>
#include <malloc.h>

#include "lessons/python/port/port.h"
#include "tests/python/test_host.h"

using namespace tapedeck;

namespace {

InterpreterOptions seconds(double s) {
  InterpreterOptions o;
  o.budget_s = s;
  return o;
}

std::size_t malloc_bytes() {
#ifdef __EMSCRIPTEN__
  return mallinfo().uordblks;
#else
  return mallinfo2().uordblks;
#endif
}

}  // namespace

TEST_CASE("a program's output reaches the host, one write for each print") {
  struct Counting : TestHost {
    void write(int stream, std::string_view text) override {
      writes++;
      TestHost::write(stream, text);
    }
    int writes = 0;
  } host;
  Interpreter interpreter(host);
  RunResult r = interpreter.run("import sys\nprint('a', 1, [2.5])\nprint('to err', file=sys.stderr)\n");
  CHECK(r.status == RunStatus::ok);
  CHECK(host.out == "a 1 [2.5]\n");
  CHECK(host.err == "to err\n");
  CHECK(host.writes == 2);
}

TEST_CASE("a byte order mark at the start of a program is passed over") {
  TestRun r = run_python("\xef\xbb\xbfprint(1)\n");
  CHECK(r.status == RunStatus::ok);
  CHECK(r.out == "1\n");
}

TEST_CASE("a traceback reads as CPython's, with the learner's lines") {
  TestRun r = run_python("def f(x):\n    return 1 / x\n\nclass E(Exception):\n    pass\n\ntry:\n    f(0)\nexcept ZeroDivisionError as e:\n    raise E('bad') from e\n");
  CHECK(r.status == RunStatus::error);
  CHECK(r.type == "E");
  CHECK(r.message == "bad");
  CHECK(r.line == 10);
  CHECK(r.traceback ==
        "Traceback (most recent call last):\n"
        "  File \"main.py\", line 8, in <module>\n"
        "    f(0)\n"
        "  File \"main.py\", line 2, in f\n"
        "    return 1 / x\n"
        "ZeroDivisionError: division by zero\n"
        "\n"
        "The above exception was the direct cause of the following exception:\n"
        "\n"
        "Traceback (most recent call last):\n"
        "  File \"main.py\", line 10, in <module>\n"
        "    raise E('bad') from e\n"
        "E: bad\n");
}

TEST_CASE("frames of the embedded packages are hidden unless asked for") {
  std::string_view program = "import random\nrandom.choice([])\n";
  TestRun hidden = run_python(program);
  CHECK(hidden.type == "IndexError");
  CHECK(hidden.frames.size() == 1);
  CHECK(hidden.line == 2);
  InterpreterOptions all;
  all.show_package_frames = true;
  CHECK(run_python(program, all).frames.size() == 2);
}

TEST_CASE("an exception class in a module is named with it") {
  TestRun r = run_python("class InvalidArgumentError(Exception):\n    __module__ = 'tensorflow.python.framework.errors_impl'\nraise InvalidArgumentError('shapes')\n");
  CHECK(r.type == "tensorflow.python.framework.errors_impl.InvalidArgumentError");
}

TEST_CASE("sys.exit ends a program with its code") {
  TestRun r = run_python("import sys\ntry:\n    sys.exit(3)\nexcept Exception:\n    print('no')\n");
  CHECK(r.status == RunStatus::exited);
  CHECK(r.exit_code == 3);
  CHECK(run_python("raise SystemExit").exit_code == 0);
  CHECK(run_python("import sys\nsys.exit('message')").traceback == "message\n");
}

TEST_CASE("native code can ask for the learner's line, depth and function") {
  struct Asking : TestHost {
    void write(int, std::string_view) override {
      line = port_learner_line();
      depth = port_learner_depth();
      function = port_learner_function();
    }
    int line = 0, depth = 0;
    std::string function;
  } host;
  Interpreter interpreter(host);
  interpreter.run("def show(x):\n    y = x\n    print(y)\n\nshow(1)\n");
  CHECK(host.line == 3);
  CHECK(host.depth == 2);
  CHECK(host.function == "show");
  interpreter.run("from pprint import pprint\n\npprint([1])\n");  // print is called in the package; the learner's line is asked for
  CHECK(host.line == 3);
  CHECK(host.function == "<module>");
}

TEST_CASE("the host is told which global names the learner's module binds") {
  struct Listening : TestHost {
    void on_store(std::string_view name, void*, int line) override { told += std::string(name) + ":" + std::to_string(line) + " "; }
    std::string told;
  } host;
  InterpreterOptions o;
  o.tell_stores = true;
  Interpreter interpreter(host, o);
  interpreter.run("import random\nx = 1\ndef f():\n    global y\n    z = 2\n    y = z\nf()\nfor i in range(2):\n    x = i\n");
  CHECK(host.told == "random:1 x:2 f:3 y:6 i:8 x:9 i:8 x:9 ");
}

TEST_CASE("a second run sees what the first defined, a new interpreter does not") {
  TestHost host;
  {
    Interpreter interpreter(host);
    interpreter.run("answer = 42");
    CHECK(interpreter.run("print(answer)").status == RunStatus::ok);
  }
  Interpreter fresh(host);
  CHECK(fresh.run("print(answer)").type == "NameError");
  CHECK(host.out == "42\n");
}

TEST_CASE("an endless loop ends with the time budget and a sentence") {
  TestRun r = run_python("while True:\n    pass\n", seconds(0.1));
  CHECK(r.status == RunStatus::budget);
  CHECK(r.budget == Budget::time);
  CHECK(r.message == "the time budget is used up");
  CHECK(r.line >= 1);
}

TEST_CASE("a program cannot swallow the end of its budget for ever") {
  TestRun r = run_python("while True:\n    try:\n        while True:\n            pass\n    except:\n        pass\n", seconds(0.05));
  CHECK(r.status == RunStatus::budget);
  CHECK(r.budget == Budget::time);
}

TEST_CASE("long loops in C end with the budget too") {
  for (const char* program : {"sum(range(10**9))", "x = 3 ** 400000\nlen(str(x))", "list(zip(range(10**9)))[0]", "max(x for x in iter(int, 1))", "'a'.join(str(i) for i in iter(int, 1))"}) {
    INFO(program);
    TestRun r = run_python(program, seconds(0.1));
    CHECK(r.status != RunStatus::ok);
  }
}

TEST_CASE("the step budget is exact enough and repeats") {
  InterpreterOptions o;
  o.budget_steps = 100'000;
  TestRun a = run_python("n = 0\nwhile True:\n    n += 1\n    if n % 1000 == 0: print(n)\n", o);
  TestRun b = run_python("n = 0\nwhile True:\n    n += 1\n    if n % 1000 == 0: print(n)\n", o);
  CHECK(a.budget == Budget::steps);
  CHECK(a.out == b.out);
  CHECK(a.out.size() > 100);
}

TEST_CASE("stop is asked for while the program runs") {
  TestHost host;
  host.stop_after = 50;
  Interpreter interpreter(host);
  RunResult r = interpreter.run("while True:\n    pass\n");
  CHECK(r.status == RunStatus::stopped);
  CHECK(host.polls > 50);
}

TEST_CASE("prints without end stop at the output budget") {
  InterpreterOptions o;
  o.budget_output_bytes = 100'000;
  TestRun r = run_python("for i in range(10**9):\n    print('x' * 100)\n", o);
  CHECK(r.status == RunStatus::budget);
  CHECK(r.budget == Budget::output);
  CHECK(r.message == "the output budget is used up");
  CHECK(r.out.size() <= 100'101);
}

TEST_CASE("recursion without end is an error in every form, and the interpreter stays usable") {
  for (const char* program :
       {"def f(n): return f(n + 1)\nf(0)", "class A:\n    def __repr__(self): return repr(self)\nrepr(A())", "class A:\n    def __getattr__(self, n): return self.foo\nA().x",
        "def k(x): return sorted([3, 1, 2], key=k)\nk(1)", "class A:\n    def __init__(self): self.a = A()\nA()", "def g(n):\n    yield from g(n + 1)\nlist(g(0))",
        "class A:\n    def __eq__(self, o): return self == o\nA() == A()", "class A:\n    def __str__(self): return f'{self}'\nstr(A())", "a = []\nfor i in range(100000): a = [a]\nrepr(a)",
        "def f(n): exec('f(n + 1)', {'f': f, 'n': n})\nf(0)", "def f(n): return list(map(f, [n + 1]))\nf(0)"}) {
    INFO(program);
    TestHost host;
    Interpreter interpreter(host);
    RunResult r = interpreter.run(program);
    CHECK(r.type == "RecursionError");
    CHECK(interpreter.run("print(sum(range(10)))").status == RunStatus::ok);
    CHECK(host.out == "45\n");
  }
}

TEST_CASE("deep nesting in the source is an error or runs, but never a crash") {
  std::string calls;
  for (int i = 0; i < 2000; i++) calls += "f(";
  for (const std::string& program : {"x = " + std::string(3000, '(') + "1" + std::string(3000, ')'), "x = " + std::string(500, '[') + "1" + std::string(500, ']'),
                                     calls + std::string(2000, ')'), std::string(3000, '-') + "1"}) {
    TestHost host;
    Interpreter interpreter(host);
    RunResult r = interpreter.run(program);
    CHECK((r.status == RunStatus::ok || r.type == "RecursionError" || r.type == "MemoryError" || r.type == "NameError"));
    CHECK(interpreter.run("print(1)").status == RunStatus::ok);
  }
}

TEST_CASE("allocations that do not fit are MemoryErrors, and the interpreter stays usable") {
  for (const char* program : {"x = [0] * 10**10", "x = [0] * 10**9", "x = 'a' * 10**9", "x = list(range(10**9))", "x = bytearray(10**9)",
                              "x = [0, 0] * 2**29 * 2**31", "x = (1, 2) * 2**61", "x = 'ab' * 10**18", "x = b'ab' * 10**30",
                              "l = []\nwhile True: l.append([0] * 1000)", "def f():\n    s = 'a'\n    while True: s += s\nf()", "d = {}\ni = 0\nwhile True:\n    d[i] = str(i)\n    i += 1"}) {
    INFO(program);
    TestHost host;
    InterpreterOptions o;
    o.python_heap_bytes = 8u << 20;
    Interpreter interpreter(host, o);
    RunResult r = interpreter.run(program);
    CHECK((r.type == "MemoryError" || r.type == "OverflowError"));
    CHECK(interpreter.run("l = d = x = None\nprint(len([0] * 1000))").status == RunStatus::ok);
    CHECK(host.out == "1000\n");
  }
}

TEST_CASE("a thousand interpreters leave nothing behind") {
  std::size_t before = 0;
  for (int i = 0; i < 1000; i++) {
    TestRun r = run_python("import random, collections\nkeep = [random.Random(i) for i in range(20)]\nclass A:\n    pass\na = A()\na.self = a\n1 / 0\n");
    REQUIRE(r.type == "ZeroDivisionError");
    if (i == 20) before = malloc_bytes();
  }
  CHECK(malloc_bytes() <= before + 4096);
}

TEST_CASE("memory outside the heap makes collections, and has a cap") {
  TestHost host;
  InterpreterOptions o;
  o.tensor_bytes = 100u << 20;
  Interpreter interpreter(host, o);
  unsigned before = port_gc_count;
  port_external_add(40 << 20);  // as a tensor's buffer would
  interpreter.run("for i in range(1000): pass");
  CHECK(port_gc_count > before);
  port_external_add(80 << 20);
  RunResult r = interpreter.run("for i in range(1000): pass");
  CHECK(r.budget == Budget::memory);
  port_external_add(-(120 << 20));
}

TEST_CASE("sleep returns at once and advances the clock") {
  TestRun r = run_python("import time\na = time.perf_counter()\ntime.sleep(3600)\nprint(3600 <= time.perf_counter() - a < 3610)\n", seconds(10));
  CHECK(r.out == "True\n");
}
