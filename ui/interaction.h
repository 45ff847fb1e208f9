// What lives between frames in the hands of the user: which area the pointer is over and holds, which menu is open, which tooltip is
// due. Views do not see it; they call claim_pointer and the widgets.
#pragma once

#include "ui/draw.h"
#include "ui/semantic.h"

#include <string>
#include <vector>

namespace tapedeck {

/// Finds out which area the pointer is over. Every area says where it is in each frame; who lies on top is known at the end of a frame and
/// holds for the next, which is right because areas do not move between two frames without something being drawn.
class PointerRouter {
 public:
  struct Claim {
    NodeId id;
    Rect rect;
    bool press, wheel, can_up, can_down;
  };

  void begin_frame(ImVec2 mouse, bool went_down, bool is_down);
  void end_frame();
  void claim(const Claim& claim) { building_.push_back(claim); }

  NodeId hot() const { return hot_; }            ///< the topmost area under the pointer
  NodeId wheel() const { return wheel_; }        ///< the topmost that scrolls
  NodeId held() const { return held_; }          ///< where the button went down, until it is up again
  NodeId released_from() const { return released_from_; }     ///< held in the last frame and let go in this one
  bool would_scroll(ImVec2 at, float direction) const;        ///< for the page around an embed: does anything here take this wheel?

 private:
  NodeId top_at(ImVec2 at, bool wheel) const;
  std::vector<Claim> claims_, building_;
  NodeId hot_ = 0, wheel_ = 0, held_ = 0, released_from_ = 0;
};

/// A select's list. It is drawn after everything else, so that it lies on top.
struct OpenMenu {
  NodeId owner = 0;                  ///< 0: none is open
  Rect anchor;
  std::string label;
  std::vector<std::string> options;
  int current = -1;
  int highlighted = -1;
  NodeId chosen_owner = 0;           ///< whose choice waits to be taken
  int chosen = -1;
};

struct Tooltip {
  NodeId owner = 0;
  Rect anchor;
  std::string text;
  double since = 0;                  ///< when the pointer came to rest on its owner
  bool seen = false;                 ///< its owner was drawn in this frame
};

struct Interaction {
  PointerRouter pointer;
  OpenMenu menu;
  Tooltip tooltip;
  bool native_keys = true;           ///< Enter and Space press the focused widget here; false where the DOM does that
  bool arrows_taken = false;         ///< in this frame a widget used the arrow keys
  bool text_taken = false;           ///< in this frame an editor or field has the keyboard
  NodeId swipe_owner = 0;
};

}  // namespace tapedeck
