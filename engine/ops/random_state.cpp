#include "engine/ops/random_state.h"

#include "engine/random/mt19937.h"

namespace tapedeck {

namespace {

constexpr int64_t kDefaultGraphSeed = 87654321;
constexpr int64_t kMaxSeed = 0x7fffffff;

struct State {
  std::optional<int64_t> global_seed;
  Mt19937 op_seeds;        // Python's random.Random(global seed)
  Mt19937 nondeterminism;  // stands for the entropy that TensorFlow would take: begins at the run's seed, so that runs repeat
};

void seed_as_python(Mt19937& random, uint64_t seed) {
  const uint32_t words[2] = {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)};
  random.seed(words, words[1] ? size_t{2} : size_t{1});
}

/// random.randint(0, 2^31 - 1): 32 random bits would be one too many, so CPython takes 32 and throws again while they exceed the range.
int64_t next_op_seed(Mt19937& random) {
  uint32_t r;
  do r = random.next_u32();
  while (r > static_cast<uint32_t>(kMaxSeed));
  return r;
}

State& state() {
  static State s;
  return s;
}

}  // namespace

void reset_random_state(uint64_t seed) {
  state().global_seed.reset();
  seed_as_python(state().nondeterminism, seed ^ 0x7461706564656bull);
}

void set_global_seed(int64_t seed) {
  state().global_seed = seed;
  seed_as_python(state().op_seeds, static_cast<uint64_t>(seed < 0 ? -seed : seed));
}

namespace {

/// `next` gives the op seed where only the global one is set.
template <class Next> std::pair<int64_t, int64_t> seeds(std::optional<int64_t> op_seed, Next next) {
  State& s = state();
  if (!s.global_seed && !op_seed) {
    const int64_t a = s.nondeterminism.next_u32(), b = s.nondeterminism.next_u32();
    return {a | 1, b};
  }
  int64_t first = s.global_seed ? *s.global_seed : kDefaultGraphSeed;
  int64_t second = op_seed ? *op_seed : next();
  if (first == 0 && second == 0) second = kMaxSeed;   // both zero would mean "not seeded"
  return {first % (kMaxSeed + 1), second % (kMaxSeed + 1)};
}

}  // namespace

std::pair<int64_t, int64_t> next_op_seeds(std::optional<int64_t> op_seed) {
  return seeds(op_seed, [] { return next_op_seed(state().op_seeds); });
}

std::pair<int64_t, int64_t> node_seeds(std::optional<int64_t> op_seed, int64_t& used) {
  return seeds(op_seed, [&] { return used++; });
}

}  // namespace tapedeck
