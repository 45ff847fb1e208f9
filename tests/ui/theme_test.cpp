#include "ui/theme.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

using namespace tapedeck;

TEST_CASE("text keeps a contrast of 4.5 on everything that it stands on, in both themes") {
  const Palette& p = GENERATE(as<bool>{}, false, true) ? dark_palette() : light_palette();
  for (const ImU32 ground : {p.page, p.panel}) {
    CHECK(contrast_ratio(p.ink, ground) >= 7);
    CHECK(contrast_ratio(p.muted, ground) >= 4.5);
    for (const MeaningColors& m : p.meaning) CHECK(contrast_ratio(m.ink, ground) >= 4.5);
  }
  for (const MeaningColors& m : p.meaning) {
    CHECK(contrast_ratio(m.ink, m.tint) >= 4.5);
    CHECK(contrast_ratio(p.ink, m.tint) >= 4.5);
  }
  for (const ImU32 ground : {p.code_back, p.code_line}) {
    for (const ImU32 ink : {p.ink, p.keyword, p.number, p.string, p.comment}) CHECK(contrast_ratio(ink, ground) >= 4.5);
  }
  CHECK(contrast_ratio(p.on_value, p.of(Meaning::Value).ink) >= 4.5);
}

TEST_CASE("contrast is WCAG's") {
  CHECK(contrast_ratio(IM_COL32_WHITE, IM_COL32_BLACK) == Catch::Approx(21));
  CHECK(contrast_ratio(IM_COL32(119, 119, 119, 255), IM_COL32_WHITE) == Catch::Approx(4.48).margin(0.01));
}

TEST_CASE("the map of magnitudes gets steadily darker (or, on dark, lighter)") {
  Theme theme;
  theme.dark = GENERATE(false, true);
  const ImU32 ground = theme.dark ? IM_COL32_BLACK : IM_COL32_WHITE;
  double last = contrast_ratio(magnitude_color(theme, 0), ground);
  for (int i = 1; i <= 20; ++i) {
    const double now = contrast_ratio(magnitude_color(theme, static_cast<float>(i) / 20), ground);
    CHECK(now > last);
    last = now;
  }
}

TEST_CASE("the signed map has nothing in its middle and equal weight at its ends") {
  Theme theme;
  theme.dark = GENERATE(false, true);
  CHECK(contrast_ratio(signed_color(theme, 0), theme.palette().panel) < 1.2);
  const double a = contrast_ratio(signed_color(theme, -1), theme.palette().panel), b = contrast_ratio(signed_color(theme, 1), theme.palette().panel);
  CHECK(a / b == Catch::Approx(1).margin(0.35));
  CHECK(signed_color(theme, -5) == signed_color(theme, -1));
}
