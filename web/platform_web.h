// The platform over a browser's canvas: one WebGL 2 context, pointer, wheel and key events, browser fonts, a store, frames on demand.
// Its other half, which listens to the DOM, is platform.mjs; natively ui/native/ has GLFW and FreeType behind the same ui/platform.h.
#pragma once

#include "ui/platform.h"

#include <functional>

namespace tapedeck::web {

class WebPlatform final : public Platform {
 public:
  /// Makes the ImGui context and the WebGL context on Module.canvas. False where the browser gives no WebGL 2.
  bool start();
  /// What is drawn in each frame, between NewFrame and Render. Returns the seconds until it wants another frame: 0 for the next one,
  /// negative for none before something happens.
  void set_frame(std::function<double()> frame) { frame_ = std::move(frame); }
  /// Does something under the pointer scroll that way (1 up, -1 down)? Where not, the page around the canvas may.
  void set_would_scroll(std::function<bool(ImVec2, float)> would_scroll) { would_scroll_ = std::move(would_scroll); }

  void request_frame() override;
  void request_frame_in(double seconds) override;
  double now() const override;
  bool prefers_dark() const override { return dark_; }
  bool prefers_reduced_motion() const override { return still_; }
  bool is_mac() const override;
  void load_fonts(Theme& theme) override;
  void set_clipboard(std::string_view text) override;
  std::string clipboard() override { return {}; }       // pasting is the text field's own business
  void open_link(std::string_view url) override;
  void store(std::string_view key, std::string_view value) override;
  std::string load(std::string_view key) override;
  void set_text_scale(float scale) override;
  bool can_share() const override { return true; }
  void share(std::string_view programs) override;
  void leave_shared() override;
  void open_lesson(std::string_view place) override;
  std::shared_ptr<EditorModel> make_editor(int cell, std::string_view text) override;
  bool moves_focus() const override { return true; }

  // ---- For the functions that platform.mjs calls.
  double draw(double now_ms);                           ///< one frame; ms until the next that is wanted, negative for none
  void resize(int width, int height, double density);   ///< device pixels, and how many make a CSS pixel
  void prefer(bool dark, bool still) { dark_ = dark, still_ = still; }
  bool would_scroll(double dy) const;
  /// CSS pixels per logical pixel: the reader's text size.
  float text_scale() const { return text_scale_; }

 private:
  std::function<double()> frame_;
  std::function<bool(ImVec2, float)> would_scroll_;
  double wish_s_ = -1;                                  // earliest of request_frame_in during this frame
  void apply_size();

  int width_ = 1, height_ = 1;                          // of the canvas, in device pixels
  float density_ = 1, text_scale_ = 1;
  bool dark_ = false, still_ = false;
  const char* cursor_ = "";
};

/// There is one page, so there is one platform.
WebPlatform& platform();

}  // namespace tapedeck::web
