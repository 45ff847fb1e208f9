// Shape and constant folding: what is known while tracing need not be computed again and again.
#include "engine/graph/optimize.h"

namespace tapedeck {

namespace {

constexpr int64_t kMostElements = 1 << 16;

/// The outputs of a node whose inputs are all known; empty when they are not, or when it fails (it will say so when it runs).
Tensors evaluated(const Graph& g, const Node& n) {
  InlineVector<Tensor, 4> in;
  int64_t elements = 0;
  for (const NodeOutput& o : n.inputs) {
    const Node& from = g.node(o.node);
    const Tensor v = from.kind == NodeKind::constant ? from.value : g.known_value(g.tensor(o));
    if (!v) return {};
    elements += v.size();
    in.push_back(v);
  }
  for (const Tensor& t : n.outputs) elements += t.shape().is_known() ? t.size() : kMostElements + 1;
  if (in.empty() || elements > kMostElements) return {};
  Tensors out;
  try {
    run_kernel(*n.op, in, n.attrs, out);
  } catch (const Error&) {
    return {};
  }
  return out;
}

}  // namespace

PassRecord fold_constants(const Graph& g) {
  PassRecord record{"shape and constant folding", g.size(), 0, {}, nullptr};
  GraphEditor edit(g);
  for (int32_t i = 0; i < g.size(); ++i) {
    const Node& n = g.node(i);
    Tensors values;
    if (n.kind == NodeKind::op && !edit.is_pinned(i) && !n.outputs.empty()) {
      for (const Tensor& t : n.outputs)
        if (const Tensor v = g.known_value(t)) values.push_back(v);
      if (values.size() != n.outputs.size()) values = evaluated(g, n);
    }
    for (const Tensor& v : values) if (v.dtype() == DType::variant) values.clear();
    if (values.size() != n.outputs.size() || values.empty()) { edit.copy(i); continue; }
    for (size_t o = 0; o < values.size(); ++o) {
      const std::string name = values.size() == 1 ? n.name : n.name + "_" + std::to_string(o);
      edit.replace({i, static_cast<int32_t>(o)}, edit.constant(values[o], name, n.line));
    }
    record.changes.push_back(n.name + " (" + n.type() + ") is always the same: now a constant");
  }
  record.after = edit.finish();
  record.nodes_after = record.after->size();
  return record;
}

}  // namespace tapedeck
