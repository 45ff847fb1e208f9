// Common subexpressions: the same pure op on the same inputs with the same attributes is computed once.
#include <cstring>
#include <map>

#include "engine/graph/optimize.h"

namespace tapedeck {

namespace {

template <class T> void put(std::string& key, const T& value) { key.append(reinterpret_cast<const char*>(&value), sizeof value); }
void put_text(std::string& key, std::string_view text) {
  put(key, text.size());
  key += text;
}

void put_attrs(std::string& key, const Attrs& attrs) {
  for (const auto& e : attrs.entries()) {
    put_text(key, e.name);
    put(key, e.value.index());
    std::visit([&](const auto& v) {
      using V = std::decay_t<decltype(v)>;
      if constexpr (std::is_same_v<V, std::string>) put_text(key, v);
      else if constexpr (std::is_same_v<V, Shape>) { put(key, v.rank()); for (int64_t d : v) put(key, d); }
      else if constexpr (std::is_same_v<V, std::vector<std::string>>) { put(key, v.size()); for (const auto& s : v) put_text(key, s); }
      else if constexpr (std::is_same_v<V, std::vector<int64_t>> || std::is_same_v<V, std::vector<double>>) { put(key, v.size()); for (const auto& x : v) put(key, x); }
      else put(key, v);
    }, e.value);
  }
}

/// What two nodes that give the same have in common; "" when a node is not to be merged.
std::string key_of(const GraphEditor& edit, const Node& n) {
  std::string key;
  if (n.kind == NodeKind::constant) {
    if (n.value.dtype() == DType::string || n.value.dtype() == DType::variant || n.value.bytes() > 1024) return {};
    put(key, n.value.dtype());
    put(key, n.value.rank());
    for (int64_t d : n.value.shape()) put(key, d);
    return key.append(static_cast<const char*>(n.value.raw()), n.value.bytes());
  }
  if (n.kind != NodeKind::op || n.op->stateful || n.outputs.empty()) return {};
  put(key, n.op);
  for (const NodeOutput& o : n.inputs) put(key, edit.now(o));
  put_attrs(key, n.attrs);
  return key;
}

}  // namespace

PassRecord merge_common_subexpressions(const Graph& g) {
  PassRecord record{"common subexpressions", g.size(), 0, {}, nullptr};
  GraphEditor edit(g);
  std::map<std::string, int32_t> first;
  for (int32_t i = 0; i < g.size(); ++i) {
    const Node& n = g.node(i);
    if (!edit.is_pinned(i))
      if (const std::string key = key_of(edit, n); !key.empty()) {
        const auto [at, is_new] = first.try_emplace(key, i);
        if (!is_new) {
          for (size_t o = 0; o < n.outputs.size(); ++o) edit.replace({i, static_cast<int32_t>(o)}, edit.now({at->second, static_cast<int32_t>(o)}));
          record.changes.push_back(n.name + " (" + n.type() + ") is " + g.node(at->second).name);
          continue;
        }
      }
    edit.copy(i);
  }
  record.after = edit.finish();
  record.nodes_after = record.after->size();
  return record;
}

}  // namespace tapedeck
