#include "engine/core/attrs.h"

#include <cmath>
#include <cstdio>

#include "engine/core/error.h"

namespace tapedeck {

void Attrs::set(const char* name, AttrValue value) {
  for (Entry& e : entries_)
    if (std::string_view(e.name) == name) { e.value = std::move(value); return; }
  if (entries_.empty()) entries_.reserve(2);
  entries_.push_back({name, std::move(value)});
}

const AttrValue* Attrs::find(std::string_view name) const {
  for (const Entry& e : entries_)
    if (name == e.name) return &e.value;
  return nullptr;
}

namespace {
[[noreturn]] void wrong_kind(std::string_view name, const char* wanted) {
  throw Error(ErrorKind::type, "Expected " + std::string(wanted) + " for argument '" + std::string(name) + "'.");
}
}  // namespace

bool Attrs::flag(std::string_view name, bool otherwise) const {
  const AttrValue* v = find(name);
  if (!v) return otherwise;
  if (const bool* b = std::get_if<bool>(v)) return *b;
  if (const int64_t* i = std::get_if<int64_t>(v)) return *i != 0;
  wrong_kind(name, "bool");
}

int64_t Attrs::integer(std::string_view name, int64_t otherwise) const {
  const AttrValue* v = find(name);
  if (!v) return otherwise;
  if (const int64_t* i = std::get_if<int64_t>(v)) return *i;
  if (const bool* b = std::get_if<bool>(v)) return *b;
  if (const auto* list = std::get_if<std::vector<int64_t>>(v); list && list->size() == 1) return (*list)[0];
  wrong_kind(name, "int");
}

double Attrs::number(std::string_view name, double otherwise) const {
  const AttrValue* v = find(name);
  if (!v) return otherwise;
  if (const double* d = std::get_if<double>(v)) return *d;
  if (const int64_t* i = std::get_if<int64_t>(v)) return static_cast<double>(*i);
  if (const bool* b = std::get_if<bool>(v)) return *b;
  wrong_kind(name, "float");
}

DType Attrs::dtype(std::string_view name, DType otherwise) const {
  const AttrValue* v = find(name);
  if (!v) return otherwise;
  if (const DType* d = std::get_if<DType>(v)) return *d;
  wrong_kind(name, "DataType");
}

const std::string& Attrs::text(std::string_view name) const {
  static const std::string nothing;
  const AttrValue* v = find(name);
  if (!v) return nothing;
  if (const auto* s = std::get_if<std::string>(v)) return *s;
  wrong_kind(name, "string");
}

const std::vector<int64_t>& Attrs::integers(std::string_view name) const {
  static const std::vector<int64_t> nothing;
  const AttrValue* v = find(name);
  if (!v) return nothing;
  if (const auto* list = std::get_if<std::vector<int64_t>>(v)) return *list;
  wrong_kind(name, "a list of ints");
}

namespace {

std::string number_text(double d) {
  if (std::isnan(d)) return "nan";
  if (std::isinf(d)) return d < 0 ? "-inf" : "inf";
  char text[40];
  for (int digits = 1; digits <= 17; ++digits) {   // the shortest form that reads back
    std::snprintf(text, sizeof text, "%.*g", digits, d);
    double back = 0;
    if (std::sscanf(text, "%lf", &back) == 1 && back == d) break;
  }
  std::string s = text;
  return s.find_first_of(".en") == std::string::npos ? s + ".0" : s;
}

template <class T, class F> std::string list_text(const std::vector<T>& list, F&& each) {
  std::string s = "[";
  for (size_t i = 0; i < list.size(); ++i) s += (i ? ", " : "") + each(list[i]);
  return s + "]";
}

struct ValueText {
  std::string operator()(bool b) const { return b ? "True" : "False"; }
  std::string operator()(int64_t i) const { return std::to_string(i); }
  std::string operator()(double d) const { return number_text(d); }
  std::string operator()(const std::string& s) const { return "'" + s + "'"; }
  std::string operator()(DType d) const { return std::string(dtype_name(d)); }
  std::string operator()(const Shape& s) const { return s.parens(); }
  std::string operator()(const std::vector<int64_t>& v) const { return list_text(v, [](int64_t i) { return std::to_string(i); }); }
  std::string operator()(const std::vector<double>& v) const { return list_text(v, number_text); }
  std::string operator()(const std::vector<std::string>& v) const { return list_text(v, [](const std::string& s) { return "'" + s + "'"; }); }
};

}  // namespace

std::string attrs_text(const Attrs& attrs) {
  std::string text;
  for (const Attrs::Entry& e : attrs.entries()) text += (text.empty() ? "" : ", ") + std::string(e.name) + "=" + std::visit(ValueText{}, e.value);
  return text;
}

}  // namespace tapedeck
