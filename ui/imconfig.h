// Dear ImGui as this project compiles it, natively and for the web (IMGUI_USER_CONFIG).
#pragma once

#ifdef TAPEDECK_COMPILES_IMGUI
#include <stdio.h>
#define sscanf(...) 0                     // only .ini files are read with it, and there are none: reading numbers is 5 kB of library over the wire
#endif

#define ImDrawIdx unsigned int            // with 16-bit indices WebGL 2 stops at 64k vertices in one draw list
#define IMGUI_USE_WCHAR32                 // mathematical letters and emoji lie beyond 16 bits
#define IMGUI_DISABLE_OBSOLETE_FUNCTIONS
#define IMGUI_DISABLE_FILE_FUNCTIONS      // the web has no files; natively ui/native/ reads fonts itself
#define IMGUI_DISABLE_DEFAULT_FONT        // fonts are the browser's or the system's
#define IMGUI_ENABLE_FREETYPE             // which here means: the font loader is whatever ImGuiFreeType::GetFontLoader() gives. Natively that is
                                          // FreeType; the web and the tests define that function themselves, and nothing links stb_truetype
#define IMGUI_DISABLE_DEMO_WINDOWS
#define IMGUI_DISABLE_DEBUG_TOOLS
#define IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS
#define IMGUI_DISABLE_WIN32_FUNCTIONS
