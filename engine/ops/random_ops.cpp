// Random tensors with TensorFlow's own numbers. Attributes: seed (the op seed; absent: chosen from the global one), dtype;
// in graphs: seeds (the pair), reserved (blocks of the stream that earlier runs took).
// Each op is a fresh kernel with its own Philox stream, as in TensorFlow's eager mode. Sources: tensorflow/core/kernels/random_op.cc,
// random_op_cpu.h (FillPhiloxRandom), tensorflow/core/util/guarded_philox_random.cc, random_shuffle_op.cc.
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "engine/kernels/copy.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"
#include "engine/ops/random_state.h"
#include "engine/random/philox.h"

namespace tapedeck {

namespace {

/// The op's own stream. A stateless op, or one of a tf.random.Generator, is given it: attribute state, the counter in two parts and the key.
/// In a graph a node has its seeds from the time when it was traced, and goes on in its stream at each run (GuardedPhiloxRandom::ReserveRandomOutputs).
Philox generator(KernelContext& c) {
  if (c.attrs.has("state")) {
    const auto& state = c.attrs.integers("state");
    const auto low = [&](size_t i) { return static_cast<uint32_t>(static_cast<uint64_t>(state[i])); };
    const auto high = [&](size_t i) { return static_cast<uint32_t>(static_cast<uint64_t>(state[i]) >> 32); };
    return Philox(Philox::Block{low(0), high(0), low(1), high(1)}, {low(2), high(2)});
  }
  if (const auto& seeds = c.attrs.integers("seeds"); seeds.size() == 2) {
    Philox random(static_cast<uint64_t>(seeds[0]), static_cast<uint64_t>(seeds[1]));
    random.skip(static_cast<uint64_t>(c.attrs.integer("reserved")));
    return random;
  }
  std::optional<int64_t> op_seed;
  if (c.attrs.has("seed")) op_seed = c.attrs.integer("seed");
  const auto [first, second] = next_op_seeds(op_seed);
  return Philox(static_cast<uint64_t>(first), static_cast<uint64_t>(second));
}

void infer_random(InferContext& c) {
  const DType dtype = c.attrs.dtype("dtype", DType::float32);
  if (!kFloats.contains(dtype))
    op_error_early(c.op, ErrorKind::invalid_argument, "Value for attr 'dtype' of " + std::string(dtype_kernel_name(dtype)) + " is not in the list of allowed values: float, double");
  const auto shape = shape_from_tensor(c.op, c.inputs[0]);
  if (!shape) { c.output_of_unknown_shape(dtype); return; }
  if (c.value(0)) for (int64_t d : *shape) if (d < 0) op_error(c.op, ErrorKind::invalid_argument, "Dimension " + std::to_string(d) + " must be >= 0");
  c.output(dtype, *shape);
}

void uniform_kernel(KernelContext& c) {
  Philox random = generator(c);
  const int64_t n = c.out().size();
  if (c.out().dtype() == DType::float32) {
    for (int64_t i = 0; i < n;) { const auto block = random(); for (size_t k = 0; k < 4 && i < n; ++k) c.out().mutable_data<float>()[i++] = uniform_float(block[k]); }
  } else {
    for (int64_t i = 0; i < n;) { const auto block = random(); for (size_t k = 0; k < 4 && i < n; k += 2) c.out().mutable_data<double>()[i++] = uniform_double(block[k], block[k + 1]); }
  }
}

void normal_kernel(KernelContext& c) {
  Philox random = generator(c);
  const int64_t n = c.out().size();
  if (c.out().dtype() == DType::float32) {
    for (int64_t i = 0; i < n;) {
      const auto block = random();
      for (size_t k = 0; k < 4 && i < n; k += 2) for (float f : normal_floats(block[k], block[k + 1])) if (i < n) c.out().mutable_data<float>()[i++] = f;
    }
  } else {
    for (int64_t i = 0; i < n;) { const auto block = random(); for (double d : normal_doubles(block[0], block[1], block[2], block[3])) if (i < n) c.out().mutable_data<double>()[i++] = d; }
  }
}

/// Normal numbers thrown again while they lie more than two deviations away. TensorFlow gives each group of four results a stream of its own
/// so that groups can be made in parallel. Source: FillPhiloxRandomTask<Distribution, true>.
void truncated_normal_kernel(KernelContext& c) {
  const Philox base = generator(c);
  const int64_t n = c.out().size();
  const bool single = c.out().dtype() == DType::float32;
  const int64_t group = single ? 4 : 2;
  for (int64_t g = 0, i = 0; i < n; ++g) {
    Philox random = base;
    random.skip(static_cast<uint64_t>(g * group) * 64);   // 256 words are reserved per number
    // One word at a time from the group's stream, two words (four for double) per pair of normal numbers.
    Philox::Block block{};
    size_t used = 4;
    const auto next = [&] { if (used == 4) { block = random(); used = 0; } return block[used++]; };
    for (int64_t made = 0; made < group && i < n;) {
      if (single) {
        const uint32_t x0 = next(), x1 = next();
        for (float f : normal_floats(x0, x1)) if (std::abs(f) < 2.0f && made < group) { ++made; if (i < n) c.out().mutable_data<float>()[i++] = f; }
      } else {
        const uint32_t x0 = next(), x1 = next(), x2 = next(), x3 = next();
        for (double d : normal_doubles(x0, x1, x2, x3)) if (std::abs(d) < 2.0 && made < group) { ++made; if (i < n) c.out().mutable_data<double>()[i++] = d; }
      }
    }
  }
}

/// Whole numbers in [low, high): the remainder of 32 (or 64) random bits. Source: UniformDistribution<PhiloxRandom, int32>.
void uniform_int_kernel(KernelContext& c) {
  Philox random = generator(c);
  const int64_t n = c.out().size(), low = c.in(1).element_int(), high = c.in(2).element_int();
  if (low >= high) op_error(c.op, ErrorKind::invalid_argument, "Need minval < maxval, got " + std::to_string(low) + " >= " + std::to_string(high));
  const uint64_t range = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  for (int64_t i = 0; i < n;) {
    const auto block = random();
    if (c.out().dtype() == DType::int32) {
      for (size_t k = 0; k < 4 && i < n; ++k) c.out().mutable_data<int32_t>()[i++] = static_cast<int32_t>(low + static_cast<int64_t>(block[k] % static_cast<uint32_t>(range)));
    } else {
      for (size_t k = 0; k < 4 && i < n; k += 2) {
        const uint64_t bits = block[k] | static_cast<uint64_t>(block[k + 1]) << 32;
        c.out().mutable_data<int64_t>()[i++] = static_cast<int64_t>(static_cast<uint64_t>(low) + bits % range);
      }
    }
  }
}

/// All the bits. Source: UniformFullIntDistribution.
void full_int_kernel(KernelContext& c) {
  Philox random = generator(c);
  const int64_t n = c.out().size();
  for (int64_t i = 0; i < n;) {
    const auto block = random();
    if (c.out().dtype() == DType::int32) for (size_t k = 0; k < 4 && i < n; ++k) c.out().mutable_data<int32_t>()[i++] = static_cast<int32_t>(block[k]);
    else for (size_t k = 0; k < 4 && i < n; k += 2) c.out().mutable_data<int64_t>()[i++] = static_cast<int64_t>(block[k] | static_cast<uint64_t>(block[k + 1]) << 32);
  }
}

/// Marsaglia and Tsang's method; each number has a stream of its own, 256 blocks long. Source: random_op.cc, RandomGammaOp.
void gamma_kernel(KernelContext& c) {
  const Philox base = generator(c);
  const int64_t alphas = c.in(1).size(), per_alpha = alphas ? c.out().size() / alphas : 0;
  for (int64_t a = 0; a < alphas; ++a) {
    const double alpha = c.in(1).element(a), d = alpha + (alpha < 1 ? 2.0 / 3 : -1.0 / 3), scale = 1.0 / 3 / std::sqrt(d);
    for (int64_t s = 0; s < per_alpha; ++s) {
      Philox random = base;
      random.skip(static_cast<uint64_t>(256 * (a * per_alpha + s)));
      std::array<double, 2> normals{}, uniforms{};
      size_t normals_left = 0, uniforms_left = 0;   // each block gives two, used from the back
      const auto uniform = [&] {
        if (uniforms_left == 0) { const auto b = random(); uniforms = {uniform_double(b[0], b[1]), uniform_double(b[2], b[3])}; uniforms_left = 2; }
        return uniforms[--uniforms_left];
      };
      double result;
      if (alpha == 1) result = -std::log1p(-uniform());
      else for (;;) {
        if (normals_left == 0) { const auto b = random(); normals = normal_doubles(b[0], b[1], b[2], b[3]); normals_left = 2; }
        const double x = normals[--normals_left];
        double v = 1 + scale * x;
        if (v <= 0) continue;
        v = v * v * v;
        const double u = uniform();
        if (u >= 1 - 0.0331 * (x * x) * (x * x) && std::log(u) >= 0.5 * x * x + d * (1 - v + std::log(v))) continue;
        result = d * v;
        if (alpha < 1) result *= std::pow(uniform(), 1 / alpha);
        break;
      }
      if (c.out().dtype() == DType::float32) c.out().mutable_data<float>()[s * alphas + a] = static_cast<float>(result);
      else c.out().mutable_data<double>()[s * alphas + a] = result;
    }
  }
}

/// Fisher and Yates from the front. Source: random_shuffle_op.cc, SingleWidthRandom / RandomShuffle.
void shuffle_kernel(KernelContext& c) {
  Philox random = generator(c);
  const Tensor& x = c.in(0);
  const int64_t rows = x.rank() ? x.shape()[0] : 1, width = rows ? x.size() / rows : 0;
  std::vector<int64_t> order(static_cast<size_t>(rows));
  std::iota(order.begin(), order.end(), int64_t{0});
  Philox::Block block{};
  size_t used = 4;
  for (int64_t i = 0; i + 1 < rows; ++i) {
    const auto left = static_cast<uint32_t>(rows - i);
    if (used == 4) { block = random(); used = 0; }
    std::swap(order[static_cast<size_t>(i)], order[static_cast<size_t>(i + block[used++] % left)]);
  }
  for (int64_t i = 0; i < rows; ++i) copy_elements(x, order[static_cast<size_t>(i)] * width, c.out(), i * width, width);
}

Tensor shape_of_six() { return Tensor::from<int32_t>(Shape{2}, {2, 3}); }
std::vector<Example> random_examples() { return {{.shapes = {Shape{}}, .fixed = {shape_of_six()}}}; }

#define TAPEDECK_RANDOM(py, tf, text) \
  .name = py, .type = tf, .formula = text, .gradient_text = "", .min_inputs = 1, .max_inputs = 1, .infer = infer_random

}  // namespace

/// Numbers in [0, 1); tf.random.uniform scales them. Input: the shape.
const Op random_uniform_op = {TAPEDECK_RANDOM("random_uniform", "RandomUniform", "y drawn evenly from [0, 1)"), .kernel = uniform_kernel, .domain = {.dtypes = kIndices}, .examples = random_examples, .stateful = true};
/// Numbers from the standard normal distribution; tf.random.normal scales them. Input: the shape.
const Op random_normal_op = {TAPEDECK_RANDOM("random_normal", "RandomStandardNormal", "y drawn from the normal distribution of mean 0 and deviation 1"), .kernel = normal_kernel,
                             .domain = {.dtypes = kIndices}, .examples = random_examples, .stateful = true};
/// The same without values further than two deviations from the mean. Input: the shape.
const Op truncated_normal_op = {TAPEDECK_RANDOM("truncated_normal", "TruncatedNormal", "y drawn from the normal distribution, thrown again beyond 2 deviations"), .kernel = truncated_normal_kernel,
                                .domain = {.dtypes = kIndices}, .examples = random_examples, .stateful = true};
/// Whole numbers in [low, high). Inputs: shape, low, high.
const Op random_uniform_int_op = {.name = "random_uniform_int", .type = "RandomUniformInt", .formula = "y drawn evenly from low ... high - 1", .gradient_text = "", .min_inputs = 3, .max_inputs = 3,
                                  .infer = [](InferContext& c) {
                                    if (!kIndices.contains(c.dtype(1))) check_dtype(c, 1, kIndices);
                                    if (c.dtype(2) != c.dtype(1)) dtype_error(c.op, 2, c.dtype(1), c.dtype(2));
                                    for (size_t i = 1; i < 3; ++i)
                                      if (c.shape(i).rank() != 0) op_error(c.op, ErrorKind::invalid_argument, std::string(i == 1 ? "minval" : "maxval") + " must be 0-D, got shape " + c.shape(i).brackets());
                                    const auto shape = shape_from_tensor(c.op, c.inputs[0]);
                                    if (shape) c.output(c.dtype(1), *shape);
                                    else c.output_of_unknown_shape(c.dtype(1));
                                  },
                                  .kernel = uniform_int_kernel, .domain = {.dtypes = kIndices},
                                  .examples = [] { return std::vector<Example>{{.shapes = {Shape{}, Shape{}, Shape{}}, .fixed = {shape_of_six(), Tensor::scalar<int32_t>(1), Tensor::scalar<int32_t>(7)}}}; },
                                  .stateful = true};
/// Whole numbers of all bits of the dtype (int32 or int64). Input: the shape.
const Op random_full_int_op = {.name = "random_full_int", .type = "StatelessRandomUniformFullIntV2", .formula = "y drawn evenly from all whole numbers of the dtype", .gradient_text = "", .min_inputs = 1, .max_inputs = 1,
                               .infer = [](InferContext& c) {
                                 const auto shape = shape_from_tensor(c.op, c.inputs[0]);
                                 if (shape) c.output(c.attrs.dtype("dtype", DType::int32), *shape);
                                 else c.output_of_unknown_shape(c.attrs.dtype("dtype", DType::int32));
                               },
                               .kernel = full_int_kernel, .domain = {.dtypes = kIndices}, .examples = random_examples, .stateful = true};
/// Numbers from the gamma distribution of scale 1. Inputs: the shape drawn for each alpha, the alphas.
const Op random_gamma_op = {.name = "random_gamma", .type = "RandomGamma", .formula = "y drawn from the gamma distribution of shape alpha", .gradient_text = "", .min_inputs = 2, .max_inputs = 2,
                            .infer = [](InferContext& c) {
                              if (!kFloats.contains(c.dtype(1))) check_dtype(c, 1, kFloats);
                              auto shape = shape_from_tensor(c.op, c.inputs[0]);
                              if (!shape) { c.output_of_unknown_shape(c.dtype(1)); return; }
                              for (int64_t n : c.shape(1)) shape->push_back(n);
                              c.output(c.dtype(1), *shape);
                            },
                            .kernel = gamma_kernel, .domain = {.dtypes = kIndices},
                            .examples = [] { return std::vector<Example>{{.shapes = {Shape{}, Shape{}}, .fixed = {shape_of_six(), Tensor::scalar<float>(0.5f)}}}; }, .stateful = true};
/// Rows (slices along the first axis) in random order. No gradient.
const Op random_shuffle_op = {.name = "random_shuffle", .type = "RandomShuffle", .formula = "y = the rows of x in random order", .gradient_text = "", .min_inputs = 1, .max_inputs = 1,
                              .infer = [](InferContext& c) { check_dtype(c, 0); c.output(c.dtype(0), c.shape(0)); }, .kernel = shuffle_kernel, .domain = {.dtypes = kAllValues}, .stateful = true};

}  // namespace tapedeck
