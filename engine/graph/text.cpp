// A graph as text, and for Graphviz.
#include "engine/graph/graph.h"
#include "engine/variable/variable.h"

namespace tapedeck {

namespace {

std::string name_of(const Graph& g, NodeOutput o) {
  if (o.node < 0) return "None";
  return o.index == 0 ? g.node(o.node).name : g.tensor_name(o);
}

std::string value_text(const Tensor& t) {
  if (!t || t.is_symbolic()) return {};
  if (t.variable()) return t.variable()->name;
  if (t.size() > 6 || t.dtype() == DType::string) return "…";
  std::string text = t.rank() == 0 ? "" : "[";
  for (int64_t i = 0; i < t.size(); ++i) {
    std::string number = is_floating(t.dtype()) ? std::to_string(t.element(i)) : std::to_string(t.element_int(i));
    if (is_floating(t.dtype())) {
      while (number.back() == '0') number.pop_back();
      if (number.back() == '.') number.pop_back();
    }
    text += (i ? ", " : "") + number;
  }
  return text + (t.rank() == 0 ? "" : "]");
}

void write(const Graph& g, const std::string& indent, std::string& out) {
  for (int32_t i = 0; i < g.size(); ++i) {
    const Node& n = g.node(i);
    out += indent + n.name + " = " + n.type() + "(";
    bool first = true;
    for (const NodeOutput& o : n.inputs) { out += (first ? "" : ", ") + name_of(g, o); first = false; }
    for (int32_t c : n.control) { out += (first ? "^" : ", ^") + g.node(c).name; first = false; }
    if (n.kind == NodeKind::constant || n.kind == NodeKind::capture) out += value_text(n.value);
    out += ")";
    if (n.kind == NodeKind::op && !n.attrs.empty()) out += "  {" + attrs_text(n.attrs) + "}";
    for (const Tensor& t : n.outputs) out += "  " + std::string(dtype_name(t.dtype())) + " " + t.shape().parens();
    if (n.line > 0) out += "  # line " + std::to_string(n.line);
    out += "\n";
    for (const GraphRef& sub : n.graphs) {
      out += indent + "  " + (sub->name().empty() ? "graph" : sub->name()) + ":\n";
      write(*sub, indent + "    ", out);
    }
  }
  out += indent + "return";
  for (size_t i = 0; i < g.outputs().size(); ++i) out += (i ? ", " : " ") + name_of(g, g.outputs()[i]);
  out += "\n";
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

void write_dot(const Graph& g, const std::string& prefix, const std::string& indent, std::string& out) {
  for (int32_t i = 0; i < g.size(); ++i) {
    const Node& n = g.node(i);
    const std::string id = prefix + std::to_string(i);
    std::string label = n.name;
    if (n.name != n.type()) label += "\n" + std::string(n.type());
    for (const Tensor& t : n.outputs) if (!t.variable()) label += "\n" + std::string(dtype_name(t.dtype())) + " " + t.shape().parens();
    std::string text = quoted(label);
    for (size_t at; (at = text.find('\n')) != std::string::npos;) text.replace(at, 1, "\\n");
    const bool round = n.kind == NodeKind::placeholder || n.kind == NodeKind::constant || n.kind == NodeKind::capture;
    out += indent + id + " [label=" + text + (round ? ", shape=ellipse" : "") + "];\n";
    for (const NodeOutput& o : n.inputs) out += indent + prefix + std::to_string(o.node) + " -> " + id + ";\n";
    for (int32_t c : n.control) out += indent + prefix + std::to_string(c) + " -> " + id + " [style=dashed];\n";
    for (size_t k = 0; k < n.graphs.size(); ++k) {
      const std::string inner = id + "_" + std::to_string(k) + "_";
      out += indent + "subgraph cluster_" + inner + " {\n" + indent + "  label=" + quoted(n.graphs[k]->name().empty() ? n.name : n.graphs[k]->name()) + ";\n";
      write_dot(*n.graphs[k], inner, indent + "  ", out);
      out += indent + "}\n";
    }
  }
}

}  // namespace

std::string Graph::text() const {
  std::string out;
  write(*this, "", out);
  return out;
}

std::string Graph::dot() const {
  std::string out = "digraph " + quoted(name_.empty() ? "graph" : name_) + " {\n  node [shape=box];\n";
  write_dot(*this, "n", "  ", out);
  return out + "}\n";
}

}  // namespace tapedeck
