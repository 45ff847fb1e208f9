#include <catch2/catch_test_macros.hpp>

#include "lessons/python/binding/binding.h"
#include "lessons/python/interpreter.h"

using namespace tapedeck;

namespace {

class Host : public InterpreterHost {
 public:
  void write(int stream, std::string_view text) override { (stream == 2 ? errors : written) += text; }
  std::string written, errors;
};

/// What a program prints.
Host run(const std::string& source) {
  reset_binding();
  Host host;
  InterpreterOptions options;
  options.budget_s = 60;
  Interpreter interpreter(host, options);
  RunResult result = interpreter.run("import tensorflow as tf\n" + source);
  host.errors += result.traceback;
  return host;
}

}  // namespace

TEST_CASE("an error of a traced function keeps its type and says which lines of user code it passed") {
  const char* const program = R"(
def helper(x):
    if x.shape[0] == 2:
        raise ValueError("bad shape")
    return x
@tf.function
def f(x):
    y = [helper(v) for v in [x]]
    return y[0]
try:
    f(tf.ones([2]))
except ValueError as e:
    print(e)
)";
  const Host host = run(program);
  INFO(host.errors);
  CHECK(host.written ==
        "in user code:\n\n"
        "    File \"main.py\", line 9, in f  *\n"
        "        y = [helper(v) for v in [x]]\n"
        "    File \"main.py\", line 5, in helper  *\n"
        "        raise ValueError(\"bad shape\")\n\n"
        "    ValueError: bad shape\n\n");
}

TEST_CASE("a function inside a function adds its own line, and what AutoGraph does not convert is told plainly") {
  const Host host = run(R"(
@tf.function
def outer(x):
    return inner(x) + 1
@tf.function
def inner(x):
    assert x.dtype == tf.int32, "need int"
    return x
try:
    outer(tf.constant(1.0))
except AssertionError as e:
    print(e)
@tf.function(autograph=False)
def plain(x):
    raise ValueError("plain")
try:
    plain(1)
except ValueError as e:
    print(e)
)");
  INFO(host.errors);
  CHECK(host.written ==
        "in user code:\n\n"
        "    File \"main.py\", line 5, in outer  *\n"
        "        return inner(x) + 1\n"
        "    File \"main.py\", line 8, in inner  *\n"
        "        assert x.dtype == tf.int32, \"need int\"\n\n"
        "    AssertionError: need int\n\n"
        "plain\n");
}

TEST_CASE("types that cannot be made of a text alone become StagingError") {
  const Host host = run(R"(
class Plain(Exception):
    pass
class OfValue(ValueError):
    pass
class OfTwo(Exception):
    def __init__(self, a, b):
        super().__init__(a + b)
for error in (Plain("a"), OfValue("b"), OfTwo("c", "d"), KeyError("k"), IndexError("i"), RuntimeError("r"), tf.errors.NotFoundError(None, None, "n")):
    @tf.function
    def f():
        raise error
    try:
        f()
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[-2].strip())
)");
  INFO(host.errors);
  CHECK(host.written ==
        "Plain Plain: a\nStagingError OfValue: b\nStagingError OfTwo: cd\nKeyError KeyError: 'k'\nStagingError IndexError: i\nRuntimeError RuntimeError: r\nNotFoundError NotFoundError: n\n");
}

TEST_CASE("a function traces once for each signature") {
  const Host host = run(R"(
@tf.function
def f(x, n=2, *, scale=1.0):
    return x * n * scale
for call in (lambda: f(tf.ones([2])), lambda: f(tf.zeros([2]), 2), lambda: f(tf.ones([2]), n=2), lambda: f(tf.ones([3])), lambda: f(tf.ones([3]), 3), lambda: f(tf.ones([3], tf.float64), 3)):
    call()
    print(f.experimental_get_tracing_count(), end=" ")
try:
    f()
except TypeError as e:
    print(e)
)");
  INFO(host.errors);
  CHECK(host.written ==
        "1 1 1 2 3 4 Binding inputs to tf.function failed due to `missing a required argument: 'x'`. Received args: () and kwargs: {} for signature: (x, n=<captured_default_value>, *, "
        "scale=<captured_default_value>).\n");
}

TEST_CASE("the fifth trace of the last ten calls brings TensorFlow's warning, and only two of them are written") {
  const Host host = run(R"(
@tf.function
def f(x):
    return x
for i in range(9):
    f(i)
)");
  const std::string start = "WARNING:tensorflow:5 out of the last 5 calls to <function f at 0x";
  CHECK(host.errors.starts_with(start));
  size_t warnings = 0;
  for (size_t at = 0; (at = host.errors.find("WARNING:tensorflow:", at)) != std::string::npos; ++at) ++warnings;
  CHECK(warnings == 2);
  CHECK(host.errors.find("triggered tf.function retracing. Tracing is expensive and the excessive number of tracings could be due to (1) creating @tf.function repeatedly in a loop") != std::string::npos);
}

TEST_CASE("a variable of a name that rewritten code might use is the program's own") {
  const Host host = run(R"(
@tf.function
def f(v, c):
    if c:
        v = v + 1
    else:
        v = v - 1
    return v
print(int(f(tf.constant(1), tf.constant(True))), int(f(tf.constant(1), tf.constant(False))))
)");
  INFO(host.errors);
  CHECK(host.written == "2 0\n");
}

TEST_CASE("to_code shows the converted function") {
  const Host host = run(R"(
def f(x):
    if x > 0:
        return x
    return -x
print("__ag__.if_stmt" in tf.autograph.to_code(f), tf.autograph.to_code(tf.function(f).python_function).startswith("def f(x):"))
)");
  INFO(host.errors);
  CHECK(host.written == "True True\n");
}
