// The native functions of module `_engine`: tf functions made from the table of signatures, and what the Python packages are written with.
#include "lessons/python/binding/functions.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string_view>

#include "engine/autodiff/tape.h"
#include "engine/core/observer.h"
#include "engine/graph/graph.h"
#include "engine/ops/ops.h"
#include "engine/ops/random_state.h"
#include "engine/text/array_text.h"
#include "engine/variable/variable.h"
#include "lessons/python/binding/binding.h"
#include "lessons/python/binding/graph_object.h"
#include "lessons/python/binding/ndarray.h"
#include "lessons/python/binding/objects.h"
#include "lessons/python/binding/signatures.h"

namespace tapedeck {

namespace {

// ---- functions from the table -----------------------------------------------------------------------------------------------

struct Param {
  const char* name;
  qstr python_name;
  char kind;
  const char* attribute;
  bool required;
  enum class Default { none, flag, number, text } default_kind;
  double number;
  std::string text;
};

struct Function {
  const Op* op = nullptr;
  std::string name;              // "reduce_sum", for messages
  std::vector<Param> params;
};

constexpr size_t kMaxParams = 16;

/// Parsed once per interpreter (names are qstrs of that interpreter).
std::map<std::string, Function, std::less<>>& functions() {
  static std::map<std::string, Function, std::less<>> map;
  return map;
}

void parse_params(const char* text, std::vector<Param>& out) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const size_t space = rest.find(' ');
    std::string_view word = rest.substr(0, space);
    rest = space == std::string_view::npos ? std::string_view{} : rest.substr(space + 1);
    Param p{};
    p.required = true;
    p.default_kind = Param::Default::none;
    if (const size_t equals = word.find('='); equals != std::string_view::npos) {
      p.required = false;
      const std::string value(word.substr(equals + 1));
      word = word.substr(0, equals);
      char* end;
      const double number = std::strtod(value.c_str(), &end);
      if (value == "None") p.default_kind = Param::Default::none;
      else if (value == "False" || value == "True") { p.default_kind = Param::Default::flag; p.number = value == "True"; }
      else if (*end == 0) { p.default_kind = Param::Default::number; p.number = number; }
      else { p.default_kind = Param::Default::text; p.text = value; }
    }
    const size_t colon = word.find(':'), at = word.find('@');
    p.name = interned(word.substr(0, colon));
    p.python_name = qstr_from_str(p.name);
    p.kind = word[colon + 1];
    p.attribute = at == std::string_view::npos ? p.name : interned(word.substr(at + 1));
    out.push_back(std::move(p));
  }
}

/// The function exported under that full name ("math.log"), or null.
const Function* function_named(std::string_view full) {
  auto& made = functions();
  if (auto found = made.find(full); found != made.end()) return &found->second;
  for (const Signature& s : signatures()) {
    std::string_view names = s.exports;
    while (!names.empty()) {
      const size_t space = names.find(' ');
      if (names.substr(0, space) == full) {
        Function f;
        f.op = find_op(s.op);
        if (!f.op) return nullptr;
        f.name = full.substr(full.rfind('.') == std::string_view::npos ? 0 : full.rfind('.') + 1);
        parse_params(s.params, f.params);
        return &made.emplace(std::string(full), std::move(f)).first->second;
      }
      names = space == std::string_view::npos ? std::string_view{} : names.substr(space + 1);
    }
  }
  return nullptr;
}

struct FunctionObject { mp_obj_base_t base; const Function* function; };

std::optional<DType> dtype_of_operand(mp_obj_t o) {
  if (is_tensor(o)) return as_tensor(o)->tensor.dtype();
  if (is_variable(o)) return as_variable(o)->handle.variable()->dtype;
  return {};
}

void set_default(Attrs& attrs, const Param& p) {
  switch (p.default_kind) {
    case Param::Default::none: return;
    case Param::Default::flag: if (p.number != 0) attrs.set(p.attribute, true); return;
    case Param::Default::number:
      if (p.kind == 'd') attrs.set(p.attribute, p.number);
      else if (p.kind == 'n' || p.kind == 'a') attrs.set(p.attribute, static_cast<int64_t>(p.number));
      return;
    case Param::Default::text:
      if (p.kind == 'y') attrs.set(p.attribute, *dtype_from_name(p.text));
      else if (p.kind == 's') attrs.set(p.attribute, p.text);
      return;
  }
}

void set_attribute(Attrs& attrs, const Param& p, mp_obj_t value) {
  switch (p.kind) {
    case 'b': attrs.set(p.attribute, py_call([&] { return mp_obj_is_true(value); })); return;
    case 'n': attrs.set(p.attribute, int_from(value)); return;
    case 'd': attrs.set(p.attribute, float_from(value)); return;
    case 's': attrs.set(p.attribute, text_from(value)); return;
    case 'y': attrs.set(p.attribute, *dtype_from(value)); return;
    case 'l': attrs.set(p.attribute, ints_from(value)); return;
    case 'a':
      if (is_python_int(value)) attrs.set(p.attribute, int_from(value));
      else attrs.set(p.attribute, ints_from(value));
      return;
    default: return;
  }
}

/// What the next node of the graph is called: as the program says, or as TensorFlow's function does where that is not the op's type.
void name_for_node(const Op& op, mp_obj_t name) {
  if (name != MP_OBJ_NULL && name != mp_const_none) return name_next_node(text_from(name).c_str());
  for (const char* lower : {"transpose", "concat", "stack", "split", "unstack", "range", "one_hot"})
    if (std::string_view(op.name) == lower) return name_next_node(lower);
}

/// Converts the bound arguments, in their order, and applies the op.
Tensors call_function(const Function& f, std::span<const mp_obj_t> bound) {
  std::optional<DType> shared;
  for (size_t i = 0; i < f.params.size() && !shared; ++i) {
    if (bound[i] == MP_OBJ_NULL) continue;
    if (f.params[i].kind == 'x') shared = dtype_of_operand(bound[i]);
    if (f.params[i].kind == 'X' && is_sequence(bound[i])) {
      size_t n;
      mp_obj_t* items;
      mp_obj_get_array(bound[i], &n, &items);
      for (size_t k = 0; k < n && !shared; ++k) shared = dtype_of_operand(items[k]);
    }
  }
  auto group_tensor = [&](mp_obj_t o) {
    Tensor t;
    if (is_tensor(o) || is_variable(o)) t = tensor_from(o);
    else if (is_ndarray(o) || is_numpy_scalar(o)) t = tensor_from(o, {{}, shared, false});
    else t = tensor_from(o, {shared, {}, false});
    if (!shared) shared = t.dtype();
    return t;
  };
  InlineVector<Tensor, 4> inputs;
  Attrs attrs;
  mp_obj_t name = MP_OBJ_NULL;
  for (size_t i = 0; i < f.params.size(); ++i) {
    const Param& p = f.params[i];
    mp_obj_t value = bound[i];
    const bool tensor_kind = p.kind == 'x' || p.kind == 't' || p.kind == 'i' || p.kind == 'X';
    if (p.kind == '-') {
      if (value != MP_OBJ_NULL && value != mp_const_none && is_tracing() && std::string_view(p.name) == "name") name = value;
      continue;
    }
    if (value == MP_OBJ_NULL || (value == mp_const_none && !p.required)) {
      if (!tensor_kind) set_default(attrs, p);
      continue;
    }
    switch (p.kind) {
      case 'x': inputs.push_back(group_tensor(value)); break;
      case 't': inputs.push_back(tensor_from(value)); break;
      case 'i': inputs.push_back(int_tensor_from(value)); break;
      case 'X': {
        if (!is_sequence(value)) {
          // one tensor stands for the list of its rows
          if (is_tensor(value) || is_ndarray(value) || is_variable(value)) {
            Tensor t = tensor_from(value);
            if (t.rank() == 0) { inputs.push_back(t); break; }
            Tensors parts = apply(op_named("unstack"), {&t, 1}, {{"axis", int64_t{0}}});
            for (Tensor& part : parts) inputs.push_back(part);
            break;
          }
          throw Error(ErrorKind::type, "Expected list for '" + std::string(p.name) + "' argument to '" + f.name + "' Op, not " + repr_of(value) + ".");
        }
        size_t n;
        mp_obj_t* items;
        mp_obj_get_array(value, &n, &items);
        for (size_t k = 0; k < n; ++k) inputs.push_back(group_tensor(items[k]));
        break;
      }
      default: set_attribute(attrs, p, value);
    }
  }
  if (is_tracing()) name_for_node(*f.op, name);
  return apply(*f.op, inputs, attrs);
}

// Extension methods that the Python packages add to native types: (type, name) -> function, in one dictionary.
mp_obj_t extension(const mp_obj_type_t* type, qstr attr) {
  mp_obj_t all = MP_STATE_VM(binding_extensions);
  if (all == MP_OBJ_NULL) return MP_OBJ_NULL;
  mp_map_elem_t* of_type = mp_map_lookup(mp_obj_dict_get_map(all), MP_OBJ_NEW_QSTR(type->name), MP_MAP_LOOKUP);
  if (!of_type) return MP_OBJ_NULL;
  mp_map_elem_t* found = mp_map_lookup(mp_obj_dict_get_map(of_type->value), MP_OBJ_NEW_QSTR(attr), MP_MAP_LOOKUP);
  return found ? found->value : MP_OBJ_NULL;
}

std::string& scope_prefix() {
  static std::string prefix;
  return prefix;
}

/// A constant of the program, while a graph is traced.
Tensor node_of_constant(const Tensor& value, mp_obj_t name, const char* otherwise = "Const") {
  return constant_node(value, name == MP_OBJ_NULL || name == mp_const_none ? otherwise : text_from(name));
}

bool contains_symbolic(mp_obj_t sequence) {
  size_t n;
  mp_obj_t* items;
  mp_obj_get_array(sequence, &n, &items);
  for (size_t i = 0; i < n; ++i)
    if (is_tensor(items[i]) || is_variable(items[i])) return true;
  return false;
}

/// Several outputs as a Python list.
mp_obj_t wrap_all(Tensors& outputs) {
  mp_obj_t list = py_call([] { return mp_obj_new_list(0, nullptr); });
  for (Tensor& t : outputs) {
    mp_obj_t o = wrap_tensor(std::move(t));
    py_call([&] { mp_obj_list_append(list, o); });
  }
  return list;
}

Attrs attrs_from(mp_map_t* kwargs) {
  Attrs attrs;
  if (!kwargs) return attrs;
  for (size_t i = 0; i < kwargs->alloc; ++i) {
    if (!mp_map_slot_is_filled(kwargs, i) || kwargs->table[i].value == mp_const_none || kwargs->table[i].key == MP_OBJ_NEW_QSTR(MP_QSTR_name)) continue;
    attrs.set(interned(qstr_str(mp_obj_str_get_qstr(kwargs->table[i].key))), attr_from(kwargs->table[i].value));
  }
  return attrs;
}

}  // namespace

const std::string& name_scope_prefix() { return scope_prefix(); }

Tensor strided_slice_op_call(const Tensor& t, const std::vector<int64_t>& begin, const std::vector<int64_t>& end, const std::vector<int64_t>& strides, int64_t begin_mask,
                             int64_t end_mask, int64_t ellipsis_mask, int64_t new_axis_mask, int64_t shrink_axis_mask,
                             const std::vector<std::pair<size_t, Tensor>>& unknown_begin, const std::vector<std::pair<size_t, Tensor>>& unknown_end) {
  Attrs attrs;
  if (begin_mask) attrs.set("begin_mask", begin_mask);
  if (end_mask) attrs.set("end_mask", end_mask);
  if (ellipsis_mask) attrs.set("ellipsis_mask", ellipsis_mask);
  if (new_axis_mask) attrs.set("new_axis_mask", new_axis_mask);
  if (shrink_axis_mask) attrs.set("shrink_axis_mask", shrink_axis_mask);
  auto indices = [](const std::vector<int64_t>& v, const std::vector<std::pair<size_t, Tensor>>& unknown) {
    if (!unknown.empty()) {   // a stack of numbers and of scalars that are known only later
      std::vector<Tensor> parts;
      for (int64_t n : v) parts.push_back(Tensor::scalar(static_cast<int32_t>(std::clamp<int64_t>(n, INT32_MIN, INT32_MAX))));
      for (const auto& [place, value] : unknown) parts[place] = value.dtype() == DType::int32 ? value : apply(op_named("cast"), {&value, 1}, {{"dtype", DType::int32}})[0];
      return apply(op_named("stack"), parts, {{"axis", int64_t{0}}})[0];
    }
    Tensor made = Tensor::empty(DType::int32, Shape{static_cast<int64_t>(v.size())});
    for (size_t i = 0; i < v.size(); ++i) made.mutable_data<int32_t>()[i] = static_cast<int32_t>(std::clamp<int64_t>(v[i], INT32_MIN, INT32_MAX));
    return told(std::move(made));
  };
  const Tensor inputs[] = {t, indices(begin, unknown_begin), indices(end, unknown_end), indices(strides, {})};
  if (is_tracing()) name_next_node("strided_slice");
  return apply(op_named("strided_slice"), inputs, attrs)[0];
}

Tensor boolean_mask(const Tensor& t, const Tensor& mask, int64_t axis) {
  // Source: array_ops.py, boolean_mask: the masked axes become one, then gather.
  if (mask.rank() == 0) throw Error(ErrorKind::value, "mask cannot be scalar.");
  if (mask.is_symbolic() || (t.is_symbolic() && is_tracing())) {   // reshape, where and gather, as TensorFlow composes it
    const int from = static_cast<int>(axis);
    Tensor rows = t, flat = mask;
    if (mask.rank() > 1) {
      if (!t.shape().is_known()) throw Error(ErrorKind::not_implemented, "tf.boolean_mask with a mask of several axes needs a tensor whose shape is known.");
      Shape s;
      for (int i = 0; i < from; ++i) s.push_back(t.shape()[i]);
      int64_t n = 1;
      for (int i = 0; i < mask.rank(); ++i) n *= t.shape()[from + i];
      s.push_back(n);
      for (int i = from + mask.rank(); i < t.rank(); ++i) s.push_back(t.shape()[i]);
      rows = ops::reshape(t, s);
      flat = ops::reshape(mask, Shape{n});
    }
    const Tensor where = apply(op_named("where_true"), {&flat, 1})[0];
    const Tensor picked = apply(op_named("squeeze"), {&where, 1}, {{"axis", std::vector<int64_t>{1}}})[0];
    const Tensor inputs[] = {rows, picked};
    return apply(op_named("gather"), inputs, {{"axis", axis}})[0];
  }
  for (int i = 0; i < mask.rank(); ++i)
    if (static_cast<int>(axis) + i >= t.rank() || t.shape()[static_cast<int>(axis) + i] != mask.shape()[i])
      throw Error(ErrorKind::value, "Shapes " + t.shape().parens() + " and " + mask.shape().parens() + " are incompatible");
  Shape flat;
  for (int i = 0; i < axis; ++i) flat.push_back(t.shape()[i]);
  flat.push_back(mask.size());
  for (int i = static_cast<int>(axis) + mask.rank(); i < t.rank(); ++i) flat.push_back(t.shape()[i]);
  std::vector<int64_t> picked;
  for (int64_t i = 0; i < mask.size(); ++i)
    if (mask.data<bool>()[i]) picked.push_back(i);
  Tensor indices = Tensor::vector<int64_t>(picked);
  const Tensor inputs[] = {mask.rank() == 1 ? t : ops::reshape(t, flat), told(indices)};
  return apply(op_named("gather"), inputs, {{"axis", axis}})[0];
}

void reset_names() {
  functions().clear();
  scope_prefix().clear();
}

void reset_binding() {
  forget_graphs();
  forget_variables();
  forget_tapes();
  forget_origins();
  reset_names();
  // MicroPython's start does not clear roots of others: what they hold belongs to the run before.
  MP_STATE_VM(binding_parked) = MP_STATE_VM(binding_error_classes) = MP_STATE_VM(binding_hinted) = MP_OBJ_NULL;
  MP_STATE_VM(binding_rooted) = MP_STATE_VM(binding_extensions) = MP_STATE_VM(binding_keep_alive) = MP_OBJ_NULL;
  print_options() = PrintOptions{};
  Graph::line_of_program = port_learner_line;
  Graph::printer() = [](std::string_view text) { port_write(3, text.data(), text.size()); };
  memory_meter().on_change = [](ptrdiff_t bytes) { port_external_add(bytes); };
}

}  // namespace tapedeck

using namespace tapedeck;

extern "C" {

/// A method of a native type that is written in Python. Those of TensorFlow's types come with tensorflow._core, which loads when one is asked for.
mp_obj_t binding_extension_of(const mp_obj_type_t* type, qstr attr) {
  mp_obj_t f = extension(type, attr);
  if (f != MP_OBJ_NULL || type == &binding_type_ndarray || type == &binding_type_Tensor) return f;
  const mp_obj_dict_t* own = MP_OBJ_TYPE_HAS_SLOT(type, locals_dict) ? MP_OBJ_TYPE_GET_SLOT(type, locals_dict) : nullptr;
  if (own && mp_map_lookup(const_cast<mp_map_t*>(&own->map), MP_OBJ_NEW_QSTR(attr), MP_MAP_LOOKUP)) return MP_OBJ_NULL;
  const qstr core = qstr_from_str("tensorflow._core");
  if (mp_map_lookup(&MP_STATE_VM(mp_loaded_modules_dict).map, MP_OBJ_NEW_QSTR(core), MP_MAP_LOOKUP)) return MP_OBJ_NULL;
  mp_import_name(core, mp_const_none, MP_OBJ_NEW_SMALL_INT(0));
  return extension(type, attr);
}

/// setup(error_classes): called once by package tensorflow (and numpy, with an empty dictionary).
mp_obj_t binding_setup(mp_obj_t error_classes) {
  if (mp_obj_len(error_classes) != MP_OBJ_NEW_SMALL_INT(0)) MP_STATE_VM(binding_error_classes) = error_classes;
  if (MP_STATE_VM(binding_rooted) == MP_OBJ_NULL) MP_STATE_VM(binding_rooted) = mp_obj_new_list(0, nullptr);
  if (MP_STATE_VM(binding_extensions) == MP_OBJ_NULL) MP_STATE_VM(binding_extensions) = mp_obj_new_dict(4);
  return mp_const_none;
}

/// extend(type, name, function): methods of native types that are written in Python.
mp_obj_t binding_extend(mp_obj_t type, mp_obj_t name, mp_obj_t function) {
  binding_setup(mp_obj_new_dict(0));
  mp_obj_t all = MP_STATE_VM(binding_extensions);
  mp_obj_t key = MP_OBJ_NEW_QSTR(static_cast<const mp_obj_type_t*>(MP_OBJ_TO_PTR(type))->name);
  mp_map_elem_t* slot = mp_map_lookup(mp_obj_dict_get_map(all), key, MP_MAP_LOOKUP_ADD_IF_NOT_FOUND);
  if (slot->value == MP_OBJ_NULL) slot->value = mp_obj_new_dict(4);
  mp_obj_dict_store(slot->value, name, function);
  return mp_const_none;
}

// ---- OpFunction --------------------------------------------------------------------------------------------------------------

/// function("math.log") -> the callable, or None.
mp_obj_t binding_function(mp_obj_t name) {
  const Function* f = nullptr;
  guarded([&] { f = function_named(text_from(name)); });
  if (!f) return mp_const_none;
  FunctionObject* o = mp_obj_malloc(FunctionObject, &binding_type_OpFunction);
  o->function = f;
  return MP_OBJ_FROM_PTR(o);
}

void binding_function_print(const mp_print_t* print, mp_obj_t self, mp_print_kind_t) {
  mp_printf(print, "<function %s>", static_cast<FunctionObject*>(MP_OBJ_TO_PTR(self))->function->name.c_str());
}

void binding_function_attr(mp_obj_t self, qstr attr, mp_obj_t* dest) {
  if (dest[0] != MP_OBJ_NULL) return;
  const Function& f = *static_cast<FunctionObject*>(MP_OBJ_TO_PTR(self))->function;
  if (attr == MP_QSTR___name__) dest[0] = mp_obj_new_str(f.name.data(), f.name.size());
  if (attr == MP_QSTR___doc__) dest[0] = mp_obj_new_str_from_cstr(f.op->formula);
}

mp_obj_t binding_as_dtype(mp_obj_t value);

/// The argument, or the first of a list, that answers calls of tf functions itself (a RaggedTensor, a SparseTensor): it has a method dispatch__.
static mp_obj_t dispatching(mp_obj_t o) {
  if (!mp_obj_is_obj(o)) return MP_OBJ_NULL;
  const mp_obj_type_t* type = mp_obj_get_type(o);
  if (type == &mp_type_list || type == &mp_type_tuple) {
    size_t n;
    mp_obj_t* items;
    mp_obj_get_array(o, &n, &items);
    for (size_t i = 0; i < n; ++i)
      if (mp_obj_is_obj(items[i]) && (mp_obj_get_type(items[i])->flags & MP_TYPE_FLAG_INSTANCE_TYPE)) {
        mp_obj_t found = dispatching(items[i]);
        if (found != MP_OBJ_NULL) return found;
      }
    return MP_OBJ_NULL;
  }
  if (!(type->flags & MP_TYPE_FLAG_INSTANCE_TYPE)) return MP_OBJ_NULL;
  mp_obj_t found[2] = {MP_OBJ_NULL, MP_OBJ_NULL};
  mp_load_method_maybe(o, MP_QSTR_dispatch__, found);
  return found[0] == MP_OBJ_NULL ? MP_OBJ_NULL : o;
}

mp_obj_t binding_function_call(mp_obj_t self, size_t n_args, size_t n_kw, const mp_obj_t* args) {
  const Function& f = *static_cast<FunctionObject*>(MP_OBJ_TO_PTR(self))->function;
  mp_obj_t bound[kMaxParams] = {};
  const size_t n = f.params.size();
  if (n_args > n) mp_raise_msg_varg(&mp_type_TypeError, MP_ERROR_TEXT("%s() takes from 1 to %d positional arguments but %d were given"), f.name.c_str(), (int)n, (int)n_args);
  for (size_t i = 0; i < n_args; ++i) bound[i] = args[i];
  for (size_t k = 0; k < n_kw; ++k) {
    const qstr key = mp_obj_str_get_qstr(args[n_args + 2 * k]);
    size_t i = 0;
    while (i < n && f.params[i].python_name != key) ++i;
    if (i == n) mp_raise_msg_varg(&mp_type_TypeError, MP_ERROR_TEXT("%s() got an unexpected keyword argument '%q'"), f.name.c_str(), key);
    if (bound[i] != MP_OBJ_NULL) mp_raise_msg_varg(&mp_type_TypeError, MP_ERROR_TEXT("%s() got multiple values for argument '%q'"), f.name.c_str(), key);
    bound[i] = args[n_args + 2 * k + 1];
  }
  for (size_t i = 0; i < n; ++i)
    if (f.params[i].required && bound[i] == MP_OBJ_NULL)
      mp_raise_msg_varg(&mp_type_TypeError, MP_ERROR_TEXT("%s() missing 1 required positional argument: '%s'"), f.name.c_str(), f.params[i].name);
  for (size_t i = 0; i < n_args + 2 * n_kw; ++i) {
    mp_obj_t taker = dispatching(args[i]);
    if (taker == MP_OBJ_NULL) continue;
    // taker.dispatch__(name, args, kwargs)
    mp_obj_t call[5];
    mp_load_method(taker, MP_QSTR_dispatch__, call);
    call[2] = mp_obj_new_str(f.name.data(), f.name.size());
    call[3] = mp_obj_new_tuple(n_args, args);
    call[4] = mp_obj_new_dict(n_kw);
    for (size_t k = 0; k < n_kw; ++k) mp_obj_dict_store(call[4], args[n_args + 2 * k], args[n_args + 2 * k + 1]);
    return mp_call_method_n_kw(3, 0, call);
  }
  TensorObject* result = new_tensor_object();
  mp_obj_t many = MP_OBJ_NULL;
  guarded([&] {
    Tensors outputs = call_function(f, {bound, n});
    if (outputs.size() == 1) result->tensor = std::move(outputs[0]);
    else many = wrap_all(outputs);
  });
  return many != MP_OBJ_NULL ? many : settled(result);
}

/// export_names(prefix) -> what the table offers below it: for dir() and for the help of unknown names.
mp_obj_t binding_export_names(mp_obj_t prefix_in) {
  mp_obj_t list = mp_obj_new_list(0, nullptr);
  const char* prefix = mp_obj_str_get_str(prefix_in);
  const size_t size = strlen(prefix);
  for (const Signature& s : signatures()) {
    if (!find_op(s.op)) continue;
    const char* at = s.exports;
    while (*at) {
      const char* end = strchr(at, ' ');
      const size_t length = end ? static_cast<size_t>(end - at) : strlen(at);
      if (length > size && strncmp(at, prefix, size) == 0 && !memchr(at + size, '.', length - size)) mp_obj_list_append(list, mp_obj_new_str(at + size, length - size));
      at += length;
      while (*at == ' ') ++at;
    }
  }
  return list;
}

// ---- the general call ----------------------------------------------------------------------------------------------------------

/// apply(op, inputs, **attributes) -> a tensor, or a list where the op has several outputs.
mp_obj_t binding_apply(size_t n_args, const mp_obj_t* args, mp_map_t* kwargs) {
  TensorObject* result = new_tensor_object();
  mp_obj_t many = MP_OBJ_NULL;
  guarded([&] {
    size_t n;
    mp_obj_t* items;
    py_call([&] { mp_obj_get_array(args[1], &n, &items); });
    InlineVector<Tensor, 4> inputs;
    for (size_t i = 0; i < n; ++i) inputs.push_back(tensor_from(items[i]));
    const Attrs attrs = attrs_from(kwargs);
    const Op& op = op_named(text_from(args[0]));
    if (is_tracing()) {
      mp_map_elem_t* name = kwargs ? mp_map_lookup(kwargs, MP_OBJ_NEW_QSTR(MP_QSTR_name), MP_MAP_LOOKUP) : nullptr;
      name_for_node(op, name ? name->value : MP_OBJ_NULL);
    }
    Tensors outputs = apply(op, inputs, attrs);
    if (outputs.size() == 1 && n_args == 2) result->tensor = std::move(outputs[0]);
    else many = wrap_all(outputs);
  });
  return many != MP_OBJ_NULL ? many : settled(result);
}

/// apply_to_variable(op, variable, inputs, **attributes): ops that take the variable itself, such as the steps of optimizers.
mp_obj_t binding_apply_to_variable(size_t, const mp_obj_t* args, mp_map_t* kwargs) {
  guarded([&] {
    if (!is_variable(args[1])) throw Error(ErrorKind::type, "Expected a tf.Variable, got " + class_text(args[1]));
    size_t n;
    mp_obj_t* items;
    py_call([&] { mp_obj_get_array(args[2], &n, &items); });
    const Tensor& handle = as_variable(args[1])->handle;
    InlineVector<Tensor, 4> inputs;
    inputs.push_back(handle);
    for (size_t i = 0; i < n; ++i) inputs.push_back(is_variable(items[i]) ? as_variable(items[i])->handle : tensor_from(items[i], {handle.variable()->dtype, {}, false}));
    apply(op_named(text_from(args[0])), inputs, attrs_from(kwargs));
  });
  return mp_const_none;
}

mp_obj_t binding_has_op(mp_obj_t name) { return mp_obj_new_bool(find_op(mp_obj_str_get_str(name)) != nullptr); }

// ---- making tensors ------------------------------------------------------------------------------------------------------------

mp_obj_t binding_constant(size_t n_args, const mp_obj_t* args, mp_map_t* kwargs) {
  static const mp_arg_t allowed[] = {
      {MP_QSTR_value, MP_ARG_REQUIRED | MP_ARG_OBJ, {.u_obj = MP_OBJ_NULL}}, {MP_QSTR_dtype, MP_ARG_OBJ, {.u_obj = mp_const_none}},
      {MP_QSTR_shape, MP_ARG_OBJ, {.u_obj = mp_const_none}}, {MP_QSTR_name, MP_ARG_OBJ, {.u_obj = mp_const_none}},
  };
  mp_arg_val_t v[4];
  parse_arguments("constant", n_args, args, kwargs, 4, allowed, v);
  TensorObject* result = new_tensor_object();
  guarded([&] {
    Tensor t = tensor_from(v[0].u_obj, {dtype_from(v[1].u_obj), {}, true});
    if (v[2].u_obj != mp_const_none) {
      const Shape shape = shape_from(v[2].u_obj);
      if (!(shape == t.shape())) {
        if (t.size() == 1) t = ops::broadcast_to(ops::reshape(t, Shape{}), shape);
        else if (t.size() == shape.size()) t = Tensor::alias(t, shape);
        else
          throw Error(ErrorKind::type, "Eager execution of tf.constant with unsupported shape. Tensor " + tensor_repr(t) + " (converted from " + repr_of(v[0].u_obj) + ") has " +
                                           std::to_string(t.size()) + " elements, but got `shape` " + shape.parens() + " with " + std::to_string(shape.size()) + " elements).");
      }
    }
    result->tensor = is_tracing() && !t.is_symbolic() ? node_of_constant(t, v[3].u_obj) : std::move(t);
  });
  return settled(result);
}

mp_obj_t binding_convert_to_tensor(size_t n_args, const mp_obj_t* args, mp_map_t* kwargs) {
  static const mp_arg_t allowed[] = {
      {MP_QSTR_value, MP_ARG_REQUIRED | MP_ARG_OBJ, {.u_obj = MP_OBJ_NULL}}, {MP_QSTR_dtype, MP_ARG_OBJ, {.u_obj = mp_const_none}},
      {MP_QSTR_dtype_hint, MP_ARG_OBJ, {.u_obj = mp_const_none}}, {MP_QSTR_name, MP_ARG_OBJ, {.u_obj = mp_const_none}},
  };
  mp_arg_val_t v[4];
  parse_arguments("convert_to_tensor", n_args, args, kwargs, 4, allowed, v);
  // A tensor that fits is returned itself, not wrapped again.
  if (is_tensor(v[0].u_obj) && v[1].u_obj == mp_const_none) return v[0].u_obj;
  TensorObject* result = new_tensor_object();
  guarded([&] { result->tensor = tensor_from(v[0].u_obj, {dtype_from(v[1].u_obj), dtype_from(v[2].u_obj), false}); });
  if (is_tensor(v[0].u_obj) && result->tensor.same(as_tensor(v[0].u_obj)->tensor)) return v[0].u_obj;
  return settled(result);
}

/// int_tensor(value): shapes and indices (int32 unless they have another dtype).
mp_obj_t binding_int_tensor(mp_obj_t value) {
  TensorObject* result = new_tensor_object();
  guarded([&] { result->tensor = int_tensor_from(value); });
  return settled(result);
}

/// filled(shape, value, dtype)
mp_obj_t binding_filled(mp_obj_t shape, mp_obj_t value, mp_obj_t dtype) {
  TensorObject* result = new_tensor_object();
  guarded([&] {
    const DType d = dtype_from(dtype).value_or(DType::float32);
    if (is_tracing()) {   // a shape that is known only when the graph runs
      const bool symbolic = is_tensor(shape) || is_variable(shape) || (is_sequence(shape) && contains_symbolic(shape));
      if (symbolic) {
        const Tensor sizes = int_tensor_from(shape);
        if (sizes.is_symbolic() && !known_value(sizes)) {
          const Tensor inputs[] = {sizes, d == DType::string ? Tensor::scalar(std::string()) : ops::filled(Shape{}, d, float_from(value))};
          result->tensor = apply(op_named("fill"), inputs)[0];
          return;
        }
      }
    }
    const Shape s = shape_from(shape);
    for (int64_t n : s)
      if (n < 0) throw Error(ErrorKind::invalid_argument, "Dimension " + std::to_string(n) + " must be >= 0");
    if (d == DType::string) {
      Tensor t = Tensor::empty(d, s);
      result->tensor = told(std::move(t));
      return;
    }
    const double number = float_from(value);
    const Tensor made = ops::filled(s, d, number);
    result->tensor = is_tracing() ? node_of_constant(made, MP_OBJ_NULL, number == 0 ? "zeros" : number == 1 ? "ones" : "Const") : told(made);
  });
  return settled(result);
}

mp_obj_t binding_cast(size_t n_args, const mp_obj_t* args, mp_map_t* kwargs) {
  static const mp_arg_t allowed[] = {
      {MP_QSTR_x, MP_ARG_REQUIRED | MP_ARG_OBJ, {.u_obj = MP_OBJ_NULL}}, {MP_QSTR_dtype, MP_ARG_REQUIRED | MP_ARG_OBJ, {.u_obj = MP_OBJ_NULL}},
      {MP_QSTR_name, MP_ARG_OBJ, {.u_obj = mp_const_none}},
  };
  mp_arg_val_t v[3];
  parse_arguments("cast", n_args, args, kwargs, 3, allowed, v);
  if (mp_obj_t taker = dispatching(v[0].u_obj); taker != MP_OBJ_NULL) {
    const mp_obj_t both[] = {v[0].u_obj, binding_as_dtype(v[1].u_obj)};
    mp_obj_t call[5];
    mp_load_method(taker, MP_QSTR_dispatch__, call);
    call[2] = mp_obj_new_str_from_cstr("cast");
    call[3] = mp_obj_new_tuple(2, both);
    call[4] = mp_obj_new_dict(0);
    return mp_call_method_n_kw(3, 0, call);
  }
  TensorObject* result = new_tensor_object();
  bool same = false;
  guarded([&] {
    const DType to = dtype_from(v[1].u_obj).value_or(DType::float32);
    Tensor t = tensor_from(v[0].u_obj);
    same = t.dtype() == to && is_tensor(v[0].u_obj);
    if (v[2].u_obj != mp_const_none && is_tracing()) name_next_node(text_from(v[2].u_obj).c_str());
    result->tensor = t.dtype() == to ? t : apply(op_named("cast"), {&t, 1}, {{"dtype", to}})[0];
  });
  return same ? v[0].u_obj : settled(result);
}

/// to_ints(value) -> list of integers: axes, shapes.
mp_obj_t binding_to_ints(mp_obj_t value) {
  static std::vector<int64_t> ints;
  guarded([&] { ints = ints_from(value); });
  mp_obj_t list = mp_obj_new_list(0, nullptr);
  for (int64_t v : ints) mp_obj_list_append(list, new_int(v));
  return list;
}

mp_obj_t binding_boolean_mask(mp_obj_t tensor, mp_obj_t mask, mp_obj_t axis) {
  TensorObject* result = new_tensor_object();
  guarded([&] { result->tensor = boolean_mask(tensor_from(tensor), tensor_from(mask, {DType::boolean, {}, false}), axis == mp_const_none ? 0 : int_from(axis)); });
  return settled(result);
}

mp_obj_t binding_is_tensor_like(mp_obj_t value) { return mp_obj_new_bool(is_tensor(value) || is_variable(value)); }
mp_obj_t binding_is_symbolic(mp_obj_t value) { return mp_obj_new_bool(is_tensor(value) && as_tensor(value)->tensor.is_symbolic()); }
mp_obj_t binding_executing_eagerly(void) { return mp_obj_new_bool(runtime().tracer == nullptr); }

// ---- text --------------------------------------------------------------------------------------------------------------------

/// summary(value, summarize, quote): how tf.print shows a tensor.
mp_obj_t binding_summary(mp_obj_t value, mp_obj_t summarize, mp_obj_t quote) {
  static std::string text;
  guarded([&] { text = tensor_summary(tensor_from(value), int_from(summarize), mp_obj_is_true(quote)); });
  return mp_obj_new_str(text.data(), text.size());
}

mp_obj_t binding_write(mp_obj_t stream, mp_obj_t text) {
  size_t n;
  const char* data = mp_obj_str_get_data(text, &n);
  port_spend_output(n);
  port_write(static_cast<int>(mp_obj_get_int(stream)), data, n);
  return mp_const_none;
}

/// assigning_for(optimizer, rule): what assignments are part of from here on; ("", "") ends it.
mp_obj_t binding_assigning_for(mp_obj_t optimizer, mp_obj_t rule) {
  guarded([&] {
    if (runtime().observer) runtime().observer->assigning_for(text_from(optimizer), text_from(rule));
  });
  return mp_const_none;
}

/// name_scope(prefix) -> the one before; the prefix ends in "/" or is empty.
mp_obj_t binding_name_scope(mp_obj_t prefix) {
  static std::string before;
  guarded([&] {
    before = scope_prefix();
    if (prefix != mp_const_none) scope_prefix() = text_from(prefix);
  });
  return mp_obj_new_str(before.data(), before.size());
}

/// hint(exception, text): the line of help that is shown below the exception, outside its text.
mp_obj_t binding_hint(mp_obj_t exception, mp_obj_t text) {
  guarded([&] { set_hint(text_from(text)); });
  MP_STATE_VM(binding_hinted) = exception;
  return mp_const_none;
}

// ---- recording pauses and seeds ------------------------------------------------------------------------------------------------

/// pause_tapes() / resume_tapes(): tf.stop_recording, in pairs.
static std::vector<std::vector<Tape*>> paused_tapes;
mp_obj_t binding_pause_tapes(void) {
  paused_tapes.emplace_back();
  paused_tapes.back().swap(runtime().tapes);
  return mp_const_none;
}
mp_obj_t binding_resume_tapes(void) {
  if (!paused_tapes.empty()) {
    runtime().tapes.swap(paused_tapes.back());
    paused_tapes.pop_back();
  }
  return mp_const_none;
}

mp_obj_t binding_set_seed(mp_obj_t seed) {
  guarded([&] { set_global_seed(int_from(seed)); });
  return mp_const_none;
}

/// next_seeds(op_seed or None) -> (seed, seed2), as an eager random op gets them.
mp_obj_t binding_next_seeds(mp_obj_t op_seed) {
  std::pair<int64_t, int64_t> seeds;
  guarded([&] { seeds = next_op_seeds(op_seed == mp_const_none ? std::nullopt : std::optional(int_from(op_seed))); });
  const mp_obj_t both[] = {new_int(seeds.first), new_int(seeds.second)};
  return mp_obj_new_tuple(2, both);
}

/// handle_id(variable): what tells two variables apart.
mp_obj_t binding_variable_id(mp_obj_t v) { return is_variable(v) ? new_int(as_variable(v)->handle.variable()->id) : mp_const_none; }

}  // extern "C"
