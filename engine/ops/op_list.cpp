#include "engine/ops/op_list.h"

#include <algorithm>
#include <array>
#include <vector>

namespace tapedeck {

namespace {
#define TAPEDECK_ADDRESS(name) &name##_op,
constexpr std::array kOps = {TAPEDECK_OPS(TAPEDECK_ADDRESS)};
#undef TAPEDECK_ADDRESS
}  // namespace

std::span<const Op* const> all_ops() { return kOps; }

const Op* find_op(std::string_view name) {
  static const std::vector<const Op*> by_name = [] {
    std::vector<const Op*> ops(kOps.begin(), kOps.end());
    std::sort(ops.begin(), ops.end(), [](const Op* a, const Op* b) { return std::string_view(a->name) < b->name; });
    return ops;
  }();
  const auto it = std::lower_bound(by_name.begin(), by_name.end(), name, [](const Op* op, std::string_view n) { return op->name < n; });
  return it != by_name.end() && (*it)->name == name ? *it : nullptr;
}

}  // namespace tapedeck
