// The platform over a browser's canvas: one WebGL 2 context, pointer, wheel and key events, browser fonts, frames on demand.
// Its other half, which listens to the DOM, is platform.mjs; natively ui/native/ has GLFW and FreeType behind the same ui/platform.h.
#pragma once

#include <functional>

struct ImFont;

namespace tapedeck::web {

/// Make the ImGui context and the WebGL context on Module.canvas. False where the browser gives no WebGL 2.
bool start_platform();

/// A font that the browser draws: `css` is a CSS font without a size, for example "600 {}px Inter, sans-serif" ({} is where the size goes).
/// Any script that the reader's system knows works, colour emoji too, and no font byte is downloaded.
ImFont* add_browser_font(const char* css);

/// What to draw in each frame, between NewFrame and Render. Returns the milliseconds until it wants another frame: 0 for the next
/// one, negative for none before something happens.
void set_frame(std::function<double()> frame);

/// Ask for frames from outside a frame (a message arrived).
void wake();

bool prefers_dark();
bool prefers_still();

}  // namespace tapedeck::web
