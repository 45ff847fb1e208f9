// tf.GradientTape as a Python object, structures of sources, and custom gradients.
#include <algorithm>
#include <cstring>
#include <memory>

#include "engine/autodiff/tape.h"
#include "engine/core/observer.h"
#include "engine/ops/ops.h"
#include "engine/variable/variable.h"
#include "lessons/python/binding/functions.h"
#include "lessons/python/binding/objects.h"

extern "C" {
#include "py/bc.h"
#include "py/objfun.h"
extern const mp_obj_type_t mp_type_closure, mp_type_bound_meth;
}

namespace tapedeck {

namespace {

struct TapeObject { mp_obj_base_t base; Tape* tape; };
TapeObject* as_tape(mp_obj_t o) { return static_cast<TapeObject*>(MP_OBJ_TO_PTR(o)); }

bool is_dict(mp_obj_t o) { return mp_obj_is_obj(o) && mp_obj_is_dict_or_ordereddict(o); }
bool is_structure(mp_obj_t o) { return is_sequence(o) || is_dict(o); }

/// Keys in sorted order, as tf.nest visits dictionaries; the list is a fresh Python object.
mp_obj_t sorted_keys(mp_obj_t dict) {
  return py_call([&] {
    mp_obj_t list = mp_obj_new_list(0, nullptr);
    mp_map_t* map = mp_obj_dict_get_map(dict);
    for (size_t i = 0; i < map->alloc; ++i)
      if (mp_map_slot_is_filled(map, i)) mp_obj_list_append(list, map->table[i].key);
    mp_map_t no_kw;
    mp_map_init_fixed_table(&no_kw, 0, nullptr);
    const mp_obj_t args[] = {list};
    mp_obj_list_sort(1, args, &no_kw);
    return list;
  });
}

/// Calls `leaf` for each leaf in tf.nest's order.
template <class F> void for_each_leaf(mp_obj_t o, F&& leaf) {
  if (is_sequence(o)) {
    size_t n;
    mp_obj_t* items;
    mp_obj_get_array(o, &n, &items);
    for (size_t i = 0; i < n; ++i) for_each_leaf(items[i], leaf);
  } else if (is_dict(o)) {
    mp_obj_t keys = sorted_keys(o);
    size_t n;
    mp_obj_t* items;
    mp_obj_get_array(keys, &n, &items);
    for (size_t i = 0; i < n; ++i) for_each_leaf(py_call([&] { return mp_obj_dict_get(o, items[i]); }), leaf);
  } else {
    leaf(o);
  }
}

/// The same structure with other leaves, taken from `next` in tf.nest's order.
template <class F> mp_obj_t pack_like(mp_obj_t o, F& next) {
  if (is_dict(o)) {
    // filled in sorted order, but with the keys in their own order
    mp_obj_t keys = sorted_keys(o);
    mp_obj_t result = py_call([&] { return mp_obj_dict_copy(o); });
    size_t n;
    mp_obj_t* items;
    mp_obj_get_array(keys, &n, &items);
    for (size_t i = 0; i < n; ++i) {
      mp_obj_t value = pack_like(py_call([&] { return mp_obj_dict_get(o, items[i]); }), next);
      py_call([&] { mp_obj_dict_store(result, items[i], value); });
    }
    return result;
  }
  if (is_sequence(o)) {
    size_t n;
    mp_obj_t* items;
    mp_obj_get_array(o, &n, &items);
    mp_obj_t list = py_call([] { return mp_obj_new_list(0, nullptr); });
    for (size_t i = 0; i < n; ++i) {
      mp_obj_t value = pack_like(items[i], next);
      py_call([&] { mp_obj_list_append(list, value); });
    }
    if (mp_obj_is_exact_type(o, &mp_type_list)) return list;
    size_t made;
    mp_obj_t* values;
    mp_obj_get_array(list, &made, &values);
    if (mp_obj_is_exact_type(o, &mp_type_tuple)) return py_call([&] { return mp_obj_new_tuple(made, values); });
    return py_call([&] { return mp_call_function_n_kw(MP_OBJ_FROM_PTR(mp_obj_get_type(o)), made, 0, values); });   // a named tuple
  }
  return next();
}

/// What the tape follows for a Python object: a tensor, or the handle of a variable.
Tensor handle_or_self(mp_obj_t o) {
  if (is_tensor(o)) return as_tensor(o)->tensor;
  if (is_variable(o)) return as_variable(o)->handle;
  mp_obj_t method = method_or_null(o, MP_QSTR_as_tensor__);
  if (method != MP_OBJ_NULL) return tensor_from(o);
  throw Error(ErrorKind::attribute, "'" + std::string(mp_obj_get_type_str(o)) + "' object has no attribute 'dtype'", "Targets and sources of a gradient are tensors or variables.");
}

void warn_once(bool& said, const char* text) {
  if (said) return;
  said = true;
  port_write(2, text, strlen(text));
}
bool said_inside = false, said_integer = false;

// Python functions that a tape may call later. The collector sees this list; a slot is freed when the tape lets go of its record.
struct RootedFunction {
  size_t slot;
  explicit RootedFunction(mp_obj_t function) {
    mp_obj_t list = MP_STATE_VM(binding_rooted);
    if (!free_slots().empty()) {
      slot = free_slots().back();
      free_slots().pop_back();
      items(list)[slot] = function;
    } else {
      slot = static_cast<mp_obj_list_t*>(MP_OBJ_TO_PTR(list))->len;
      py_call([&] { mp_obj_list_append(list, function); });
    }
    generation = current_generation;
  }
  ~RootedFunction() {
    if (generation != current_generation) return;   // the interpreter of that run is gone
    items(MP_STATE_VM(binding_rooted))[slot] = mp_const_none;
    free_slots().push_back(slot);
  }
  mp_obj_t function() const { return items(MP_STATE_VM(binding_rooted))[slot]; }

  static mp_obj_t* items(mp_obj_t list) { return static_cast<mp_obj_list_t*>(MP_OBJ_TO_PTR(list))->items; }
  static std::vector<size_t>& free_slots() {
    static std::vector<size_t> slots;
    return slots;
  }
  unsigned generation;
  static unsigned current_generation;
};
unsigned RootedFunction::current_generation = 0;

// ---- gradients that are IndexedSlices --------------------------------------------------------------------------------------------
// TensorFlow gives the gradient of a variable that was only read by rows (tf.gather, embedding_lookup) as IndexedSlices: the gradients of the
// gathered rows and their places. Here gather has a dense gradient; so the binding remembers gathers from variables, and asks the tape for the
// gradients of what they gave as well. Source: tensorflow/python/ops/resource_variable_ops.py, _GatherGrad.
struct GatheredRows {
  uint32_t tape, variable;
  uint64_t read;            // id of the tensor that was read from the variable
  Tensor rows, indices;
};
std::vector<GatheredRows>& gathered_rows() {
  static std::vector<GatheredRows> all;
  return all;
}
void forget_gathered(uint32_t tape) { std::erase_if(gathered_rows(), [&](const GatheredRows& g) { return g.tape == tape; }); }

/// The gathers that stand for all that this tape saw of the variable; none when it was also read as a whole.
std::vector<GatheredRows> gathers_of(const Tape& tape, const Tensor& handle) {
  std::vector<GatheredRows> found;
  for (const GatheredRows& g : gathered_rows())
    if (g.tape == tape.id() && g.variable == handle.variable()->id) found.push_back(g);
  if (found.empty()) return found;
  for (const Tape::Entry* e : tape.entries()) {
    const bool reads = std::find(e->input_ids.begin(), e->input_ids.end(), handle.id()) != e->input_ids.end();
    if (reads && std::none_of(found.begin(), found.end(), [&](const GatheredRows& g) { return g.read == e->output_ids[0]; })) return {};
  }
  return found;
}

const Op custom_gradient_op = {
    .name = "custom_gradient", .type = "CustomGradient", .formula = "y = f(x), with the gradient that the program gives", .gradient_text = "dx = grad(dy), the program's own function",
    .min_inputs = 0, .max_inputs = -1, .infer = nullptr, .kernel = nullptr, .differentiable = Differentiable::yes,
};

}  // namespace

uint64_t tape_id_of(mp_obj_t tape) { return as_tape(tape)->tape ? as_tape(tape)->tape->id() : 0; }

std::function<void*()> rooted_function(void* function) {
  auto rooted = std::make_shared<RootedFunction>(static_cast<mp_obj_t>(function));
  return [rooted] { return static_cast<void*>(rooted->function()); };
}

void* pack_structure(void* like, void* leaves) {
  size_t n, next = 0;
  mp_obj_t* list;
  mp_obj_get_array(static_cast<mp_obj_t>(leaves), &n, &list);
  auto take = [&] { return list[next++]; };
  return pack_like(static_cast<mp_obj_t>(like), take);
}

void forget_tapes() {
  ++RootedFunction::current_generation;
  RootedFunction::free_slots().clear();
  gathered_rows().clear();
  said_inside = said_integer = false;
}

}  // namespace tapedeck

using namespace tapedeck;

extern "C" {

mp_obj_t binding_extension_of(const mp_obj_type_t* type, qstr attr);

/// gather_rows(variable, indices): tf.gather along axis 0 from a variable, remembered by the open tapes.
mp_obj_t binding_gather_rows(mp_obj_t variable, mp_obj_t indices) {
  TensorObject* result = new_tensor_object();
  guarded([&] {
    const Tensor& handle = as_variable(variable)->handle;
    const Tensor inputs[] = {read_variable(handle), int_tensor_from(indices)};
    result->tensor = apply(op_named("gather"), inputs, {{"axis", int64_t{0}}})[0];
    for (const Tape* tape : runtime().tapes)
      if (tape->should_record({&result->tensor, 1})) gathered_rows().push_back({tape->id(), handle.variable()->id, inputs[0].id(), result->tensor, inputs[1]});
  });
  return MP_OBJ_FROM_PTR(result);
}

mp_obj_t binding_tape_make(const mp_obj_type_t* type, size_t n_args, size_t n_kw, const mp_obj_t* args) {
  static const mp_arg_t allowed[] = {
      {MP_QSTR_persistent, MP_ARG_OBJ, {.u_obj = mp_const_false}},
      {MP_QSTR_watch_accessed_variables, MP_ARG_OBJ, {.u_obj = mp_const_true}},
  };
  mp_arg_val_t v[2];
  mp_map_t kwargs;
  mp_map_init_fixed_table(&kwargs, n_kw, args + n_args);
  parse_arguments("GradientTape.__init__", n_args, args, &kwargs, 2, allowed, v, 1);
  const bool persistent = mp_obj_is_true(v[0].u_obj), watches = mp_obj_is_true(v[1].u_obj);
  TapeObject* o = mp_obj_malloc_with_finaliser(TapeObject, type);
  o->tape = nullptr;
  guarded([&] { o->tape = new Tape(persistent, watches); });
  return MP_OBJ_FROM_PTR(o);
}

void binding_tape_attr(mp_obj_t self, qstr attr, mp_obj_t* dest) {
  if (attr == MP_QSTR___del__) { dest[1] = MP_OBJ_SENTINEL; return; }
  if (dest[0] != MP_OBJ_NULL) return;
  mp_obj_t f = binding_extension_of(&binding_type_GradientTape, attr);   // jacobian, stop_recording: written in Python
  if (f == MP_OBJ_NULL) {
    dest[1] = MP_OBJ_SENTINEL;
  } else {
    dest[0] = f;
    dest[1] = self;
  }
}

mp_obj_t binding_tape_del(mp_obj_t self) {
  if (as_tape(self)->tape) forget_gathered(as_tape(self)->tape->id());
  delete as_tape(self)->tape;
  as_tape(self)->tape = nullptr;
  return mp_const_none;
}

mp_obj_t binding_tape_enter(mp_obj_t self) {
  guarded([&] { as_tape(self)->tape->start(); });
  return self;
}

mp_obj_t binding_tape_exit(size_t, const mp_obj_t* args) {
  guarded([&] { if (as_tape(args[0])->tape->is_recording()) as_tape(args[0])->tape->stop(); });
  return mp_const_none;
}

mp_obj_t binding_tape_pause(mp_obj_t self) {
  guarded([&] {
    if (!as_tape(self)->tape->is_recording()) throw Error(ErrorKind::runtime, "Trying to stop recording a tape which is not recording.");
    as_tape(self)->tape->stop();
  });
  return mp_const_none;
}

mp_obj_t binding_tape_resume(mp_obj_t self) {
  guarded([&] { as_tape(self)->tape->start(); });
  return mp_const_none;
}

mp_obj_t binding_tape_set_persistent(mp_obj_t self, mp_obj_t on) {
  const bool was = as_tape(self)->tape->persistent();
  as_tape(self)->tape->set_persistent(mp_obj_is_true(on));
  return mp_obj_new_bool(was);
}

mp_obj_t binding_tape_reset(mp_obj_t self) {
  guarded([&] {
    forget_gathered(as_tape(self)->tape->id());
    as_tape(self)->tape->reset();
  });
  return mp_const_none;
}

mp_obj_t binding_tape_watch(mp_obj_t self, mp_obj_t tensors) {
  guarded([&] {
    for_each_leaf(tensors, [&](mp_obj_t o) {
      if (!is_tensor(o) && !is_variable(o))
        throw Error(ErrorKind::value, "Passed in object " + repr_of(o) + " of type '" + std::string(mp_obj_get_type_str(o)) + "', not tf.Tensor or tf.Variable or ExtensionType.",
                    "A tape watches tensors and variables; make one with tf.constant first.");
      const Tensor t = handle_or_self(o);
      const DType d = is_variable(o) ? t.variable()->dtype : t.dtype();
      if (!is_differentiable(d))
        warn_once(said_integer, ("WARNING:tensorflow:The dtype of the watched tensor must be floating (e.g. tf.float32), got tf." + std::string(dtype_name(d)) + "\n").c_str());
      as_tape(self)->tape->watch(t);
    });
  });
  return mp_const_none;
}

mp_obj_t binding_tape_watched_variables(mp_obj_t self) {
  mp_obj_t list = mp_obj_new_list(0, nullptr);
  guarded([&] {
    for (const Tensor& handle : as_tape(self)->tape->watched_variables()) {
      mp_obj_t v = wrap_variable(handle);
      py_call([&] { mp_obj_list_append(list, v); });
    }
  });
  size_t n;
  mp_obj_t* items;
  mp_obj_get_array(list, &n, &items);
  return mp_obj_new_tuple(n, items);
}

mp_obj_t binding_tape_gradient(size_t n_args, const mp_obj_t* args, mp_map_t* kwargs) {
  enum { TARGET, SOURCES, OUTPUT_GRADIENTS, UNCONNECTED };
  static const mp_arg_t allowed[] = {
      {MP_QSTR_target, MP_ARG_REQUIRED | MP_ARG_OBJ, {.u_obj = MP_OBJ_NULL}},
      {MP_QSTR_sources, MP_ARG_REQUIRED | MP_ARG_OBJ, {.u_obj = MP_OBJ_NULL}},
      {MP_QSTR_output_gradients, MP_ARG_OBJ, {.u_obj = mp_const_none}},
      {MP_QSTR_unconnected_gradients, MP_ARG_OBJ, {.u_obj = mp_const_none}},
  };
  mp_arg_val_t v[4];
  parse_arguments("GradientTape.gradient", n_args - 1, args + 1, kwargs, 4, allowed, v, 1);
  mp_obj_t result = MP_OBJ_NULL;
  guarded([&] {
    Tape& tape = *as_tape(args[0])->tape;
    if (tape.is_recording()) {
      if (!tape.persistent()) tape.stop();
      else
        warn_once(said_inside, "WARNING:tensorflow:Calling GradientTape.gradient on a persistent tape inside its context is significantly less efficient than calling it outside the context (it "
                               "causes the gradient ops to be recorded on the tape, leading to increased CPU and memory usage). Only call GradientTape.gradient inside the context if you "
                               "actually want to trace the gradient in order to compute higher order derivatives.\n");
    }
    if (v[TARGET].u_obj == mp_const_none)
      throw Error(ErrorKind::type, "Argument `target` should be a list or nested structure of Tensors, Variables or CompositeTensors to be differentiated, but received None.");
    bool zero = false;
    if (v[UNCONNECTED].u_obj != mp_const_none) {
      mp_obj_t given = v[UNCONNECTED].u_obj;
      if (!mp_obj_is_str(given)) given = py_call([&] { return mp_load_attr(given, MP_QSTR_value); });
      const std::string text = text_from(given);
      if (text != "none" && text != "zero") throw Error(ErrorKind::value, "Unknown value for unconnected_gradients: '" + text + "'");
      zero = text == "zero";
    }
    std::vector<Tensor> targets, sources, upstream;
    for_each_leaf(v[TARGET].u_obj, [&](mp_obj_t o) { targets.push_back(handle_or_self(o)); });
    for_each_leaf(v[SOURCES].u_obj, [&](mp_obj_t o) { sources.push_back(handle_or_self(o)); });
    if (tape.is_spent()) tape.gradient(targets, sources);   // throws
    if (v[OUTPUT_GRADIENTS].u_obj != mp_const_none) {
      mp_obj_t given = v[OUTPUT_GRADIENTS].u_obj;
      // For one target, [1., 10.] is one gradient, not two.
      if (targets.size() == 1 && !is_structure(v[TARGET].u_obj) && is_sequence(given)) {
        size_t n;
        mp_obj_t* items;
        mp_obj_get_array(given, &n, &items);
        const bool one_inside = n == 1 && (is_tensor(items[0]) || is_variable(items[0]));
        upstream.push_back(tensor_from(one_inside ? items[0] : given, {targets[0].dtype() == DType::resource ? targets[0].variable()->dtype : targets[0].dtype(), {}, false}));
      } else {
        size_t i = 0;
        for_each_leaf(given, [&](mp_obj_t o) {
          if (o == mp_const_none) upstream.emplace_back();
          else upstream.push_back(tensor_from(o, {{}, i < targets.size() && targets[i].dtype() != DType::resource ? std::optional(targets[i].dtype()) : std::nullopt, false}));
          ++i;
        });
      }
      if (upstream.size() != targets.size())
        throw Error(ErrorKind::value, "The number of output_gradients (" + std::to_string(upstream.size()) + ") must equal the number of targets (" + std::to_string(targets.size()) + ").");
    }
    // Rows of variables come after the sources that were asked for.
    const size_t asked = sources.size();
    std::vector<std::vector<GatheredRows>> rows(asked);
    for (size_t i = 0; i < asked && !gathered_rows().empty(); ++i) {
      if (sources[i].dtype() != DType::resource) continue;
      rows[i] = gathers_of(tape, sources[i]);
      for (const GatheredRows& g : rows[i]) sources.push_back(g.rows);
    }
    const std::vector<Tensor> gradients = tape.gradient(targets, sources, upstream, zero);
    if (tape.is_spent()) forget_gathered(tape.id());
    size_t next = 0, next_rows = asked;
    auto take = [&]() -> mp_obj_t {
      const size_t i = next++;
      if (rows[i].empty() || !gradients[i]) {
        next_rows += rows[i].size();
        return wrap_or_none(gradients[i]);
      }
      std::vector<Tensor> values, indices;
      for (const GatheredRows& g : rows[i]) {
        const Tensor& gradient = gradients[next_rows++];
        if (!gradient) continue;
        Shape flat = sources[i].variable()->shape;
        flat.set(0, g.indices.size());
        values.push_back(g.indices.rank() == 1 ? gradient : ops::reshape(gradient, flat));
        indices.push_back(g.indices.rank() == 1 ? g.indices : ops::reshape(g.indices, Shape{g.indices.size()}));
      }
      if (values.empty()) return wrap_or_none(gradients[i]);
      const Attrs first_axis{{"axis", int64_t{0}}};
      mp_obj_t v_obj = wrap_tensor(values.size() == 1 ? values[0] : apply(op_named("concat"), values, first_axis)[0]);
      mp_obj_t i_obj = wrap_tensor(indices.size() == 1 ? indices[0] : apply(op_named("concat"), indices, first_axis)[0]);
      mp_obj_t shape_obj = py_call([&] { return shape_object(sources[i].variable()->shape); });
      const mp_obj_t args[] = {v_obj, i_obj, shape_obj};
      return call_python(binding_extension_of(&binding_type_GradientTape, MP_QSTR__slices), args);
    };
    result = pack_like(v[SOURCES].u_obj, take);
  });
  return result;
}

// ---- structures for Python (tf.nest) ---------------------------------------------------------------------------------------------

mp_obj_t binding_flatten(mp_obj_t structure) {
  mp_obj_t list = mp_obj_new_list(0, nullptr);
  guarded([&] { for_each_leaf(structure, [&](mp_obj_t o) { py_call([&] { mp_obj_list_append(list, o); }); }); });
  return list;
}

mp_obj_t binding_pack_sequence_as(mp_obj_t structure, mp_obj_t flat) {
  mp_obj_t result = MP_OBJ_NULL;
  guarded([&] {
    size_t n, next = 0;
    mp_obj_t* items;
    py_call([&] { mp_obj_get_array(flat, &n, &items); });
    size_t wanted = 0;
    for_each_leaf(structure, [&](mp_obj_t) { ++wanted; });
    if (wanted != n)
      throw Error(ErrorKind::value, "Could not pack sequence. Structure had " + std::to_string(wanted) + " atoms, but flat_sequence had " + std::to_string(n) + " items.");
    auto take = [&] { return items[next++]; };
    result = pack_like(structure, take);
  });
  return result;
}

// ---- custom gradients ----------------------------------------------------------------------------------------------------------

/// record_custom(inputs, outputs, backward): tells the tapes that `backward` leads from the gradients of `outputs` to those of `inputs`. Returns
/// the outputs as new tensors, which stand for this op; what made the old ones stays on the tape, unused.
mp_obj_t binding_record_custom(mp_obj_t inputs_in, mp_obj_t outputs_in, mp_obj_t backward) {
  mp_obj_t list = mp_obj_new_list(0, nullptr);
  guarded([&] {
    std::vector<Tensor> inputs, outputs;
    size_t n;
    mp_obj_t* items;
    mp_obj_get_array(inputs_in, &n, &items);
    for (size_t i = 0; i < n; ++i) inputs.push_back(as_tensor(items[i])->tensor);
    mp_obj_get_array(outputs_in, &n, &items);
    std::vector<std::pair<DType, Shape>> kinds;
    for (size_t i = 0; i < n; ++i) {
      const Tensor t = tensor_from(items[i]);
      outputs.push_back(Tensor::alias(t, t.shape()));
      kinds.emplace_back(t.dtype(), t.shape());
    }
    Runtime& rt = runtime();
    ++rt.op_count;
    InlineVector<uint32_t, 4> recorded_by;
    auto rooted = std::make_shared<RootedFunction>(backward);
    const size_t input_count = inputs.size();
    BackwardFunction call = [rooted, kinds, input_count](std::span<const Tensor> upstream) {
      mp_obj_t given = py_call([] { return mp_obj_new_list(0, nullptr); });
      for (size_t i = 0; i < kinds.size(); ++i) {
        mp_obj_t g = wrap_tensor(i < upstream.size() && upstream[i] ? upstream[i] : ops::filled(kinds[i].second, kinds[i].first, 0));
        py_call([&] { mp_obj_list_append(given, g); });
      }
      const mp_obj_t args[] = {given};
      mp_obj_t answer = call_python(rooted->function(), args);
      size_t got;
      mp_obj_t* gradients;
      py_call([&] { mp_obj_get_array(answer, &got, &gradients); });
      std::vector<Tensor> results(input_count);
      for (size_t i = 0; i < got && i < input_count; ++i)
        if (gradients[i] != mp_const_none) results[i] = tensor_from(gradients[i]);
      MP_STATE_VM(binding_keep_alive) = answer;
      return results;
    };
    for (Tape* tape : rt.tapes)
      if (tape->should_record(inputs)) {
        tape->record_custom(rt.op_count, custom_gradient_op, inputs, outputs, call);
        recorded_by.push_back(tape->id());
      }
    if (rt.observer) rt.observer->op_applied(rt.op_count, custom_gradient_op, inputs, {}, outputs, recorded_by);
    for (Tensor& t : outputs) {
      mp_obj_t o = wrap_tensor(std::move(t));
      py_call([&] { mp_obj_list_append(list, o); });
    }
  });
  return list;
}

/// Whether a Python function can be given this keyword argument. Others (builtins, callables) are taken to accept it.
mp_obj_t binding_accepts_keyword(mp_obj_t function, mp_obj_t name) {
  const qstr wanted = mp_obj_str_get_qstr(name);
  size_t closed = 0;
  if (mp_obj_is_exact_type(function, &mp_type_bound_meth)) function = reinterpret_cast<mp_obj_t*>(MP_OBJ_TO_PTR(function))[1];
  if (mp_obj_is_exact_type(function, &mp_type_closure)) {   // base, function, count of closed variables
    auto* words = static_cast<mp_obj_t*>(MP_OBJ_TO_PTR(function));
    closed = reinterpret_cast<size_t>(words[2]);
    function = words[1];
  }
  if (!mp_obj_is_exact_type(function, &mp_type_fun_bc)) return mp_const_true;
  auto* f = static_cast<mp_obj_fun_bc_t*>(MP_OBJ_TO_PTR(function));
  const byte* ip = f->bytecode;
  MP_BC_PRELUDE_SIG_DECODE(ip);
  (void)n_state;
  (void)n_exc_stack;
  (void)n_def_pos_args;
  if (scope_flags & MP_SCOPE_FLAG_VARKEYWORDS) return mp_const_true;
  MP_BC_PRELUDE_SIZE_DECODE(ip);
  (void)n_info;
  (void)n_cell;
  ip = mp_decode_uint_skip(ip);   // the function's name
  for (size_t i = 0; i < n_pos_args + n_kwonly_args; ++i) {
    const qstr arg = f->context->constants.qstr_table[mp_decode_uint(&ip)];
    if (i >= closed && arg == wanted) return mp_const_true;
  }
  return mp_const_false;
}

}  // extern "C"
