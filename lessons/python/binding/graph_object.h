// Graphs as Python objects: what tf.Graph, tf.function and the control flow of the packages are written on. Internal to lessons/python/binding.
#pragma once

#include "lessons/python/binding/objects.h"

#ifdef __cplusplus
#include "engine/graph/graph.h"

namespace tapedeck {

/// The Python object for a tensor: for a symbolic one the same object each time, while it lives. `fresh` holds the tensor already.
mp_obj_t settled(TensorObject* fresh);
/// To be called when a symbolic tensor's object dies.
void forget_symbolic(TensorObject* object);

/// Whether ops become nodes now, and of a TensorFlow 1 graph (tf.Graph().as_default()) rather than of a function.
bool is_tracing();
bool is_tracing_v1();
/// Whether a symbolic tensor belongs to a TensorFlow 1 graph: then `==` and hash() are those of the object.
bool belongs_to_v1_graph(const Tensor& symbolic);
/// Names the next node of the graph being traced, as `a + b` is "add" where tf.add is "Add".
void name_next_node(const char* name);

/// A node for a value that the program gives (tf.constant), in the graph being traced.
Tensor constant_node(const Tensor& value, const std::string& name);
/// The last node of the graph being traced, of a TensorFlow 1 graph; else -1.
int32_t last_node();
/// The value of a symbolic tensor where it is known while tracing, else no tensor.
Tensor known_value(const Tensor& symbolic);
/// An integer that is a symbolic tensor of unknown value (an index), else nothing.
std::optional<Tensor> unknown_int(mp_obj_t o);
const void* identity_of(mp_obj_t o);
bool is_v1_value(mp_obj_t o);
/// A function of tensorflow._graph, which is imported when the first is asked for.
mp_obj_t graph_hook(qstr name);

/// Whether shapes and variables of graphs are shown as TensorFlow 1 does (tf.compat.v1.disable_v2_behavior).
struct V1Forms {
  bool shapes = false, references = false;
};
inline V1Forms v1_forms;
/// "(None, 2)", or "(?, 2)" then.
std::string shown_shape(const Shape& shape);
[[noreturn]] void raise_tensorflow_error(const char* class_name, const char* text);   // may not be called over C++ objects

void forget_graphs();

}  // namespace tapedeck
#endif
