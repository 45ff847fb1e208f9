// Convolution and pooling over images [batch, height, width, channels]. Convolutions unroll windows into rows and multiply matrices.
#pragma once

#include <array>

#include "engine/core/tensor.h"

namespace tapedeck {

/// How windows lie over an image: sizes, steps and what was added around it, for (height, width).
struct Windows {
  int64_t batch = 1, channels = 1;
  std::array<int64_t, 2> in{}, out{}, kernel{}, stride{1, 1}, dilation{1, 1}, before{};   // before: padding at the top and the left

  int64_t image() const { return in[0] * in[1] * channels; }
  int64_t places() const { return out[0] * out[1]; }
  int64_t taps() const { return kernel[0] * kernel[1]; }
};

/// y [batch, oh, ow, filters] = x * filter [kh, kw, channels, filters]; and the gradients of it.
void conv2d(const Windows& w, int64_t filters, const Tensor& x, const Tensor& filter, Tensor& y);
void conv2d_backprop_input(const Windows& w, int64_t filters, const Tensor& filter, const Tensor& dy, Tensor& dx);
void conv2d_backprop_filter(const Windows& w, int64_t filters, const Tensor& x, const Tensor& dy, Tensor& dfilter);

/// The same with a filter [kh, kw, channels, multiplier] for each channel on its own.
void depthwise_conv2d(const Windows& w, int64_t multiplier, const Tensor& x, const Tensor& filter, Tensor& y);
void depthwise_backprop_input(const Windows& w, int64_t multiplier, const Tensor& filter, const Tensor& dy, Tensor& dx);
void depthwise_backprop_filter(const Windows& w, int64_t multiplier, const Tensor& x, const Tensor& dy, Tensor& dfilter);

void max_pool(const Windows& w, const Tensor& x, Tensor& y);
/// dx: dy at the first largest element of each window. `picked`: the other way round, the elements of `from` at those places.
void max_pool_backprop(const Windows& w, const Tensor& x, const Tensor& dy, Tensor& dx);
void max_pool_pick(const Windows& w, const Tensor& x, const Tensor& from, Tensor& picked);
/// Means over the part of each window that lies on the image.
void avg_pool(const Windows& w, const Tensor& x, Tensor& y);
void avg_pool_backprop(const Windows& w, const Tensor& dy, Tensor& dx);

}  // namespace tapedeck
