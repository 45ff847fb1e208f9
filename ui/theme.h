// The look in one place: colours by meaning, type sizes, spacing, radii and the fonts by role. Nothing else in ui/ names a colour.
#pragma once

#include <imgui.h>

#include <cstdint>

namespace tapedeck {

/// What a colour says, and it says nothing else. Each meaning also has a shape, so that colour is never alone: ops are pills,
/// variables have a thick border, constants are plain boxes, a gradient lies under its value, what is wrong is hatched.
enum class Meaning : uint8_t { Value, Gradient, Variable, Constant, Wrong };
inline constexpr int kMeanings = 5;

/// `ink` is for text and lines and keeps 4.5 : 1 on `tint`, on the page and on a panel.
struct MeaningColors {
  ImU32 ink;
  ImU32 tint;
};

struct Palette {
  ImU32 page, panel, ink, muted, hairline;
  MeaningColors meaning[kMeanings];
  ImU32 on_value;                            ///< text on a filled `value` (the Run button)
  ImU32 code_back, code_line;                ///< the editor's ground, and the line that is being executed
  ImU32 keyword, number, string, comment;    ///< Python colouring
  ImU32 selection;                           ///< behind selected text
  ImU32 hover;                               ///< over whatever the pointer could press
  ImU32 scrim;                               ///< over the page, under an overlay

  const MeaningColors& of(Meaning m) const { return meaning[static_cast<int>(m)]; }
};

const Palette& light_palette();
const Palette& dark_palette();

/// Type sizes in logical pixels; nothing in the product is set in any other, except node labels under zoom.
namespace type {
inline constexpr float kTitle = 24, kSentence = 19, kText = 15, kCode = 13, kControl = 13, kLabel = 12;
inline constexpr float kTextLine = 23;    ///< line height of prose (15 px text)
inline constexpr float kCodeLine = 20;    ///< line height of code (13 px code)
inline constexpr float kSentenceLine = 27;
inline constexpr float kTitleLine = 30;
}  // namespace type

/// Distances are multiples of `kGrid`.
namespace space {
inline constexpr float kGrid = 4, kBoxRadius = 9, kControlRadius = 7, kHairline = 1, kControlHeight = 28, kTouchHeight = 44;
}  // namespace space

/// Fonts by role. Bold and italic may be the same font as Text where the platform has no better one.
enum class FontRole : uint8_t { Text, Bold, Italic, Code, CodeBold };
inline constexpr int kFontRoles = 5;

struct Theme {
  bool dark = false;
  bool touch = false;                  ///< targets are at least kTouchHeight high
  ImFont* fonts[kFontRoles] = {};      ///< filled by the platform

  const Palette& palette() const { return dark ? dark_palette() : light_palette(); }
  ImU32 ink(Meaning m) const { return palette().of(m).ink; }
  ImU32 tint(Meaning m) const { return palette().of(m).tint; }
  ImFont* font(FontRole role) const;   ///< never null once any font is loaded
  float control_height() const { return touch ? space::kTouchHeight : space::kControlHeight; }
};

/// The same colour with its opacity multiplied by `alpha` (0..1).
ImU32 with_alpha(ImU32 color, float alpha);
/// Straight blend in sRGB, t = 0 gives a.
ImU32 blend(ImU32 a, ImU32 b, float t);
/// WCAG contrast ratio of two opaque colours, 1..21.
double contrast_ratio(ImU32 a, ImU32 b);

/// Heat maps. `t` in 0..1 for magnitudes (perceptually even, light to value-blue); in -1..1 for signed values with zero in the
/// middle (orange is negative, blue is positive; white or black is zero). Both hold for the common colour-vision deficiencies.
ImU32 magnitude_color(const Theme& theme, float t);
ImU32 signed_color(const Theme& theme, float t);

/// Makes ImGui's own widgets and windows, where any are used, look like ours.
void apply_theme(const Theme& theme);

}  // namespace tapedeck
