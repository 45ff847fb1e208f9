// The largest elements of rows, and rows joined by the number of their segment. Sources: tensorflow/core/kernels/topk_op.cc, segment_reduction_ops_impl.h,
// tensorflow/python/ops/math_grad.py (UnsortedSegment…), nn_grad.py (_TopKGrad).
#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

#include "engine/kernels/copy.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

// ---- top_k -----------------------------------------------------------------------------------------------------------------------

/// A key whose order as an unsigned number is that of the element: one sort serves all dtypes. NaN comes after infinity; -0 equals 0.
uint64_t order_key(const Tensor& t, int64_t i) {
  constexpr uint64_t kSign = uint64_t{1} << 63;
  if (!is_floating(t.dtype())) return static_cast<uint64_t>(t.element_int(i)) ^ kSign;
  const double x = t.element(i) + 0.0;
  if (x != x) return ~uint64_t{0} - 1;
  uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits & kSign ? ~bits : bits | kSign;
}

void top_k_kernel(KernelContext& c) {
  const Tensor& x = c.in(0);
  const int64_t n = x.shape().from_end(1), k = c.out().shape().from_end(1), rows = n ? x.size() / n : 0;
  const bool ascending = c.attrs.flag("ascending");
  std::vector<std::pair<uint64_t, int32_t>> order(static_cast<size_t>(n));
  for (int64_t r = 0; r < rows; ++r) {
    if (runtime().poll) runtime().poll();
    for (int64_t i = 0; i < n; ++i) {
      const uint64_t key = order_key(x, r * n + i);
      order[static_cast<size_t>(i)] = {ascending ? key : ~key, static_cast<int32_t>(i)};   // equals in the order in which they stand
    }
    std::partial_sort(order.begin(), order.begin() + k, order.end());
    for (int64_t i = 0; i < k; ++i) {
      const int32_t from = order[static_cast<size_t>(i)].second;
      copy_elements(x, r * n + from, c.out(0), r * k + i, 1);
      c.out(1).mutable_data<int32_t>()[r * k + i] = from;
    }
  }
}

/// dx: dy at the places where the values were found, counted through all rows.
void top_k_gradient(GradientContext& c) {
  if (!c.upstream(0)) return;
  const int64_t k = c.out(1).shape().from_end(1), n = c.in_shape(0).from_end(1);
  if (n < 0) throw Error(ErrorKind::unimplemented, "The gradient of top_k needs to know the size of the last axis.");
  const Tensor places = ops::reshape(c.out(1), Shape{-1, k}), whole = c.in_shape_tensor(0);
  const Tensor row_numbers = apply1(cumsum_op, {ops::slice(ops::ones_like(places), {0, 0}, Shape{-1, std::min<int64_t>(k, 1)})}, {{"axis", int64_t{0}}, {"exclusive", true}});
  const Tensor at = ops::reshape(places + row_numbers * static_cast<double>(n), Shape{-1, 1}), count = ops::reshape(apply1(reduce_prod_op, {whole}), Shape{1});
  c.set(0, ops::reshape(ops::scatter_nd(at, ops::reshape(c.upstream(0), Shape{-1}), count), whole));
}

// ---- segments --------------------------------------------------------------------------------------------------------------------

enum class Join { sum, prod, max, min };

void infer_segments(InferContext& c) {
  check_dtype(c, 0);
  if (!kIndices.contains(c.dtype(1))) check_dtype(c, 1, kIndices);
  if (!kIndices.contains(c.dtype(2))) check_dtype(c, 2, kIndices);
  const Shape &data = c.shape(0), &ids = c.shape(1);
  bool fits = ids.rank() <= data.rank();
  for (int i = 0; fits && i < ids.rank(); ++i) fits = ids[i] == data[i] || ids[i] < 0 || data[i] < 0;
  if (!fits) op_error(c.op, ErrorKind::invalid_argument, "data.shape = " + data.brackets() + " does not start with segment_ids.shape = " + ids.brackets());
  const Tensor* count = c.value(2);
  if (count && count->element_int() < 0) op_error(c.op, ErrorKind::invalid_argument, "Input num_segments == " + std::to_string(count->element_int()) + " must not be negative.");
  Shape out{count ? count->element_int() : -1};
  for (int i = ids.rank(); i < data.rank(); ++i) out.push_back(data[i]);
  c.output(c.dtype(0), out);
}

/// Whole numbers wrap around, as TensorFlow's do.
template <class T, class F> T wrapped(T a, T b, F f) {
  if constexpr (std::is_integral_v<T>) return static_cast<T>(f(static_cast<uint64_t>(a), static_cast<uint64_t>(b)));
  else return f(a, b);
}

template <class T> void join_rows(Join how, const Tensor& data, const Tensor& ids, Tensor& out, T empty) {
  const int64_t count = out.shape()[0], width = count ? out.size() / count : 0;
  T* to = out.mutable_data<T>();
  std::fill_n(to, out.size(), empty);
  std::vector<bool> seen(static_cast<size_t>(count));
  for (int64_t i = 0; i < ids.size() && width; ++i) {
    const int64_t id = ids.element_int(i);
    if (id < 0) continue;   // a row that belongs nowhere
    const T* from = data.data<T>() + i * width;
    T* row = to + id * width;
    if (!seen[static_cast<size_t>(id)]) std::copy_n(from, width, row);
    else
      for (int64_t j = 0; j < width; ++j) {
        const T a = row[j], b = from[j];
        if (how == Join::sum) row[j] = wrapped(a, b, [](auto x, auto y) { return x + y; });
        else if (how == Join::prod) row[j] = wrapped(a, b, [](auto x, auto y) { return x * y; });
        else if (how == Join::max) row[j] = a > b || a != a ? a : b;
        else row[j] = a < b || a != a ? a : b;
      }
    seen[static_cast<size_t>(id)] = true;
  }
}

template <Join how> void segments_kernel(KernelContext& c) {
  const Tensor& ids = c.in(1);
  const int64_t count = c.out().shape()[0];
  for (int64_t i = 0; i < ids.size(); ++i)
    if (ids.element_int(i) >= count) {
      int64_t rest = i;
      std::string index;
      for (int axis = ids.rank(); axis-- > 0; rest /= ids.shape()[axis]) index = std::to_string(rest % ids.shape()[axis]) + (index.empty() ? "" : "," + index);
      op_error(c.op, ErrorKind::invalid_argument, "segment_ids[" + index + "] = " + std::to_string(ids.element_int(i)) + " is out of range [0, " + std::to_string(count) + ")");
    }
  visit_dtype(c.in(0).dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (!std::is_same_v<T, bool>) {
      T empty = how == Join::prod ? T(1) : how == Join::max ? std::numeric_limits<T>::lowest() : how == Join::min ? std::numeric_limits<T>::max() : T(0);
      if (c.attrs.has("empty")) empty = static_cast<T>(c.attrs.number("empty"));
      join_rows<T>(how, c.in(0), ids, c.out(), empty);
    }
  }, [] {});
}

Tensor ids_from_zero(const Tensor& ids) { return ops::maximum(ids, ops::constant(ids.dtype(), 0)); }
Tensor rows_of(const Tensor& t, const Tensor& ids) { return ops::gather_nd(t, ops::expand_dims(ids_from_zero(ids), -1)); }
/// Whether a row of data belongs to a segment, in a shape that broadcasts over the row.
Tensor belongs(const GradientContext& c) {
  Shape shape = c.in_shape(1);
  for (int i = shape.rank(); i < c.in_shape(0).rank(); ++i) shape.push_back(1);
  return ops::reshape(ops::greater_equal(c.in(1), ops::constant(c.in(1).dtype(), 0)), shape);
}
Tensor rows_that_belong(const GradientContext& c, const Tensor& t) {
  const Tensor rows = rows_of(t, c.in(1));
  return ops::where(belongs(c), rows, ops::zeros_like(rows));
}
Tensor joined(const Tensor& data, const GradientContext& c) { return apply1(unsorted_segment_sum_op, {data, c.in(1), c.in(2)}); }

/// The gradient goes to the elements that won, in equal parts. Source: _UnsortedSegmentMinOrMaxGrad.
void extreme_gradient(GradientContext& c) {
  const Tensor won = ops::logical_and(ops::equal(c.in(0), rows_of(c.out(), c.in(1))), belongs(c));
  const Tensor winners = joined(ops::cast(won, c.in_dtype(0)), c), share = c.upstream() / ops::maximum(winners, ops::ones_like(winners));
  c.set(0, ops::where(won, rows_of(share, c.in(1)), ops::zeros_like(c.in(0))));
}

/// The product of the others: the whole over the element, or, at the only zero of a segment, the product without it. Source: _UnsortedSegmentProdGrad.
void product_gradient(GradientContext& c) {
  const Tensor& x = c.in(0);
  const Tensor is_zero = ops::equal(x, ops::zeros_like(x)), zeros = joined(ops::cast(is_zero, DType::int32), c);
  const Tensor dy = ops::where(ops::greater(zeros, ops::ones_like(zeros)), ops::zeros_like(c.upstream()), c.upstream());
  const Tensor others = ops::where(is_zero, ops::ones_like(x), x);
  const Tensor without = rows_of(apply1(unsorted_segment_prod_op, {others, c.in(1), c.in(2)}), c.in(1));
  c.set(0, rows_that_belong(c, dy) * ops::where(is_zero, without, rows_of(apply1(c.op, {x, c.in(1), c.in(2)}, c.attrs), c.in(1)) / others));
}

std::vector<Example> segment_examples() {
  const Tensor three = Tensor::scalar<int32_t>(3);
  return {{.shapes = {Shape{4}, Shape{}, Shape{}}, .fixed = {Tensor(), Tensor::from<int32_t>(Shape{4}, {0, 2, 0, 2}), three}},
          {.shapes = {Shape{3, 2}, Shape{}, Shape{}}, .fixed = {Tensor(), Tensor::from<int32_t>(Shape{3}, {1, -1, 1}), three}},
          {.shapes = {Shape{2, 2, 2}, Shape{}, Shape{}}, .fixed = {Tensor(), Tensor::from<int32_t>(Shape{2, 2}, {0, 1, 1, 2}), three}}};
}

/// The same with a value of their own for segments without rows: the lowest and the highest number are too large to be summed.
std::vector<Example> extreme_examples() {
  std::vector<Example> examples = segment_examples();
  for (Example& e : examples) e.attrs.set("empty", 0.0);
  return examples;
}

}  // namespace

/// The k largest elements of each row and their places, largest first, equal ones in their order. Attributes: k (absent: all); ascending: the smallest instead.
const Op top_k_op = {.name = "top_k", .type = "TopKV2", .formula = "values = the k largest x of each row; indices = where they are", .gradient_text = "dx = dvalues at indices, else 0", .min_inputs = 1, .max_inputs = 1,
                     .infer = [](InferContext& c) {
                       check_dtype(c, 0);
                       const int rank = c.shape(0).rank();
                       if (rank < 1) op_error(c.op, ErrorKind::invalid_argument, "input must be >= 1-D, got shape " + c.shape(0).brackets());
                       const int64_t n = c.shape(0).from_end(1), k = c.attrs.has("k") ? c.attrs.integer("k") : n;
                       if (c.attrs.has("k") && k < 0) op_error(c.op, ErrorKind::invalid_argument, "Need k >= 0, got " + std::to_string(k));
                       if (n >= 0 && k > n) op_error(c.op, ErrorKind::invalid_argument, "input must have at least k columns. Had " + std::to_string(n) + ", needed " + std::to_string(k));
                       c.output(c.dtype(0), c.shape(0).with(rank - 1, k));
                       c.output(DType::int32, c.shape(0).with(rank - 1, k));
                     },
                     .kernel = top_k_kernel, .differentiable = Differentiable::yes, .saves = Saves::outputs, .gradient = top_k_gradient, .domain = {.dtypes = kNumbers},
                     .examples = [] { return std::vector<Example>{{.shapes = {Shape{5}}, .attrs = {{"k", int64_t{2}}}}, {.shapes = {Shape{2, 3}}, .attrs = {{"k", int64_t{3}}, {"ascending", true}}}}; }};

#define TAPEDECK_SEGMENTS(py, tf, text, gradient_words) \
  .name = py, .type = tf, .formula = text, .gradient_text = gradient_words, .min_inputs = 3, .max_inputs = 3, .infer = infer_segments

/// Sums of the rows of each segment. Inputs: data, segment of each row (negative: none), number of segments. Attribute: empty, the value where no row is.
const Op unsorted_segment_sum_op = {TAPEDECK_SEGMENTS("unsorted_segment_sum", "UnsortedSegmentSum", "y[s] = sum of the x whose segment is s", "dx[i] = dy[segment of i]"), .kernel = segments_kernel<Join::sum>,
                                    .differentiable = Differentiable::yes, .saves = Saves::inputs, .gradient = [](GradientContext& c) { c.set(0, rows_that_belong(c, c.upstream())); },
                                    .domain = {.dtypes = kNumbers}, .examples = segment_examples};
/// Products of the rows of each segment.
const Op unsorted_segment_prod_op = {TAPEDECK_SEGMENTS("unsorted_segment_prod", "UnsortedSegmentProd", "y[s] = product of the x whose segment is s", "dx[i] = dy[segment of i] * product of the others"), .kernel = segments_kernel<Join::prod>,
                                     .differentiable = Differentiable::yes, .saves = Saves::inputs, .gradient = product_gradient, .domain = {.low = 0.5, .high = 2, .dtypes = kNumbers}, .examples = segment_examples};
/// The largest of the rows of each segment; the lowest number where there is none.
const Op unsorted_segment_max_op = {TAPEDECK_SEGMENTS("unsorted_segment_max", "UnsortedSegmentMax", "y[s] = the largest x whose segment is s", "dx = dy, shared by the elements that are the largest"), .kernel = segments_kernel<Join::max>,
                                    .differentiable = Differentiable::yes, .saves = Saves::both, .gradient = extreme_gradient, .domain = {.dtypes = kNumbers}, .examples = extreme_examples};
/// The smallest of the rows of each segment; the highest number where there is none.
const Op unsorted_segment_min_op = {TAPEDECK_SEGMENTS("unsorted_segment_min", "UnsortedSegmentMin", "y[s] = the smallest x whose segment is s", "dx = dy, shared by the elements that are the smallest"), .kernel = segments_kernel<Join::min>,
                                    .differentiable = Differentiable::yes, .saves = Saves::both, .gradient = extreme_gradient, .domain = {.dtypes = kNumbers}, .examples = extreme_examples};

#undef TAPEDECK_SEGMENTS

}  // namespace tapedeck
