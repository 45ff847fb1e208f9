#include "ui/keys.h"

#include <algorithm>

namespace tapedeck {
namespace {

using enum KeyAct;

constexpr KeyLine kLines[] = {
    {"← →", "step back, step", {{StepBack, ImGuiKey_LeftArrow, false, {}, "←"}, {Step, ImGuiKey_RightArrow, false, {}, "→"}}},
    {"Shift+← →", "by a whole training step", {{TrainingStepBack, ImGuiKey_LeftArrow, true, {}, "Shift+←"}, {TrainingStep, ImGuiKey_RightArrow, true, {}, "Shift+→"}}},
    {"Space", "play, pause", {{PlayPause, ImGuiKey_Space, false, {}, "Space"}}},
    {"Home, End", "to the beginning, to the end", {{First, ImGuiKey_Home, false, {}, "Home"}, {Last, ImGuiKey_End, false, {}, "End"}}},
    {"F", "follow the run as it grows", {{Follow, ImGuiKey_None, false, "fF", "F"}}},
    {"1 2 3 4", "step by event, line, op, training step",
     {{ByEvent, ImGuiKey_None, false, "1", "1"}, {ByLine, ImGuiKey_None, false, "2", "2"}, {ByOp, ImGuiKey_None, false, "3", "3"}, {ByTraining, ImGuiKey_None, false, "4", "4"}}},
    {"[ ]", "slower, faster", {{Slower, ImGuiKey_None, false, "[", "["}, {Faster, ImGuiKey_None, false, "]", "]"}}},
    {"+ − 0", "closer, farther, the whole tape",
     {{Closer, ImGuiKey_None, false, "+=", "+"}, {Farther, ImGuiKey_None, false, "-", "−"}, {Fit, ImGuiKey_None, false, "0", "0"}}},
    {"O", "open or fold the function in view", {{Turn, ImGuiKey_None, false, "oO", "O"}}},
    {"?", "this help", {{Help, ImGuiKey_None, false, "?", "?"}}},
    {"Esc", "select nothing, close", {{Leave, ImGuiKey_Escape, false, {}, "Esc"}}},
};

const KeyBinding* find(KeyAct act) {
  for (const KeyLine& line : kLines)
    for (const KeyBinding& b : line.bindings)
      if (b.act == act) return &b;
  return nullptr;
}

}  // namespace

std::span<const KeyLine> key_lines() { return kLines; }

KeyAct act_of_key(ImGuiKey key, bool shift) {
  for (const KeyLine& line : kLines)
    for (const KeyBinding& b : line.bindings)
      if (key != ImGuiKey_None && b.key == key && b.shift == shift) return b.act;
  // Shift means something only with the arrows.
  return shift && key != ImGuiKey_LeftArrow && key != ImGuiKey_RightArrow ? act_of_key(key, false) : None;
}

KeyAct act_of_character(ImWchar character) {
  for (const KeyLine& line : kLines)
    for (const KeyBinding& b : line.bindings)
      if (character < 128 && b.characters.find(static_cast<char>(character)) != std::string_view::npos) return b.act;
  return None;
}

const char* key_sign(KeyAct act) {
  const KeyBinding* b = find(act);
  return b != nullptr ? b->sign : "";
}

bool key_asks(KeyAct act) {
  const ImGuiIO& io = ImGui::GetIO();
  const KeyBinding* b = find(act);
  if (b == nullptr || io.KeyCtrl || io.KeySuper || io.KeyAlt) return false;
  const bool arrow = b->key == ImGuiKey_LeftArrow || b->key == ImGuiKey_RightArrow;
  if (b->key != ImGuiKey_None && (!arrow || io.KeyShift == b->shift) && ImGui::IsKeyPressed(b->key, arrow)) return true;
  return std::any_of(io.InputQueueCharacters.begin(), io.InputQueueCharacters.end(), [&](ImWchar c) { return act_of_character(c) == act; });
}

}  // namespace tapedeck
