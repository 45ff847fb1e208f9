#include "lessons/cli/cli.h"

int main(int argc, char** argv) { return tapedeck::cli_main(argc, argv); }
