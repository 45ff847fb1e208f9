// Convolutions and pooling over images [batch, height, width, channels]. Attributes as TensorFlow's: strides and dilations [1, h, w, 1], padding "SAME", "VALID" or
// "EXPLICIT" with explicit_paddings, ksize for pools. Sources: tensorflow/core/util/padding.cc, framework/common_shape_fns.cc, python/ops/nn_grad.py.
#include "engine/kernels/conv.h"

#include <algorithm>

#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

std::array<int64_t, 2> pair_of(const Op& op, const Attrs& attrs, const char* name) {
  const AttrValue* v = attrs.find(name);
  if (!v) return {1, 1};
  if (const auto* one = std::get_if<int64_t>(v)) return {*one, *one};
  const auto& list = attrs.integers(name);
  std::array<int64_t, 2> pair{};
  if (list.size() == 4) {
    if (list[0] != 1 || list[3] != 1)
      op_error(op, ErrorKind::unimplemented, std::string("Current implementation does not yet support ") + name + " in the batch and depth dimensions.");
    pair = {list[1], list[2]};
  } else if (list.size() == 2) {
    pair = {list[0], list[1]};
  } else if (list.size() == 1) {
    pair = {list[0], list[0]};
  } else {
    op_error(op, ErrorKind::invalid_argument, std::string("Sliding window ") + name + " field must specify 4 dimensions");
  }
  if (pair[0] <= 0 || pair[1] <= 0) op_error(op, ErrorKind::invalid_argument, std::string("Sliding window ") + name + " for dimension must be positive");
  return pair;
}

/// Everything but the image's values: how windows of this size lie over images of this shape.
Windows windows_of(const Op& op, const Attrs& attrs, const Shape& image, std::array<int64_t, 2> kernel) {
  if (attrs.text("data_format").rfind("NC", 0) == 0)
    op_error(op, ErrorKind::unimplemented, std::string("The ") + op.type + " op currently only supports the NHWC tensor format on the CPU. The op was given the format: " + attrs.text("data_format"),
             "Put the channels last: tf.transpose(x, [0, 2, 3, 1]).");
  if (image.rank() != 4) op_error(op, ErrorKind::invalid_argument, "input must be 4-dimensional: " + image.brackets());
  Windows w;
  w.batch = image[0];
  w.channels = image[3];
  w.in = {image[1], image[2]};
  w.kernel = kernel;
  w.stride = pair_of(op, attrs, "strides");
  w.dilation = pair_of(op, attrs, "dilations");
  const std::string padding = attrs.text("padding").empty() ? "VALID" : attrs.text("padding");
  for (size_t i = 0; i < 2; ++i) {
    const int64_t span = (kernel[i] - 1) * w.dilation[i] + 1;
    if (w.in[i] < 0) { w.out[i] = -1; continue; }
    int64_t around = 0;
    if (padding == "SAME") {
      w.out[i] = (w.in[i] + w.stride[i] - 1) / w.stride[i];
      w.before[i] = std::max<int64_t>(0, (w.out[i] - 1) * w.stride[i] + span - w.in[i]) / 2;
      continue;
    }
    if (padding == "EXPLICIT") {
      const auto& p = attrs.integers("explicit_paddings");
      if (p.size() != 8) op_error(op, ErrorKind::invalid_argument, "explicit_paddings attribute must contain 8 values, but got: " + std::to_string(p.size()));
      w.before[i] = p[2 + 2 * i];
      around = p[2 + 2 * i] + p[3 + 2 * i];
    } else if (padding != "VALID") {
      op_error_early(op, ErrorKind::invalid_argument, "Value for attr 'padding' of \"" + padding + "\" is not in the list of allowed values: \"SAME\", \"VALID\", \"EXPLICIT\"");
    }
    if (kernel[i] < 0) { w.out[i] = -1; continue; }
    const int64_t room = w.in[i] + around - span;
    w.out[i] = room < 0 ? 0 : room / w.stride[i] + 1;
    if ((room + w.stride[i]) / w.stride[i] < 0)
      op_error(op, ErrorKind::invalid_argument, "Computed output size would be negative: " + std::to_string((room + w.stride[i]) / w.stride[i]) + " [input_size: " + std::to_string(w.in[i]) +
                                                    ", effective_filter_size: " + std::to_string(span) + ", stride: " + std::to_string(w.stride[i]) + "]");
  }
  return w;
}

Windows conv_windows(const Op& op, const Attrs& attrs, const Shape& image, const Shape& filter) {
  if (filter.rank() != 4) op_error(op, ErrorKind::invalid_argument, "filter must be 4-dimensional: " + filter.brackets());
  Windows w = windows_of(op, attrs, image, {filter[0], filter[1]});
  if (w.channels != filter[2] && w.channels >= 0 && filter[2] >= 0)
    op_error(op, ErrorKind::invalid_argument, "input depth must be evenly divisible by filter depth: " + std::to_string(w.channels) + " vs " + std::to_string(filter[2]));
  return w;
}
Windows pool_windows(const Op& op, const Attrs& attrs, const Shape& image) { return windows_of(op, attrs, image, pair_of(op, attrs, "ksize")); }

Shape image_shape(const Windows& w, int64_t channels) { return Shape{w.batch, w.out[0], w.out[1], channels}; }

/// The shape that a backprop op is told in an input.
Shape told_shape(const Op& op, const Tensor& t) {
  const auto s = shape_from_tensor(op, t);
  return s ? *s : Shape{};
}

Attrs conv_attrs(std::vector<int64_t> strides, const char* padding) { return {{"strides", std::move(strides)}, {"padding", std::string(padding)}}; }
Tensor ints(std::initializer_list<int32_t> v) { return Tensor::from<int32_t>(Shape{static_cast<int64_t>(v.size())}, v); }

void check_two(InferContext& c, size_t a, size_t b) {
  check_dtype(c, a);
  if (c.dtype(b) != c.dtype(a)) dtype_error(c.op, b, c.dtype(a), c.dtype(b));
}

}  // namespace

/// Slides filters over images and takes the weighted sums. Inputs: x [n, h, w, c], filter [kh, kw, c, filters].
const Op conv2d_op = {.name = "conv2d", .type = "Conv2D", .formula = "y[i, j, f] = sum of x[i + di, j + dj, c] * filter[di, dj, c, f]", .gradient_text = "dx = dy spread back through the filter, dfilter = windows of x times dy",
                      .min_inputs = 2, .max_inputs = 2,
                      .infer = [](InferContext& c) { check_two(c, 0, 1); c.output(c.dtype(0), image_shape(conv_windows(c.op, c.attrs, c.shape(0), c.shape(1)), c.shape(1)[3])); },
                      .kernel = [](KernelContext& c) { conv2d(conv_windows(c.op, c.attrs, c.in(0).shape(), c.in(1).shape()), c.in(1).shape()[3], c.in(0), c.in(1), c.out()); },
                      .differentiable = Differentiable::yes, .saves = Saves::inputs,
                      .gradient = [](GradientContext& c) {
                        if (c.wants(0)) c.set(0, apply1(conv2d_backprop_input_op, {c.in_shape_tensor(0), c.in(1), c.upstream()}, c.attrs));
                        if (c.wants(1)) c.set(1, apply1(conv2d_backprop_filter_op, {c.in(0), c.in_shape_tensor(1), c.upstream()}, c.attrs));
                      },
                      .examples = [] {
                        return std::vector<Example>{{.shapes = {Shape{2, 4, 5, 2}, Shape{3, 3, 2, 3}}, .attrs = conv_attrs({1, 1, 1, 1}, "SAME")}, {.shapes = {Shape{1, 5, 4, 1}, Shape{2, 3, 1, 2}}, .attrs = conv_attrs({1, 2, 1, 1}, "VALID")}};
                      }};

/// Gradient of conv2d by the image. Inputs: shape of x, filter, dy.
const Op conv2d_backprop_input_op = {.name = "conv2d_backprop_input", .type = "Conv2DBackpropInput", .formula = "dx = dy spread back through the filter", .gradient_text = "dfilter = windows of the gradient times dy, ddy = conv2d of the gradient",
                                     .min_inputs = 3, .max_inputs = 3,
                                     .infer = [](InferContext& c) {
                                       check_two(c, 1, 2);
                                       const Shape s = told_shape(c.op, c.inputs[0]);
                                       const Windows w = conv_windows(c.op, c.attrs, s, c.shape(1));
                                       if (c.shape(2).is_known() && s.is_known() && c.shape(1).is_known() && !(c.shape(2) == image_shape(w, c.shape(1)[3])))
                                         op_error(c.op, ErrorKind::invalid_argument, "Conv2DBackpropInput: input and out_backprop do not fit: " + s.brackets() + " and " + c.shape(2).brackets());
                                       c.output(c.dtype(1), s);
                                     },
                                     .kernel = [](KernelContext& c) { conv2d_backprop_input(conv_windows(c.op, c.attrs, c.out().shape(), c.in(1).shape()), c.in(1).shape()[3], c.in(1), c.in(2), c.out()); },
                                     .differentiable = Differentiable::yes, .saves = Saves::inputs,
                                     .gradient = [](GradientContext& c) {
                                       if (c.wants(1)) c.set(1, apply1(conv2d_backprop_filter_op, {c.upstream(), c.in_shape_tensor(1), c.in(2)}, c.attrs));
                                       if (c.wants(2)) c.set(2, apply1(conv2d_op, {c.upstream(), c.in(1)}, c.attrs));
                                     },
                                     .examples = [] { return std::vector<Example>{{.shapes = {Shape{}, Shape{3, 3, 2, 2}, Shape{1, 2, 2, 2}}, .attrs = conv_attrs({1, 2, 2, 1}, "SAME"), .fixed = {ints({1, 4, 3, 2})}}}; }};

/// Gradient of conv2d by the filter. Inputs: x, shape of the filter, dy.
const Op conv2d_backprop_filter_op = {.name = "conv2d_backprop_filter", .type = "Conv2DBackpropFilter", .formula = "dfilter = windows of x times dy", .gradient_text = "dx = dy spread back through the gradient, ddy = conv2d with the gradient as filter",
                                      .min_inputs = 3, .max_inputs = 3,
                                      .infer = [](InferContext& c) {
                                        check_two(c, 0, 2);
                                        const Shape s = told_shape(c.op, c.inputs[1]);
                                        conv_windows(c.op, c.attrs, c.shape(0), s);
                                        c.output(c.dtype(0), s);
                                      },
                                      .kernel = [](KernelContext& c) { conv2d_backprop_filter(conv_windows(c.op, c.attrs, c.in(0).shape(), c.out().shape()), c.out().shape()[3], c.in(0), c.in(2), c.out()); },
                                      .differentiable = Differentiable::yes, .saves = Saves::inputs,
                                      .gradient = [](GradientContext& c) {
                                        if (c.wants(0)) c.set(0, apply1(conv2d_backprop_input_op, {c.in_shape_tensor(0), c.upstream(), c.in(2)}, c.attrs));
                                        if (c.wants(2)) c.set(2, apply1(conv2d_op, {c.in(0), c.upstream()}, c.attrs));
                                      },
                                      .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 4, 3, 2}, Shape{}, Shape{2, 2, 1, 3}}, .attrs = conv_attrs({1, 1, 1, 1}, "VALID"), .fixed = {Tensor(), ints({3, 3, 2, 3})}}}; }};

/// A filter for each channel on its own. Inputs: x [n, h, w, c], filter [kh, kw, c, multiplier].
const Op depthwise_conv2d_op = {.name = "depthwise_conv2d", .type = "DepthwiseConv2dNative", .formula = "y[i, j, c * m + q] = sum of x[i + di, j + dj, c] * filter[di, dj, c, q]", .gradient_text = "dx and dfilter as for conv2d, channel by channel",
                                .min_inputs = 2, .max_inputs = 2,
                                .infer = [](InferContext& c) { check_two(c, 0, 1); c.output(c.dtype(0), image_shape(conv_windows(c.op, c.attrs, c.shape(0), c.shape(1)), c.shape(1)[2] < 0 || c.shape(1)[3] < 0 ? -1 : c.shape(1)[2] * c.shape(1)[3])); },
                                .kernel = [](KernelContext& c) { depthwise_conv2d(conv_windows(c.op, c.attrs, c.in(0).shape(), c.in(1).shape()), c.in(1).shape()[3], c.in(0), c.in(1), c.out()); },
                                .differentiable = Differentiable::yes, .saves = Saves::inputs,
                                .gradient = [](GradientContext& c) {
                                  if (c.wants(0)) c.set(0, apply1(depthwise_backprop_input_op, {c.in_shape_tensor(0), c.in(1), c.upstream()}, c.attrs));
                                  if (c.wants(1)) c.set(1, apply1(depthwise_backprop_filter_op, {c.in(0), c.in_shape_tensor(1), c.upstream()}, c.attrs));
                                },
                                .examples = [] { return std::vector<Example>{{.shapes = {Shape{1, 4, 3, 2}, Shape{3, 2, 2, 2}}, .attrs = conv_attrs({1, 1, 1, 1}, "SAME")}}; }};

/// Gradient of depthwise_conv2d by the image. Inputs: shape of x, filter, dy.
const Op depthwise_backprop_input_op = {.name = "depthwise_backprop_input", .type = "DepthwiseConv2dNativeBackpropInput", .formula = "dx = dy spread back through the filter", .gradient_text = "as for conv2d_backprop_input, channel by channel",
                                        .min_inputs = 3, .max_inputs = 3,
                                        .infer = [](InferContext& c) { check_two(c, 1, 2); const Shape s = told_shape(c.op, c.inputs[0]); conv_windows(c.op, c.attrs, s, c.shape(1)); c.output(c.dtype(1), s); },
                                        .kernel = [](KernelContext& c) { depthwise_backprop_input(conv_windows(c.op, c.attrs, c.out().shape(), c.in(1).shape()), c.in(1).shape()[3], c.in(1), c.in(2), c.out()); },
                                        .differentiable = Differentiable::yes, .saves = Saves::inputs,
                                        .gradient = [](GradientContext& c) {
                                          if (c.wants(1)) c.set(1, apply1(depthwise_backprop_filter_op, {c.upstream(), c.in_shape_tensor(1), c.in(2)}, c.attrs));
                                          if (c.wants(2)) c.set(2, apply1(depthwise_conv2d_op, {c.upstream(), c.in(1)}, c.attrs));
                                        },
                                        .examples = [] { return std::vector<Example>{{.shapes = {Shape{}, Shape{2, 2, 2, 1}, Shape{1, 3, 3, 2}}, .attrs = conv_attrs({1, 1, 1, 1}, "SAME"), .fixed = {ints({1, 3, 3, 2})}}}; }};

/// Gradient of depthwise_conv2d by the filter. Inputs: x, shape of the filter, dy.
const Op depthwise_backprop_filter_op = {.name = "depthwise_backprop_filter", .type = "DepthwiseConv2dNativeBackpropFilter", .formula = "dfilter = windows of x times dy", .gradient_text = "as for conv2d_backprop_filter, channel by channel",
                                         .min_inputs = 3, .max_inputs = 3,
                                         .infer = [](InferContext& c) { check_two(c, 0, 2); const Shape s = told_shape(c.op, c.inputs[1]); conv_windows(c.op, c.attrs, c.shape(0), s); c.output(c.dtype(0), s); },
                                         .kernel = [](KernelContext& c) { depthwise_backprop_filter(conv_windows(c.op, c.attrs, c.in(0).shape(), c.out().shape()), c.out().shape()[3], c.in(0), c.in(2), c.out()); },
                                         .differentiable = Differentiable::yes, .saves = Saves::inputs,
                                         .gradient = [](GradientContext& c) {
                                           if (c.wants(0)) c.set(0, apply1(depthwise_backprop_input_op, {c.in_shape_tensor(0), c.upstream(), c.in(2)}, c.attrs));
                                           if (c.wants(2)) c.set(2, apply1(depthwise_conv2d_op, {c.in(0), c.upstream()}, c.attrs));
                                         },
                                         .examples = [] { return std::vector<Example>{{.shapes = {Shape{1, 3, 3, 2}, Shape{}, Shape{1, 3, 3, 2}}, .attrs = conv_attrs({1, 1, 1, 1}, "SAME"), .fixed = {Tensor(), ints({2, 2, 2, 1})}}}; }};

/// The largest element of each window. Attributes: ksize, strides, padding.
const Op max_pool_op = {.name = "max_pool", .type = "MaxPool", .formula = "y = the largest x in each window", .gradient_text = "dx = dy at the first largest element of each window", .min_inputs = 1, .max_inputs = 1,
                        .infer = [](InferContext& c) { check_dtype(c, 0); const Windows w = pool_windows(c.op, c.attrs, c.shape(0)); c.output(c.dtype(0), image_shape(w, w.channels)); },
                        .kernel = [](KernelContext& c) { max_pool(pool_windows(c.op, c.attrs, c.in(0).shape()), c.in(0), c.out()); },
                        .differentiable = Differentiable::yes, .saves = Saves::inputs,
                        .gradient = [](GradientContext& c) { c.set(0, apply1(max_pool_backprop_op, {c.in(0), c.upstream()}, c.attrs)); },
                        .domain = {.margin = 1e-4},
                        .examples = [] { return std::vector<Example>{{.shapes = {Shape{1, 4, 5, 2}}, .attrs = {{"ksize", std::vector<int64_t>{1, 2, 2, 1}}, {"strides", std::vector<int64_t>{1, 2, 2, 1}}, {"padding", std::string("SAME")}}}}; }};

/// Gradient of max_pool. Inputs: x, dy. No gradient goes to x.
const Op max_pool_backprop_op = {.name = "max_pool_backprop", .type = "MaxPoolGrad", .formula = "dx = dy at the first largest element of each window", .gradient_text = "ddy = the gradient at those elements", .min_inputs = 2, .max_inputs = 2,
                                 .infer = [](InferContext& c) { check_two(c, 0, 1); pool_windows(c.op, c.attrs, c.shape(0)); c.output(c.dtype(0), c.shape(0)); },
                                 .kernel = [](KernelContext& c) { max_pool_backprop(pool_windows(c.op, c.attrs, c.in(0).shape()), c.in(0), c.in(1), c.out()); },
                                 .differentiable = Differentiable::yes, .saves = Saves::inputs,
                                 .gradient = [](GradientContext& c) {
                                   if (c.wants(0)) c.set(0, ops::zeros_like(c.in(0)));
                                   if (c.wants(1)) c.set(1, apply1(max_pool_pick_op, {c.in(0), c.upstream()}, c.attrs));
                                 },
                                 .domain = {.margin = 1e-4},
                                 .examples = [] { return std::vector<Example>{{.shapes = {Shape{1, 4, 4, 1}, Shape{1, 2, 2, 1}}, .attrs = {{"ksize", std::vector<int64_t>{1, 2, 2, 1}}, {"strides", std::vector<int64_t>{1, 2, 2, 1}}, {"padding", std::string("VALID")}}}}; }};

/// The elements of a second tensor where x is largest in each window. Inputs: x, from.
const Op max_pool_pick_op = {.name = "max_pool_pick", .type = "MaxPoolGradGrad", .formula = "y = from at the first largest element of x in each window", .gradient_text = "dfrom = dy at those elements", .min_inputs = 2, .max_inputs = 2,
                             .infer = [](InferContext& c) { check_two(c, 0, 1); const Windows w = pool_windows(c.op, c.attrs, c.shape(0)); c.output(c.dtype(0), image_shape(w, w.channels)); },
                             .kernel = [](KernelContext& c) { max_pool_pick(pool_windows(c.op, c.attrs, c.in(0).shape()), c.in(0), c.in(1), c.out()); },
                             .differentiable = Differentiable::yes, .saves = Saves::inputs,
                             .gradient = [](GradientContext& c) {
                               if (c.wants(0)) c.set(0, ops::zeros_like(c.in(0)));
                               if (c.wants(1)) c.set(1, apply1(max_pool_backprop_op, {c.in(0), c.upstream()}, c.attrs));
                             },
                             .domain = {.margin = 1e-4},
                             .examples = [] { return std::vector<Example>{{.shapes = {Shape{1, 4, 4, 1}, Shape{1, 4, 4, 1}}, .attrs = {{"ksize", std::vector<int64_t>{1, 2, 2, 1}}, {"strides", std::vector<int64_t>{1, 2, 2, 1}}, {"padding", std::string("VALID")}}}}; }};

/// The mean of each window, over the part of it that lies on the image. Attributes: ksize, strides, padding.
const Op avg_pool_op = {.name = "avg_pool", .type = "AvgPool", .formula = "y = mean of x in each window", .gradient_text = "dx = dy / count, to every element of the window", .min_inputs = 1, .max_inputs = 1,
                        .infer = [](InferContext& c) { check_dtype(c, 0); const Windows w = pool_windows(c.op, c.attrs, c.shape(0)); c.output(c.dtype(0), image_shape(w, w.channels)); },
                        .kernel = [](KernelContext& c) { avg_pool(pool_windows(c.op, c.attrs, c.in(0).shape()), c.in(0), c.out()); },
                        .differentiable = Differentiable::yes,
                        .gradient = [](GradientContext& c) { c.set(0, apply1(avg_pool_backprop_op, {c.in_shape_tensor(0), c.upstream()}, c.attrs)); },
                        .examples = [] { return std::vector<Example>{{.shapes = {Shape{1, 4, 5, 2}}, .attrs = {{"ksize", std::vector<int64_t>{1, 2, 3, 1}}, {"strides", std::vector<int64_t>{1, 2, 2, 1}}, {"padding", std::string("SAME")}}}}; }};

/// Gradient of avg_pool. Inputs: shape of x, dy.
const Op avg_pool_backprop_op = {.name = "avg_pool_backprop", .type = "AvgPoolGrad", .formula = "dx = dy / count, to every element of the window", .gradient_text = "ddy = avg_pool of the gradient", .min_inputs = 2, .max_inputs = 2,
                                 .infer = [](InferContext& c) { check_dtype(c, 1); const Shape s = told_shape(c.op, c.inputs[0]); pool_windows(c.op, c.attrs, s); c.output(c.dtype(1), s); },
                                 .kernel = [](KernelContext& c) { avg_pool_backprop(pool_windows(c.op, c.attrs, c.out().shape()), c.in(1), c.out()); },
                                 .differentiable = Differentiable::yes, .gradient = [](GradientContext& c) { if (c.wants(1)) c.set(1, apply1(avg_pool_op, {c.upstream()}, c.attrs)); },
                                 .examples = [] { return std::vector<Example>{{.shapes = {Shape{}, Shape{1, 2, 2, 1}}, .attrs = {{"ksize", std::vector<int64_t>{1, 2, 2, 1}}, {"strides", std::vector<int64_t>{1, 2, 2, 1}}, {"padding", std::string("VALID")}}, .fixed = {ints({1, 4, 4, 1})}}}; }};

}  // namespace tapedeck
