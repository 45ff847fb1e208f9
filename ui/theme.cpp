#include "ui/theme.h"

#include <algorithm>
#include <cmath>

namespace tapedeck {
namespace {

constexpr ImU32 rgb(uint32_t hex, uint32_t alpha = 255) {
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, alpha);
}

constexpr Palette kLight = {
    .page = rgb(0xF6F6F3), .panel = rgb(0xFFFFFF), .ink = rgb(0x1B1E23), .muted = rgb(0x59616D), .hairline = rgb(0xE2E3DE),
    .meaning = {{rgb(0x2457C5), rgb(0xE9EFFC)},
                {rgb(0xA84300), rgb(0xFDEEDF)},
                {rgb(0x0A7265), rgb(0xE0F3EF)},
                {rgb(0x59616D), rgb(0xEFF0EC)},
                {rgb(0xB42318), rgb(0xFDECEA)}},
    .on_value = rgb(0xFFFFFF),
    .code_back = rgb(0xFBFBF9), .code_line = rgb(0xFFF6DB),
    .keyword = rgb(0x7A3E9D), .number = rgb(0x0A7265), .string = rgb(0xA84300), .comment = rgb(0x656D79),
    .selection = rgb(0x2457C5, 46),
    .hover = rgb(0x1B1E23, 12),
    .scrim = rgb(0x1B1E23, 90),
};

constexpr Palette kDark = {
    .page = rgb(0x15171B), .panel = rgb(0x1D2025), .ink = rgb(0xE9EBEE), .muted = rgb(0xA0A8B4), .hairline = rgb(0x2F343B),
    .meaning = {{rgb(0x8DB4FF), rgb(0x1E2B45)},
                {rgb(0xFFB27A), rgb(0x3B2917)},
                {rgb(0x62D8C4), rgb(0x15352F)},
                {rgb(0xA0A8B4), rgb(0x272B31)},
                {rgb(0xFF9C92), rgb(0x3F1F1C)}},
    .on_value = rgb(0x0E1626),
    .code_back = rgb(0x191B20), .code_line = rgb(0x37321F),
    .keyword = rgb(0xD5A6F0), .number = rgb(0x62D8C4), .string = rgb(0xFFB27A), .comment = rgb(0x9AA2AE),
    .selection = rgb(0x8DB4FF, 64),
    .hover = rgb(0xE9EBEE, 16),
    .scrim = rgb(0x000000, 130),
};

int channel(ImU32 c, int shift) { return static_cast<int>((c >> shift) & 255); }

double linear(int channel_value) {
  const double v = channel_value / 255.0;
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

double luminance(ImU32 c) {
  return 0.2126 * linear(channel(c, IM_COL32_R_SHIFT)) + 0.7152 * linear(channel(c, IM_COL32_G_SHIFT)) +
         0.0722 * linear(channel(c, IM_COL32_B_SHIFT));
}

/// A colour from a list of evenly spaced ones.
ImU32 along(const ImU32* stops, int count, float t) {
  const float at = std::clamp(t, 0.0f, 1.0f) * static_cast<float>(count - 1);
  const int i = std::min(static_cast<int>(at), count - 2);
  return blend(stops[i], stops[i + 1], at - static_cast<float>(i));
}

}  // namespace

const Palette& light_palette() { return kLight; }
const Palette& dark_palette() { return kDark; }

ImFont* Theme::font(FontRole role) const {
  ImFont* f = fonts[static_cast<int>(role)];
  if (f == nullptr && role == FontRole::CodeBold) f = fonts[static_cast<int>(FontRole::Code)];
  if (f == nullptr) f = fonts[static_cast<int>(FontRole::Text)];
  return f != nullptr ? f : ImGui::GetFont();
}

ImU32 with_alpha(ImU32 color, float alpha) {
  const auto a = static_cast<ImU32>(static_cast<float>(color >> IM_COL32_A_SHIFT) * std::clamp(alpha, 0.0f, 1.0f) + 0.5f);
  return (color & ~IM_COL32_A_MASK) | (a << IM_COL32_A_SHIFT);
}

ImU32 blend(ImU32 a, ImU32 b, float t) {
  ImU32 out = 0;
  for (int shift = 0; shift < 32; shift += 8) {
    const float x = static_cast<float>(channel(a, shift)), y = static_cast<float>(channel(b, shift));
    out |= static_cast<ImU32>(std::lround(x + (y - x) * t)) << shift;
  }
  return out;
}

double contrast_ratio(ImU32 a, ImU32 b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

// Even steps of lightness (CIE L* 96 to 28, and 12 to 84 on dark) with the hue drifting from pale to the value's blue.
ImU32 magnitude_color(const Theme& theme, float t) {
  static constexpr ImU32 light[] = {rgb(0xF4F6FC), rgb(0xCBD9F5), rgb(0x9DB9EC), rgb(0x6C96DD), rgb(0x4473C5), rgb(0x244F9E), rgb(0x0F2F6B)};
  static constexpr ImU32 dark[] = {rgb(0x1A1E28), rgb(0x20335C), rgb(0x2B4C8C), rgb(0x4069B8), rgb(0x6189D8), rgb(0x8DABEC), rgb(0xC3D4FA)};
  return along(theme.dark ? dark : light, 7, t);
}

// Orange is negative, blue positive: a pair that protan, deutan and tritan vision all tell apart.
ImU32 signed_color(const Theme& theme, float t) {
  static constexpr ImU32 light[] = {rgb(0x9A3D00), rgb(0xD2752C), rgb(0xF0B98A), rgb(0xFBFAF8), rgb(0xA6C1F0), rgb(0x5584D8), rgb(0x1F4BA8)};
  static constexpr ImU32 dark[] = {rgb(0xFFC08F), rgb(0xC97A3A), rgb(0x6E431F), rgb(0x14161A), rgb(0x27406F), rgb(0x4F7BC9), rgb(0xA8C4FF)};
  return along(theme.dark ? dark : light, 7, (std::clamp(t, -1.0f, 1.0f) + 1) / 2);
}

void apply_theme(const Theme& theme) {
  const Palette& p = theme.palette();
  ImGuiStyle& s = ImGui::GetStyle();
  s = ImGuiStyle();
  s.WindowPadding = {0, 0};
  s.FramePadding = {10, 5};
  s.ItemSpacing = {8, 8};
  s.WindowBorderSize = 0;
  s.PopupBorderSize = s.FrameBorderSize = space::kHairline;
  s.WindowRounding = 0;
  s.PopupRounding = space::kBoxRadius;
  s.FrameRounding = s.GrabRounding = s.TabRounding = space::kControlRadius;
  s.ScrollbarSize = 8;
  s.ScrollbarRounding = 4;
  s.WindowMinSize = {1, 1};
  s.CircleTessellationMaxError = 0.15f;
  s.CurveTessellationTol = 0.6f;
  s.AntiAliasedLinesUseTex = true;
  const auto set = [&](ImGuiCol index, ImU32 color) { s.Colors[index] = ImGui::ColorConvertU32ToFloat4(color); };
  set(ImGuiCol_Text, p.ink);
  set(ImGuiCol_TextDisabled, p.muted);
  set(ImGuiCol_WindowBg, p.page);
  set(ImGuiCol_PopupBg, p.panel);
  set(ImGuiCol_Border, p.hairline);
  set(ImGuiCol_FrameBg, p.panel);
  set(ImGuiCol_FrameBgHovered, p.panel);
  set(ImGuiCol_Button, p.panel);
  set(ImGuiCol_TextSelectedBg, p.selection);
  set(ImGuiCol_InputTextCursor, p.ink);
}

}  // namespace tapedeck
