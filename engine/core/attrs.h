// Attributes of one op call: the arguments that are not tensors (axis, keepdims, transpose_b, …), by TensorFlow's names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/dtype.h"
#include "engine/core/shape.h"

namespace tapedeck {

using AttrValue = std::variant<bool, int64_t, double, std::string, DType, std::vector<int64_t>, Shape, std::vector<double>, std::vector<std::string>>;

class Attrs {
 public:
  struct Entry {
    const char* name;    // a literal: lives as long as the program
    AttrValue value;
  };
  Attrs() = default;
  Attrs(std::initializer_list<Entry> entries) : entries_(entries) {}

  void set(const char* name, AttrValue value);
  bool has(std::string_view name) const { return find(name) != nullptr; }
  const AttrValue* find(std::string_view name) const;

  bool flag(std::string_view name, bool otherwise = false) const;
  int64_t integer(std::string_view name, int64_t otherwise = 0) const;
  double number(std::string_view name, double otherwise = 0) const;
  DType dtype(std::string_view name, DType otherwise) const;
  const std::string& text(std::string_view name) const;                 // empty when absent
  const std::vector<int64_t>& integers(std::string_view name) const;    // empty when absent
  const std::vector<Entry>& entries() const { return entries_; }
  bool empty() const { return entries_.empty(); }

 private:
  std::vector<Entry> entries_;
};

/// "axis=1, keepdims=True", as a learner would write it.
std::string attrs_text(const Attrs& attrs);

}  // namespace tapedeck
