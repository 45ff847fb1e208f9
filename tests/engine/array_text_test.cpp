// The array printer against NumPy itself (tests/golden/array_text.txt, made by array_text.py there), and the forms around arrays.
#include "engine/text/array_text.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace tapedeck;

namespace {

Tensor array_of(const std::string& dtype, const Shape& shape, const std::string& values) {
  Tensor t = Tensor::empty(*dtype_from_name(dtype), shape);
  std::istringstream in(values);
  std::string word;
  for (int64_t i = 0; i < t.size() && in >> word; ++i) {
    if (dtype == "float32") t.mutable_data<float>()[i] = static_cast<float>(std::strtod(word.c_str(), nullptr));
    else if (dtype == "float64") t.mutable_data<double>()[i] = std::strtod(word.c_str(), nullptr);
    else if (dtype == "int32") t.mutable_data<int32_t>()[i] = static_cast<int32_t>(std::strtol(word.c_str(), nullptr, 10));
    else if (dtype == "int64") t.mutable_data<int64_t>()[i] = std::strtoll(word.c_str(), nullptr, 10);
    else if (dtype == "uint8") t.mutable_data<uint8_t>()[i] = static_cast<uint8_t>(std::strtol(word.c_str(), nullptr, 10));
    else t.mutable_data<bool>()[i] = word == "1";
  }
  return t;
}

std::string text_until_mark(std::istream& in) {
  std::string text, line;
  for (bool first = true; std::getline(in, line) && line != "="; first = false) text += (first ? "" : "\n") + line;
  return text;
}

Tensor strings(const Shape& shape, std::vector<std::string> values) { return Tensor::from<std::string>(shape, std::span<const std::string>(values)); }

}  // namespace

TEST_CASE("every golden array prints as NumPy prints it") {
  std::ifstream in("tests/golden/array_text.txt");
  REQUIRE(in);
  std::string line;
  int cases = 0;
  while (std::getline(in, line)) {
    REQUIRE(line.rfind("@ ", 0) == 0);
    std::istringstream head(line.substr(2));
    std::string dtype;
    head >> dtype;
    Shape shape;
    int64_t n;
    while (head >> n) shape.push_back(n);
    std::string values;
    std::getline(in, values);
    std::getline(in, line);
    const std::string expected_str = text_until_mark(in), expected_repr = text_until_mark(in);
    const Tensor t = array_of(dtype, shape, values);
    INFO(dtype << " " << shape.parens() << ": " << values.substr(0, 100));
    CHECK(array_str(t) == expected_str);
    CHECK((t.rank() == 0 ? scalar_text(t) : array_repr(t)) == expected_repr);
    ++cases;
  }
  CHECK(cases > 150);
}

TEST_CASE("strings print as bytes, arrays of them as objects") {
  CHECK(scalar_text(strings(Shape{}, {"seven"})) == "b'seven'");
  CHECK(array_str(strings(Shape{2}, {"a", "b\n"})) == "[b'a' b'b\\n']");
  CHECK(array_repr(strings(Shape{1}, {"it's"})) == "array([b\"it's\"], dtype=object)");
  CHECK(bytes_repr("\xe4\xbd\xa0") == "b'\\xe4\\xbd\\xa0'");
}

TEST_CASE("tensors and variables wrap the text of their array") {
  CHECK(tensor_str(Tensor::scalar(8.0f)) == "tf.Tensor(8.0, shape=(), dtype=float32)");
  CHECK(tensor_str(Tensor::from<float>(Shape{2, 2}, {11, 12, 13, 14})) == "tf.Tensor(\n[[11. 12.]\n [13. 14.]], shape=(2, 2), dtype=float32)");
  CHECK(tensor_repr(Tensor::from<float>(Shape{2}, {1, 2})) == "<tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>");
  CHECK(tensor_repr(Tensor::from<int32_t>(Shape{2, 1}, {1, 2})) == "<tf.Tensor: shape=(2, 1), dtype=int32, numpy=\narray([[1],\n       [2]], dtype=int32)>");
  CHECK(variable_repr("w:0", Shape{}, Tensor::scalar(3.0f)) == "<tf.Variable 'w:0' shape=() dtype=float32, numpy=3.0>");
}

TEST_CASE("print options change digits, exponents, summaries and special values") {
  PrintOptions o;
  o.suppress = true;
  CHECK(array_str(Tensor::from<double>(Shape{2}, {1e-6, 1.0}), o) == "[0.000001 1.      ]");
  o = {};
  o.precision = 3;
  CHECK(array_str(Tensor::from<double>(Shape{2}, {0.123456, 1.0}), o) == "[0.123 1.   ]");
  o.float_mode = PrintOptions::FloatMode::fixed;
  CHECK(array_str(Tensor::from<double>(Shape{2}, {0.5, 1.0}), o) == "[0.500 1.000]");
  o = {};
  o.threshold = 5;
  o.edge_items = 1;
  CHECK(array_str(Tensor::from<int32_t>(Shape{6}, {1, 2, 3, 4, 5, 6}), o) == "[1 ... 6]");
  o = {};
  o.sign = '+';
  CHECK(array_str(Tensor::from<double>(Shape{2}, {1.0, -2.5}), o) == "[+1.  -2.5]");
  o = {};
  o.nan_text = "none";
  CHECK(array_str(Tensor::from<double>(Shape{2}, {1.0, std::nan("")}), o) == "[  1. none]");
}

TEST_CASE("tf.print shows the edges of each axis, without commas") {
  Tensor ten = Tensor::empty(DType::int32, Shape{10});
  for (int i = 0; i < 10; ++i) ten.mutable_data<int32_t>()[i] = i;
  CHECK(tensor_summary(ten) == "[0 1 2 ... 7 8 9]");
  CHECK(tensor_summary(ten, -1) == "[0 1 2 3 4 5 6 7 8 9]");
  CHECK(tensor_summary(Tensor::from<float>(Shape{2, 2}, {1, 2.5, 3, 0.1f})) == "[[1 2.5]\n [3 0.1]]");
  CHECK(tensor_summary(Tensor::scalar(0.1f + 0.2f)) == "0.3");
  CHECK(tensor_summary(Tensor::scalar(1.0f / 3)) == "0.333333343");
  CHECK(tensor_summary(Tensor::scalar(true)) == "1");
  CHECK(tensor_summary(strings(Shape{2}, {"a", "b"}), 3, true) == "[\"a\" \"b\"]");
}
