// Prints the values of random programs, one line per output: native and WebAssembly must agree (tests/fuzz_compare.py).
#include <cinttypes>
#include <cstdio>
#include <cstdlib>

#include "tests/engine/random_program.h"

using namespace tapedeck;
using namespace tapedeck::testing;

int main(int argc, char** argv) {
  const uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 400;
  for (uint64_t seed = 1; seed <= count; ++seed) {
    reset_runtime(1);
    RandomProgram program(seed, false);
    program.begin();
    program.run(program.sources);
    for (size_t step = 0; step < program.done.size(); ++step)
      for (const Tensor& t : program.done[step].outputs) {
        if (!kFixedSize.contains(t.dtype())) continue;
        std::printf("%" PRIu64 " %zu %s %s %s", seed, step, program.done[step].op->name, std::string(dtype_name(t.dtype())).c_str(), t.shape().brackets().c_str());
        for (int64_t i = 0; i < t.size(); ++i) std::printf(" %.17g", t.element(i));
        std::printf("\n");
      }
  }
}
