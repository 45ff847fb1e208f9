#include "engine/kernels/elementwise.h"

#include "engine/core/apply.h"

namespace tapedeck {

BroadcastPlan broadcast_plan(const Shape& out, std::initializer_list<const Shape*> operands) {
  BroadcastPlan plan;
  std::array<std::array<int64_t, Shape::kMaxRank>, BroadcastPlan::kMaxOperands> full{};
  size_t k = 0;
  for (const Shape* s : operands) {
    int64_t step = 1;
    for (int i = 1; i <= out.rank(); ++i) {
      const int64_t d = i <= s->rank() ? s->from_end(i) : 1;
      full[k][static_cast<size_t>(out.rank() - i)] = d == 1 ? 0 : step;
      step *= d;
    }
    ++k;
  }
  for (int i = 0; i < out.rank(); ++i) {
    const auto axis = static_cast<size_t>(i);
    if (out[i] == 1) continue;
    const auto last = static_cast<size_t>(plan.rank - 1);
    bool merges = plan.rank > 0;
    for (size_t j = 0; merges && j < k; ++j) merges = plan.stride[j][last] == full[j][axis] * out[i];
    const size_t to = merges ? last : static_cast<size_t>(plan.rank++);
    plan.size[to] = merges ? plan.size[to] * out[i] : out[i];
    for (size_t j = 0; j < k; ++j) plan.stride[j][to] = full[j][axis];
  }
  if (plan.rank == 0) {
    plan.rank = 1;
    plan.size[0] = 1;
  }
  return plan;
}

void broadcast_binary(const Tensor& a, const Tensor& b, Tensor& out, BinaryLoop loop) {
  const int64_t n = out.size();
  if (n == 0) return;
  if (a.size() == n && b.size() == n) return loop(a.raw(), b.raw(), out.mutable_raw(), n, Stride::both);
  if (b.size() == 1) return loop(a.raw(), b.raw(), out.mutable_raw(), n, Stride::second_stays);
  if (a.size() == 1) return loop(a.raw(), b.raw(), out.mutable_raw(), n, Stride::first_stays);

  const BroadcastPlan plan = broadcast_plan(out.shape(), {&a.shape(), &b.shape()});
  const auto inner = static_cast<size_t>(plan.rank - 1);
  const Stride stride = plan.stride[0][inner] == 0 ? Stride::first_stays : plan.stride[1][inner] == 0 ? Stride::second_stays : Stride::both;
  const auto in_size = static_cast<int64_t>(a.dtype() == DType::string ? sizeof(std::string) : dtype_size(a.dtype())), out_size = static_cast<int64_t>(dtype_size(out.dtype()));
  const auto *x = static_cast<const char*>(a.raw()), *y = static_cast<const char*>(b.raw());
  auto* to = static_cast<char*>(out.mutable_raw());
  std::array<int64_t, Shape::kMaxRank> at{};
  const int64_t run = plan.size[inner];
  for (int64_t done = 0; done < n; done += run) {
    loop(x, y, to, run, stride);
    to += run * out_size;
    for (size_t axis = inner; axis-- > 0;) {
      x += plan.stride[0][axis] * in_size;
      y += plan.stride[1][axis] * in_size;
      if (++at[axis] < plan.size[axis]) break;
      x -= plan.stride[0][axis] * in_size * plan.size[axis];
      y -= plan.stride[1][axis] * in_size * plan.size[axis];
      at[axis] = 0;
    }
  }
}

}  // namespace tapedeck
