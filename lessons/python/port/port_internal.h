// Shared between the files of the port only.
#pragma once
#include <stddef.h>

extern size_t port_external_since;
void port_kick_hook(void);      // the next jump calls the VM hook
void port_forget_lines(void);   // bytecode may be freed: the line cache is void
