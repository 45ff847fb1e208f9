// The command line for authors and graders, natively and as WASM under Node: the same code, files through C's stdio.
#pragma once

namespace tapedeck {

/// Runs one command and returns the exit status: 0 all well, 1 the program (or a case) failed, 2 the command line or a file is wrong.
int cli_main(int argc, const char* const* argv);

}  // namespace tapedeck
