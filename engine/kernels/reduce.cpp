// Adjacent axes that are both kept or both reduced are walked as one, so a reduction is a short nest of loops: the last axis is either added up
// (a contiguous row) or added element by element to a row of results. Rows of floats are added in eight lanes, two sets of them alternating, then the
// lanes together: the order of Eigen's tree reduction on AVX machines, for which TensorFlow is built, so that printed sums agree to the last digit.
#include "engine/kernels/reduce.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "engine/core/apply.h"
#include "engine/kernels/simd.h"

namespace tapedeck {

namespace {

template <class T> struct SumOf { static constexpr T start = 0; static T join(T a, T b) { if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); else return a + b; } };
template <class T> struct ProdOf { static constexpr T start = 1; static T join(T a, T b) { if constexpr (std::is_integral_v<T>) return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b)); else return a * b; } };
template <class T> struct MaxOf {
  static constexpr T start = std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::lowest();
  static T join(T a, T b) { return (a != a || a > b) ? a : b; }
};
template <class T> struct MinOf {
  static constexpr T start = std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
  static T join(T a, T b) { return (a != a || a < b) ? a : b; }
};
struct AnyOf { static constexpr bool start = false; static bool join(bool a, bool b) { return a || b; } };
struct AllOf { static constexpr bool start = true; static bool join(bool a, bool b) { return a && b; } };

template <class R, class T> T join_row(const T* in, int64_t n) {
  constexpr int64_t kLanes = 32 / sizeof(T) ? 32 / sizeof(T) : 1;   // one AVX register
  constexpr int64_t kLeaf = 1024 * kLanes;
  if constexpr (std::is_floating_point_v<T>) {
    if (n > kLeaf) {   // halves, as a tree: the error grows with the logarithm of n
      const int64_t half = (n / 2 + kLanes - 1) / kLanes * kLanes;
      return R::join(join_row<R>(in, half), join_row<R>(in + half, n - half));
    }
    if (n >= kLanes) {
      T even[kLanes], odd[kLanes];
      for (T& t : even) t = R::start;
      for (T& t : odd) t = R::start;
      int64_t i = 0;
      for (; i + 2 * kLanes <= n; i += 2 * kLanes)
        for (int64_t k = 0; k < kLanes; ++k) { even[k] = R::join(even[k], in[i + k]); odd[k] = R::join(odd[k], in[i + kLanes + k]); }
      for (; i + kLanes <= n; i += kLanes) for (int64_t k = 0; k < kLanes; ++k) even[k] = R::join(even[k], in[i + k]);
      for (int64_t k = 0; k < kLanes; ++k) even[k] = R::join(even[k], odd[k]);
      T rest = R::start;
      for (; i < n; ++i) rest = R::join(rest, in[i]);
      for (int64_t width = kLanes / 2; width >= 1; width /= 2)
        for (int64_t k = 0; k < width; ++k) even[k] = R::join(even[k], even[k + width]);
      return R::join(rest, even[0]);
    }
  }
  T total = R::start;
  for (int64_t i = 0; i < n; ++i) total = R::join(total, in[i]);
  return total;
}

struct Nest {
  int rank = 0;
  int64_t size[Shape::kMaxRank], in_step[Shape::kMaxRank], out_step[Shape::kMaxRank];
  bool reduced[Shape::kMaxRank];
};

Nest nest_of(const Shape& shape, std::span<const int> axes) {
  Nest n;
  for (int i = 0; i < shape.rank(); ++i) {
    const bool reduced = std::find(axes.begin(), axes.end(), i) != axes.end();
    if (shape[i] == 1) continue;
    if (n.rank > 0 && n.reduced[n.rank - 1] == reduced) n.size[n.rank - 1] *= shape[i];
    else { n.size[n.rank] = shape[i]; n.reduced[n.rank++] = reduced; }
  }
  if (n.rank == 0) { n.size[0] = 1; n.reduced[n.rank++] = false; }
  int64_t in = 1, out = 1;
  for (int i = n.rank; i-- > 0;) {
    n.in_step[i] = in;
    n.out_step[i] = n.reduced[i] ? 0 : out;
    in *= n.size[i];
    if (!n.reduced[i]) out *= n.size[i];
  }
  return n;
}

template <class R, class T> void walk(const Nest& n, int level, const T* in, T* out) {
  const int64_t size = n.size[level];
  if (level == n.rank - 1) {
    if (n.reduced[level]) { *out = R::join(*out, join_row<R>(in, size)); return; }
    for (int64_t i = 0; i < size; ++i) out[i] = R::join(out[i], in[i]);
    return;
  }
  for (int64_t i = 0; i < size; ++i) walk<R>(n, level + 1, in + i * n.in_step[level], out + i * n.out_step[level]);
}

template <class R, class T> void run(const Tensor& in, std::span<const int> axes, Tensor& out) {
  T* to = out.mutable_data<T>();
  std::fill(to, to + out.size(), R::start);
  if (in.size() == 0) return;
  walk<R>(nest_of(in.shape(), axes), 0, in.data<T>(), to);
}

}  // namespace

void reduce(Reduction kind, const Tensor& in, std::span<const int> axes, Tensor& out) {
  if (kind == Reduction::any) return run<AnyOf, bool>(in, axes, out);
  if (kind == Reduction::all) return run<AllOf, bool>(in, axes, out);
  visit_dtype(in.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (!std::is_same_v<T, bool>) {
      switch (kind) {
        case Reduction::sum: return run<SumOf<T>, T>(in, axes, out);
        case Reduction::prod: return run<ProdOf<T>, T>(in, axes, out);
        case Reduction::max: return run<MaxOf<T>, T>(in, axes, out);
        case Reduction::min: return run<MinOf<T>, T>(in, axes, out);
        default: break;
      }
      run<SumOf<T>, T>(in, axes, out);   // mean: the sum over the count, as reduction_ops_common.h does it
      T* to = out.mutable_data<T>();
      const int64_t count = out.size() ? in.size() / out.size() : 0;
      for (int64_t i = 0; i < out.size(); ++i) {
        if constexpr (std::is_floating_point_v<T>) to[i] = to[i] / static_cast<T>(count);
        else to[i] = count ? static_cast<T>(to[i] / static_cast<T>(count)) : T(0);
      }
    }
  }, [] {});
}

}  // namespace tapedeck
