#include "engine/core/error.h"

#include <cstdio>
#include <cstdlib>

namespace tapedeck {

void assertion_failed(const char* condition, const char* sentence, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: a fault of Tapedeck itself: %s (%s is false)\n", file, line, sentence, condition);
  std::abort();
}

}  // namespace tapedeck
