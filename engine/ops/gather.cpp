// Rows by number: gather, one_hot, where with one argument. Sources: tensorflow/python/ops/array_ops.py, array_grad.py _GatherV2Grad, _BatchGatherGrad.
#include "engine/kernels/copy.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

struct Rows {
  int axis, batch;
  int64_t batches = 1, outer = 1, n, inner = 1, picks = 1;   // params [batches, outer, n, inner], indices [batches, picks]
};

Rows rows_of(const Op& op, const Attrs& attrs, const Shape& params, const Shape& indices) {
  Rows r{};
  const int64_t batch = attrs.integer("batch_dims", 0);
  r.batch = static_cast<int>(batch < 0 ? batch + indices.rank() : batch);
  if (r.batch < 0 || r.batch > indices.rank() || r.batch > params.rank()) op_error(op, ErrorKind::invalid_argument, "Expected batch_dims in the range [" + std::to_string(-indices.rank()) + ", " + std::to_string(indices.rank()) + "], but got " + std::to_string(batch));
  const int64_t axis = attrs.integer("axis", r.batch);
  if (axis < -params.rank() || axis >= params.rank())
    op_error(op, ErrorKind::invalid_argument, params.rank() == 0 ? "params must be at least 1 dimensional" : "Expected axis in the range [" + std::to_string(-params.rank()) + ", " + std::to_string(params.rank()) + "), but got " + std::to_string(axis));
  r.axis = static_cast<int>(axis < 0 ? axis + params.rank() : axis);
  if (r.axis < r.batch) op_error(op, ErrorKind::invalid_argument, "batch_dims (" + std::to_string(r.batch) + ") must be less than or equal to axis (" + std::to_string(r.axis) + ").");
  r.batches = r.outer = r.inner = r.picks = 1;
  r.n = params[r.axis];
  for (int i = 0; i < params.rank(); ++i)
    if (i != r.axis) (i < r.batch ? r.batches : i < r.axis ? r.outer : r.inner) *= params[i];
  for (int i = r.batch; i < indices.rank(); ++i) r.picks *= indices[i];
  return r;
}

void gather_kernel(KernelContext& c) {
  const Rows r = rows_of(c.op, c.attrs, c.in(0).shape(), c.in(1).shape());
  for (int64_t b = 0; b < r.batches; ++b)
    for (int64_t p = 0; p < r.picks; ++p) {
      const int64_t row = c.in(1).element_int(b * r.picks + p);
      if (row < 0 || row >= r.n) {
        std::string where;
        int64_t rest = b * r.picks + p;
        for (int k = c.in(1).rank(); k-- > 0;) { where = std::to_string(rest % c.in(1).shape()[k]) + (where.empty() ? "" : ",") + where; rest /= c.in(1).shape()[k]; }
        op_error(c.op, ErrorKind::invalid_argument, "indices" + (where.empty() ? std::string() : "[" + where + "]") + " = " + std::to_string(row) + " is not in [0, " + std::to_string(r.n) + ")");
      }
      for (int64_t o = 0; o < r.outer; ++o)
        copy_elements(c.in(0), ((b * r.outer + o) * r.n + row) * r.inner, c.out(), ((b * r.outer + o) * r.picks + p) * r.inner, r.inner);
    }
}

/// Where each picked element lies in the flattened params: the gradient adds dy there.
Tensor places(const Rows& r, const Tensor& indices) {
  Tensor t = Tensor::empty(DType::int64, Shape{r.batches * r.outer * r.picks * r.inner, 1});
  int64_t* to = t.mutable_data<int64_t>();
  for (int64_t b = 0; b < r.batches; ++b)
    for (int64_t o = 0; o < r.outer; ++o)
      for (int64_t p = 0; p < r.picks; ++p)
        for (int64_t i = 0; i < r.inner; ++i) *to++ = ((b * r.outer + o) * r.n + indices.element_int(b * r.picks + p)) * r.inner + i;
  return told(t);
}

void gather_gradient(GradientContext& c) {
  if (!c.wants(0)) return;
  const Shape& params = c.in_shape(0);
  const Tensor& indices = c.in(1);
  if (c.attrs.integer("axis", 0) == 0 && c.attrs.integer("batch_dims", 0) == 0) {   // rows: one index per row
    const Tensor rows = ops::expand_dims(indices, -1);
    c.set(0, ops::scatter_nd(rows, c.upstream(), c.in_shape(0).is_known() ? tensor_from_shape(params, indices.dtype()) : c.in_shape_tensor(0)));
    return;
  }
  const Rows r = rows_of(c.op, c.attrs, params, indices.shape());
  const Tensor sums = ops::scatter_nd(places(r, indices), ops::reshape(c.upstream(), Shape{c.upstream().size()}), told(Tensor::from<int64_t>(Shape{1}, {params.size()})));
  c.set(0, ops::reshape(sums, params));
}

Tensor ints(const Shape& s, std::initializer_list<int32_t> v) { return Tensor::from<int32_t>(s, v); }

}  // namespace

/// Slices by number along an axis. Inputs: params, indices. Attributes: axis, batch_dims.
const Op gather_op = {.name = "gather", .type = "GatherV2", .formula = "y[i] = x[indices[i]]", .gradient_text = "dx = dy added up at the rows", .min_inputs = 2, .max_inputs = 2,
                      .infer = [](InferContext& c) {
                        check_dtype(c, 0);
                        if (!kIndices.contains(c.dtype(1))) dtype_error(c.op, 1, DType::int32, c.dtype(1));
                        const Rows r = rows_of(c.op, c.attrs, c.shape(0), c.shape(1));
                        Shape out;
                        for (int i = 0; i < r.axis; ++i) out.push_back(c.shape(0)[i]);
                        for (int i = r.batch; i < c.shape(1).rank(); ++i) out.push_back(c.shape(1)[i]);
                        for (int i = r.axis + 1; i < c.shape(0).rank(); ++i) out.push_back(c.shape(0)[i]);
                        c.output(c.dtype(0), out);
                      },
                      .kernel = gather_kernel, .differentiable = Differentiable::yes, .saves = Saves::inputs, .gradient = gather_gradient, .domain = {.dtypes = kAllValues},
                      .examples = [] {
                        return std::vector<Example>{{.shapes = {Shape{3, 2}, Shape{}}, .fixed = {Tensor(), ints(Shape{4}, {2, 0, 2, 1})}},
                                                    {.shapes = {Shape{2, 3}, Shape{}}, .attrs = {{"axis", int64_t{1}}}, .fixed = {Tensor(), ints(Shape{2, 2}, {2, 0, 0, 1})}},
                                                    {.shapes = {Shape{2, 3}, Shape{}}, .attrs = {{"axis", int64_t{1}}, {"batch_dims", int64_t{1}}}, .fixed = {Tensor(), ints(Shape{2, 2}, {2, 0, 0, 1})}},
                                                    {.shapes = {Shape{3}, Shape{}}, .fixed = {Tensor(), ints(Shape{}, {1})}}};
                      }};

/// The places of the true (or non-zero) elements, one row of indices each, in order.
const Op where_true_op = {.name = "where_true", .type = "Where", .formula = "y = the indices where x is true", .gradient_text = "", .min_inputs = 1, .max_inputs = 1,
                          .infer = [](InferContext& c) { check_dtype(c, 0); c.output_of_unknown_shape(DType::int64); },
                          .kernel = [](KernelContext& c) {
                            const Tensor& x = c.in(0);
                            std::vector<int64_t> rows;
                            int64_t count = 0;
                            for (int64_t i = 0; i < x.size(); ++i) {
                              if (x.element(i) == 0) continue;
                              ++count;
                              const size_t end = rows.size() + static_cast<size_t>(x.rank());
                              rows.resize(end);
                              int64_t rest = i;
                              for (int k = x.rank(); k-- > 0;) { rows[end - static_cast<size_t>(x.rank() - k)] = rest % x.shape()[k]; rest /= x.shape()[k]; }
                            }
                            c.set_output(0, Tensor::from<int64_t>(Shape{count, x.rank()}, rows));
                          },
                          .domain = {.dtypes = kFixedSize}};

/// A row of off with one on, per index. Inputs: indices, depth, on, off. Attribute: axis (-1). Indices outside give a row of off.
const Op one_hot_op = {.name = "one_hot", .type = "OneHot", .formula = "y[i, j] = on where j = indices[i], else off", .gradient_text = "", .min_inputs = 4, .max_inputs = 4,
                       .infer = [](InferContext& c) {
                         check_dtype(c, 0, {DType::int32, DType::int64, DType::uint8});
                         if (c.dtype(3) != c.dtype(2)) dtype_error(c.op, 3, c.dtype(2), c.dtype(3));
                         if (c.shape(1).rank() != 0) op_error(c.op, ErrorKind::invalid_argument, "depth must be a scalar, but got: " + c.shape(1).brackets());
                         const int64_t depth = c.value(1) ? c.inputs[1].element_int() : -1, axis = c.attrs.integer("axis", -1);
                         if (c.value(1) && depth < 0) op_error(c.op, ErrorKind::invalid_argument, "depth must be non-negative, got: " + std::to_string(depth));
                         if (axis < -1 || axis > c.shape(0).rank()) op_error(c.op, ErrorKind::invalid_argument, "Expected axis to be -1 or between [0, " + std::to_string(c.shape(0).rank() + 1) + ").  But received: " + std::to_string(axis));
                         c.output(c.dtype(2), c.shape(0).inserted(static_cast<int>(axis < 0 ? c.shape(0).rank() : axis), depth));
                       },
                       .kernel = [](KernelContext& c) {
                         const int64_t given = c.attrs.integer("axis", -1);
                         const int axis = static_cast<int>(given < 0 ? c.in(0).rank() : given);
                         int64_t inner = 1;
                         for (int i = axis; i < c.in(0).rank(); ++i) inner *= c.in(0).shape()[i];
                         const int64_t depth = c.out().shape()[axis];
                         broadcast_copy(c.in(3), c.out());
                         for (int64_t i = 0; i < c.in(0).size(); ++i) {
                           const int64_t k = c.in(0).element_int(i);
                           if (k >= 0 && k < depth) copy_elements(c.in(2), 0, c.out(), (i / inner * depth + k) * inner + i % inner, 1);
                         }
                       },
                       .domain = {.dtypes = {DType::int32, DType::int64, DType::uint8}},
                       .examples = [] { return std::vector<Example>{{.shapes = {Shape{}, Shape{}, Shape{}, Shape{}}, .fixed = {ints(Shape{3}, {0, 2, 5}), ints(Shape{}, {3}), Tensor::scalar<float>(1), Tensor::scalar<float>(0)}}}; }};

}  // namespace tapedeck
