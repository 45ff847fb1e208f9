#include "lessons/cli/cli.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdio>
#include <sys/stat.h>
#include <vector>

#include "engine/graph/save.h"
#include "engine/graph/tracer.h"
#include "engine/ops/ops.h"
#include "lessons/cli/files.h"
#include "lessons/recording/recording.h"
#include "lessons/runtime/run_graph.h"

using namespace tapedeck;

namespace {

int tapedeck_with(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "tapedeck");
    return cli_main(static_cast<int>(arguments.size()), arguments.data());
}

}  // namespace

TEST_CASE("run says by its exit status how the program ended") {
    REQUIRE(write_file("cli_test.tmp.py", "x = 1\n"));
    CHECK(tapedeck_with({"run", "cli_test.tmp.py"}) == 0);
    write_file("cli_test.tmp.py", "1 / 0\n");
    CHECK(tapedeck_with({"run", "cli_test.tmp.py"}) == 1);
    write_file("cli_test.tmp.py", "import sys\nsys.exit(3)\n");
    CHECK(tapedeck_with({"run", "cli_test.tmp.py"}) == 3);
    write_file("cli_test.tmp.py", "while True: pass\n");
    CHECK(tapedeck_with({"run", "--budget-s", "0.1", "cli_test.tmp.py"}) == 1);
    std::remove("cli_test.tmp.py");
    CHECK(tapedeck_with({"run", "cli_test.tmp.py"}) == 2);
    CHECK(tapedeck_with({"fly"}) == 2);
    CHECK(tapedeck_with({}) == 2);
}

TEST_CASE("record keeps a recording that show can read, and show says where a cut one ends") {
    REQUIRE(write_file("cli_test.tmp.py", "import tensorflow as tf\nx = tf.constant([1.0, 2.0])\ny = x * 2.0\n"));
    CHECK(tapedeck_with({"record", "cli_test.tmp.py", "-o", "cli_test.tmp.tape"}) == 0);
    auto bytes = read_file("cli_test.tmp.tape");
    REQUIRE(bytes);
    Recording r;
    r.append({reinterpret_cast<const uint8_t*>(bytes->data()), bytes->size()});
    REQUIRE(r.finish());
    CHECK(r.ops.size() == 1);
    CHECK(tapedeck_with({"show", "cli_test.tmp.tape"}) == 0);
    CHECK(tapedeck_with({"show", "--sentences", "cli_test.tmp.tape"}) == 0);
    write_file("cli_test.tmp.tape", std::string_view(*bytes).substr(0, bytes->size() / 2));
    CHECK(tapedeck_with({"show", "cli_test.tmp.tape"}) == 2);
    std::remove("cli_test.tmp.py");
    std::remove("cli_test.tmp.tape");
}

TEST_CASE("explain runs a program and says by its exit status how it ended") {
    REQUIRE(write_file("cli_test.tmp.py", "import tensorflow as tf\nx = tf.constant(1.0)\nwith tf.GradientTape() as tape:\n    y = x * x\ng = tape.gradient(y, x)\n"));
    CHECK(tapedeck_with({"explain", "cli_test.tmp.py"}) == 0);
    write_file("cli_test.tmp.py", "1 / 0\n");
    CHECK(tapedeck_with({"explain", "cli_test.tmp.py"}) == 1);
    std::remove("cli_test.tmp.py");
    CHECK(tapedeck_with({"explain", "cli_test.tmp.py"}) == 2);
}

TEST_CASE("cases compares what programs print with what they should") {
    mkdir("cli_test.tmp", 0777);
    mkdir("cli_test.tmp/inside", 0777);
    write_file("cli_test.tmp/good.py", "print('a')\n");
    write_file("cli_test.tmp/good.expected", "a\n");
    write_file("cli_test.tmp/helper.py", "1 / 0\n");
    CHECK(tapedeck_with({"cases", "cli_test.tmp"}) == 0);
    write_file("cli_test.tmp/inside/bad.py", "print('b')\n");
    write_file("cli_test.tmp/inside/bad.expected", "a\n");
    CHECK(tapedeck_with({"cases", "cli_test.tmp"}) == 1);
    CHECK(tapedeck_with({"cases", "cli_test.tmp/good.py"}) == 0);
    CHECK(tapedeck_with({"cases", "cli_test.tmp/helper.py"}) == 1);   // no case at all
    for (const char* file : {"cli_test.tmp/good.py", "cli_test.tmp/good.expected", "cli_test.tmp/helper.py", "cli_test.tmp/inside/bad.py", "cli_test.tmp/inside/bad.expected", "cli_test.tmp/inside",
                             "cli_test.tmp"})
        std::remove(file);
}

TEST_CASE("run keeps what a program saves where it is told to, under the last part of the program's path, and run-graph runs it") {
    REQUIRE(write_file("cli_test.tmp.py", "import tensorflow as tf\nclass M(tf.Module):\n    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name='x')])\n    def f(self, x): return x * 2.0\n"
                                          "tf.saved_model.save(M(), '../../somewhere/cli_test_model/')\n"));
    CHECK(tapedeck_with({"run", "cli_test.tmp.py", "--save-to", "."}) == 0);
    CHECK(tapedeck_with({"run-graph", "cli_test_model.tdgraph", "--input", "x=[1, 2.5]"}) == 0);
    CHECK(std::remove("cli_test_model.tdgraph") == 0);
    CHECK(std::remove("cli_test.tmp.py") == 0);
}

TEST_CASE("run-graph runs a saved function on values from the command line, and says what is wrong with them") {
    reset_runtime(1);
    const GraphRef g = Graph::make("double");
    const Tensor x = g->placeholder(DType::float32, Shape{-1}, "x");
    {
        GraphTracer tracer(g);
        g->set_outputs({x * 2.0, ops::greater(x, Tensor::scalar<float>(1))});
    }
    const SavedProgram program{"", {{"double", g}}, {}};
    const std::string bytes = save_program(program);
    REQUIRE(write_file("cli_test.tmp.tdgraph", bytes));
    CHECK(tapedeck_with({"run-graph", "cli_test.tmp.tdgraph", "--input", "x=[1, 2.5]"}) == 0);
    CHECK(tapedeck_with({"run-graph", "cli_test.tmp.tdgraph", "--text"}) == 0);
    CHECK(tapedeck_with({"run-graph", "cli_test.tmp.tdgraph", "--input", "x=[[1]]"}) == 1);
    CHECK(tapedeck_with({"run-graph", "cli_test.tmp.tdgraph"}) == 1);
    write_file("cli_test.tmp.tdgraph", bytes.substr(0, bytes.size() / 2));
    CHECK(tapedeck_with({"run-graph", "cli_test.tmp.tdgraph", "--input", "x=[1]"}) == 1);
    std::remove("cli_test.tmp.tdgraph");
    CHECK(tapedeck_with({"run-graph", "cli_test.tmp.tdgraph"}) == 2);

    CHECK(run_graph_json(bytes, "", "{\"x\": [1, 2.5, NaN]}") ==
          "{\"outputs\": [{\"dtype\": \"float32\", \"shape\": [3], \"values\": [2, 5, NaN]}, {\"dtype\": \"bool\", \"shape\": [3], \"values\": [false, true, false]}]}");
    CHECK(run_graph_json(bytes, "", "{\"y\": 1}") == "{\"error\": \"the function takes no 'y'; it takes x float32 (None,)\"}");
    CHECK(run_graph_json(bytes, "half", "{}") == "{\"error\": \"there is no function 'half' in the file; it has double\"}");
    CHECK(run_graph_json("nonsense", "", "{}").find("This is not a saved Tapedeck graph") != std::string::npos);
}
