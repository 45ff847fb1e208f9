// Graphs, traced functions and their control flow as Python objects. The fast path of a call is here: binding arguments, finding the trace, running it.
#include "lessons/python/binding/graph_object.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <unordered_map>

#include "engine/autodiff/tape.h"
#include "engine/graph/control_flow.h"
#include "engine/graph/save.h"
#include "engine/graph/tracer.h"
#include "engine/ops/ops.h"
#include "engine/variable/variable.h"
#include "lessons/python/binding/functions.h"

extern "C" {
#include "py/objtype.h"
extern const mp_obj_type_t binding_type_Graph, binding_type_Function, binding_type_Concrete, mp_type_bound_meth;
mp_obj_t binding_extension_of(const mp_obj_type_t* type, qstr attr);
void port_saved(const char* path, size_t path_bytes, const char* data, size_t bytes);   // lessons/python/interpreter.cpp
}

namespace tapedeck {

namespace {

// ---- graphs -------------------------------------------------------------------------------------------------------------------

struct GraphObject {
  mp_obj_base_t base;
  GraphRef* graph;
  mp_obj_t owner;   // the tf.Graph that this is the engine's part of
};
GraphObject* as_graph(mp_obj_t o) { return static_cast<GraphObject*>(MP_OBJ_TO_PTR(o)); }
Graph& graph_in(mp_obj_t o) {
  if (!mp_obj_is_exact_type(o, &binding_type_Graph)) throw Error(ErrorKind::type, "Expected a graph, got " + class_text(o));
  return **as_graph(o)->graph;
}

/// The objects of graphs that live, so that a tensor can name its tf.Graph.
std::unordered_map<const Graph*, GraphObject*>& live_graphs() {
  static std::unordered_map<const Graph*, GraphObject*> map;
  return map;
}
std::unordered_map<const TensorRep*, TensorObject*>& live_symbolic() {
  static std::unordered_map<const TensorRep*, TensorObject*> map;
  return map;
}

std::vector<const Graph*>& finalized_graphs() {
  static std::vector<const Graph*> all;
  return all;
}
void refuse_if_finalized(const Graph& graph) {
  if (std::find(finalized_graphs().begin(), finalized_graphs().end(), &graph) != finalized_graphs().end()) throw Error(ErrorKind::runtime, "Graph is finalized and cannot be modified.");
}

/// Refuses ops where the graph is finalized (tf.Graph.finalize).
class PythonTracer : public GraphTracer {
 public:
  using GraphTracer::GraphTracer;
  Tensors trace(const Op& op, std::span<const Tensor> inputs, const Attrs& attrs) override {
    if (!graph().is_function()) refuse_if_finalized(graph());
    return GraphTracer::trace(op, inputs, attrs);
  }
};

/// What `with graph:` and tf.init_scope opened, innermost last: C++ objects that must go in the order in which they came.
struct Opened {
  std::unique_ptr<GraphTracer> tracer;
  std::unique_ptr<TracingPaused> pause;
  mp_obj_t graph = MP_OBJ_NULL;   // kept alive by the Python stack of tf.Graph
};
std::vector<Opened>& opened() {
  static std::vector<Opened> stack;
  return stack;
}

mp_obj_t owner_of(const Graph* graph) {
  if (!graph) return mp_const_none;
  auto found = live_graphs().find(graph);
  return found == live_graphs().end() ? mp_const_none : found->second->owner;
}

/// Python's items of a list or tuple. The array belongs to the Python object.
std::span<const mp_obj_t> items(mp_obj_t sequence) {
  size_t n;
  mp_obj_t* list;
  py_call([&] { mp_obj_get_array(sequence, &n, &list); });
  return {list, n};
}

/// A tensor as it stands for a value in a graph: of a variable its handle is not meant but its value.
Tensor value_tensor(mp_obj_t o) { return tensor_from(o); }
Tensor handle_or_tensor(mp_obj_t o) { return is_variable(o) ? as_variable(o)->handle : tensor_from(o); }

std::vector<Tensor> tensors_from(mp_obj_t sequence) {
  std::vector<Tensor> out;
  for (mp_obj_t o : items(sequence)) out.push_back(o == mp_const_none ? Tensor() : value_tensor(o));
  return out;
}

std::vector<int32_t> node_numbers(mp_obj_t sequence) {
  std::vector<int32_t> out;
  for (mp_obj_t o : items(sequence)) out.push_back(static_cast<int32_t>(int_from(o)));
  return out;
}

mp_obj_t wrap_value(const Tensor& t) {
  if (!t) return mp_const_none;
  return t.dtype() == DType::resource && t.variable() ? wrap_variable(t) : wrap_tensor(t);
}

template <class List> mp_obj_t wrap_list(const List& tensors) {
  mp_obj_t list = py_call([] { return mp_obj_new_list(0, nullptr); });
  for (const Tensor& t : tensors) {
    mp_obj_t o = wrap_value(t);
    py_call([&] { mp_obj_list_append(list, o); });
  }
  return list;
}

Shape optional_shape(mp_obj_t o) {
  if (o == mp_const_none) return Shape::unknown();
  if (is_shape(o)) return shape_of_object(o).value_or(Shape::unknown());
  return shape_from(o);
}

std::string optional_text(mp_obj_t o) { return o == mp_const_none ? std::string() : text_from(o); }

// ---- signatures ---------------------------------------------------------------------------------------------------------------

// The key of a call: words that are equal exactly when TensorFlow would use the same trace. Source: tensorflow/core/function/trace_type.
// A tensor is (kTensor | dtype, rank, sizes…), so that keys of the same make can be compared for "more general than".
enum Tag : uint64_t { kTensor = 1, kVariable, kNumber, kFraction, kText, kNone, kSequence, kDict, kObject, kBound, kEqual, kDType, kShape, kPlain };
constexpr uint64_t word(Tag tag, uint64_t rest = 0) { return static_cast<uint64_t>(tag) << 56 | rest; }
using Key = std::vector<uint64_t>;

struct KeyHash {
  size_t operator()(const Key& key) const {
    uint64_t h = 1469598103934665603ull;
    for (uint64_t w : key) h = (h ^ w) * 1099511628211ull, h ^= h >> 29;
    return static_cast<size_t>(h);
  }
};

uint64_t text_hash(const char* text, size_t n) {
  uint64_t h = 1469598103934665603ull;
  for (size_t i = 0; i < n; ++i) h = (h ^ static_cast<unsigned char>(text[i])) * 1099511628211ull;
  return h;
}

struct Encoder {
  Key key;
  std::vector<Tensor> tensors;         // the leaves that the graph is given
  std::vector<Tensor> variables;       // handles among the arguments
  mp_obj_t known = MP_OBJ_NULL;        // list of objects that are compared by ==, of the function

  void clear() {
    key.clear();
    tensors.clear();
    variables.clear();
  }

  void shape(const Shape& s) {
    key.push_back(static_cast<uint64_t>(static_cast<int64_t>(s.has_rank() ? s.rank() : -1)));
    for (int64_t d : s) key.push_back(static_cast<uint64_t>(d));
  }

  void add_tensor(const Tensor& t) {
    key.push_back(word(kTensor, static_cast<uint64_t>(t.dtype())));
    shape(t.shape());
    tensors.push_back(t);
  }

  void add(mp_obj_t o) {
    if (is_tensor(o)) return add_tensor(as_tensor(o)->tensor);
    if (is_variable(o)) {
      const Tensor& handle = as_variable(o)->handle;
      const VariableState& v = *handle.variable();
      size_t alias = 0;
      while (alias < variables.size() && !variables[alias].same(handle)) ++alias;
      key.push_back(word(kVariable, static_cast<uint64_t>(v.dtype) | static_cast<uint64_t>(v.trainable) << 16 | static_cast<uint64_t>(alias) << 32));
      shape(v.shape);
      variables.push_back(handle);
      return;
    }
    if (o == mp_const_none) return key.push_back(word(kNone));
    if (o == mp_const_true || o == mp_const_false) return number(o == mp_const_true);
    if (mp_obj_is_small_int(o)) return number(MP_OBJ_SMALL_INT_VALUE(o));
    if (mp_obj_is_str(o) || mp_obj_is_exact_type(o, &mp_type_bytes)) {
      size_t n;
      const char* data = mp_obj_str_get_data(o, &n);
      key.push_back(word(kText, n << 1 | mp_obj_is_str(o)));
      return key.push_back(text_hash(data, n));
    }
    if (mp_obj_is_float(o)) {
      const double v = mp_obj_float_get(o);
      if (v >= -9e18 && v <= 9e18 && v == static_cast<double>(static_cast<int64_t>(v))) return number(static_cast<int64_t>(v));   // 1 == 1.0, as literals
      uint64_t bits;
      std::memcpy(&bits, &v, 8);
      key.push_back(word(kFraction));
      return key.push_back(bits);
    }
    if (is_ndarray(o) || is_numpy_scalar(o)) return add_tensor(tensor_from(o));
    if (is_sequence(o)) {
      const mp_obj_type_t* type = mp_obj_get_type(o);
      size_t n;
      mp_obj_t* list;
      mp_obj_get_array(o, &n, &list);
      key.push_back(word(kSequence, n));
      key.push_back(reinterpret_cast<uintptr_t>(type));
      for (size_t i = 0; i < n; ++i) add(list[i]);
      return;
    }
    if (mp_obj_is_dict_or_ordereddict(o)) return add_dict(o);
    if (is_dtype(o)) {
      key.push_back(word(kDType));
      return key.push_back(reinterpret_cast<uintptr_t>(MP_OBJ_TO_PTR(o)));
    }
    if (is_shape(o)) {
      key.push_back(word(kShape));
      return shape(shape_of_object(o).value_or(Shape::unknown()));
    }
    if (mp_obj_is_exact_type(o, &mp_type_int)) {
      const std::string text = repr_of(o);
      key.push_back(word(kText, text.size() << 2));
      return key.push_back(text_hash(text.data(), text.size()));
    }
    if (mp_obj_is_exact_type(o, &mp_type_bound_meth)) {   // made anew at each access: its function and its self tell it
      auto* words = static_cast<mp_obj_t*>(MP_OBJ_TO_PTR(o));
      key.push_back(word(kBound));
      key.push_back(reinterpret_cast<uintptr_t>(MP_OBJ_TO_PTR(words[1])));
      return key.push_back(reinterpret_cast<uintptr_t>(MP_OBJ_TO_PTR(words[2])));
    }
    if (mp_obj_is_instance_type(mp_obj_get_type(o))) return add_instance(o);
    key.push_back(word(kObject));
    key.push_back(reinterpret_cast<uintptr_t>(MP_OBJ_TO_PTR(o)));
  }

  void number(int64_t v) {
    key.push_back(word(kNumber));
    key.push_back(static_cast<uint64_t>(v));
  }

  void add_dict(mp_obj_t dict) {
    const mp_map_t* map = mp_obj_dict_get_map(dict);
    std::vector<std::pair<std::string, size_t>> order;
    for (size_t i = 0; i < map->alloc; ++i)
      if (mp_map_slot_is_filled(map, i)) order.emplace_back(mp_obj_is_str(map->table[i].key) ? text_from(map->table[i].key) : repr_of(map->table[i].key), i);
    std::sort(order.begin(), order.end());
    key.push_back(word(kDict, order.size()));
    for (const auto& [name, i] : order) {
      key.push_back(word(kPlain, text_hash(name.data(), name.size()) >> 8));
      add(map->table[i].value);
    }
  }

  /// An object of a class: by identity, unless the class says otherwise (__tf_tracing_type__, or __eq__ with __hash__).
  void add_instance(mp_obj_t o) {
    mp_obj_t method[2] = {MP_OBJ_NULL, MP_OBJ_NULL};
    mp_obj_t stands_for = MP_OBJ_NULL;
    py_call([&] {
      mp_load_method_maybe(o, MP_QSTR___tf_tracing_type__, method);
      if (method[0] != MP_OBJ_NULL) {
        mp_obj_t call[3] = {method[0], method[1], mp_const_none};
        stands_for = mp_call_method_n_kw(1, 0, call);
        return;
      }
      mp_load_method_maybe(o, MP_QSTR___hash__, method);
      if (method[0] != MP_OBJ_NULL) {
        mp_load_method_maybe(o, MP_QSTR___eq__, method);
        if (method[0] != MP_OBJ_NULL) stands_for = o;
      }
    });
    if (stands_for == MP_OBJ_NULL || known == MP_OBJ_NULL) {
      key.push_back(word(kObject));
      return key.push_back(reinterpret_cast<uintptr_t>(MP_OBJ_TO_PTR(o)));
    }
    const auto list = items(known);
    size_t i = 0;
    while (i < list.size() && !py_call([&] { return mp_obj_equal(list[i], stands_for); })) ++i;
    if (i == list.size()) py_call([&] { mp_obj_list_append(known, stands_for); });
    key.push_back(word(kEqual, i));
  }
};

/// Whether a call with `key` may use the trace of `general`, and by how many wildcards it is more general; -1: no.
int generality(const Key& key, const Key& general) {
  size_t i = 0, k = 0;
  int wild = 0;
  while (i < key.size() && k < general.size()) {
    if (key[i] != general[k]) return -1;
    const uint64_t tag = key[i] >> 56;
    ++i, ++k;
    if (tag == kNumber || tag == kFraction || tag == kText || tag == kObject || tag == kDType || tag == kSequence) {
      if (key[i++] != general[k++]) return -1;
    } else if (tag == kBound) {
      if (key[i] != general[k] || key[i + 1] != general[k + 1]) return -1;
      i += 2, k += 2;
    } else if (tag == kTensor || tag == kVariable || tag == kShape) {
      const int64_t a = static_cast<int64_t>(key[i++]), b = static_cast<int64_t>(general[k++]);
      if (tag == kTensor && b < 0) {
        if (a >= 0) wild += 16;
      } else if (a != b) {
        return -1;
      } else {
        for (int64_t d = 0; d < a; ++d) {
          if (key[i + static_cast<size_t>(d)] == general[k + static_cast<size_t>(d)]) continue;
          if (tag != kTensor || static_cast<int64_t>(general[k + static_cast<size_t>(d)]) >= 0) return -1;
          ++wild;
        }
      }
      i += a > 0 ? static_cast<size_t>(a) : 0;
      k += b > 0 ? static_cast<size_t>(b) : 0;
    }
  }
  return i == key.size() && k == general.size() ? wild : -1;
}

// ---- concrete functions ----------------------------------------------------------------------------------------------------------

struct ConcreteState {
  GraphRef graph;
  std::vector<Tensor> captures;                        // in the order of graph->captures()
  std::vector<std::pair<size_t, size_t>> variables;    // capture number, number among the variables of the arguments
  std::vector<int> outputs;                            // per leaf of the result: number of the graph's output, or -1 for None
  bool single = false;                                 // the result is one tensor
  Key key;                                             // of its own signature
};

struct ConcreteObject {
  mp_obj_base_t base;
  ConcreteState* state;
  mp_obj_t attributes;   // dict: what Python knows of it
  mp_obj_t result;       // the structure that a call returns, with any leaves
  mp_obj_t packer;       // where the structure has leaves of more than one tensor: packs a list of all outputs; else None
};
ConcreteObject* as_concrete(mp_obj_t o) { return static_cast<ConcreteObject*>(MP_OBJ_TO_PTR(o)); }

/// Runs a trace. `tensors` and `variables` are those of the arguments, in the order of its signature.
mp_obj_t call_concrete(ConcreteObject* c, std::span<const Tensor> tensors, std::span<const Tensor> variables) {
  mp_obj_t result = MP_OBJ_NULL;
  TensorObject* single = c->state->single ? new_tensor_object() : nullptr;
  guarded([&] {
    const ConcreteState& s = *c->state;
    std::vector<Tensor> outputs;
    if (s.variables.empty()) {
      outputs = s.graph->call(tensors, s.captures);
    } else {
      std::vector<Tensor> captures = s.captures;
      for (auto [capture, argument] : s.variables) captures[capture] = variables[argument];
      outputs = s.graph->call(tensors, captures);
    }
    if (single) {
      single->tensor = std::move(outputs[0]);
      return;
    }
    if (c->packer != mp_const_none) {
      mp_obj_t list = wrap_list(outputs);
      result = call_python(c->packer, {&list, 1});
      return;
    }
    if (c->result == mp_const_none) {
      result = mp_const_none;
      return;
    }
    mp_obj_t leaves = py_call([] { return mp_obj_new_list(0, nullptr); });
    for (int k : s.outputs) {
      mp_obj_t o = k < 0 ? mp_const_none : wrap_value(outputs[static_cast<size_t>(k)]);
      py_call([&] { mp_obj_list_append(leaves, o); });
    }
    result = MP_OBJ_FROM_PTR(pack_structure(MP_OBJ_TO_PTR(c->result), MP_OBJ_TO_PTR(leaves)));
  });
  return single ? settled(single) : result;
}

// ---- functions --------------------------------------------------------------------------------------------------------------------

struct FunctionState {
  std::vector<qstr> names;            // of the parameters, when all of them may be given by position
  bool bindable = false;              // they are known; else Python binds
  std::unordered_map<Key, uint32_t, KeyHash> traces;   // exact key -> number of its concrete function
  uint64_t calls = 0;                 // that found their trace since Python asked last (for the retracing warning)
};

struct FunctionObject {
  mp_obj_base_t base;
  FunctionState* state;
  mp_obj_t attributes;   // dict: python_function, …
  mp_obj_t defaults;     // tuple, one per parameter; MP_OBJ_SENTINEL's place is taken by the `missing` object
  mp_obj_t missing;
  mp_obj_t concretes;    // list
  mp_obj_t known;        // list of objects that are compared by ==
  mp_obj_t bound;        // dict: the functions of objects whose class has this one
  mp_obj_t hook;         // Python: miss(function, args) -> concrete function, for a key that has none
};
FunctionObject* as_function(mp_obj_t o) { return static_cast<FunctionObject*>(MP_OBJ_TO_PTR(o)); }

/// One encoder per depth of calls, so that a call in a trace in a call does not overwrite the outer one.
std::vector<std::unique_ptr<Encoder>>& encoders() {
  static std::vector<std::unique_ptr<Encoder>> all;
  return all;
}
size_t encoder_depth = 0;

uint32_t lookup(FunctionObject* f, const Encoder& e) {
  auto found = f->state->traces.find(e.key);
  if (found != f->state->traces.end()) return found->second;
  // The most specific of those that are more general. Source: tensorflow/core/function/polymorphism/type_dispatch.py.
  int best = -1;
  uint32_t which = UINT32_MAX;
  const auto list = items(f->concretes);
  for (uint32_t i = 0; i < list.size(); ++i) {
    const int wild = generality(e.key, as_concrete(list[i])->state->key);
    if (wild >= 0 && (best < 0 || wild < best)) {
      best = wild;
      which = i;
    }
  }
  if (which != UINT32_MAX) f->state->traces.emplace(e.key, which);
  return which;
}

constexpr size_t kMaxBound = 64;
constexpr size_t kUnbound = SIZE_MAX;

/// Arguments in the order of the parameters, with defaults: what a signature is made of. Returns their number, or kUnbound when Python must say what is wrong.
size_t bind(FunctionObject* f, size_t n_args, size_t n_kw, const mp_obj_t* args, mp_obj_t* bound) {
  const FunctionState& s = *f->state;
  const size_t n = s.names.size();
  if (!s.bindable || n > kMaxBound || n_args > n) return kUnbound;
  for (size_t i = 0; i < n_args; ++i) bound[i] = args[i];
  for (size_t i = n_args; i < n; ++i) bound[i] = MP_OBJ_NULL;
  for (size_t k = 0; k < n_kw; ++k) {
    const qstr key = mp_obj_str_get_qstr(args[n_args + 2 * k]);
    size_t i = 0;
    while (i < n && s.names[i] != key) ++i;
    if (i == n || bound[i] != MP_OBJ_NULL) return kUnbound;
    bound[i] = args[n_args + 2 * k + 1];
  }
  size_t given;
  mp_obj_t* defaults;
  mp_obj_get_array(f->defaults, &given, &defaults);
  for (size_t i = 0; i < n; ++i)
    if (bound[i] == MP_OBJ_NULL) {
      if (defaults[i] == f->missing) return kUnbound;
      bound[i] = defaults[i];
    }
  return n;
}

struct DepthGuard {
  DepthGuard() { ++encoder_depth; }
  ~DepthGuard() { --encoder_depth; }
};

Encoder& next_encoder() {
  while (encoders().size() <= encoder_depth) encoders().push_back(std::make_unique<Encoder>());
  return *encoders()[encoder_depth];
}

}  // namespace

mp_obj_t settled(TensorObject* fresh) {
  if (!fresh->tensor || !fresh->tensor.is_symbolic()) return MP_OBJ_FROM_PTR(fresh);
  auto [slot, made] = live_symbolic().try_emplace(fresh->tensor.rep(), fresh);
  return MP_OBJ_FROM_PTR(slot->second);
}

void forget_symbolic(TensorObject* object) {
  if (!object->tensor || !object->tensor.is_symbolic()) return;
  auto found = live_symbolic().find(object->tensor.rep());
  if (found != live_symbolic().end() && found->second == object) live_symbolic().erase(found);
}

bool is_tracing() { return runtime().tracer != nullptr; }
bool is_tracing_v1() {
  if (!runtime().tracer) return false;
  const Graph* g = GraphTracer::current();
  return g && !g->is_function();
}
bool belongs_to_v1_graph(const Tensor& symbolic) {
  const Graph* g = Graph::of(symbolic);
  return g && !g->is_function();
}
void name_next_node(const char* name) {
  if (Graph* g = runtime().tracer ? GraphTracer::current() : nullptr) g->name_next(name);
}

Tensor constant_node(const Tensor& value, const std::string& name) {
  Graph& g = *GraphTracer::current();
  refuse_if_finalized(g);
  return g.constant(value, name);
}

int32_t last_node() { return is_tracing_v1() ? GraphTracer::current()->size() - 1 : -1; }

Tensor known_value(const Tensor& symbolic) {
  Graph* g = Graph::of(symbolic);
  return g ? g->known_value(symbolic) : Tensor();
}

std::optional<Tensor> unknown_int(mp_obj_t o) {
  Tensor t;
  if (is_tensor(o)) t = as_tensor(o)->tensor;
  else if (is_variable(o) && is_tracing()) t = tensor_from(o);
  if (!t || !t.is_symbolic() || !is_integer(t.dtype())) return {};
  if (known_value(t)) return {};
  return t;
}

Tensor read_of(const VariableObject* variable) {
  if (variable->after < 0 || !is_tracing_v1()) return read_variable(variable->handle);
  Graph& g = *GraphTracer::current();
  g.enter_control({variable->after});
  struct Leave {
    Graph& g;
    ~Leave() { g.leave_control(); }
  } leave{g};
  return read_variable(variable->handle);
}

mp_obj_t graph_hook(qstr name) {
  const qstr module = qstr_from_str("tensorflow._graph");
  mp_map_elem_t* found = mp_map_lookup(&MP_STATE_VM(mp_loaded_modules_dict).map, MP_OBJ_NEW_QSTR(module), MP_MAP_LOOKUP);
  if (!found) {
    mp_import_name(module, mp_const_none, MP_OBJ_NEW_SMALL_INT(0));
    found = mp_map_lookup(&MP_STATE_VM(mp_loaded_modules_dict).map, MP_OBJ_NEW_QSTR(module), MP_MAP_LOOKUP);
  }
  return mp_load_attr(found->value, name);
}

std::string shown_shape(const Shape& shape) {
  std::string text = shape.parens();
  if (v1_forms.shapes)
    for (size_t at; (at = text.find("None")) != std::string::npos;) text.replace(at, 4, "?");
  return text;
}

std::string graph_name_of(const Tensor& symbolic) {
  const Graph* g = Graph::of(symbolic);
  return g ? g->tensor_name(g->output_of(symbolic)) : "Tensor_" + std::to_string(symbolic.id()) + ":0";
}

void forget_graphs() {
  v1_forms = {};
  while (!opened().empty()) opened().pop_back();
  live_graphs().clear();
  live_symbolic().clear();
  finalized_graphs().clear();
  encoders().clear();
  encoder_depth = 0;
}

}  // namespace tapedeck

using namespace tapedeck;

extern "C" {

// ---- Graph ------------------------------------------------------------------------------------------------------------------------

/// Graph(owner, name, is_function)
mp_obj_t binding_graph_make(const mp_obj_type_t* type, size_t n_args, size_t, const mp_obj_t* args) {
  GraphObject* o = mp_obj_malloc_with_finaliser(GraphObject, type);
  o->graph = nullptr;
  o->owner = args[0];
  guarded([&] {
    o->graph = new GraphRef(Graph::make(n_args > 1 ? optional_text(args[1]) : std::string(), n_args < 3 || args[2] != mp_const_false));
    live_graphs()[o->graph->get()] = o;
  });
  return MP_OBJ_FROM_PTR(o);
}

mp_obj_t binding_graph_del(mp_obj_t self) {
  GraphObject* o = as_graph(self);
  if (o->graph) {
    live_graphs().erase(o->graph->get());
    std::erase(finalized_graphs(), o->graph->get());
    delete o->graph;
    o->graph = nullptr;
  }
  return mp_const_none;
}

/// enter(): ops become nodes of this graph until exit().
mp_obj_t binding_graph_enter(mp_obj_t self) {
  guarded([&] {
    Opened o;
    o.tracer = std::make_unique<PythonTracer>(*as_graph(self)->graph);
    o.graph = self;
    opened().push_back(std::move(o));
  });
  return mp_const_none;
}

mp_obj_t binding_graph_exit(mp_obj_t) {
  guarded([&] { if (!opened().empty()) opened().pop_back(); });
  return mp_const_none;
}

/// pause_tracing([quietly]): ops run at once until exit(); quietly: nobody hears of them.
mp_obj_t binding_pause_tracing(size_t n_args, const mp_obj_t*) {
  guarded([&] {
    Opened o;
    o.pause = std::make_unique<TracingPaused>();
    if (n_args > 0) {
      runtime().observer = nullptr;
      runtime().tapes.clear();
    }
    opened().push_back(std::move(o));
  });
  return mp_const_none;
}

/// The tf.Graph that is being built, or None.
mp_obj_t binding_tracing_graph(void) { return runtime().tracer ? owner_of(GraphTracer::current()) : mp_const_none; }

mp_obj_t binding_graph_of(mp_obj_t value) {
  mp_obj_t owner = mp_const_none;
  guarded([&] { if (is_tensor(value) && as_tensor(value)->tensor.is_symbolic()) owner = owner_of(Graph::of(as_tensor(value)->tensor)); });
  return owner;
}

/// placeholder(dtype, shape or None, name[, value when it is not fed])
mp_obj_t binding_graph_placeholder(size_t n_args, const mp_obj_t* args) {
  TensorObject* result = new_tensor_object();
  guarded([&] {
    Graph& g = graph_in(args[0]);
    if (n_args > 4) result->tensor = g.placeholder_with_default(tensor_from(args[4]), optional_shape(args[2]), optional_text(args[3]));
    else result->tensor = g.placeholder(dtype_of_object(args[1]), optional_shape(args[2]), optional_text(args[3]));
  });
  return settled(result);
}

/// constant(value, name): an eager tensor as a node of its own.
mp_obj_t binding_graph_constant(mp_obj_t self, mp_obj_t value, mp_obj_t name) {
  TensorObject* result = new_tensor_object();
  guarded([&] { result->tensor = graph_in(self).constant(tensor_from(value), optional_text(name)); });
  return settled(result);
}

/// capture_handle(variable, name) -> number of the node that stands for the variable
mp_obj_t binding_graph_capture_handle(mp_obj_t self, mp_obj_t variable, mp_obj_t name) {
  int32_t node = -1;
  guarded([&] {
    const Tensor& handle = as_variable(variable)->handle;
    graph_in(self).capture(handle, text_from(name));
    node = graph_in(self).output_of(handle).node;
  });
  return MP_OBJ_NEW_SMALL_INT(node);
}

mp_obj_t binding_graph_set_outputs(mp_obj_t self, mp_obj_t outputs) {
  guarded([&] { graph_in(self).set_outputs(tensors_from(outputs)); });
  return mp_const_none;
}

mp_obj_t binding_graph_unique_name(mp_obj_t self, mp_obj_t name, mp_obj_t mark) {
  static std::string text;
  guarded([&] { text = graph_in(self).unique_name(text_from(name), mark != mp_const_false); });
  return mp_obj_new_str(text.data(), text.size());
}

mp_obj_t binding_graph_enter_scope(mp_obj_t self, mp_obj_t name) {
  static std::string text;
  guarded([&] { text = graph_in(self).enter_scope(optional_text(name)); });
  return mp_obj_new_str(text.data(), text.size());
}

mp_obj_t binding_graph_leave_scope(mp_obj_t self) {
  guarded([&] { graph_in(self).leave_scope(); });
  return mp_const_none;
}

mp_obj_t binding_graph_scope(mp_obj_t self) {
  static std::string text;
  guarded([&] { text = graph_in(self).scope(); });
  return mp_obj_new_str(text.data(), text.size());
}

/// name_next(name): of the graph being traced; nothing when eager.
mp_obj_t binding_name_next(mp_obj_t name) {
  guarded([&] { if (name != mp_const_none) name_next_node(text_from(name).c_str()); });
  return mp_const_none;
}

mp_obj_t binding_graph_enter_control(mp_obj_t self, mp_obj_t nodes) {
  guarded([&] {
    if (nodes == mp_const_none) graph_in(self).enter_control({}, true);
    else graph_in(self).enter_control(node_numbers(nodes));
  });
  return mp_const_none;
}

mp_obj_t binding_graph_leave_control(mp_obj_t self) {
  guarded([&] { graph_in(self).leave_control(); });
  return mp_const_none;
}

mp_obj_t binding_graph_no_op(mp_obj_t self, mp_obj_t control, mp_obj_t name) {
  int32_t node = 0;
  guarded([&] { node = graph_in(self).no_op(node_numbers(control), optional_text(name)); });
  return MP_OBJ_NEW_SMALL_INT(node);
}

mp_obj_t binding_graph_finalize(mp_obj_t self) {
  guarded([&] { finalized_graphs().push_back(as_graph(self)->graph->get()); });
  return mp_const_none;
}

/// assignment_of(variable): the node of the assignment that gave this object, or -1.
mp_obj_t binding_assignment_of(mp_obj_t variable) { return MP_OBJ_NEW_SMALL_INT(as_variable(variable)->after); }

mp_obj_t binding_graph_size(mp_obj_t self) { return MP_OBJ_NEW_SMALL_INT((*as_graph(self)->graph)->size()); }

mp_obj_t binding_graph_find(mp_obj_t self, mp_obj_t name) {
  int32_t node = -1;
  guarded([&] { node = graph_in(self).find(text_from(name)); });
  return MP_OBJ_NEW_SMALL_INT(node);
}

static mp_obj_t attribute_object(const AttrValue& value) {
  return std::visit([](const auto& v) -> mp_obj_t {
    using T = std::decay_t<decltype(v)>;
    if constexpr (std::is_same_v<T, bool>) return mp_obj_new_bool(v);
    else if constexpr (std::is_same_v<T, int64_t>) return py_call([&] { return new_int(v); });
    else if constexpr (std::is_same_v<T, double>) return py_call([&] { return mp_obj_new_float(v); });
    else if constexpr (std::is_same_v<T, std::string>) return py_call([&] { return mp_obj_new_str(v.data(), v.size()); });
    else if constexpr (std::is_same_v<T, DType>) return dtype_object(v);
    else if constexpr (std::is_same_v<T, Shape>) return py_call([&] { return shape_object(v); });
    else {
      mp_obj_t list = py_call([] { return mp_obj_new_list(0, nullptr); });
      for (const auto& x : v) {
        mp_obj_t o = attribute_object(AttrValue(x));
        py_call([&] { mp_obj_list_append(list, o); });
      }
      return list;
    }
  }, value);
}

/// node(i) -> (name, type, [(node, output)…] of its inputs, [control inputs], number of outputs, {attributes}, subgraphs)
mp_obj_t binding_graph_node(mp_obj_t self, mp_obj_t number) {
  mp_obj_t parts[6];
  for (mp_obj_t& p : parts) p = mp_const_none;
  guarded([&] {
    const Graph& g = graph_in(self);
    const int64_t i = int_from(number);
    if (i < 0 || i >= g.size()) throw Error(ErrorKind::index, "no such node");
    const Node& n = g.node(static_cast<int32_t>(i));
    parts[0] = py_call([&] { return mp_obj_new_str(n.name.data(), n.name.size()); });
    parts[1] = py_call([&] { return mp_obj_new_str_from_cstr(n.type()); });
    parts[2] = py_call([] { return mp_obj_new_list(0, nullptr); });
    for (const NodeOutput& in : n.inputs) {
      const mp_obj_t both[] = {MP_OBJ_NEW_SMALL_INT(in.node), MP_OBJ_NEW_SMALL_INT(in.index)};
      py_call([&] { mp_obj_list_append(parts[2], mp_obj_new_tuple(2, both)); });
    }
    parts[3] = py_call([] { return mp_obj_new_list(0, nullptr); });
    for (int32_t c : n.control) py_call([&] { mp_obj_list_append(parts[3], MP_OBJ_NEW_SMALL_INT(c)); });
    parts[4] = MP_OBJ_NEW_SMALL_INT(static_cast<mp_int_t>(n.outputs.size()));
    parts[5] = py_call([] { return mp_obj_new_dict(0); });
    for (const Attrs::Entry& e : n.attrs.entries()) {
      mp_obj_t value = attribute_object(e.value);
      py_call([&] { mp_obj_dict_store(parts[5], mp_obj_new_str_from_cstr(e.name), value); });
    }
  });
  return mp_obj_new_tuple(6, parts);
}

mp_obj_t binding_graph_tensor(mp_obj_t self, mp_obj_t node, mp_obj_t index) {
  mp_obj_t result = mp_const_none;
  guarded([&] {
    const Graph& g = graph_in(self);
    const int64_t i = int_from(node), k = int_from(index);
    if (i >= 0 && i < g.size() && k >= 0 && k < static_cast<int64_t>(g.node(static_cast<int32_t>(i)).outputs.size()))
      result = wrap_value(g.tensor({static_cast<int32_t>(i), static_cast<int32_t>(k)}));
  });
  return result;
}

/// output_of(tensor or variable) -> (node, output), or None when it is not of this graph.
mp_obj_t binding_graph_output_of(mp_obj_t self, mp_obj_t value) {
  NodeOutput found;
  guarded([&] {
    if (is_variable(value)) found = graph_in(self).output_of(as_variable(value)->handle);
    else if (is_tensor(value)) found = graph_in(self).output_of(as_tensor(value)->tensor);
  });
  if (found.node < 0) return mp_const_none;
  const mp_obj_t both[] = {MP_OBJ_NEW_SMALL_INT(found.node), MP_OBJ_NEW_SMALL_INT(found.index)};
  return mp_obj_new_tuple(2, both);
}

mp_obj_t binding_graph_known_value(mp_obj_t self, mp_obj_t tensor) {
  mp_obj_t result = mp_const_none;
  guarded([&] { result = wrap_or_none(graph_in(self).known_value(tensor_from(tensor))); });
  return result;
}

mp_obj_t binding_graph_captures(mp_obj_t self) {
  mp_obj_t list = mp_const_none;
  guarded([&] {
    const Graph& g = graph_in(self);
    std::vector<Tensor> values;
    for (int32_t c : g.captures()) values.push_back(g.node(c).value);
    list = wrap_list(values);
  });
  return list;
}

mp_obj_t binding_graph_inputs(mp_obj_t self) {
  mp_obj_t list = mp_const_none;
  guarded([&] {
    const Graph& g = graph_in(self);
    std::vector<Tensor> values;
    for (int32_t i : g.inputs()) values.push_back(g.node(i).outputs[0]);
    list = wrap_list(values);
  });
  return list;
}

mp_obj_t binding_graph_outputs(mp_obj_t self) {
  mp_obj_t list = mp_const_none;
  guarded([&] {
    const Graph& g = graph_in(self);
    std::vector<Tensor> values;
    for (const NodeOutput& o : g.outputs()) values.push_back(g.tensor(o));
    list = wrap_list(values);
  });
  return list;
}

mp_obj_t binding_graph_call(mp_obj_t self, mp_obj_t inputs) {
  mp_obj_t list = mp_const_none;
  guarded([&] { list = wrap_list(graph_in(self).call(tensors_from(inputs))); });
  return list;
}

/// run(fed tensors, their values, fetched tensors, [target nodes][, drawn]) -> values, as a session does. `drawn`: a list where a session keeps how far each of
/// its random ops has come; an empty one begins anew.
mp_obj_t binding_graph_run(size_t n_args, const mp_obj_t* args) {
  mp_obj_t list = mp_const_none;
  guarded([&] {
    Graph& g = graph_in(args[0]);
    std::vector<uint64_t*> drawn;
    if (n_args > 5) {
      for (int32_t i = 0; i < g.size(); ++i) if (g.node(i).drawn) drawn.push_back(g.node(i).drawn.get());
      const auto kept = items(args[5]);
      for (size_t i = 0; i < drawn.size(); ++i) *drawn[i] = i < kept.size() ? static_cast<uint64_t>(int_from(kept[i])) : 0;
    }
    std::vector<Graph::Feed> feeds;
    const auto keys = items(args[1]), values = items(args[2]);
    for (size_t i = 0; i < keys.size(); ++i) feeds.push_back({g.output_of(handle_or_tensor(keys[i])), tensor_from(values[i])});
    std::vector<NodeOutput> fetches;
    for (mp_obj_t o : items(args[3])) fetches.push_back(g.output_of(handle_or_tensor(o)));
    list = wrap_list(g.run(feeds, fetches, node_numbers(args[4])));
    for (size_t i = 0; i < drawn.size(); ++i)
      py_call([&] {
        mp_obj_t count = new_int(static_cast<int64_t>(*drawn[i]));
        if (static_cast<mp_int_t>(i) < MP_OBJ_SMALL_INT_VALUE(mp_obj_len(args[5]))) mp_obj_subscr(args[5], MP_OBJ_NEW_SMALL_INT(i), count);
        else mp_obj_list_append(args[5], count);
      });
  });
  return list;
}

/// gradients(ys, xs, grad_ys or None, name)
mp_obj_t binding_graph_gradients(size_t, const mp_obj_t* args) {
  mp_obj_t list = mp_const_none;
  guarded([&] {
    std::vector<Tensor> xs, grad_ys;
    const std::vector<Tensor> ys = tensors_from(args[1]);
    for (mp_obj_t o : items(args[2])) xs.push_back(handle_or_tensor(o));
    if (args[3] != mp_const_none) grad_ys = tensors_from(args[3]);
    list = wrap_list(graph_in(args[0]).gradients(ys, xs, grad_ys, text_from(args[4])));
  });
  return list;
}

static mp_obj_t graph_text(mp_obj_t self, bool dot) {
  static std::string text;
  guarded([&] { text = dot ? graph_in(self).dot() : graph_in(self).text(); });
  return mp_obj_new_str(text.data(), text.size());
}
mp_obj_t binding_graph_text(mp_obj_t self) { return graph_text(self, false); }
mp_obj_t binding_graph_dot(mp_obj_t self) { return graph_text(self, true); }

// ---- control flow -------------------------------------------------------------------------------------------------------------------

/// if_else(predicate, then graph, else graph, name) -> outputs
mp_obj_t binding_if_else(size_t, const mp_obj_t* args) {
  mp_obj_t list = mp_const_none;
  guarded([&] {
    graph_in(args[1]), graph_in(args[2]);
    list = wrap_list(if_else(tensor_from(args[0]), *as_graph(args[1])->graph, *as_graph(args[2])->graph, {}, text_from(args[3])));
  });
  return list;
}

mp_obj_t binding_switch_case(mp_obj_t index, mp_obj_t branches, mp_obj_t name) {
  mp_obj_t list = mp_const_none;
  guarded([&] {
    std::vector<GraphRef> graphs;
    for (mp_obj_t o : items(branches)) graph_in(o), graphs.push_back(*as_graph(o)->graph);
    list = wrap_list(switch_case(tensor_from(index), graphs, {}, text_from(name)));
  });
  return list;
}

/// while_loop(condition graph, body graph, variables, maximum_iterations, name) -> outputs
mp_obj_t binding_while_loop(size_t, const mp_obj_t* args) {
  mp_obj_t list = mp_const_none;
  guarded([&] {
    graph_in(args[0]), graph_in(args[1]);
    list = wrap_list(while_loop(*as_graph(args[0])->graph, *as_graph(args[1])->graph, tensors_from(args[2]), int_from(args[3]), text_from(args[4])));
  });
  return list;
}

/// call_back(type, function, inputs, [(dtype, shape)…], stateful, differentiable[, texts between the tensors, summarize]) -> outputs. The function gets and
/// returns a list of tensors. With texts (tf.print, Assert) the node can be saved.
mp_obj_t binding_call_back(size_t n_args, const mp_obj_t* args) {
  mp_obj_t list = mp_const_none;
  guarded([&] {
    auto call = std::make_shared<NodeCall>();
    call->stateful = args[4] != mp_const_false;
    call->differentiable = args[5] != mp_const_false;
    auto rooted = rooted_function(MP_OBJ_TO_PTR(args[1]));
    call->run = [rooted](std::span<const Tensor> inputs) {
      const std::vector<Tensor> given(inputs.begin(), inputs.end());
      mp_obj_t in = wrap_list(given);
      mp_obj_t answer = call_python(MP_OBJ_FROM_PTR(rooted()), {&in, 1});
      std::vector<Tensor> results;
      if (answer != mp_const_none)
        for (mp_obj_t o : items(answer)) results.push_back(tensor_from(o));
      MP_STATE_VM(binding_keep_alive) = answer;
      return results;
    };
    std::vector<Tensor> inputs;
    for (mp_obj_t o : items(args[2])) inputs.push_back(tensor_from(o));
    std::vector<std::pair<DType, Shape>> outputs;
    for (mp_obj_t o : items(args[3])) {
      const auto both = items(o);
      outputs.emplace_back(dtype_of_object(both[0]), optional_shape(both[1]));
    }
    Attrs attrs;
    if (n_args > 7 && args[6] != mp_const_none) {
      std::vector<std::string> pieces;
      for (mp_obj_t o : items(args[6])) pieces.push_back(text_from(o));
      attrs.set("pieces", std::move(pieces));
      attrs.set("summarize", int_from(args[7]));
    }
    list = wrap_list(call_back(call_op(text_from(args[0])), call, inputs, std::move(outputs), attrs));
  });
  return list;
}

/// with_custom_gradient(results, arguments, graph of the backward function) -> results anew
mp_obj_t binding_with_custom_gradient(mp_obj_t results, mp_obj_t args, mp_obj_t backward) {
  mp_obj_t list = mp_const_none;
  guarded([&] {
    graph_in(backward);
    std::vector<Tensor> inputs;
    for (mp_obj_t o : items(args)) inputs.push_back(tensor_from(o));
    list = wrap_list(with_custom_gradient(tensors_from(results), inputs, *as_graph(backward)->graph));
  });
  return list;
}

// ---- variables of graphs ---------------------------------------------------------------------------------------------------------------

/// new_variable(dtype, shape or None, name, trainable): without a value yet.
mp_obj_t binding_new_variable(size_t, const mp_obj_t* args) {
  mp_obj_t result = mp_const_none;
  guarded([&] {
    const Shape shape = optional_shape(args[1]);
    result = wrap_variable(make_variable(Tensor(), text_from(args[2]), args[3] != mp_const_false, &shape, dtype_of_object(args[0])));
  });
  return result;
}

/// variable_state(variable): its value now, or None; told to nobody.
mp_obj_t binding_variable_state(mp_obj_t variable) {
  TensorObject* result = new_tensor_object();
  bool has = false;
  guarded([&] {
    const VariableState& v = *as_variable(variable)->handle.variable();
    has = v.initialized && v.value;
    if (has) result->tensor = v.value;
  });
  return has ? MP_OBJ_FROM_PTR(result) : mp_const_none;
}

mp_obj_t binding_set_variable_state(mp_obj_t variable, mp_obj_t value) {
  guarded([&] {
    VariableState& v = *as_variable(variable)->handle.variable();
    v.initialized = value != mp_const_none;
    v.value = v.initialized ? tensor_from(value) : Tensor();
  });
  return mp_const_none;
}

// ---- files ---------------------------------------------------------------------------------------------------------------------------------

/// save_program(metadata, [(name, graph)…], [variable…], path) -> bytes; whoever runs the program hears of them.
mp_obj_t binding_save_program(size_t, const mp_obj_t* args) {
  const mp_obj_t metadata = args[0], functions = args[1], variables = args[2];
  static std::string bytes;
  guarded([&] {
    SavedProgram program;
    program.metadata = text_from(metadata);
    for (mp_obj_t o : items(functions)) {
      const auto both = items(o);
      graph_in(both[1]);
      program.functions.emplace_back(text_from(both[0]), *as_graph(both[1])->graph);
    }
    for (mp_obj_t o : items(variables)) program.variables.push_back(as_variable(o)->handle);
    bytes = save_program(program);
    const std::string path = text_from(args[3]);
    port_saved(path.data(), path.size(), bytes.data(), bytes.size());
  });
  return mp_obj_new_bytes(reinterpret_cast<const byte*>(bytes.data()), bytes.size());
}

/// load_program(bytes, make) -> (metadata, [tf.Graph…], [variable…]); make(name) gives an empty tf.Graph, whose graph is replaced.
mp_obj_t binding_load_program(mp_obj_t bytes, mp_obj_t make) {
  mp_obj_t parts[3] = {mp_const_none, mp_const_none, mp_const_none};
  guarded([&] {
    SavedProgram program = load_program(text_from(bytes));
    parts[0] = py_call([&] { return mp_obj_new_str(program.metadata.data(), program.metadata.size()); });
    parts[1] = py_call([] { return mp_obj_new_list(0, nullptr); });
    for (auto& [name, graph] : program.functions) {
      const mp_obj_t text = py_call([&] { return mp_obj_new_str(name.data(), name.size()); });
      mp_obj_t owner = call_python(make, {&text, 1});
      GraphObject* o = as_graph(py_call([&] { return mp_load_attr(owner, MP_QSTR__g); }));
      live_graphs().erase(o->graph->get());
      *o->graph = graph;
      live_graphs()[graph.get()] = o;
      py_call([&] { mp_obj_list_append(parts[1], owner); });
    }
    parts[2] = wrap_list(program.variables);
  });
  return mp_obj_new_tuple(3, parts);
}

// ---- ConcreteFunction ----------------------------------------------------------------------------------------------------------------------

/// Concrete(graph, result structure, numbers of outputs per leaf, packer or None, signature args, attributes)
mp_obj_t binding_concrete_make(const mp_obj_type_t* type, size_t, size_t, const mp_obj_t* args) {
  ConcreteObject* o = mp_obj_malloc_with_finaliser(ConcreteObject, type);
  o->state = nullptr;
  o->result = args[1];
  o->packer = args[3];
  o->attributes = args[5];
  guarded([&] {
    auto state = std::make_unique<ConcreteState>();
    state->graph = *as_graph(args[0])->graph;
    graph_in(args[0]);
    for (mp_obj_t k : items(args[2])) state->outputs.push_back(static_cast<int>(int_from(k)));
    state->single = is_tensor(args[1]) && state->outputs.size() == 1 && state->outputs[0] == 0 && args[3] == mp_const_none;
    Encoder& e = next_encoder();
    DepthGuard depth;
    e.clear();
    for (mp_obj_t a : items(args[4])) e.add(a);
    for (int32_t c : state->graph->captures()) {
      const Tensor& value = state->graph->node(c).value;
      for (size_t i = 0; i < e.variables.size(); ++i)
        if (e.variables[i].same(value)) {
          state->variables.emplace_back(state->captures.size(), i);
          break;
        }
      state->captures.push_back(value);
    }
    o->state = state.release();
  });
  return MP_OBJ_FROM_PTR(o);
}

mp_obj_t binding_concrete_del(mp_obj_t self) {
  delete as_concrete(self)->state;
  as_concrete(self)->state = nullptr;
  return mp_const_none;
}

/// _run(list of tensors and variables, in the order of the signature)
mp_obj_t binding_concrete_run(mp_obj_t self, mp_obj_t args) {
  static std::vector<Tensor> tensors, variables;
  guarded([&] {
    tensors.clear();
    variables.clear();
    for (mp_obj_t o : items(args)) {
      if (is_variable(o)) variables.push_back(as_variable(o)->handle);
      else tensors.push_back(tensor_from(o));
    }
  });
  mp_obj_t result = MP_OBJ_NULL;
  guarded([&] {
    const std::vector<Tensor> t = std::move(tensors), v = std::move(variables);
    result = py_call([&] { return call_concrete(as_concrete(self), t, v); });
  });
  return result;
}

static void attribute_of(mp_obj_t self, mp_obj_t attributes, qstr attr, mp_obj_t* dest) {
  if (dest[0] != MP_OBJ_NULL) {
    if (dest[1] == MP_OBJ_NULL) return;
    mp_obj_dict_store(attributes, MP_OBJ_NEW_QSTR(attr), dest[1]);
    dest[0] = MP_OBJ_NULL;
    return;
  }
  if (mp_map_elem_t* found = mp_map_lookup(mp_obj_dict_get_map(attributes), MP_OBJ_NEW_QSTR(attr), MP_MAP_LOOKUP)) {
    dest[0] = found->value;
    return;
  }
  mp_obj_t f = binding_extension_of(mp_obj_get_type(self), attr);   // methods and, below "get_", properties, in Python
  if (f != MP_OBJ_NULL) {
    dest[0] = f;
    dest[1] = self;
    return;
  }
  const std::string property = "get_" + std::string(qstr_str(attr)) + "__";
  const qstr name = qstr_from_strn(property.data(), property.size());
  if ((f = binding_extension_of(mp_obj_get_type(self), name)) != MP_OBJ_NULL) {
    dest[0] = mp_call_function_1(f, self);
    return;
  }
  dest[1] = MP_OBJ_SENTINEL;
}

void binding_concrete_attr(mp_obj_t self, qstr attr, mp_obj_t* dest) {
  if (attr == MP_QSTR___del__) { dest[1] = MP_OBJ_SENTINEL; return; }
  attribute_of(self, as_concrete(self)->attributes, attr, dest);
}

static void print_by_python(const mp_print_t* print, mp_obj_t self, mp_print_kind_t kind) {
  mp_obj_t f = binding_extension_of(mp_obj_get_type(self), kind == PRINT_STR ? MP_QSTR___str__ : MP_QSTR___repr__);
  mp_obj_print_helper(print, mp_call_function_1(f, self), PRINT_STR);
}
void binding_concrete_print(const mp_print_t* print, mp_obj_t self, mp_print_kind_t kind) { print_by_python(print, self, kind); }

mp_obj_t binding_concrete_call(mp_obj_t self, size_t n_args, size_t n_kw, const mp_obj_t* args) {
  mp_obj_t f = binding_extension_of(&binding_type_Concrete, MP_QSTR___call__);
  mp_obj_t positional = mp_obj_new_tuple(n_args, args), named = mp_obj_new_dict(n_kw);
  for (size_t k = 0; k < n_kw; ++k) mp_obj_dict_store(named, args[n_args + 2 * k], args[n_args + 2 * k + 1]);
  const mp_obj_t all[] = {self, positional, named};
  return mp_call_function_n_kw(f, 3, 0, all);
}

// ---- Function -----------------------------------------------------------------------------------------------------------------------------

/// Function(attributes, names or None, defaults, missing, hook): `names` are the parameters when they are all positional, else None.
mp_obj_t binding_traced_make(const mp_obj_type_t* type, size_t, size_t, const mp_obj_t* args) {
  FunctionObject* o = mp_obj_malloc_with_finaliser(FunctionObject, type);
  o->state = nullptr;
  o->attributes = args[0];
  o->defaults = args[2];
  o->missing = args[3];
  o->hook = args[4];
  o->concretes = mp_obj_new_list(0, nullptr);
  o->known = mp_obj_new_list(0, nullptr);
  o->bound = mp_obj_new_dict(0);
  guarded([&] {
    auto state = std::make_unique<FunctionState>();
    state->bindable = args[1] != mp_const_none;
    if (state->bindable)
      for (mp_obj_t name : items(args[1])) state->names.push_back(mp_obj_str_get_qstr(name));
    o->state = state.release();
  });
  return MP_OBJ_FROM_PTR(o);
}

mp_obj_t binding_traced_del(mp_obj_t self) {
  delete as_function(self)->state;
  as_function(self)->state = nullptr;
  return mp_const_none;
}

void binding_traced_attr(mp_obj_t self, qstr attr, mp_obj_t* dest) {
  if (attr == MP_QSTR___del__) { dest[1] = MP_OBJ_SENTINEL; return; }
  if (attr == MP_QSTR__concretes && dest[0] == MP_OBJ_NULL) { dest[0] = as_function(self)->concretes; return; }
  attribute_of(self, as_function(self)->attributes, attr, dest);
}

void binding_traced_print(const mp_print_t* print, mp_obj_t self, mp_print_kind_t kind) { print_by_python(print, self, kind); }

/// _find(args): the concrete function for these arguments (a list in the order of the signature), or None.
mp_obj_t binding_traced_find(mp_obj_t self, mp_obj_t args) {
  mp_obj_t found = mp_const_none;
  guarded([&] {
    FunctionObject* f = as_function(self);
    Encoder& e = next_encoder();
    DepthGuard depth;
    e.clear();
    e.known = f->known;
    for (mp_obj_t a : items(args)) e.add(a);
    const uint32_t which = lookup(f, e);
    if (which != UINT32_MAX) found = items(f->concretes)[which];
  });
  return found;
}

/// _add(concrete, args): a new trace, under the key of these arguments (placeholders among them are as general as their shapes).
mp_obj_t binding_traced_add(mp_obj_t self, mp_obj_t concrete, mp_obj_t args) {
  guarded([&] {
    FunctionObject* f = as_function(self);
    Encoder& e = next_encoder();
    DepthGuard depth;
    e.clear();
    e.known = f->known;
    for (mp_obj_t a : items(args)) e.add(a);
    as_concrete(concrete)->state->key = e.key;
    f->state->traces[e.key] = static_cast<uint32_t>(items(f->concretes).size());
    py_call([&] { mp_obj_list_append(f->concretes, concrete); });
  });
  return mp_const_none;
}

/// _forget(): all traces (after the first call made variables).
mp_obj_t binding_traced_forget(mp_obj_t self) {
  FunctionObject* f = as_function(self);
  f->state->traces.clear();
  f->concretes = mp_obj_new_list(0, nullptr);
  return mp_const_none;
}

/// _take_calls(): how many calls found their trace since this was asked last.
mp_obj_t binding_traced_take_calls(mp_obj_t self) {
  FunctionState& s = *as_function(self)->state;
  const uint64_t calls = s.calls;
  s.calls = 0;
  return new_int(static_cast<int64_t>(calls));
}

mp_obj_t binding_functions_run_eagerly = mp_const_false;
mp_obj_t binding_run_functions_eagerly(mp_obj_t on) {
  binding_functions_run_eagerly = on;
  return mp_const_none;
}

/// trace_begins(name), trace_ends(graph or None, number of the function, [name, what of it the signature holds, …]): for whoever listens.
mp_obj_t binding_trace_begins(mp_obj_t name) {
  guarded([&] { if (runtime().observer) runtime().observer->trace_begins(text_from(name)); });
  return mp_const_none;
}

mp_obj_t binding_trace_ends(mp_obj_t graph, mp_obj_t function, mp_obj_t arguments) {
  const auto number = static_cast<uint32_t>(mp_obj_get_int(function));
  guarded([&] {
    if (!runtime().observer) return;
    std::vector<std::pair<std::string, std::string>> told;
    const auto texts = items(arguments);
    for (size_t i = 0; i + 1 < texts.size(); i += 2) told.emplace_back(text_from(texts[i]), text_from(texts[i + 1]));
    runtime().observer->trace_ends(graph == mp_const_none ? nullptr : as_graph(graph)->graph->get(), number, told);
  });
  return mp_const_none;
}

mp_obj_t binding_traced_call(mp_obj_t self, size_t n_args, size_t n_kw, const mp_obj_t* args) {
  FunctionObject* f = as_function(self);
  if (binding_functions_run_eagerly != mp_const_true) {
    mp_obj_t bound[kMaxBound];
    const size_t n = bind(f, n_args, n_kw, args, bound);
    if (n != kUnbound) {
      mp_obj_t result = MP_OBJ_NULL;
      guarded([&] {
        Encoder& e = next_encoder();
        DepthGuard depth;
        e.clear();
        e.known = f->known;
        for (size_t i = 0; i < n; ++i) e.add(bound[i]);
        const uint32_t which = lookup(f, e);
        if (which == UINT32_MAX) return;
        ++f->state->calls;
        ConcreteObject* c = as_concrete(items(f->concretes)[which]);
        result = py_call([&] { return call_concrete(c, e.tensors, e.variables); });
        e.clear();   // lets go of the arguments
      });
      if (result != MP_OBJ_NULL) return result;
    }
  }
  mp_obj_t positional = mp_obj_new_tuple(n_args, args), named = mp_obj_new_dict(n_kw);
  for (size_t k = 0; k < n_kw; ++k) mp_obj_dict_store(named, args[n_args + 2 * k], args[n_args + 2 * k + 1]);
  const mp_obj_t all[] = {self, positional, named};
  return mp_call_function_n_kw(f->hook, 3, 0, all);
}

static mp_obj_t binding_address(mp_obj_t o) { return MP_OBJ_NEW_SMALL_INT(static_cast<mp_int_t>(reinterpret_cast<uintptr_t>(MP_OBJ_TO_PTR(o)) >> 2)); }

/// A Function in a class is bound to each object that it is read from: every object has its own traces.
mp_obj_t binding_traced_get(size_t, const mp_obj_t* args) {
  if (args[1] == MP_OBJ_NULL || args[1] == mp_const_none) return args[0];
  // Kept by the object's address, which the bound function keeps alive.
  if (mp_map_elem_t* found = mp_map_lookup(mp_obj_dict_get_map(as_function(args[0])->bound), binding_address(args[1]), MP_MAP_LOOKUP)) return found->value;
  mp_obj_t f = binding_extension_of(&binding_type_Function, MP_QSTR__bind);
  mp_obj_t made = mp_call_function_2(f, args[0], args[1]);
  mp_obj_dict_store(as_function(args[0])->bound, binding_address(args[1]), made);
  return made;
}

}  // extern "C"
