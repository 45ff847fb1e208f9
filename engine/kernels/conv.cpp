#include "engine/kernels/conv.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

#include "engine/core/apply.h"
#include "engine/kernels/matmul.h"

namespace tapedeck {

namespace {

template <class F> void with_floats(DType dtype, F&& f) {
  if (dtype == DType::float64) f(double{});
  else f(float{});
}

/// Calls f(place, tap, element offset in the image) for every tap of every window that lies on the image.
template <class F> void each_tap(const Windows& w, F&& f) {
  for (int64_t oy = 0; oy < w.out[0]; ++oy)
    for (int64_t ox = 0; ox < w.out[1]; ++ox)
      for (int64_t ky = 0; ky < w.kernel[0]; ++ky) {
        const int64_t iy = oy * w.stride[0] - w.before[0] + ky * w.dilation[0];
        if (iy < 0 || iy >= w.in[0]) continue;
        for (int64_t kx = 0; kx < w.kernel[1]; ++kx) {
          const int64_t ix = ox * w.stride[1] - w.before[1] + kx * w.dilation[1];
          if (ix >= 0 && ix < w.in[1]) f(oy * w.out[1] + ox, ky * w.kernel[1] + kx, (iy * w.in[1] + ix) * w.channels);
        }
      }
}

/// A row per window: its taps one after another, zeros where it hangs over the edge.
template <class T> void unroll(const Windows& w, const T* image, T* rows) {
  std::fill(rows, rows + w.places() * w.taps() * w.channels, T(0));
  each_tap(w, [&](int64_t place, int64_t tap, int64_t at) { std::memcpy(rows + (place * w.taps() + tap) * w.channels, image + at, static_cast<size_t>(w.channels) * sizeof(T)); });
}
template <class T> void roll_up(const Windows& w, const T* rows, T* image) {
  each_tap(w, [&](int64_t place, int64_t tap, int64_t at) {
    const T* from = rows + (place * w.taps() + tap) * w.channels;
    for (int64_t c = 0; c < w.channels; ++c) image[at + c] += from[c];
  });
}

void poll() { if (runtime().poll) runtime().poll(); }

}  // namespace

void conv2d(const Windows& w, int64_t filters, const Tensor& x, const Tensor& filter, Tensor& y) {
  with_floats(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const int64_t depth = w.taps() * w.channels;
    std::vector<T> rows(static_cast<size_t>(w.places() * depth));
    for (int64_t b = 0; b < w.batch; ++b) {
      poll();
      unroll(w, x.data<T>() + b * w.image(), rows.data());
      gemm(rows.data(), filter.data<T>(), y.mutable_data<T>() + b * w.places() * filters, w.places(), filters, depth, false, false);
    }
  });
}

void conv2d_backprop_input(const Windows& w, int64_t filters, const Tensor& filter, const Tensor& dy, Tensor& dx) {
  with_floats(dy.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const int64_t depth = w.taps() * w.channels;
    std::vector<T> rows(static_cast<size_t>(w.places() * depth));
    std::fill_n(dx.mutable_data<T>(), dx.size(), T(0));
    for (int64_t b = 0; b < w.batch; ++b) {
      poll();
      gemm(dy.data<T>() + b * w.places() * filters, filter.data<T>(), rows.data(), w.places(), depth, filters, false, true);
      roll_up(w, rows.data(), dx.mutable_data<T>() + b * w.image());
    }
  });
}

void conv2d_backprop_filter(const Windows& w, int64_t filters, const Tensor& x, const Tensor& dy, Tensor& dfilter) {
  with_floats(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const int64_t depth = w.taps() * w.channels;
    std::vector<T> rows(static_cast<size_t>(w.places() * depth)), part(static_cast<size_t>(depth * filters));
    T* sum = dfilter.mutable_data<T>();
    std::fill_n(sum, dfilter.size(), T(0));
    for (int64_t b = 0; b < w.batch; ++b) {
      poll();
      unroll(w, x.data<T>() + b * w.image(), rows.data());
      gemm(rows.data(), dy.data<T>() + b * w.places() * filters, part.data(), depth, filters, w.places(), true, false);
      for (size_t i = 0; i < part.size(); ++i) sum[i] += part[i];
    }
  });
}

void depthwise_conv2d(const Windows& w, int64_t multiplier, const Tensor& x, const Tensor& filter, Tensor& y) {
  with_floats(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const int64_t wide = w.channels * multiplier;
    std::fill_n(y.mutable_data<T>(), y.size(), T(0));
    for (int64_t b = 0; b < w.batch; ++b) {
      const T* image = x.data<T>() + b * w.image();
      T* to = y.mutable_data<T>() + b * w.places() * wide;
      each_tap(w, [&](int64_t place, int64_t tap, int64_t at) {
        for (int64_t k = 0; k < wide; ++k) to[place * wide + k] += image[at + k / multiplier] * filter.data<T>()[tap * wide + k];
      });
    }
  });
}

void depthwise_backprop_input(const Windows& w, int64_t multiplier, const Tensor& filter, const Tensor& dy, Tensor& dx) {
  with_floats(dy.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const int64_t wide = w.channels * multiplier;
    std::fill_n(dx.mutable_data<T>(), dx.size(), T(0));
    for (int64_t b = 0; b < w.batch; ++b) {
      T* image = dx.mutable_data<T>() + b * w.image();
      const T* from = dy.data<T>() + b * w.places() * wide;
      each_tap(w, [&](int64_t place, int64_t tap, int64_t at) {
        for (int64_t k = 0; k < wide; ++k) image[at + k / multiplier] += from[place * wide + k] * filter.data<T>()[tap * wide + k];
      });
    }
  });
}

void depthwise_backprop_filter(const Windows& w, int64_t multiplier, const Tensor& x, const Tensor& dy, Tensor& dfilter) {
  with_floats(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const int64_t wide = w.channels * multiplier;
    std::fill_n(dfilter.mutable_data<T>(), dfilter.size(), T(0));
    for (int64_t b = 0; b < w.batch; ++b) {
      const T *image = x.data<T>() + b * w.image(), *from = dy.data<T>() + b * w.places() * wide;
      each_tap(w, [&](int64_t place, int64_t tap, int64_t at) {
        for (int64_t k = 0; k < wide; ++k) dfilter.mutable_data<T>()[tap * wide + k] += image[at + k / multiplier] * from[place * wide + k];
      });
    }
  });
}

namespace {

/// For each window and channel, where its first largest element lies: an element offset in the whole tensor.
template <class T> std::vector<int64_t> largest_places(const Windows& w, const T* x) {
  std::vector<int64_t> best(static_cast<size_t>(w.batch * w.places() * w.channels), -1);
  for (int64_t b = 0; b < w.batch; ++b)
    each_tap(w, [&](int64_t place, int64_t, int64_t at) {
      int64_t* to = best.data() + (b * w.places() + place) * w.channels;
      for (int64_t c = 0; c < w.channels; ++c) {
        const int64_t here = b * w.image() + at + c;
        if (to[c] < 0 || x[here] > x[to[c]] || (x[here] != x[here] && x[to[c]] == x[to[c]])) to[c] = here;
      }
    });
  return best;
}

}  // namespace

void max_pool(const Windows& w, const Tensor& x, Tensor& y) { max_pool_pick(w, x, x, y); }

void max_pool_pick(const Windows& w, const Tensor& x, const Tensor& from, Tensor& picked) {
  with_floats(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const std::vector<int64_t> best = largest_places(w, x.data<T>());
    for (size_t i = 0; i < best.size(); ++i) picked.mutable_data<T>()[i] = best[i] < 0 ? std::numeric_limits<T>::lowest() : from.data<T>()[best[i]];
  });
}

void max_pool_backprop(const Windows& w, const Tensor& x, const Tensor& dy, Tensor& dx) {
  with_floats(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const std::vector<int64_t> best = largest_places(w, x.data<T>());
    std::fill_n(dx.mutable_data<T>(), dx.size(), T(0));
    for (size_t i = 0; i < best.size(); ++i) if (best[i] >= 0) dx.mutable_data<T>()[best[i]] += dy.data<T>()[i];
  });
}

namespace {
std::vector<int64_t> taps_on_image(const Windows& w) {
  std::vector<int64_t> count(static_cast<size_t>(w.places()));
  each_tap(w, [&](int64_t place, int64_t, int64_t) { ++count[static_cast<size_t>(place)]; });
  return count;
}
}  // namespace

void avg_pool(const Windows& w, const Tensor& x, Tensor& y) {
  with_floats(x.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const std::vector<int64_t> count = taps_on_image(w);
    std::fill_n(y.mutable_data<T>(), y.size(), T(0));
    for (int64_t b = 0; b < w.batch; ++b) {
      T* to = y.mutable_data<T>() + b * w.places() * w.channels;
      each_tap(w, [&](int64_t place, int64_t, int64_t at) {
        for (int64_t c = 0; c < w.channels; ++c) to[place * w.channels + c] += x.data<T>()[b * w.image() + at + c];
      });
      for (int64_t i = 0; i < w.places() * w.channels; ++i) to[i] /= static_cast<T>(count[static_cast<size_t>(i / w.channels)]);
    }
  });
}

void avg_pool_backprop(const Windows& w, const Tensor& dy, Tensor& dx) {
  with_floats(dy.dtype(), [&](auto zero) {
    using T = decltype(zero);
    const std::vector<int64_t> count = taps_on_image(w);
    std::fill_n(dx.mutable_data<T>(), dx.size(), T(0));
    for (int64_t b = 0; b < w.batch; ++b)
      each_tap(w, [&](int64_t place, int64_t, int64_t at) {
        for (int64_t c = 0; c < w.channels; ++c)
          dx.mutable_data<T>()[b * w.image() + at + c] += dy.data<T>()[(b * w.places() + place) * w.channels + c] / static_cast<T>(count[static_cast<size_t>(place)]);
      });
  });
}

}  // namespace tapedeck
