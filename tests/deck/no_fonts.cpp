// These tests draw nothing, so ImGui gets no font loader (ui/imconfig.h leaves it to whoever links the front end).
#include <imgui.h>

namespace ImGuiFreeType {
const ImFontLoader* GetFontLoader() { return nullptr; }
}  // namespace ImGuiFreeType
