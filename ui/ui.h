// What every view is given: how to draw, where to say what it drew, where to send what the user wants. One per frame, on the stack.
#pragma once

#include "ui/app_state.h"
#include "ui/draw.h"
#include "ui/interaction.h"
#include "ui/semantic.h"
#include "ui/theme.h"

namespace tapedeck {

/// Views have the form `void x_view(Ui& ui, AppState& state, const Rect& area)`: they draw `state` into `area`, emit nodes into
/// `ui.semantic`, and send wishes with `ui.send(…)`. They write to `state` only their own view state (scroll, pan, hover, open menus).
struct Ui {
  const Theme& theme;
  SemanticTree& semantic;
  Commands& commands;
  Interaction& interaction;
  Draw draw;                     ///< into the list of the window that is being drawn
  double now = 0;                ///< monotonic seconds of this frame
  float dt = 0;                  ///< seconds since the last frame, at most 0.1
  bool reduced_motion = false;
  bool mac = false;
  double wake_in = -1;           ///< seconds until the views want another frame; negative: not until something happens

  const Palette& colors() const { return theme.palette(); }
  void send(PlayerCommand command, double value = 0) { commands.player.push_back({command, value}); }
  void send(AppCommand command, int64_t number = 0, std::string_view text = {}) { commands.app.push_back({command, number, std::string(text)}); }
  /// Another frame at once (0, motion) or in a while. The earliest wish counts.
  void animate(double in_seconds = 0) {
    if (wake_in < 0 || in_seconds < wake_in) wake_in = in_seconds;
  }
};

/// Where the pointer is and what it does, in the view that is being drawn: false everywhere while an overlay is above it.
struct Pointer {
  ImVec2 at;
  bool inside = false;          ///< over the area asked for, and nothing above it
  bool pressed = false;         ///< the left button went down in this frame, inside
  bool released = false;        ///< it went up in this frame, wherever
  bool down = false;            ///< it is down, having gone down inside (a drag holds on outside)
  bool double_clicked = false;
  ImVec2 drag;                  ///< motion since the last frame while down
  float wheel_x = 0, wheel_y = 0;   ///< lines; taken from what would scroll below
};

/// What an area listens for.
struct Listen {
  bool press = true;
  bool wheel = false;
  bool can_up = true, can_down = true;    ///< with wheel: is there more in that direction? If not, the page around an embed scrolls
};

/// Makes `area`, as far as it is not clipped, listen to the pointer under the name `id`. Later claims lie above earlier ones.
Pointer claim_pointer(Ui& ui, NodeId id, const Rect& area, Listen listen = {});

}  // namespace tapedeck
