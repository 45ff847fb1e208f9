// Ops against a second oracle: NumPy's and PyTorch's values and gradients (tests/golden/op_values.txt, made by op_values.py there).
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "engine/autodiff/tape.h"
#include "engine/ops/ops.h"
#include "tests/engine/draw.h"

using namespace tapedeck;
using namespace tapedeck::testing;

namespace {

struct Case {
  std::string text;   // its first line
  std::string op;
  Attrs attrs;
  std::vector<Tensor> inputs, outputs;
  std::vector<Tensor> gradients;   // no tensor: none
  bool has_gradients = false;
};

Shape shape_of(const std::string& dims) {
  Shape s;
  if (dims == "-") return s;
  std::istringstream in(dims);
  for (std::string d; std::getline(in, d, 'x');) s.push_back(std::stoll(d));
  return s;
}

Tensor read_tensor(std::istringstream& in, const std::string& dtype) {
  std::string dims, word;
  in >> dims;
  Tensor t = Tensor::empty(*dtype_from_name(dtype), shape_of(dims));
  for (int64_t i = 0; i < t.size() && in >> word; ++i) set_element(t, i, std::strtod(word.c_str(), nullptr));
  return t;
}

/// Names of attributes must live as long as the program.
const char* kept(const std::string& name) {
  static std::set<std::string> names;
  return names.insert(name).first->c_str();
}

void read_attribute(Attrs& attrs, const std::string& word) {
  const size_t equals = word.find('='), colon = word.find(':');
  const std::string value = word.substr(colon + 1);
  const char* name = kept(word.substr(0, equals));
  switch (word[equals + 1]) {
    case 'b': attrs.set(name, value == "1"); break;
    case 'i': attrs.set(name, static_cast<int64_t>(std::stoll(value))); break;
    case 'f': attrs.set(name, std::strtod(value.c_str(), nullptr)); break;
    case 's': attrs.set(name, value); break;
    default: {
      std::vector<int64_t> list;
      std::istringstream in(value);
      for (std::string v; std::getline(in, v, ',');) list.push_back(std::stoll(v));
      attrs.set(name, list);
    }
  }
}

std::vector<Case> read_cases() {
  std::vector<Case> cases;
  std::ifstream file("tests/golden/op_values.txt");
  for (std::string line; std::getline(file, line);) {
    std::istringstream in(line);
    std::string kind, word;
    in >> kind;
    if (kind == "@") {
      Case& c = cases.emplace_back();
      c.text = line;
      in >> c.op;
      while (in >> word) read_attribute(c.attrs, word);
      continue;
    }
    Case& c = cases.back();
    in >> word;
    if (kind == "in") c.inputs.push_back(read_tensor(in, word));
    if (kind == "out") c.outputs.push_back(read_tensor(in, word));
    if (kind != "grad") continue;
    c.has_gradients = true;
    if (word == "none") {
      c.gradients.emplace_back();
    } else {
      std::istringstream again(line.substr(5));
      c.gradients.push_back(read_tensor(again, "float64"));
    }
  }
  return cases;
}

bool close(double found, double expected, double tolerance) {
  if (std::isnan(expected)) return std::isnan(found);
  if (std::isinf(expected) || expected == 0) return found == expected || std::fabs(found - expected) <= tolerance;
  return std::fabs(found - expected) <= tolerance * (1 + std::fabs(expected));
}

void check_values(const Tensor& found, const Tensor& expected, double tolerance, const std::string& what) {
  INFO(what << ": shape " << found.shape().brackets() << ", expected " << expected.shape().brackets());
  REQUIRE(found.shape() == expected.shape());
  for (int64_t i = 0; i < found.size(); ++i) {
    INFO(what << "[" << i << "]: " << found.element(i) << ", expected " << expected.element(i));
    CHECK(close(found.element(i), expected.element(i), tolerance));
  }
}

void check_case(const Op& op, const Case& c, DType dtype) {
  std::vector<Tensor> inputs;
  for (const Tensor& t : c.inputs) inputs.push_back(t.dtype() == DType::float64 && dtype != DType::float64 ? ops::cast(t, dtype) : t);
  const double tolerance = dtype == DType::float64 ? 2e-10 : 4e-5;
  Tape tape;
  tape.start();
  std::vector<Tensor> sources, expected;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (i < c.gradients.size() && c.gradients[i]) {
      tape.watch(inputs[i]);
      sources.push_back(inputs[i]);
      expected.push_back(c.gradients[i]);
    }
  const Tensors outputs = apply(op, inputs, c.attrs);
  tape.stop();
  REQUIRE(outputs.size() >= c.outputs.size());   // a loss gives what its gradient needs, too
  std::vector<Tensor> targets, upstream;
  int64_t count = 1;
  for (size_t i = 0; i < c.outputs.size(); ++i) {
    const bool is_same = outputs[i].dtype() == c.outputs[i].dtype() || (outputs[i].dtype() == dtype && is_floating(c.outputs[i].dtype()));
    CHECK(is_same);
    check_values(outputs[i], c.outputs[i], tolerance, "output " + std::to_string(i));
    if (!is_floating(outputs[i].dtype())) continue;
    Tensor w = Tensor::empty(outputs[i].dtype(), outputs[i].shape());
    for (int64_t k = 0; k < w.size(); ++k) set_element(w, k, static_cast<double>(count++));
    targets.push_back(outputs[i]);
    upstream.push_back(w);
  }
  if (sources.empty()) return;
  const std::vector<Tensor> gradients = tape.gradient(targets, sources, upstream, true);
  // Weights up to `count` make the sums larger than the values.
  for (size_t i = 0; i < sources.size(); ++i) check_values(gradients[i], expected[i], tolerance * static_cast<double>(count), "gradient " + std::to_string(i));
}

}  // namespace

TEST_CASE("ops give the values and gradients of NumPy and PyTorch") {
  reset_runtime(1);
  const std::vector<Case> cases = read_cases();
  REQUIRE(cases.size() > 300);
  std::set<std::string> missing;
  for (const Case& c : cases) {
    const Op* op = find_op(c.op);
    if (!op) {
      missing.insert(c.op);
      continue;
    }
    for (DType dtype : {DType::float64, DType::float32}) {
      INFO(c.text << " of " << dtype_name(dtype));
      check_case(*op, c, dtype);
    }
  }
  // What is composed in Python instead has cases of its own there.
  for (const std::string& name : missing) CHECK((name.starts_with("matrix_") || name == "cholesky"));
}
