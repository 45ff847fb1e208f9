// tf.TensorArray inside graphs: a tensor whose rows are the elements. Source: tensorflow/core/kernels/tensor_array_ops.cc (TensorArrayWriteV3).
//
// An array of n elements that nobody wrote to yet has shape [n, 0]: what its elements are like is known with the first of them.
#include "engine/kernels/copy.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

bool is_unwritten(const Shape& s) { return s.rank() == 2 && s[1] == 0; }

Shape rows(int64_t n, const Shape& element) { return element.inserted(0, n); }

}  // namespace

/// The array with another element i. Inputs: array, index (scalar), element. Attribute: dynamic_size (the array grows).
///   y[k] = x[k] for k != i, y[i] = v
/// Gradient  dx = dy with zeros at i, dv = dy[i]
/// Errors    OutOfRange "Tried to write to index 3 but array is not resizeable and size is: 3"
const Op tensor_array_write_op = {
    .name = "tensor_array_write", .type = "TensorArrayWriteV3", .formula = "y = x, but y[i] = v", .gradient_text = "dx = dy with zeros at i, dv = dy[i]", .min_inputs = 3, .max_inputs = 3,
    .infer = [](InferContext& c) {
      if (c.dtype(2) != c.dtype(0)) dtype_error(c.op, 2, c.dtype(0), c.dtype(2));
      if (c.dtype(1) != DType::int32 && c.dtype(1) != DType::int64) dtype_error(c.op, 1, DType::int32, c.dtype(1));
      const Shape &x = c.shape(0), &v = c.shape(2);
      if (!is_unwritten(x) && x.is_known() && v.is_known() && !(x.without(0) == v))
        op_error(c.op, ErrorKind::invalid_argument, "Could not write to TensorArray index because the value shape is " + v.brackets() + " which is incompatible with the TensorArray's inferred element shape: " +
                                                        x.without(0).brackets() + " (consider setting infer_shape=False).");
      const Tensor* index = c.value(1);
      int64_t n = x.rank() > 0 ? x[0] : -1;
      const bool grows = c.attrs.flag("dynamic_size");
      if (index && n >= 0) {
        const int64_t i = index->element_int();
        if (i < 0) op_error(c.op, ErrorKind::out_of_range, "Tried to write to index " + std::to_string(i) + " but array size is: " + std::to_string(n));
        if (i >= n && !grows) op_error(c.op, ErrorKind::out_of_range, "Tried to write to index " + std::to_string(i) + " but array is not resizeable and size is: " + std::to_string(n));
        n = std::max(n, i + 1);
      } else if (grows) {
        n = -1;
      }
      c.output(c.dtype(0), rows(n, v));
    },
    .kernel = [](KernelContext& c) {
      const Tensor &x = c.in(0), &v = c.in(2);
      Tensor& y = c.out();
      const int64_t i = c.in(1).element_int(), row = v.size();
      if (is_unwritten(x.shape()) && row > 0) {
        visit_dtype(y.dtype(), [&](auto tag) {
          using T = typename decltype(tag)::type;
          T* out = y.mutable_data<T>();
          for (int64_t k = 0; k < y.size(); ++k) out[k] = T{};
        }, [] {});
      } else {
        copy_elements(x, 0, y, 0, x.size());
        visit_dtype(y.dtype(), [&](auto tag) {
          using T = typename decltype(tag)::type;
          T* out = y.mutable_data<T>();
          for (int64_t k = x.size(); k < y.size(); ++k) out[k] = T{};
        }, [] {});
      }
      copy_elements(v, 0, y, i * row, row);
    },
    .differentiable = Differentiable::yes, .saves = Saves::inputs,
    .gradient = [](GradientContext& c) {
      const Tensor index = c.in(1);
      if (c.wants(0)) {
        Tensor g = apply1(tensor_array_write_op, {c.upstream(), index, ops::zeros_like(c.in(2))});
        // What was written beyond the end has no place in the array before.
        const Shape& before = c.in_shape(0);
        if (before.is_known() && !is_unwritten(before) && g.shape().is_known() && g.shape()[0] > before[0]) {
          Tensor begin = Tensor::empty(DType::int32, Shape{before.rank()}), size = Tensor::empty(DType::int32, Shape{before.rank()});
          for (int k = 0; k < before.rank(); ++k) {
            begin.mutable_data<int32_t>()[k] = 0;
            size.mutable_data<int32_t>()[k] = static_cast<int32_t>(before[k]);
          }
          g = apply1(*find_op("slice"), {g, begin, size});
        }
        if (!is_unwritten(before)) c.set(0, g);
      }
      if (c.wants(2)) c.set(2, apply1(*find_op("gather"), {c.upstream(), index}, {{"axis", int64_t{0}}}));
    },
    .domain = {.dtypes = kAllValues},
    .examples = [] { return std::vector<Example>{{.shapes = {Shape{3, 2}, Shape{}, Shape{2}}, .fixed = {Tensor(), Tensor::scalar(int32_t{1}), Tensor()}}}; }};

}  // namespace tapedeck
