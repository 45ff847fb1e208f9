#include "engine/kernels/matmul.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <tuple>
#include <vector>

#include "engine/core/apply.h"

using namespace tapedeck;

TEST_CASE("the packed product and the one in use agree with the definition, for all sizes and transposes") {
  reset_runtime(0);
  using Size = std::tuple<int64_t, int64_t, int64_t>;
  const auto [m, n, k] = GENERATE(Size{1, 1, 1}, Size{4, 8, 16}, Size{5, 9, 3}, Size{3, 7, 300}, Size{65, 17, 257}, Size{70, 33, 1}, Size{1, 64, 64}, Size{64, 1, 64});
  const bool ta = GENERATE(false, true), tb = GENERATE(false, true);
  std::vector<float> a(static_cast<size_t>(m * k)), b(static_cast<size_t>(k * n)), packed(static_cast<size_t>(m * n)), used(static_cast<size_t>(m * n));
  for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i * 37 % 101) / 101.0f - 0.5f;
  for (size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i * 53 % 97) / 97.0f - 0.5f;
  gemm_packed(a.data(), b.data(), packed.data(), m, n, k, ta, tb);
  gemm(a.data(), b.data(), used.data(), m, n, k, ta, tb);
  double worst = 0;
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      double sum = 0;
      for (int64_t p = 0; p < k; ++p)
        sum += static_cast<double>(a[static_cast<size_t>(ta ? p * m + i : i * k + p)]) * static_cast<double>(b[static_cast<size_t>(tb ? j * k + p : p * n + j)]);
      worst = std::max({worst, std::fabs(sum - static_cast<double>(packed[static_cast<size_t>(i * n + j)])), std::fabs(sum - static_cast<double>(used[static_cast<size_t>(i * n + j)]))});
    }
  CHECK(worst < 1e-4);
}
