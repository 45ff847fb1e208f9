// The keys that belong to no control, in one table. What listens to them, what the help says of them and what stands on the buttons' hints
// are read from it, so that the three cannot differ.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace tapedeck {

enum class KeyAct : uint8_t {
  None, StepBack, Step, TrainingStepBack, TrainingStep, PlayPause, First, Last, Follow, ByEvent, ByLine, ByOp, ByTraining, Slower, Faster,
  Fit, Closer, Farther, Turn, Help, Leave,
};

/// One way to ask for an act: a key by its place on the keyboard, or a character, wherever the reader's keyboard has it.
struct KeyBinding {
  KeyAct act = KeyAct::None;
  ImGuiKey key = ImGuiKey_None;
  bool shift = false;                  ///< of `key`
  std::string_view characters = {};    ///< ASCII, any of them
  const char* sign = "";               ///< on a button's hint
};

/// A line of the help.
struct KeyLine {
  const char* shown;
  const char* words;
  KeyBinding bindings[4];
};
std::span<const KeyLine> key_lines();

/// What a key by its place asks for, with or without Shift.
KeyAct act_of_key(ImGuiKey key, bool shift);
/// What a typed character asks for.
KeyAct act_of_character(ImWchar character);
/// "Space" for PlayPause; "" where there is none.
const char* key_sign(KeyAct act);
/// Is the act asked for in this frame? False with Ctrl, Alt or Cmd. Arrows and zoom repeat while they are held.
bool key_asks(KeyAct act);

}  // namespace tapedeck
