// Cross entropies that take logits, and bias_add. Sources: tensorflow/core/kernels/xent_op.h, sparse_xent_op.h; python/ops/nn_grad.py.
#include <cmath>

#include "engine/kernels/copy.h"
#include "engine/kernels/elementwise.h"
#include "engine/kernels/softmax.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

/// Per row: loss = log(sum e^(x - max)) - (x[label] - max), and backprop = softmax(x) - labels. Labels are rows of probabilities or class numbers.
template <class T> void cross_entropy_rows(const Tensor& logits, const Tensor& labels, bool sparse, Tensor& loss, Tensor& backprop) {
  const int64_t n = logits.shape()[1];
  softmax_rows(logits, backprop, true);   // log softmax first: both results come from it
  for (int64_t r = 0; r < logits.shape()[0]; ++r) {
    T* row = backprop.mutable_data<T>() + r * n;
    T sum = 0;
    const int64_t label = sparse ? labels.element_int(r) : 0;
    const T* given = sparse ? nullptr : labels.data<T>() + r * n;
    if (sparse) {
      sum = -row[label];
    } else {
      for (int64_t i = 0; i < n; ++i) sum -= given[i] == 0 ? T(0) : given[i] * row[i];
    }
    loss.mutable_data<T>()[r] = sum;
    for (int64_t i = 0; i < n; ++i) row[i] = static_cast<T>(std::exp(static_cast<double>(row[i]))) - (sparse ? T(i == label) : given[i]);
  }
}

template <bool sparse> void cross_entropy_kernel(KernelContext& c) {
  if (c.in(0).size() == 0) return;
  if (sparse)
    for (int64_t i = 0; i < c.in(1).size(); ++i) {
      const int64_t label = c.in(1).element_int(i), n = c.in(0).shape()[1];
      if (label < 0 || label >= n) {
        std::string all;
        for (int64_t k = 0; k < c.in(1).size(); ++k) all.append(k ? " " : "").append(std::to_string(c.in(1).element_int(k)));
        op_error(c.op, ErrorKind::invalid_argument, "Received a label value of " + std::to_string(label) + " which is outside the valid range of [0, " + std::to_string(n) + ").  Label values: " + all);
      }
    }
  if (c.in(0).dtype() == DType::float64) cross_entropy_rows<double>(c.in(0), c.in(1), sparse, c.outputs[0], c.outputs[1]);
  else cross_entropy_rows<float>(c.in(0), c.in(1), sparse, c.outputs[0], c.outputs[1]);
}

/// Source: nn_grad.py, _SoftmaxCrossEntropyWithLogitsGrad: the second term is there for second derivatives (a gradient that flows into backprop).
void cross_entropy_gradient(GradientContext& c, bool with_labels) {
  const Tensor column = ops::expand_dims(c.upstream_or_zeros(0), -1);
  Tensor g = column * c.out(1);
  if (const Tensor& into_backprop = c.upstream(1)) {
    const Tensor softmax = ops::softmax(c.in(0));
    g = g + (into_backprop - ops::reduce_sum(into_backprop * softmax, {1}, true)) * softmax;
  }
  c.set(0, g);
  if (with_labels && c.wants(1)) c.set(1, column * -ops::log_softmax(c.in(0)));
}

}  // namespace

/// Cross entropy of rows of probabilities and softmax of logits; also what a gradient needs. Inputs: logits, labels [batch, classes].
const Op softmax_cross_entropy_with_logits_op = {
    .name = "softmax_cross_entropy_with_logits", .type = "SoftmaxCrossEntropyWithLogits", .formula = "loss = -sum of labels * log softmax(logits); backprop = softmax(logits) - labels",
    .gradient_text = "dlogits = dloss * backprop, dlabels = -dloss * log softmax(logits)", .min_inputs = 2, .max_inputs = 2,
    .infer = [](InferContext& c) {
      check_same_dtype(c);
      check_dtype(c, 0);
      bool fits = c.shape(0).rank() == 2 && c.shape(1).rank() == 2;
      for (int i = 0; fits && i < 2; ++i) fits = c.shape(0)[i] == c.shape(1)[i] || c.shape(0)[i] < 0 || c.shape(1)[i] < 0;
      if (!fits)
        op_error(c.op, ErrorKind::invalid_argument, "logits and labels must be broadcastable: logits_size=" + c.shape(0).brackets() + " labels_size=" + c.shape(1).brackets());
      c.output(c.dtype(0), Shape{c.shape(0)[0]});
      c.output(c.dtype(0), c.shape(0));
    },
    .kernel = cross_entropy_kernel<false>, .differentiable = Differentiable::yes, .saves = Saves::both, .gradient = [](GradientContext& c) { cross_entropy_gradient(c, true); },
    .examples = [] {
      return std::vector<Example>{{.shapes = {Shape{2, 3}, Shape{2, 3}}, .fixed = {Tensor(), Tensor::from<float>(Shape{2, 3}, {0.2f, 0.5f, 0.3f, 1.0f, 0.0f, 0.0f})}}};
    }};

/// Cross entropy of class numbers and softmax of logits; also what a gradient needs. Inputs: logits [batch, classes], labels [batch].
const Op sparse_softmax_cross_entropy_with_logits_op = {
    .name = "sparse_softmax_cross_entropy_with_logits", .type = "SparseSoftmaxCrossEntropyWithLogits", .formula = "loss = -log softmax(logits)[label]; backprop = softmax(logits) - one_hot(label)",
    .gradient_text = "dlogits = dloss * backprop", .min_inputs = 2, .max_inputs = 2,
    .infer = [](InferContext& c) {
      check_dtype(c, 0);
      if (!kIndices.contains(c.dtype(1))) check_dtype(c, 1, kIndices);
      if (c.shape(0).rank() != 2) op_error(c.op, ErrorKind::invalid_argument, "logits must be 2-D, but got shape " + c.shape(0).brackets());
      if (c.shape(1).rank() != 1 || (c.shape(1)[0] != c.shape(0)[0] && c.shape(1)[0] >= 0 && c.shape(0)[0] >= 0))
        op_error(c.op, ErrorKind::invalid_argument, "logits and labels must have the same first dimension, got logits shape " + c.shape(0).brackets() + " and labels shape " + c.shape(1).brackets());
      c.output(c.dtype(0), Shape{c.shape(0)[0]});
      c.output(c.dtype(0), c.shape(0));
    },
    .kernel = cross_entropy_kernel<true>, .differentiable = Differentiable::yes, .saves = Saves::both, .gradient = [](GradientContext& c) { cross_entropy_gradient(c, false); },
    .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 3}, Shape{}}, .fixed = {Tensor(), Tensor::from<int32_t>(Shape{2}, {2, 0})}}}; }};

/// A vector added along the last axis (attribute data_format "NCHW": along axis 1).
const Op bias_add_op = {.name = "bias_add", .type = "BiasAdd", .formula = "y = x + b along the channel axis", .gradient_text = "dx = dy, db = dy summed over all other axes", .min_inputs = 2, .max_inputs = 2,
                        .infer = [](InferContext& c) {
                          check_same_dtype(c);
                          check_dtype(c, 0);
                          if (c.shape(0).rank() < 2) op_error(c.op, ErrorKind::invalid_argument, "Input tensor must be at least 2D: " + c.shape(0).brackets());
                          if (c.shape(1).rank() != 1) op_error(c.op, ErrorKind::invalid_argument, "Biases must be 1D: " + c.shape(1).brackets());
                          const int axis = c.attrs.text("data_format").rfind("NC", 0) == 0 ? 1 : c.shape(0).rank() - 1;
                          if (c.shape(1)[0] != c.shape(0)[axis] && c.shape(0)[axis] >= 0 && c.shape(1)[0] >= 0)
                            op_error(c.op, ErrorKind::invalid_argument, "Must provide as many biases as the last dimension of the input tensor: " + c.shape(1).brackets() + " vs. " + c.shape(0).brackets());
                          c.output(c.dtype(0), c.shape(0));
                        },
                        .kernel = [](KernelContext& c) {
                          const bool channels_first = c.attrs.text("data_format").rfind("NC", 0) == 0;
                          Shape as_column{c.in(1).size()};
                          for (int i = 2; channels_first && i < c.in(0).rank(); ++i) as_column.push_back(1);
                          const Tensor bias = Tensor::alias(c.in(1), as_column);
                          visit_dtype(c.in(0).dtype(), [&](auto tag) {
                            using T = typename decltype(tag)::type;
                            struct Add { static T run(T a, T b) { return static_cast<T>(a + b); } };
                            if constexpr (!std::is_same_v<T, bool>) broadcast_binary(c.in(0), bias, c.out(), binary_loop<Add, T>);
                          }, [] {});
                        },
                        .differentiable = Differentiable::yes,
                        .gradient = [](GradientContext& c) {
                          c.set(0, c.upstream());
                          if (!c.wants(1)) return;
                          const int rank = c.in_shape(0).rank(), axis = c.attrs.text("data_format").rfind("NC", 0) == 0 ? 1 : rank - 1;
                          std::vector<int64_t> others;
                          for (int i = 0; i < rank; ++i) if (i != axis) others.push_back(i);
                          c.set(1, ops::reduce_sum(c.upstream(), others));
                        },
                        .domain = {.dtypes = kNumbers},
                        .examples = [] {
                          return std::vector<Example>{{.shapes = {Shape{2, 3}, Shape{3}}}, {.shapes = {Shape{2, 3, 2}, Shape{3}}, .attrs = {{"data_format", std::string("NCHW")}}}};
                        }};

}  // namespace tapedeck
