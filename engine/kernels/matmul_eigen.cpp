// Large float products through Eigen, in native builds that have it: it uses the machine's widest vectors. The only file that sees Eigen.
#include <Eigen/Core>
#include <cstdint>

namespace tapedeck {

void gemm_eigen(const float* a, const float* b, float* c, int64_t m, int64_t n, int64_t k, bool transpose_a, bool transpose_b) {
  using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using View = Eigen::Map<const Matrix>;
  const View x(a, transpose_a ? k : m, transpose_a ? m : k), y(b, transpose_b ? n : k, transpose_b ? k : n);
  Eigen::Map<Matrix> out(c, m, n);
  if (transpose_a && transpose_b) out.noalias() = x.transpose() * y.transpose();
  else if (transpose_a) out.noalias() = x.transpose() * y;
  else if (transpose_b) out.noalias() = x * y.transpose();
  else out.noalias() = x * y;
}

}  // namespace tapedeck
