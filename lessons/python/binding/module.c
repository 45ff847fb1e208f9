// The tables of module `_engine`: its types, their methods, its functions. In C, because MicroPython's table macros are no C++.
#include "lessons/python/binding/objects.h"

void binding_tensor_print(const mp_print_t *print, mp_obj_t self, mp_print_kind_t kind);
void binding_variable_print(const mp_print_t *print, mp_obj_t self, mp_print_kind_t kind);
void binding_reference_print(const mp_print_t *print, mp_obj_t self, mp_print_kind_t kind);
void binding_dtype_print(const mp_print_t *print, mp_obj_t self, mp_print_kind_t kind);
void binding_shape_print(const mp_print_t *print, mp_obj_t self, mp_print_kind_t kind);
void binding_function_print(const mp_print_t *print, mp_obj_t self, mp_print_kind_t kind);
void binding_ndarray_print(const mp_print_t *print, mp_obj_t self, mp_print_kind_t kind);
void binding_numpy_scalar_print(const mp_print_t *print, mp_obj_t self, mp_print_kind_t kind);
mp_obj_t binding_value_unary_op(mp_unary_op_t op, mp_obj_t self);
mp_obj_t binding_reference_unary_op(mp_unary_op_t op, mp_obj_t self);
mp_obj_t binding_dtype_unary_op(mp_unary_op_t op, mp_obj_t self);
mp_obj_t binding_shape_unary_op(mp_unary_op_t op, mp_obj_t self);
mp_obj_t binding_numpy_unary_op(mp_unary_op_t op, mp_obj_t self);
mp_obj_t binding_value_binary_op(mp_binary_op_t op, mp_obj_t lhs, mp_obj_t rhs);
mp_obj_t binding_reference_binary_op(mp_binary_op_t op, mp_obj_t lhs, mp_obj_t rhs);
mp_obj_t binding_dtype_binary_op(mp_binary_op_t op, mp_obj_t lhs, mp_obj_t rhs);
mp_obj_t binding_shape_binary_op(mp_binary_op_t op, mp_obj_t lhs, mp_obj_t rhs);
mp_obj_t binding_numpy_binary_op(mp_binary_op_t op, mp_obj_t lhs, mp_obj_t rhs);
void binding_tensor_attr(mp_obj_t self, qstr attr, mp_obj_t *dest);
void binding_variable_attr(mp_obj_t self, qstr attr, mp_obj_t *dest);
void binding_dtype_attr(mp_obj_t self, qstr attr, mp_obj_t *dest);
void binding_shape_attr(mp_obj_t self, qstr attr, mp_obj_t *dest);
void binding_tape_attr(mp_obj_t self, qstr attr, mp_obj_t *dest);
void binding_function_attr(mp_obj_t self, qstr attr, mp_obj_t *dest);
void binding_ndarray_attr(mp_obj_t self, qstr attr, mp_obj_t *dest);
void binding_numpy_scalar_attr(mp_obj_t self, qstr attr, mp_obj_t *dest);
mp_obj_t binding_value_subscr(mp_obj_t self, mp_obj_t index, mp_obj_t value);
mp_obj_t binding_shape_subscr(mp_obj_t self, mp_obj_t index, mp_obj_t value);
mp_obj_t binding_ndarray_subscr(mp_obj_t self, mp_obj_t index, mp_obj_t value);
mp_obj_t binding_value_iter(mp_obj_t self, mp_obj_iter_buf_t *buffer);
mp_obj_t binding_shape_iter(mp_obj_t self, mp_obj_iter_buf_t *buffer);
mp_obj_t binding_ndarray_iter(mp_obj_t self, mp_obj_iter_buf_t *buffer);
mp_obj_t binding_variable_make(const mp_obj_type_t *type, size_t n, size_t n_kw, const mp_obj_t *args);
mp_obj_t binding_shape_make(const mp_obj_type_t *type, size_t n, size_t n_kw, const mp_obj_t *args);
mp_obj_t binding_tape_make(const mp_obj_type_t *type, size_t n, size_t n_kw, const mp_obj_t *args);
mp_obj_t binding_numpy_dtype_make(const mp_obj_type_t *type, size_t n, size_t n_kw, const mp_obj_t *args);
mp_obj_t binding_numpy_scalar_make(const mp_obj_type_t *type, size_t n, size_t n_kw, const mp_obj_t *args);
mp_obj_t binding_function_call(mp_obj_t self, size_t n, size_t n_kw, const mp_obj_t *args);
mp_obj_t binding_accepts_keyword(mp_obj_t, mp_obj_t);
mp_obj_t binding_apply(size_t n, const mp_obj_t *args, mp_map_t *kwargs);
mp_obj_t binding_apply_to_variable(size_t n, const mp_obj_t *args, mp_map_t *kwargs);
mp_obj_t binding_as_dtype(mp_obj_t);
mp_obj_t binding_assigning_for(mp_obj_t, mp_obj_t);
mp_obj_t binding_boolean_mask(mp_obj_t, mp_obj_t, mp_obj_t);
mp_obj_t binding_cast(size_t n, const mp_obj_t *args, mp_map_t *kwargs);
mp_obj_t binding_constant(size_t n, const mp_obj_t *args, mp_map_t *kwargs);
mp_obj_t binding_convert_to_tensor(size_t n, const mp_obj_t *args, mp_map_t *kwargs);
mp_obj_t binding_dtype_named(mp_obj_t);
mp_obj_t binding_executing_eagerly(void);
mp_obj_t binding_export_names(mp_obj_t);
mp_obj_t binding_extend(mp_obj_t, mp_obj_t, mp_obj_t);
mp_obj_t binding_filled(mp_obj_t, mp_obj_t, mp_obj_t);
mp_obj_t binding_flatten(mp_obj_t);
mp_obj_t binding_function(mp_obj_t);
mp_obj_t binding_has_op(mp_obj_t);
mp_obj_t binding_gather_rows(mp_obj_t, mp_obj_t);
mp_obj_t binding_tensor_assign(size_t n, const mp_obj_t *args, mp_map_t *kwargs);
mp_obj_t binding_hint(mp_obj_t, mp_obj_t);
mp_obj_t binding_int_tensor(mp_obj_t);
mp_obj_t binding_is_symbolic(mp_obj_t);
mp_obj_t binding_is_tensor_like(mp_obj_t);
mp_obj_t binding_mt_integers(mp_obj_t, mp_obj_t, mp_obj_t);
mp_obj_t binding_mt_normal(mp_obj_t);
mp_obj_t binding_mt_seed(mp_obj_t);
mp_obj_t binding_mt_shuffle(mp_obj_t);
mp_obj_t binding_mt_uniform(mp_obj_t);
mp_obj_t binding_name_scope(mp_obj_t);
mp_obj_t binding_ndarray_del(mp_obj_t);
mp_obj_t binding_next_seeds(mp_obj_t);
mp_obj_t binding_np_apply(size_t n, const mp_obj_t *args, mp_map_t *kwargs);
mp_obj_t binding_np_array(mp_obj_t, mp_obj_t, mp_obj_t);
mp_obj_t binding_np_binary(mp_obj_t, mp_obj_t, mp_obj_t);
mp_obj_t binding_np_filled(mp_obj_t, mp_obj_t, mp_obj_t);
mp_obj_t binding_np_set_print(mp_obj_t, mp_obj_t);
mp_obj_t binding_np_text(mp_obj_t, mp_obj_t, mp_obj_t);
mp_obj_t binding_numpy_astype(size_t n, const mp_obj_t *args, mp_map_t *kwargs);
mp_obj_t binding_numpy_copy(size_t n, const mp_obj_t *args);
mp_obj_t binding_numpy_fill(mp_obj_t, mp_obj_t);
mp_obj_t binding_numpy_flatten(size_t n, const mp_obj_t *args);
mp_obj_t binding_numpy_format(mp_obj_t, mp_obj_t);
mp_obj_t binding_numpy_item(size_t n, const mp_obj_t *args);
mp_obj_t binding_numpy_ravel(size_t n, const mp_obj_t *args);
mp_obj_t binding_numpy_reshape(size_t n, const mp_obj_t *args, mp_map_t *kwargs);
mp_obj_t binding_numpy_tolist(mp_obj_t);
mp_obj_t binding_numpy_transpose(size_t n, const mp_obj_t *args);
mp_obj_t binding_pack_sequence_as(mp_obj_t, mp_obj_t);
mp_obj_t binding_pause_tapes(void);
mp_obj_t binding_record_custom(mp_obj_t, mp_obj_t, mp_obj_t);
mp_obj_t binding_reference_deref(mp_obj_t);
mp_obj_t binding_resume_tapes(void);
mp_obj_t binding_set_seed(mp_obj_t);
mp_obj_t binding_setup(mp_obj_t);
mp_obj_t binding_shape_as_list(mp_obj_t);
mp_obj_t binding_shape_assert_is_compatible_with(mp_obj_t, mp_obj_t);
mp_obj_t binding_shape_concatenate(mp_obj_t, mp_obj_t);
mp_obj_t binding_shape_is_compatible_with(mp_obj_t, mp_obj_t);
mp_obj_t binding_shape_is_fully_defined(mp_obj_t);
mp_obj_t binding_shape_merge_with(mp_obj_t, mp_obj_t);
mp_obj_t binding_shape_num_elements(mp_obj_t);
mp_obj_t binding_shape_with_rank(mp_obj_t, mp_obj_t);
mp_obj_t binding_summary(mp_obj_t, mp_obj_t, mp_obj_t);
mp_obj_t binding_tape_del(mp_obj_t);
mp_obj_t binding_tape_enter(mp_obj_t);
mp_obj_t binding_tape_exit(size_t n, const mp_obj_t *args);
mp_obj_t binding_tape_gradient(size_t n, const mp_obj_t *args, mp_map_t *kwargs);
mp_obj_t binding_tape_pause(mp_obj_t);
mp_obj_t binding_tape_reset(mp_obj_t);
mp_obj_t binding_tape_resume(mp_obj_t);
mp_obj_t binding_tape_set_persistent(mp_obj_t, mp_obj_t);
mp_obj_t binding_tape_watch(mp_obj_t, mp_obj_t);
mp_obj_t binding_tape_watched_variables(mp_obj_t);
mp_obj_t binding_tensor_del(mp_obj_t);
mp_obj_t binding_to_ints(mp_obj_t);
mp_obj_t binding_value_format(mp_obj_t, mp_obj_t);
mp_obj_t binding_value_get_shape(mp_obj_t);
mp_obj_t binding_value_numpy(mp_obj_t);
mp_obj_t binding_value_ref(mp_obj_t);
mp_obj_t binding_value_set_shape(mp_obj_t, mp_obj_t);
mp_obj_t binding_variable_assign(size_t n, const mp_obj_t *args, mp_map_t *kwargs);
mp_obj_t binding_variable_assign_add(size_t n, const mp_obj_t *args, mp_map_t *kwargs);
mp_obj_t binding_variable_assign_sub(size_t n, const mp_obj_t *args, mp_map_t *kwargs);
mp_obj_t binding_variable_del(mp_obj_t);
mp_obj_t binding_variable_id(mp_obj_t);
mp_obj_t binding_variable_is_initialized(mp_obj_t);
mp_obj_t binding_variable_scatter(mp_obj_t, mp_obj_t, mp_obj_t);
mp_obj_t binding_variable_value(mp_obj_t);
mp_obj_t binding_write(mp_obj_t, mp_obj_t);
// graphs (graph_object.cpp)
mp_obj_t binding_graph_del(mp_obj_t);
mp_obj_t binding_graph_enter(mp_obj_t);
mp_obj_t binding_graph_exit(mp_obj_t);
mp_obj_t binding_graph_constant(mp_obj_t, mp_obj_t, mp_obj_t);
mp_obj_t binding_graph_capture_handle(mp_obj_t, mp_obj_t, mp_obj_t);
mp_obj_t binding_graph_set_outputs(mp_obj_t, mp_obj_t);
mp_obj_t binding_graph_unique_name(mp_obj_t, mp_obj_t, mp_obj_t);
mp_obj_t binding_graph_enter_scope(mp_obj_t, mp_obj_t);
mp_obj_t binding_graph_leave_scope(mp_obj_t);
mp_obj_t binding_graph_scope(mp_obj_t);
mp_obj_t binding_graph_enter_control(mp_obj_t, mp_obj_t);
mp_obj_t binding_graph_leave_control(mp_obj_t);
mp_obj_t binding_graph_no_op(mp_obj_t, mp_obj_t, mp_obj_t);
mp_obj_t binding_graph_size(mp_obj_t);
mp_obj_t binding_save_program(size_t n, const mp_obj_t *args);
mp_obj_t binding_load_program(mp_obj_t, mp_obj_t);
mp_obj_t binding_graph_finalize(mp_obj_t);
mp_obj_t binding_assignment_of(mp_obj_t);
mp_obj_t binding_graph_find(mp_obj_t, mp_obj_t);
mp_obj_t binding_graph_node(mp_obj_t, mp_obj_t);
mp_obj_t binding_graph_tensor(mp_obj_t, mp_obj_t, mp_obj_t);
mp_obj_t binding_graph_output_of(mp_obj_t, mp_obj_t);
mp_obj_t binding_graph_known_value(mp_obj_t, mp_obj_t);
mp_obj_t binding_graph_captures(mp_obj_t);
mp_obj_t binding_graph_inputs(mp_obj_t);
mp_obj_t binding_graph_outputs(mp_obj_t);
mp_obj_t binding_graph_call(mp_obj_t, mp_obj_t);
mp_obj_t binding_graph_text(mp_obj_t);
mp_obj_t binding_graph_dot(mp_obj_t);
mp_obj_t binding_concrete_del(mp_obj_t);
mp_obj_t binding_concrete_run(mp_obj_t, mp_obj_t);
mp_obj_t binding_traced_del(mp_obj_t);
mp_obj_t binding_traced_find(mp_obj_t, mp_obj_t);
mp_obj_t binding_traced_add(mp_obj_t, mp_obj_t, mp_obj_t);
mp_obj_t binding_traced_forget(mp_obj_t);
mp_obj_t binding_traced_take_calls(mp_obj_t);
mp_obj_t binding_pause_tracing(size_t n, const mp_obj_t *args);
mp_obj_t binding_tracing_graph(void);
mp_obj_t binding_graph_of(mp_obj_t);
mp_obj_t binding_name_next(mp_obj_t);
mp_obj_t binding_switch_case(mp_obj_t, mp_obj_t, mp_obj_t);
mp_obj_t binding_with_custom_gradient(mp_obj_t, mp_obj_t, mp_obj_t);
mp_obj_t binding_variable_state(mp_obj_t);
mp_obj_t binding_set_variable_state(mp_obj_t, mp_obj_t);
mp_obj_t binding_run_functions_eagerly(mp_obj_t);
mp_obj_t binding_trace_begins(mp_obj_t);
mp_obj_t binding_trace_ends(mp_obj_t, mp_obj_t, mp_obj_t);
mp_obj_t binding_set_v1_forms(mp_obj_t, mp_obj_t);
mp_obj_t binding_graph_placeholder(size_t n, const mp_obj_t *args);
mp_obj_t binding_graph_run(size_t n, const mp_obj_t *args);
mp_obj_t binding_graph_gradients(size_t n, const mp_obj_t *args);
mp_obj_t binding_if_else(size_t n, const mp_obj_t *args);
mp_obj_t binding_while_loop(size_t n, const mp_obj_t *args);
mp_obj_t binding_call_back(size_t n, const mp_obj_t *args);
mp_obj_t binding_new_variable(size_t n, const mp_obj_t *args);
mp_obj_t binding_traced_get(size_t n, const mp_obj_t *args);
mp_obj_t binding_graph_make(const mp_obj_type_t *type, size_t n, size_t n_kw, const mp_obj_t *args);
mp_obj_t binding_concrete_make(const mp_obj_type_t *type, size_t n, size_t n_kw, const mp_obj_t *args);
mp_obj_t binding_traced_make(const mp_obj_type_t *type, size_t n, size_t n_kw, const mp_obj_t *args);
void binding_concrete_attr(mp_obj_t self, qstr attr, mp_obj_t *dest);
void binding_concrete_print(const mp_print_t *print, mp_obj_t self, mp_print_kind_t kind);
mp_obj_t binding_concrete_call(mp_obj_t self, size_t n, size_t n_kw, const mp_obj_t *args);
void binding_traced_attr(mp_obj_t self, qstr attr, mp_obj_t *dest);
void binding_traced_print(const mp_print_t *print, mp_obj_t self, mp_print_kind_t kind);
mp_obj_t binding_traced_call(mp_obj_t self, size_t n, size_t n_kw, const mp_obj_t *args);

static MP_DEFINE_CONST_FUN_OBJ_1(value_numpy_obj, binding_value_numpy);
static MP_DEFINE_CONST_FUN_OBJ_1(value_get_shape_obj, binding_value_get_shape);
static MP_DEFINE_CONST_FUN_OBJ_1(value_ref_obj, binding_value_ref);
static MP_DEFINE_CONST_FUN_OBJ_2(value_set_shape_obj, binding_value_set_shape);
static MP_DEFINE_CONST_FUN_OBJ_2(value_format_obj, binding_value_format);
static MP_DEFINE_CONST_FUN_OBJ_1(tensor_del_obj, binding_tensor_del);
static MP_DEFINE_CONST_FUN_OBJ_1(variable_del_obj, binding_variable_del);
static MP_DEFINE_CONST_FUN_OBJ_KW(variable_assign_obj, 2, binding_variable_assign);
static MP_DEFINE_CONST_FUN_OBJ_KW(variable_assign_add_obj, 2, binding_variable_assign_add);
static MP_DEFINE_CONST_FUN_OBJ_KW(variable_assign_sub_obj, 2, binding_variable_assign_sub);
static MP_DEFINE_CONST_FUN_OBJ_1(variable_value_obj, binding_variable_value);
static MP_DEFINE_CONST_FUN_OBJ_1(variable_is_initialized_obj, binding_variable_is_initialized);
static MP_DEFINE_CONST_FUN_OBJ_3(variable_scatter_obj, binding_variable_scatter);
static MP_DEFINE_CONST_FUN_OBJ_1(reference_deref_obj, binding_reference_deref);
static MP_DEFINE_CONST_FUN_OBJ_1(shape_as_list_obj, binding_shape_as_list);
static MP_DEFINE_CONST_FUN_OBJ_1(shape_num_elements_obj, binding_shape_num_elements);
static MP_DEFINE_CONST_FUN_OBJ_1(shape_is_fully_defined_obj, binding_shape_is_fully_defined);
static MP_DEFINE_CONST_FUN_OBJ_2(shape_is_compatible_with_obj, binding_shape_is_compatible_with);
static MP_DEFINE_CONST_FUN_OBJ_2(shape_assert_is_compatible_with_obj, binding_shape_assert_is_compatible_with);
static MP_DEFINE_CONST_FUN_OBJ_2(shape_merge_with_obj, binding_shape_merge_with);
static MP_DEFINE_CONST_FUN_OBJ_2(shape_concatenate_obj, binding_shape_concatenate);
static MP_DEFINE_CONST_FUN_OBJ_2(shape_with_rank_obj, binding_shape_with_rank);
static MP_DEFINE_CONST_FUN_OBJ_1(tape_del_obj, binding_tape_del);
static MP_DEFINE_CONST_FUN_OBJ_1(tape_enter_obj, binding_tape_enter);
static MP_DEFINE_CONST_FUN_OBJ_VAR(tape_exit_obj, 4, binding_tape_exit);
static MP_DEFINE_CONST_FUN_OBJ_2(tape_watch_obj, binding_tape_watch);
static MP_DEFINE_CONST_FUN_OBJ_KW(tape_gradient_obj, 1, binding_tape_gradient);
static MP_DEFINE_CONST_FUN_OBJ_1(tape_reset_obj, binding_tape_reset);
static MP_DEFINE_CONST_FUN_OBJ_1(tape_watched_variables_obj, binding_tape_watched_variables);
static MP_DEFINE_CONST_FUN_OBJ_1(tape_pause_obj, binding_tape_pause);
static MP_DEFINE_CONST_FUN_OBJ_1(tape_resume_obj, binding_tape_resume);
static MP_DEFINE_CONST_FUN_OBJ_2(tape_set_persistent_obj, binding_tape_set_persistent);
static MP_DEFINE_CONST_FUN_OBJ_1(ndarray_del_obj, binding_ndarray_del);
static MP_DEFINE_CONST_FUN_OBJ_1(numpy_tolist_obj, binding_numpy_tolist);
static MP_DEFINE_CONST_FUN_OBJ_VAR(numpy_item_obj, 1, binding_numpy_item);
static MP_DEFINE_CONST_FUN_OBJ_VAR(numpy_copy_obj, 1, binding_numpy_copy);
static MP_DEFINE_CONST_FUN_OBJ_KW(numpy_astype_obj, 2, binding_numpy_astype);
static MP_DEFINE_CONST_FUN_OBJ_KW(numpy_reshape_obj, 2, binding_numpy_reshape);
static MP_DEFINE_CONST_FUN_OBJ_VAR(numpy_ravel_obj, 1, binding_numpy_ravel);
static MP_DEFINE_CONST_FUN_OBJ_VAR(numpy_flatten_obj, 1, binding_numpy_flatten);
static MP_DEFINE_CONST_FUN_OBJ_VAR(numpy_transpose_obj, 1, binding_numpy_transpose);
static MP_DEFINE_CONST_FUN_OBJ_2(numpy_fill_obj, binding_numpy_fill);
static MP_DEFINE_CONST_FUN_OBJ_2(numpy_format_obj, binding_numpy_format);
static MP_DEFINE_CONST_FUN_OBJ_1(setup_obj, binding_setup);
static MP_DEFINE_CONST_FUN_OBJ_3(extend_obj, binding_extend);
static MP_DEFINE_CONST_FUN_OBJ_1(function_obj, binding_function);
static MP_DEFINE_CONST_FUN_OBJ_1(export_names_obj, binding_export_names);
static MP_DEFINE_CONST_FUN_OBJ_KW(apply_obj, 2, binding_apply);
static MP_DEFINE_CONST_FUN_OBJ_KW(apply_to_variable_obj, 3, binding_apply_to_variable);
static MP_DEFINE_CONST_FUN_OBJ_1(has_op_obj, binding_has_op);
static MP_DEFINE_CONST_FUN_OBJ_KW(tensor_assign_obj, 2, binding_tensor_assign);
static MP_DEFINE_CONST_FUN_OBJ_2(gather_rows_obj, binding_gather_rows);
static MP_DEFINE_CONST_FUN_OBJ_2(hint_obj, binding_hint);
static MP_DEFINE_CONST_FUN_OBJ_KW(constant_obj, 0, binding_constant);
static MP_DEFINE_CONST_FUN_OBJ_KW(convert_to_tensor_obj, 0, binding_convert_to_tensor);
static MP_DEFINE_CONST_FUN_OBJ_1(int_tensor_obj, binding_int_tensor);
static MP_DEFINE_CONST_FUN_OBJ_3(filled_obj, binding_filled);
static MP_DEFINE_CONST_FUN_OBJ_KW(cast_obj, 0, binding_cast);
static MP_DEFINE_CONST_FUN_OBJ_1(to_ints_obj, binding_to_ints);
static MP_DEFINE_CONST_FUN_OBJ_3(boolean_mask_obj, binding_boolean_mask);
static MP_DEFINE_CONST_FUN_OBJ_1(is_tensor_like_obj, binding_is_tensor_like);
static MP_DEFINE_CONST_FUN_OBJ_1(is_symbolic_obj, binding_is_symbolic);
static MP_DEFINE_CONST_FUN_OBJ_0(executing_eagerly_obj, binding_executing_eagerly);
static MP_DEFINE_CONST_FUN_OBJ_3(summary_obj, binding_summary);
static MP_DEFINE_CONST_FUN_OBJ_2(write_obj, binding_write);
static MP_DEFINE_CONST_FUN_OBJ_2(assigning_for_obj, binding_assigning_for);
static MP_DEFINE_CONST_FUN_OBJ_1(name_scope_obj, binding_name_scope);
static MP_DEFINE_CONST_FUN_OBJ_0(pause_tapes_obj, binding_pause_tapes);
static MP_DEFINE_CONST_FUN_OBJ_0(resume_tapes_obj, binding_resume_tapes);
static MP_DEFINE_CONST_FUN_OBJ_1(set_seed_obj, binding_set_seed);
static MP_DEFINE_CONST_FUN_OBJ_1(next_seeds_obj, binding_next_seeds);
static MP_DEFINE_CONST_FUN_OBJ_1(variable_id_obj, binding_variable_id);
static MP_DEFINE_CONST_FUN_OBJ_1(dtype_named_obj, binding_dtype_named);
static MP_DEFINE_CONST_FUN_OBJ_1(as_dtype_obj, binding_as_dtype);
static MP_DEFINE_CONST_FUN_OBJ_1(flatten_obj, binding_flatten);
static MP_DEFINE_CONST_FUN_OBJ_2(pack_sequence_as_obj, binding_pack_sequence_as);
static MP_DEFINE_CONST_FUN_OBJ_3(record_custom_obj, binding_record_custom);
static MP_DEFINE_CONST_FUN_OBJ_2(accepts_keyword_obj, binding_accepts_keyword);
static MP_DEFINE_CONST_FUN_OBJ_3(np_array_obj, binding_np_array);
static MP_DEFINE_CONST_FUN_OBJ_3(np_filled_obj, binding_np_filled);
static MP_DEFINE_CONST_FUN_OBJ_KW(np_apply_obj, 2, binding_np_apply);
static MP_DEFINE_CONST_FUN_OBJ_3(np_binary_obj, binding_np_binary);
static MP_DEFINE_CONST_FUN_OBJ_2(np_set_print_obj, binding_np_set_print);
static MP_DEFINE_CONST_FUN_OBJ_3(np_text_obj, binding_np_text);
static MP_DEFINE_CONST_FUN_OBJ_1(mt_seed_obj, binding_mt_seed);
static MP_DEFINE_CONST_FUN_OBJ_1(mt_uniform_obj, binding_mt_uniform);
static MP_DEFINE_CONST_FUN_OBJ_1(mt_normal_obj, binding_mt_normal);
static MP_DEFINE_CONST_FUN_OBJ_3(mt_integers_obj, binding_mt_integers);
static MP_DEFINE_CONST_FUN_OBJ_1(mt_shuffle_obj, binding_mt_shuffle);

static MP_DEFINE_CONST_FUN_OBJ_1(graph_del_obj, binding_graph_del);
static MP_DEFINE_CONST_FUN_OBJ_1(graph_enter_obj, binding_graph_enter);
static MP_DEFINE_CONST_FUN_OBJ_1(graph_exit_obj, binding_graph_exit);
static MP_DEFINE_CONST_FUN_OBJ_3(graph_constant_obj, binding_graph_constant);
static MP_DEFINE_CONST_FUN_OBJ_3(graph_capture_handle_obj, binding_graph_capture_handle);
static MP_DEFINE_CONST_FUN_OBJ_2(graph_set_outputs_obj, binding_graph_set_outputs);
static MP_DEFINE_CONST_FUN_OBJ_3(graph_unique_name_obj, binding_graph_unique_name);
static MP_DEFINE_CONST_FUN_OBJ_2(graph_enter_scope_obj, binding_graph_enter_scope);
static MP_DEFINE_CONST_FUN_OBJ_1(graph_leave_scope_obj, binding_graph_leave_scope);
static MP_DEFINE_CONST_FUN_OBJ_1(graph_scope_obj, binding_graph_scope);
static MP_DEFINE_CONST_FUN_OBJ_2(graph_enter_control_obj, binding_graph_enter_control);
static MP_DEFINE_CONST_FUN_OBJ_1(graph_leave_control_obj, binding_graph_leave_control);
static MP_DEFINE_CONST_FUN_OBJ_3(graph_no_op_obj, binding_graph_no_op);
static MP_DEFINE_CONST_FUN_OBJ_1(graph_size_obj, binding_graph_size);
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(save_program_obj, 4, 4, binding_save_program);
static MP_DEFINE_CONST_FUN_OBJ_2(load_program_obj, binding_load_program);
static MP_DEFINE_CONST_FUN_OBJ_1(graph_finalize_obj, binding_graph_finalize);
static MP_DEFINE_CONST_FUN_OBJ_1(assignment_of_obj, binding_assignment_of);
static MP_DEFINE_CONST_FUN_OBJ_2(graph_find_obj, binding_graph_find);
static MP_DEFINE_CONST_FUN_OBJ_2(graph_node_obj, binding_graph_node);
static MP_DEFINE_CONST_FUN_OBJ_3(graph_tensor_obj, binding_graph_tensor);
static MP_DEFINE_CONST_FUN_OBJ_2(graph_output_of_obj, binding_graph_output_of);
static MP_DEFINE_CONST_FUN_OBJ_2(graph_known_value_obj, binding_graph_known_value);
static MP_DEFINE_CONST_FUN_OBJ_1(graph_captures_obj, binding_graph_captures);
static MP_DEFINE_CONST_FUN_OBJ_1(graph_inputs_obj, binding_graph_inputs);
static MP_DEFINE_CONST_FUN_OBJ_1(graph_outputs_obj, binding_graph_outputs);
static MP_DEFINE_CONST_FUN_OBJ_2(graph_call_obj, binding_graph_call);
static MP_DEFINE_CONST_FUN_OBJ_1(graph_text_obj, binding_graph_text);
static MP_DEFINE_CONST_FUN_OBJ_1(graph_dot_obj, binding_graph_dot);
static MP_DEFINE_CONST_FUN_OBJ_1(concrete_del_obj, binding_concrete_del);
static MP_DEFINE_CONST_FUN_OBJ_2(concrete_run_obj, binding_concrete_run);
static MP_DEFINE_CONST_FUN_OBJ_1(traced_del_obj, binding_traced_del);
static MP_DEFINE_CONST_FUN_OBJ_2(traced_find_obj, binding_traced_find);
static MP_DEFINE_CONST_FUN_OBJ_3(traced_add_obj, binding_traced_add);
static MP_DEFINE_CONST_FUN_OBJ_1(traced_forget_obj, binding_traced_forget);
static MP_DEFINE_CONST_FUN_OBJ_1(traced_take_calls_obj, binding_traced_take_calls);
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(pause_tracing_obj, 0, 1, binding_pause_tracing);
static MP_DEFINE_CONST_FUN_OBJ_0(tracing_graph_obj, binding_tracing_graph);
static MP_DEFINE_CONST_FUN_OBJ_1(graph_of_obj, binding_graph_of);
static MP_DEFINE_CONST_FUN_OBJ_1(name_next_obj, binding_name_next);
static MP_DEFINE_CONST_FUN_OBJ_3(switch_case_obj, binding_switch_case);
static MP_DEFINE_CONST_FUN_OBJ_3(with_custom_gradient_obj, binding_with_custom_gradient);
static MP_DEFINE_CONST_FUN_OBJ_1(variable_state_obj, binding_variable_state);
static MP_DEFINE_CONST_FUN_OBJ_2(set_variable_state_obj, binding_set_variable_state);
static MP_DEFINE_CONST_FUN_OBJ_1(run_functions_eagerly_obj, binding_run_functions_eagerly);
static MP_DEFINE_CONST_FUN_OBJ_1(trace_begins_obj, binding_trace_begins);
static MP_DEFINE_CONST_FUN_OBJ_3(trace_ends_obj, binding_trace_ends);
static MP_DEFINE_CONST_FUN_OBJ_2(set_v1_forms_obj, binding_set_v1_forms);
static MP_DEFINE_CONST_FUN_OBJ_VAR(graph_placeholder_obj, 4, binding_graph_placeholder);
static MP_DEFINE_CONST_FUN_OBJ_VAR(graph_run_obj, 5, binding_graph_run);
static MP_DEFINE_CONST_FUN_OBJ_VAR(graph_gradients_obj, 5, binding_graph_gradients);
static MP_DEFINE_CONST_FUN_OBJ_VAR(if_else_obj, 4, binding_if_else);
static MP_DEFINE_CONST_FUN_OBJ_VAR(while_loop_obj, 5, binding_while_loop);
static MP_DEFINE_CONST_FUN_OBJ_VAR(call_back_obj, 6, binding_call_back);
static MP_DEFINE_CONST_FUN_OBJ_VAR(new_variable_obj, 4, binding_new_variable);
static MP_DEFINE_CONST_FUN_OBJ_VAR(traced_get_obj, 2, binding_traced_get);

// Where TensorFlow and NumPy keep these classes: print(type(x)) shows it.
static MP_DEFINE_STR_OBJ(module_ops, "tensorflow.python.framework.ops");
static MP_DEFINE_STR_OBJ(module_resource_variable_ops, "tensorflow.python.ops.resource_variable_ops");
static MP_DEFINE_STR_OBJ(module_tensor_shape, "tensorflow.python.framework.tensor_shape");
static MP_DEFINE_STR_OBJ(module_backprop, "tensorflow.python.eager.backprop");
static MP_DEFINE_STR_OBJ(module_numpy, "numpy");
static MP_DEFINE_STR_OBJ(module_dtypes, "tensorflow.python.framework.dtypes");

static const mp_rom_map_elem_t dtype_methods_table[] = {
    { MP_ROM_QSTR(MP_QSTR___module__), MP_ROM_PTR(&module_dtypes) },
};
static MP_DEFINE_CONST_DICT(dtype_methods, dtype_methods_table);
static const mp_rom_map_elem_t tensor_methods_table[] = {
    { MP_ROM_QSTR(MP_QSTR___module__), MP_ROM_PTR(&module_ops) },
    { MP_ROM_QSTR(MP_QSTR_assign), MP_ROM_PTR(&tensor_assign_obj) },
    { MP_ROM_QSTR(MP_QSTR_numpy), MP_ROM_PTR(&value_numpy_obj) },
    { MP_ROM_QSTR(MP_QSTR_get_shape), MP_ROM_PTR(&value_get_shape_obj) },
    { MP_ROM_QSTR(MP_QSTR_ref), MP_ROM_PTR(&value_ref_obj) },
    { MP_ROM_QSTR(MP_QSTR_experimental_ref), MP_ROM_PTR(&value_ref_obj) },
    { MP_ROM_QSTR(MP_QSTR_set_shape), MP_ROM_PTR(&value_set_shape_obj) },
    { MP_ROM_QSTR(MP_QSTR___format__), MP_ROM_PTR(&value_format_obj) },
    { MP_ROM_QSTR(MP_QSTR___del__), MP_ROM_PTR(&tensor_del_obj) },
    { MP_ROM_QSTR(MP_QSTR___array__), MP_ROM_PTR(&value_numpy_obj) },
};
static MP_DEFINE_CONST_DICT(tensor_methods, tensor_methods_table);
static const mp_rom_map_elem_t variable_methods_table[] = {
    { MP_ROM_QSTR(MP_QSTR___module__), MP_ROM_PTR(&module_resource_variable_ops) },
    { MP_ROM_QSTR(MP_QSTR_numpy), MP_ROM_PTR(&value_numpy_obj) },
    { MP_ROM_QSTR(MP_QSTR_get_shape), MP_ROM_PTR(&value_get_shape_obj) },
    { MP_ROM_QSTR(MP_QSTR_ref), MP_ROM_PTR(&value_ref_obj) },
    { MP_ROM_QSTR(MP_QSTR_experimental_ref), MP_ROM_PTR(&value_ref_obj) },
    { MP_ROM_QSTR(MP_QSTR___format__), MP_ROM_PTR(&value_format_obj) },
    { MP_ROM_QSTR(MP_QSTR___del__), MP_ROM_PTR(&variable_del_obj) },
    { MP_ROM_QSTR(MP_QSTR_assign), MP_ROM_PTR(&variable_assign_obj) },
    { MP_ROM_QSTR(MP_QSTR_assign_add), MP_ROM_PTR(&variable_assign_add_obj) },
    { MP_ROM_QSTR(MP_QSTR_assign_sub), MP_ROM_PTR(&variable_assign_sub_obj) },
    { MP_ROM_QSTR(MP_QSTR_value), MP_ROM_PTR(&variable_value_obj) },
    { MP_ROM_QSTR(MP_QSTR_read_value), MP_ROM_PTR(&variable_value_obj) },
    { MP_ROM_QSTR(MP_QSTR_initialized_value), MP_ROM_PTR(&variable_value_obj) },
    { MP_ROM_QSTR(MP_QSTR_is_initialized), MP_ROM_PTR(&variable_is_initialized_obj) },
    { MP_ROM_QSTR(MP_QSTR__scatter), MP_ROM_PTR(&variable_scatter_obj) },
    { MP_ROM_QSTR(MP_QSTR___array__), MP_ROM_PTR(&value_numpy_obj) },
};
static MP_DEFINE_CONST_DICT(variable_methods, variable_methods_table);
static const mp_rom_map_elem_t reference_methods_table[] = {
    { MP_ROM_QSTR(MP_QSTR_deref), MP_ROM_PTR(&reference_deref_obj) },
};
static MP_DEFINE_CONST_DICT(reference_methods, reference_methods_table);
static const mp_rom_map_elem_t shape_methods_table[] = {
    { MP_ROM_QSTR(MP_QSTR___module__), MP_ROM_PTR(&module_tensor_shape) },
    { MP_ROM_QSTR(MP_QSTR_as_list), MP_ROM_PTR(&shape_as_list_obj) },
    { MP_ROM_QSTR(MP_QSTR_num_elements), MP_ROM_PTR(&shape_num_elements_obj) },
    { MP_ROM_QSTR(MP_QSTR_is_fully_defined), MP_ROM_PTR(&shape_is_fully_defined_obj) },
    { MP_ROM_QSTR(MP_QSTR_is_compatible_with), MP_ROM_PTR(&shape_is_compatible_with_obj) },
    { MP_ROM_QSTR(MP_QSTR_assert_is_compatible_with), MP_ROM_PTR(&shape_assert_is_compatible_with_obj) },
    { MP_ROM_QSTR(MP_QSTR_merge_with), MP_ROM_PTR(&shape_merge_with_obj) },
    { MP_ROM_QSTR(MP_QSTR_concatenate), MP_ROM_PTR(&shape_concatenate_obj) },
    { MP_ROM_QSTR(MP_QSTR_with_rank), MP_ROM_PTR(&shape_with_rank_obj) },
};
static MP_DEFINE_CONST_DICT(shape_methods, shape_methods_table);
static const mp_rom_map_elem_t tape_methods_table[] = {
    { MP_ROM_QSTR(MP_QSTR___module__), MP_ROM_PTR(&module_backprop) },
    { MP_ROM_QSTR(MP_QSTR___del__), MP_ROM_PTR(&tape_del_obj) },
    { MP_ROM_QSTR(MP_QSTR___enter__), MP_ROM_PTR(&tape_enter_obj) },
    { MP_ROM_QSTR(MP_QSTR___exit__), MP_ROM_PTR(&tape_exit_obj) },
    { MP_ROM_QSTR(MP_QSTR_watch), MP_ROM_PTR(&tape_watch_obj) },
    { MP_ROM_QSTR(MP_QSTR_gradient), MP_ROM_PTR(&tape_gradient_obj) },
    { MP_ROM_QSTR(MP_QSTR_reset), MP_ROM_PTR(&tape_reset_obj) },
    { MP_ROM_QSTR(MP_QSTR_watched_variables), MP_ROM_PTR(&tape_watched_variables_obj) },
    { MP_ROM_QSTR(MP_QSTR__pause), MP_ROM_PTR(&tape_pause_obj) },
    { MP_ROM_QSTR(MP_QSTR__resume), MP_ROM_PTR(&tape_resume_obj) },
    { MP_ROM_QSTR(MP_QSTR__set_persistent), MP_ROM_PTR(&tape_set_persistent_obj) },
};
static MP_DEFINE_CONST_DICT(tape_methods, tape_methods_table);
static const mp_rom_map_elem_t ndarray_methods_table[] = {
    { MP_ROM_QSTR(MP_QSTR___module__), MP_ROM_PTR(&module_numpy) },
    { MP_ROM_QSTR(MP_QSTR___del__), MP_ROM_PTR(&ndarray_del_obj) },
    { MP_ROM_QSTR(MP_QSTR_tolist), MP_ROM_PTR(&numpy_tolist_obj) },
    { MP_ROM_QSTR(MP_QSTR_item), MP_ROM_PTR(&numpy_item_obj) },
    { MP_ROM_QSTR(MP_QSTR_copy), MP_ROM_PTR(&numpy_copy_obj) },
    { MP_ROM_QSTR(MP_QSTR_astype), MP_ROM_PTR(&numpy_astype_obj) },
    { MP_ROM_QSTR(MP_QSTR_reshape), MP_ROM_PTR(&numpy_reshape_obj) },
    { MP_ROM_QSTR(MP_QSTR_ravel), MP_ROM_PTR(&numpy_ravel_obj) },
    { MP_ROM_QSTR(MP_QSTR_flatten), MP_ROM_PTR(&numpy_flatten_obj) },
    { MP_ROM_QSTR(MP_QSTR_transpose), MP_ROM_PTR(&numpy_transpose_obj) },
    { MP_ROM_QSTR(MP_QSTR_fill), MP_ROM_PTR(&numpy_fill_obj) },
    { MP_ROM_QSTR(MP_QSTR___format__), MP_ROM_PTR(&numpy_format_obj) },
};
static MP_DEFINE_CONST_DICT(ndarray_methods, ndarray_methods_table);
static const mp_rom_map_elem_t scalar_methods_table[] = {
    { MP_ROM_QSTR(MP_QSTR___module__), MP_ROM_PTR(&module_numpy) },
    { MP_ROM_QSTR(MP_QSTR_tolist), MP_ROM_PTR(&numpy_tolist_obj) },
    { MP_ROM_QSTR(MP_QSTR_item), MP_ROM_PTR(&numpy_item_obj) },
    { MP_ROM_QSTR(MP_QSTR_copy), MP_ROM_PTR(&numpy_copy_obj) },
    { MP_ROM_QSTR(MP_QSTR_astype), MP_ROM_PTR(&numpy_astype_obj) },
    { MP_ROM_QSTR(MP_QSTR___format__), MP_ROM_PTR(&numpy_format_obj) },
};
static MP_DEFINE_CONST_DICT(scalar_methods, scalar_methods_table);

static const mp_rom_map_elem_t graph_methods_table[] = {
    { MP_ROM_QSTR(MP_QSTR___del__), MP_ROM_PTR(&graph_del_obj) },
    { MP_ROM_QSTR(MP_QSTR_enter), MP_ROM_PTR(&graph_enter_obj) },
    { MP_ROM_QSTR(MP_QSTR_exit), MP_ROM_PTR(&graph_exit_obj) },
    { MP_ROM_QSTR(MP_QSTR_constant), MP_ROM_PTR(&graph_constant_obj) },
    { MP_ROM_QSTR(MP_QSTR_capture_handle), MP_ROM_PTR(&graph_capture_handle_obj) },
    { MP_ROM_QSTR(MP_QSTR_set_outputs), MP_ROM_PTR(&graph_set_outputs_obj) },
    { MP_ROM_QSTR(MP_QSTR_unique_name), MP_ROM_PTR(&graph_unique_name_obj) },
    { MP_ROM_QSTR(MP_QSTR_enter_scope), MP_ROM_PTR(&graph_enter_scope_obj) },
    { MP_ROM_QSTR(MP_QSTR_leave_scope), MP_ROM_PTR(&graph_leave_scope_obj) },
    { MP_ROM_QSTR(MP_QSTR_scope), MP_ROM_PTR(&graph_scope_obj) },
    { MP_ROM_QSTR(MP_QSTR_enter_control), MP_ROM_PTR(&graph_enter_control_obj) },
    { MP_ROM_QSTR(MP_QSTR_leave_control), MP_ROM_PTR(&graph_leave_control_obj) },
    { MP_ROM_QSTR(MP_QSTR_no_op), MP_ROM_PTR(&graph_no_op_obj) },
    { MP_ROM_QSTR(MP_QSTR_size), MP_ROM_PTR(&graph_size_obj) },
    { MP_ROM_QSTR(MP_QSTR_finalize), MP_ROM_PTR(&graph_finalize_obj) },
    { MP_ROM_QSTR(MP_QSTR_find), MP_ROM_PTR(&graph_find_obj) },
    { MP_ROM_QSTR(MP_QSTR_node), MP_ROM_PTR(&graph_node_obj) },
    { MP_ROM_QSTR(MP_QSTR_tensor), MP_ROM_PTR(&graph_tensor_obj) },
    { MP_ROM_QSTR(MP_QSTR_output_of), MP_ROM_PTR(&graph_output_of_obj) },
    { MP_ROM_QSTR(MP_QSTR_known_value), MP_ROM_PTR(&graph_known_value_obj) },
    { MP_ROM_QSTR(MP_QSTR_captures), MP_ROM_PTR(&graph_captures_obj) },
    { MP_ROM_QSTR(MP_QSTR_inputs), MP_ROM_PTR(&graph_inputs_obj) },
    { MP_ROM_QSTR(MP_QSTR_outputs), MP_ROM_PTR(&graph_outputs_obj) },
    { MP_ROM_QSTR(MP_QSTR_call), MP_ROM_PTR(&graph_call_obj) },
    { MP_ROM_QSTR(MP_QSTR_text), MP_ROM_PTR(&graph_text_obj) },
    { MP_ROM_QSTR(MP_QSTR_dot), MP_ROM_PTR(&graph_dot_obj) },
    { MP_ROM_QSTR(MP_QSTR_placeholder), MP_ROM_PTR(&graph_placeholder_obj) },
    { MP_ROM_QSTR(MP_QSTR_run), MP_ROM_PTR(&graph_run_obj) },
    { MP_ROM_QSTR(MP_QSTR_gradients), MP_ROM_PTR(&graph_gradients_obj) },
};
static MP_DEFINE_CONST_DICT(graph_methods, graph_methods_table);
static const mp_rom_map_elem_t concrete_methods_table[] = {
    { MP_ROM_QSTR(MP_QSTR___del__), MP_ROM_PTR(&concrete_del_obj) },
    { MP_ROM_QSTR(MP_QSTR__run), MP_ROM_PTR(&concrete_run_obj) },
};
static MP_DEFINE_CONST_DICT(concrete_methods, concrete_methods_table);
static const mp_rom_map_elem_t traced_methods_table[] = {
    { MP_ROM_QSTR(MP_QSTR___del__), MP_ROM_PTR(&traced_del_obj) },
    { MP_ROM_QSTR(MP_QSTR___get__), MP_ROM_PTR(&traced_get_obj) },
    { MP_ROM_QSTR(MP_QSTR__find), MP_ROM_PTR(&traced_find_obj) },
    { MP_ROM_QSTR(MP_QSTR__add), MP_ROM_PTR(&traced_add_obj) },
    { MP_ROM_QSTR(MP_QSTR__forget), MP_ROM_PTR(&traced_forget_obj) },
    { MP_ROM_QSTR(MP_QSTR__take_calls), MP_ROM_PTR(&traced_take_calls_obj) },
};
static MP_DEFINE_CONST_DICT(traced_methods, traced_methods_table);

#define VALUE_FLAGS (MP_TYPE_FLAG_EQ_NOT_REFLEXIVE | MP_TYPE_FLAG_EQ_CHECKS_OTHER_TYPE | MP_TYPE_FLAG_EQ_HAS_NEQ_TEST | PORT_TYPE_REFLECTS_FIRST)

MP_DEFINE_CONST_OBJ_TYPE(binding_type_Tensor, MP_QSTR_EagerTensor, VALUE_FLAGS, print, binding_tensor_print, unary_op, binding_value_unary_op,
    binary_op, binding_value_binary_op, attr, binding_tensor_attr, subscr, binding_value_subscr, iter, binding_value_iter, locals_dict, &tensor_methods);
MP_DEFINE_CONST_OBJ_TYPE(binding_type_Variable, MP_QSTR_ResourceVariable, VALUE_FLAGS, make_new, binding_variable_make, print, binding_variable_print,
    unary_op, binding_value_unary_op, binary_op, binding_value_binary_op, attr, binding_variable_attr, subscr, binding_value_subscr, iter, binding_value_iter,
    locals_dict, &variable_methods);
MP_DEFINE_CONST_OBJ_TYPE(binding_type_Reference, MP_QSTR_Reference, MP_TYPE_FLAG_NONE, print, binding_reference_print, unary_op, binding_reference_unary_op,
    binary_op, binding_reference_binary_op, locals_dict, &reference_methods);
MP_DEFINE_CONST_OBJ_TYPE(binding_type_DType, MP_QSTR_DType, MP_TYPE_FLAG_EQ_CHECKS_OTHER_TYPE, print, binding_dtype_print, unary_op, binding_dtype_unary_op,
    binary_op, binding_dtype_binary_op, attr, binding_dtype_attr, locals_dict, &dtype_methods);
MP_DEFINE_CONST_OBJ_TYPE(binding_type_numpy_dtype, MP_QSTR_dtype, MP_TYPE_FLAG_EQ_CHECKS_OTHER_TYPE, make_new, binding_numpy_dtype_make,
    print, binding_dtype_print, unary_op, binding_dtype_unary_op, binary_op, binding_dtype_binary_op, attr, binding_dtype_attr);
MP_DEFINE_CONST_OBJ_TYPE(binding_type_TensorShape, MP_QSTR_TensorShape, MP_TYPE_FLAG_EQ_CHECKS_OTHER_TYPE, make_new, binding_shape_make, print, binding_shape_print,
    unary_op, binding_shape_unary_op, binary_op, binding_shape_binary_op, attr, binding_shape_attr, subscr, binding_shape_subscr, iter, binding_shape_iter,
    locals_dict, &shape_methods);
MP_DEFINE_CONST_OBJ_TYPE(binding_type_GradientTape, MP_QSTR_GradientTape, MP_TYPE_FLAG_NONE, make_new, binding_tape_make, attr, binding_tape_attr,
    locals_dict, &tape_methods);
MP_DEFINE_CONST_OBJ_TYPE(binding_type_OpFunction, MP_QSTR_function, MP_TYPE_FLAG_NONE, print, binding_function_print, call, binding_function_call,
    attr, binding_function_attr);
MP_DEFINE_CONST_OBJ_TYPE(binding_type_ndarray, MP_QSTR_ndarray, VALUE_FLAGS, print, binding_ndarray_print, unary_op, binding_numpy_unary_op,
    binary_op, binding_numpy_binary_op, attr, binding_ndarray_attr, subscr, binding_ndarray_subscr, iter, binding_ndarray_iter, locals_dict, &ndarray_methods);

MP_DEFINE_CONST_OBJ_TYPE(binding_type_Graph, MP_QSTR_Graph, MP_TYPE_FLAG_NONE, make_new, binding_graph_make, locals_dict, &graph_methods);
MP_DEFINE_CONST_OBJ_TYPE(binding_type_Concrete, MP_QSTR_ConcreteFunction, MP_TYPE_FLAG_NONE, make_new, binding_concrete_make, print, binding_concrete_print, call, binding_concrete_call,
    attr, binding_concrete_attr, locals_dict, &concrete_methods);
MP_DEFINE_CONST_OBJ_TYPE(binding_type_Function, MP_QSTR_Function, MP_TYPE_FLAG_NONE, make_new, binding_traced_make, print, binding_traced_print, call, binding_traced_call,
    attr, binding_traced_attr, locals_dict, &traced_methods);

#define SCALAR_TYPE(type, name, ...) \
    MP_DEFINE_CONST_OBJ_TYPE(type, name, VALUE_FLAGS, make_new, binding_numpy_scalar_make, print, binding_numpy_scalar_print, unary_op, binding_numpy_unary_op, \
        binary_op, binding_numpy_binary_op, attr, binding_numpy_scalar_attr, locals_dict, &scalar_methods __VA_ARGS__)
SCALAR_TYPE(binding_type_float32, MP_QSTR_float32);
SCALAR_TYPE(binding_type_float64, MP_QSTR_float64, , parent, &mp_type_float);   // as in NumPy, a float64 is a float
SCALAR_TYPE(binding_type_int32, MP_QSTR_int32);
SCALAR_TYPE(binding_type_int64, MP_QSTR_int64);
SCALAR_TYPE(binding_type_uint8, MP_QSTR_uint8);
SCALAR_TYPE(binding_type_bool_, MP_QSTR_bool_);
SCALAR_TYPE(binding_type_float16, MP_QSTR_float16);
SCALAR_TYPE(binding_type_bfloat16, MP_QSTR_bfloat16);
SCALAR_TYPE(binding_type_int8, MP_QSTR_int8);
SCALAR_TYPE(binding_type_int16, MP_QSTR_int16);
SCALAR_TYPE(binding_type_uint16, MP_QSTR_uint16);
SCALAR_TYPE(binding_type_uint32, MP_QSTR_uint32);
SCALAR_TYPE(binding_type_uint64, MP_QSTR_uint64);
SCALAR_TYPE(binding_type_complex64, MP_QSTR_complex64);
SCALAR_TYPE(binding_type_complex128, MP_QSTR_complex128);

static const mp_rom_map_elem_t engine_globals_table[] = {
    { MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR__engine) },
    { MP_ROM_QSTR(MP_QSTR_Tensor), MP_ROM_PTR(&binding_type_Tensor) },
    { MP_ROM_QSTR(MP_QSTR_Variable), MP_ROM_PTR(&binding_type_Variable) },
    { MP_ROM_QSTR(MP_QSTR_DType), MP_ROM_PTR(&binding_type_DType) },
    { MP_ROM_QSTR(MP_QSTR_TensorShape), MP_ROM_PTR(&binding_type_TensorShape) },
    { MP_ROM_QSTR(MP_QSTR_GradientTape), MP_ROM_PTR(&binding_type_GradientTape) },
    { MP_ROM_QSTR(MP_QSTR_OpFunction), MP_ROM_PTR(&binding_type_OpFunction) },
    { MP_ROM_QSTR(MP_QSTR_Reference), MP_ROM_PTR(&binding_type_Reference) },
    { MP_ROM_QSTR(MP_QSTR_ndarray), MP_ROM_PTR(&binding_type_ndarray) },
    { MP_ROM_QSTR(MP_QSTR_numpy_dtype), MP_ROM_PTR(&binding_type_numpy_dtype) },
    { MP_ROM_QSTR(MP_QSTR_float32), MP_ROM_PTR(&binding_type_float32) },
    { MP_ROM_QSTR(MP_QSTR_float64), MP_ROM_PTR(&binding_type_float64) },
    { MP_ROM_QSTR(MP_QSTR_int32), MP_ROM_PTR(&binding_type_int32) },
    { MP_ROM_QSTR(MP_QSTR_int64), MP_ROM_PTR(&binding_type_int64) },
    { MP_ROM_QSTR(MP_QSTR_uint8), MP_ROM_PTR(&binding_type_uint8) },
    { MP_ROM_QSTR(MP_QSTR_bool_), MP_ROM_PTR(&binding_type_bool_) },
    { MP_ROM_QSTR(MP_QSTR_float16), MP_ROM_PTR(&binding_type_float16) },
    { MP_ROM_QSTR(MP_QSTR_bfloat16), MP_ROM_PTR(&binding_type_bfloat16) },
    { MP_ROM_QSTR(MP_QSTR_int8), MP_ROM_PTR(&binding_type_int8) },
    { MP_ROM_QSTR(MP_QSTR_int16), MP_ROM_PTR(&binding_type_int16) },
    { MP_ROM_QSTR(MP_QSTR_uint16), MP_ROM_PTR(&binding_type_uint16) },
    { MP_ROM_QSTR(MP_QSTR_uint32), MP_ROM_PTR(&binding_type_uint32) },
    { MP_ROM_QSTR(MP_QSTR_uint64), MP_ROM_PTR(&binding_type_uint64) },
    { MP_ROM_QSTR(MP_QSTR_complex64), MP_ROM_PTR(&binding_type_complex64) },
    { MP_ROM_QSTR(MP_QSTR_complex128), MP_ROM_PTR(&binding_type_complex128) },
    { MP_ROM_QSTR(MP_QSTR_pause_tracing), MP_ROM_PTR(&pause_tracing_obj) },
    { MP_ROM_QSTR(MP_QSTR_save_program), MP_ROM_PTR(&save_program_obj) },
    { MP_ROM_QSTR(MP_QSTR_load_program), MP_ROM_PTR(&load_program_obj) },
    { MP_ROM_QSTR(MP_QSTR_assignment_of), MP_ROM_PTR(&assignment_of_obj) },
    { MP_ROM_QSTR(MP_QSTR_tracing_graph), MP_ROM_PTR(&tracing_graph_obj) },
    { MP_ROM_QSTR(MP_QSTR_graph_of), MP_ROM_PTR(&graph_of_obj) },
    { MP_ROM_QSTR(MP_QSTR_name_next), MP_ROM_PTR(&name_next_obj) },
    { MP_ROM_QSTR(MP_QSTR_switch_case), MP_ROM_PTR(&switch_case_obj) },
    { MP_ROM_QSTR(MP_QSTR_with_custom_gradient), MP_ROM_PTR(&with_custom_gradient_obj) },
    { MP_ROM_QSTR(MP_QSTR_variable_state), MP_ROM_PTR(&variable_state_obj) },
    { MP_ROM_QSTR(MP_QSTR_set_variable_state), MP_ROM_PTR(&set_variable_state_obj) },
    { MP_ROM_QSTR(MP_QSTR_run_functions_eagerly), MP_ROM_PTR(&run_functions_eagerly_obj) },
    { MP_ROM_QSTR(MP_QSTR_trace_begins), MP_ROM_PTR(&trace_begins_obj) },
    { MP_ROM_QSTR(MP_QSTR_trace_ends), MP_ROM_PTR(&trace_ends_obj) },
    { MP_ROM_QSTR(MP_QSTR_set_v1_forms), MP_ROM_PTR(&set_v1_forms_obj) },
    { MP_ROM_QSTR(MP_QSTR_if_else), MP_ROM_PTR(&if_else_obj) },
    { MP_ROM_QSTR(MP_QSTR_while_loop), MP_ROM_PTR(&while_loop_obj) },
    { MP_ROM_QSTR(MP_QSTR_call_back), MP_ROM_PTR(&call_back_obj) },
    { MP_ROM_QSTR(MP_QSTR_new_variable), MP_ROM_PTR(&new_variable_obj) },
    { MP_ROM_QSTR(MP_QSTR_Graph), MP_ROM_PTR(&binding_type_Graph) },
    { MP_ROM_QSTR(MP_QSTR_Concrete), MP_ROM_PTR(&binding_type_Concrete) },
    { MP_ROM_QSTR(MP_QSTR_Function), MP_ROM_PTR(&binding_type_Function) },
    { MP_ROM_QSTR(MP_QSTR_setup), MP_ROM_PTR(&setup_obj) },
    { MP_ROM_QSTR(MP_QSTR_extend), MP_ROM_PTR(&extend_obj) },
    { MP_ROM_QSTR(MP_QSTR_function), MP_ROM_PTR(&function_obj) },
    { MP_ROM_QSTR(MP_QSTR_export_names), MP_ROM_PTR(&export_names_obj) },
    { MP_ROM_QSTR(MP_QSTR_apply), MP_ROM_PTR(&apply_obj) },
    { MP_ROM_QSTR(MP_QSTR_apply_to_variable), MP_ROM_PTR(&apply_to_variable_obj) },
    { MP_ROM_QSTR(MP_QSTR_has_op), MP_ROM_PTR(&has_op_obj) },
    { MP_ROM_QSTR(MP_QSTR_hint), MP_ROM_PTR(&hint_obj) },
    { MP_ROM_QSTR(MP_QSTR_gather_rows), MP_ROM_PTR(&gather_rows_obj) },
    { MP_ROM_QSTR(MP_QSTR_constant), MP_ROM_PTR(&constant_obj) },
    { MP_ROM_QSTR(MP_QSTR_convert_to_tensor), MP_ROM_PTR(&convert_to_tensor_obj) },
    { MP_ROM_QSTR(MP_QSTR_int_tensor), MP_ROM_PTR(&int_tensor_obj) },
    { MP_ROM_QSTR(MP_QSTR_filled), MP_ROM_PTR(&filled_obj) },
    { MP_ROM_QSTR(MP_QSTR_cast), MP_ROM_PTR(&cast_obj) },
    { MP_ROM_QSTR(MP_QSTR_to_ints), MP_ROM_PTR(&to_ints_obj) },
    { MP_ROM_QSTR(MP_QSTR_boolean_mask), MP_ROM_PTR(&boolean_mask_obj) },
    { MP_ROM_QSTR(MP_QSTR_is_tensor), MP_ROM_PTR(&is_tensor_like_obj) },
    { MP_ROM_QSTR(MP_QSTR_is_symbolic), MP_ROM_PTR(&is_symbolic_obj) },
    { MP_ROM_QSTR(MP_QSTR_executing_eagerly), MP_ROM_PTR(&executing_eagerly_obj) },
    { MP_ROM_QSTR(MP_QSTR_summary), MP_ROM_PTR(&summary_obj) },
    { MP_ROM_QSTR(MP_QSTR_write), MP_ROM_PTR(&write_obj) },
    { MP_ROM_QSTR(MP_QSTR_assigning_for), MP_ROM_PTR(&assigning_for_obj) },
    { MP_ROM_QSTR(MP_QSTR_name_scope), MP_ROM_PTR(&name_scope_obj) },
    { MP_ROM_QSTR(MP_QSTR_pause_tapes), MP_ROM_PTR(&pause_tapes_obj) },
    { MP_ROM_QSTR(MP_QSTR_resume_tapes), MP_ROM_PTR(&resume_tapes_obj) },
    { MP_ROM_QSTR(MP_QSTR_set_seed), MP_ROM_PTR(&set_seed_obj) },
    { MP_ROM_QSTR(MP_QSTR_next_seeds), MP_ROM_PTR(&next_seeds_obj) },
    { MP_ROM_QSTR(MP_QSTR_variable_id), MP_ROM_PTR(&variable_id_obj) },
    { MP_ROM_QSTR(MP_QSTR_dtype_named), MP_ROM_PTR(&dtype_named_obj) },
    { MP_ROM_QSTR(MP_QSTR_as_dtype), MP_ROM_PTR(&as_dtype_obj) },
    { MP_ROM_QSTR(MP_QSTR_flatten), MP_ROM_PTR(&flatten_obj) },
    { MP_ROM_QSTR(MP_QSTR_pack_sequence_as), MP_ROM_PTR(&pack_sequence_as_obj) },
    { MP_ROM_QSTR(MP_QSTR_record_custom), MP_ROM_PTR(&record_custom_obj) },
    { MP_ROM_QSTR(MP_QSTR_accepts_keyword), MP_ROM_PTR(&accepts_keyword_obj) },
    { MP_ROM_QSTR(MP_QSTR_np_array), MP_ROM_PTR(&np_array_obj) },
    { MP_ROM_QSTR(MP_QSTR_np_filled), MP_ROM_PTR(&np_filled_obj) },
    { MP_ROM_QSTR(MP_QSTR_np_apply), MP_ROM_PTR(&np_apply_obj) },
    { MP_ROM_QSTR(MP_QSTR_np_binary), MP_ROM_PTR(&np_binary_obj) },
    { MP_ROM_QSTR(MP_QSTR_np_set_print), MP_ROM_PTR(&np_set_print_obj) },
    { MP_ROM_QSTR(MP_QSTR_np_text), MP_ROM_PTR(&np_text_obj) },
    { MP_ROM_QSTR(MP_QSTR_mt_seed), MP_ROM_PTR(&mt_seed_obj) },
    { MP_ROM_QSTR(MP_QSTR_mt_uniform), MP_ROM_PTR(&mt_uniform_obj) },
    { MP_ROM_QSTR(MP_QSTR_mt_normal), MP_ROM_PTR(&mt_normal_obj) },
    { MP_ROM_QSTR(MP_QSTR_mt_integers), MP_ROM_PTR(&mt_integers_obj) },
    { MP_ROM_QSTR(MP_QSTR_mt_shuffle), MP_ROM_PTR(&mt_shuffle_obj) },
};
static MP_DEFINE_CONST_DICT(engine_globals, engine_globals_table);

const mp_obj_module_t binding_module = {
    .base = { &mp_type_module },
    .globals = (mp_obj_dict_t *)&engine_globals,
};
MP_REGISTER_MODULE(MP_QSTR__engine, binding_module);

// A Python exception that is on its way through C++ frames; the classes of tf.errors by name; the exception that the last hint belongs to.
MP_REGISTER_ROOT_POINTER(mp_obj_t binding_parked);
MP_REGISTER_ROOT_POINTER(mp_obj_t binding_error_classes);
MP_REGISTER_ROOT_POINTER(mp_obj_t binding_hinted);
// Python functions that tapes may call later; methods of native types that are written in Python; what a conversion still reads.
MP_REGISTER_ROOT_POINTER(mp_obj_t binding_rooted);
MP_REGISTER_ROOT_POINTER(mp_obj_t binding_extensions);
MP_REGISTER_ROOT_POINTER(mp_obj_t binding_keep_alive);
