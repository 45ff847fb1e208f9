#include "ui/ui.h"

#include <algorithm>

namespace tapedeck {

void PointerRouter::begin_frame(ImVec2 mouse, bool went_down, bool is_down) {
  building_.clear();
  hot_ = top_at(mouse, false);
  wheel_ = top_at(mouse, true);
  released_from_ = 0;
  if (went_down) {
    held_ = hot_;
  } else if (!is_down) {
    released_from_ = held_;
    held_ = 0;
  }
}

void PointerRouter::end_frame() { std::swap(claims_, building_); }

NodeId PointerRouter::top_at(ImVec2 at, bool wheel) const {
  // What is at its end lets the wheel through to what lies below: a program in a lesson does not hold the lesson.
  const ImGuiIO& io = ImGui::GetIO();
  const float turn = wheel && !io.KeyShift ? io.MouseWheel : 0;
  for (size_t i = claims_.size(); i-- > 0;) {
    const Claim& c = claims_[i];
    if ((turn > 0 && !c.can_up) || (turn < 0 && !c.can_down)) continue;
    if ((wheel ? c.wheel : c.press) && c.rect.contains(at)) return c.id;
  }
  return 0;
}

bool PointerRouter::would_scroll(ImVec2 at, float direction) const {
  for (size_t i = claims_.size(); i-- > 0;) {
    const Claim& c = claims_[i];
    if (c.wheel && c.rect.contains(at) && (direction > 0 ? c.can_up : c.can_down)) return true;
  }
  return false;
}

Pointer claim_pointer(Ui& ui, NodeId id, const Rect& area, Listen listen) {
  const ImVec4 clip = ui.draw.list()->_ClipRectStack.back();
  const Rect seen = area.intersect({clip.x, clip.y, clip.z - clip.x, clip.w - clip.y});
  PointerRouter& router = ui.interaction.pointer;
  const ImGuiIO& io = ImGui::GetIO();
  router.claim({id, seen, listen.press, listen.wheel, listen.can_up, listen.can_down});

  Pointer p;
  p.at = io.MousePos;
  p.inside = router.hot() == id && (router.held() == 0 || router.held() == id);
  p.down = router.held() == id && io.MouseDown[0];
  p.pressed = p.down && io.MouseClicked[0];
  p.released = router.released_from() == id;
  p.double_clicked = p.pressed && io.MouseDoubleClicked[0];
  if (p.down && !p.pressed) p.drag = io.MouseDelta;
  if (listen.wheel && router.wheel() == id) {
    p.wheel_x = io.MouseWheelH;
    p.wheel_y = io.MouseWheel;
  }
  return p;
}

}  // namespace tapedeck
