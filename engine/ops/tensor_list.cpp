// Lists of tensors as values: what a tf.TensorArray becomes in a loop of a graph. Setting an item gives a new list that shares the other items.
// Attributes: element_dtype, element_shape. Source: tensorflow/core/kernels/list_kernels.cc, tensorflow/python/ops/list_ops.py (gradients).
#include <algorithm>

#include "engine/kernels/copy.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

void check_list(InferContext& c, size_t i = 0) {
  if (c.dtype(i) != DType::variant) dtype_error(c.op, i, DType::variant, c.dtype(i));
}
void check_index(InferContext& c, size_t i) {
  if (c.dtype(i) != DType::int32) dtype_error(c.op, i, DType::int32, c.dtype(i));
}

Shape element_shape(const Attrs& attrs) {
  const AttrValue* v = attrs.find("element_shape");
  const Shape* shape = v ? std::get_if<Shape>(v) : nullptr;
  return shape ? *shape : Shape::unknown();
}
DType element_dtype(const Attrs& attrs) { return attrs.dtype("element_dtype", DType::float32); }

const TensorList& list(KernelContext& c, size_t i = 0) { return *c.in(i).data<TensorList>(); }

/// The shape that all items have: declared, or that of the items that are there.
Shape item_shape(const Op& op, const TensorList& l, const Attrs& attrs) {
  if (const Shape s = element_shape(attrs); s.is_known()) return s;
  if (l.element_shape.is_known()) return l.element_shape;
  for (const Tensor& t : l.items) if (t) return t.shape();
  op_error(op, ErrorKind::invalid_argument, "Tried to stack list which only contains uninitialized tensors and has a non-fully-defined element shape: " + l.element_shape.brackets());
}

Tensor zeros_of(const Shape& shape, DType dtype) {
  Tensor t = Tensor::empty(dtype, shape);
  if (dtype != DType::string) std::fill_n(static_cast<char*>(t.mutable_raw()), t.bytes(), char{0});
  return t;
}

size_t checked_index(KernelContext& c, size_t size) {
  const int64_t i = c.in(1).element_int();
  if (i < 0 || i >= static_cast<int64_t>(size))
    op_error(c.op, ErrorKind::invalid_argument, "Trying to access element " + std::to_string(i) + " in a list with " + std::to_string(size) + " elements.");
  return static_cast<size_t>(i);
}

Attrs element_attrs(DType dtype, const Shape& shape) { return {{"element_dtype", dtype}, {"element_shape", shape}}; }

Tensor small_list() {
  Tensor t = Tensor::empty(DType::variant, Shape{});
  TensorList& l = *t.mutable_data<TensorList>();
  l.dtype = DType::float64;
  l.element_shape = Shape{2};
  l.items = {Tensor::from<double>(Shape{2}, {1, 2}), Tensor(), Tensor::from<double>(Shape{2}, {5, 6})};
  return t;
}
Tensor one() { return Tensor::scalar<int32_t>(1); }

}  // namespace

/// A list of n items that are not set yet. Input: n.
const Op list_reserve_op = {.name = "list_reserve", .type = "TensorListReserve", .formula = "y = a list of n places", .gradient_text = "", .min_inputs = 1, .max_inputs = 1,
                            .infer = [](InferContext& c) { check_index(c, 0); c.output(DType::variant, Shape{}); },
                            .kernel = [](KernelContext& c) {
                              TensorList& l = *c.out().mutable_data<TensorList>();
                              l.dtype = element_dtype(c.attrs);
                              l.element_shape = element_shape(c.attrs);
                              const int64_t n = c.in(0).element_int();
                              if (n < 0) op_error(c.op, ErrorKind::invalid_argument, "The num_elements to reserve must be a non negative number, but got " + std::to_string(n));
                              l.items.resize(static_cast<size_t>(n));
                            },
                            .domain = {.dtypes = kAllValues},
                            .examples = [] { return std::vector<Example>{{.shapes = {Shape{}}, .attrs = element_attrs(DType::float32, Shape{2}), .fixed = {one()}}}; }};

/// The list with item i replaced; attribute resize: a list that is too short grows. Inputs: list, i, item.
const Op list_set_op = {.name = "list_set", .type = "TensorListSetItem", .formula = "y = the list with y[i] = x", .gradient_text = "dlist = dy with dy[i] = 0, dx = dy[i]", .min_inputs = 3, .max_inputs = 3,
                        .infer = [](InferContext& c) {
                          check_list(c);
                          check_index(c, 1);
                          if (c.attrs.has("element_dtype") && element_dtype(c.attrs) != c.dtype(2)) dtype_error(c.op, 2, element_dtype(c.attrs), c.dtype(2));
                          c.output(DType::variant, Shape{});
                        },
                        .kernel = [](KernelContext& c) {
                          TensorList& to = *c.out().mutable_data<TensorList>();
                          to = list(c);
                          const int64_t i = c.in(1).element_int();
                          if (c.attrs.flag("resize") && i >= static_cast<int64_t>(to.items.size())) to.items.resize(static_cast<size_t>(i) + 1);
                          const size_t at = checked_index(c, to.items.size());
                          if (to.element_shape.is_known() && !(to.element_shape == c.in(2).shape()))
                            op_error(c.op, ErrorKind::invalid_argument, "Tried to set a tensor with incompatible shape at a list index. Item element shape: " + c.in(2).shape().brackets() + " list shape: " + to.element_shape.brackets());
                          to.items[at] = c.in(2);
                        },
                        .differentiable = Differentiable::yes, .saves = Saves::inputs,
                        .gradient = [](GradientContext& c) {
                          const Tensor& g = c.upstream();
                          if (c.wants(0)) c.set(0, apply1(list_set_op, {g, c.in(1), ops::zeros_like(c.in(2))}, {{"resize", true}}));
                          if (c.wants(2)) c.set(2, apply1(list_get_op, {g, c.in(1)}, element_attrs(c.in_dtype(2), c.in_shape(2))));
                        },
                        .domain = {.dtypes = kAllValues},
                        .examples = [] { return std::vector<Example>{{.shapes = {Shape{}, Shape{}, Shape{2}}, .fixed = {small_list(), one(), Tensor::from<double>(Shape{2}, {3, 4})}}}; }};

/// Item i of a list; one that was not set is zeros. Inputs: list, i.
const Op list_get_op = {.name = "list_get", .type = "TensorListGetItem", .formula = "y = list[i]", .gradient_text = "dlist = zeros with dy at i", .min_inputs = 2, .max_inputs = 2,
                        .infer = [](InferContext& c) {
                          check_list(c);
                          check_index(c, 1);
                          c.output_of_unknown_shape(element_dtype(c.attrs), element_shape(c.attrs));
                        },
                        .kernel = [](KernelContext& c) {
                          const TensorList& l = list(c);
                          const int64_t i = c.in(1).element_int();
                          const Tensor item = c.attrs.flag("may_be_short") && i >= static_cast<int64_t>(l.items.size()) ? Tensor() : l.items[checked_index(c, l.items.size())];
                          c.set_output(0, item ? Tensor::alias(item, item.shape()) : zeros_of(item_shape(c.op, l, c.attrs), element_dtype(c.attrs)));
                        },
                        .differentiable = Differentiable::yes, .saves = Saves::inputs,
                        .gradient = [](GradientContext& c) { c.set(0, apply1(list_set_op, {ops::zeros_like_list(c.in(0)), c.in(1), c.upstream()}, {{"resize", true}})); },
                        .domain = {.dtypes = kAllValues},
                        .examples = [] { return std::vector<Example>{{.shapes = {Shape{}, Shape{}}, .attrs = element_attrs(DType::float64, Shape{2}), .fixed = {small_list(), one()}}}; }};

/// All items along a new first axis.
const Op list_stack_op = {.name = "list_stack", .type = "TensorListStack", .formula = "y = the items of the list along a new axis", .gradient_text = "dlist = the rows of dy", .min_inputs = 1, .max_inputs = 1,
                          .infer = [](InferContext& c) {
                            check_list(c);
                            const Shape s = element_shape(c.attrs);
                            c.output_of_unknown_shape(element_dtype(c.attrs), s.has_rank() && s.rank() < Shape::kMaxRank ? s.inserted(0, -1) : Shape::unknown());
                          },
                          .kernel = [](KernelContext& c) {
                            const TensorList& l = list(c);
                            const auto n = static_cast<int64_t>(l.items.size());
                            const Shape s = item_shape(c.op, l, c.attrs);
                            Tensor out = Tensor::empty(element_dtype(c.attrs), s.inserted(0, n));
                            const int64_t width = s.size();
                            for (int64_t i = 0; i < n; ++i) {
                              const Tensor& item = l.items[static_cast<size_t>(i)];
                              if (item && !(item.shape() == s)) op_error(c.op, ErrorKind::invalid_argument, "Tensor with invalid shape in list. List element shape: " + s.brackets() + " list tensor shape: " + item.shape().brackets());
                              copy_elements(item ? item : zeros_of(s, out.dtype()), 0, out, i * width, width);
                            }
                            c.set_output(0, std::move(out));
                          },
                          .differentiable = Differentiable::yes,
                          .gradient = [](GradientContext& c) { c.set(0, apply1(list_from_tensor_op, {c.upstream()})); }, .domain = {.dtypes = kAllValues},
                          .examples = [] { return std::vector<Example>{{.shapes = {Shape{}}, .attrs = element_attrs(DType::float64, Shape{2}), .fixed = {small_list()}}}; }};

/// The rows of a tensor as a list.
const Op list_from_tensor_op = {.name = "list_from_tensor", .type = "TensorListFromTensor", .formula = "y = the rows of x as a list", .gradient_text = "dx = the items of dy along the first axis", .min_inputs = 1, .max_inputs = 1,
                                .infer = [](InferContext& c) {
                                  if (c.shape(0).rank() == 0) op_error(c.op, ErrorKind::invalid_argument, "Tensor must be at least a vector, but saw shape: []");
                                  c.output(DType::variant, Shape{});
                                },
                                .kernel = [](KernelContext& c) {
                                  TensorList& l = *c.out().mutable_data<TensorList>();
                                  const Tensor& x = c.in(0);
                                  l.dtype = x.dtype();
                                  l.element_shape = x.shape().without(0);
                                  const int64_t width = l.element_shape.size();
                                  for (int64_t i = 0; i < x.shape()[0]; ++i) {
                                    l.items.push_back(Tensor::empty(x.dtype(), l.element_shape));
                                    copy_elements(x, i * width, l.items.back(), 0, width);
                                  }
                                },
                                .differentiable = Differentiable::yes, .saves = Saves::inputs,
                                .gradient = [](GradientContext& c) {
                                  // Written through zeros of its own shape: a gradient list may be shorter than the list (its last items were not used).
                                  const Tensor zeros = apply1(list_from_tensor_op, {ops::zeros_like(c.in(0))});
                                  const Tensor both[] = {c.upstream(), zeros};
                                  const Tensor g = apply1(list_stack_op, {ops::add_n(both)}, element_attrs(c.in_dtype(0), c.in_shape(0).without(0)));
                                  c.set(0, c.in_shape(0).is_known() ? ops::reshape(g, c.in_shape(0)) : g);
                                },
                                .domain = {.dtypes = kAllValues},
                                .examples = [] { return std::vector<Example>{{.shapes = {Shape{3, 2}}}}; }};

/// How many items a list has.
const Op list_length_op = {.name = "list_length", .type = "TensorListLength", .formula = "y = the number of items", .gradient_text = "", .min_inputs = 1, .max_inputs = 1,
                           .infer = [](InferContext& c) { check_list(c); c.output(DType::int32, Shape{}); },
                           .kernel = [](KernelContext& c) { *c.out().mutable_data<int32_t>() = static_cast<int32_t>(list(c).items.size()); }, .domain = {.dtypes = kAllValues},
                           .examples = [] { return std::vector<Example>{{.shapes = {Shape{}}, .fixed = {small_list()}}}; }};

/// A list of as many zeros: where the gradient of a list begins.
const Op list_zeros_op = {.name = "list_zeros", .type = "ZerosLike", .formula = "y = zeros like the items of the list", .gradient_text = "dlist = zeros", .min_inputs = 1, .max_inputs = 1,
                          .infer = [](InferContext& c) { check_list(c); c.output(DType::variant, Shape{}); },
                          .kernel = [](KernelContext& c) {
                            const TensorList& from = list(c);
                            TensorList& l = *c.out().mutable_data<TensorList>();
                            l.dtype = from.dtype;
                            l.element_shape = from.element_shape;
                            for (size_t i = 0; i < from.items.size() && !l.element_shape.is_known(); ++i) if (from.items[i]) l.element_shape = from.items[i].shape();
                            l.items.resize(from.items.size());
                          },
                          .differentiable = Differentiable::yes, .gradient = [](GradientContext& c) { c.set(0, ops::zeros_like_list(c.upstream())); }, .domain = {.dtypes = kAllValues},
                          .examples = [] { return std::vector<Example>{{.shapes = {Shape{}}, .fixed = {small_list()}}}; }};

}  // namespace tapedeck
