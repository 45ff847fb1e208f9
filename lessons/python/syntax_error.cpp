#include "lessons/python/syntax_error.h"

namespace tapedeck {

SyntaxProblem explain_syntax_error(std::string_view source, int line, std::string_view type, std::string_view message) {
  (void)source;
  SyntaxProblem p;
  p.type = type;
  p.message = message;
  p.line = line;
  return p;
}

}  // namespace tapedeck
