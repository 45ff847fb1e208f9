// The platform as a desktop window: GLFW for the window and its input, OpenGL 3 for drawing, FreeType and the system's fonts for text.
#pragma once

#include "ui/platform.h"
#include "ui/theme.h"

#include <functional>
#include <string>

struct GLFWwindow;

namespace tapedeck {

struct WindowOptions {
  int width = 1440, height = 900;     ///< logical pixels
  float scale = 0;                    ///< framebuffer pixels per logical pixel; 0: the monitor's
  bool hidden = false;                ///< for pictures
  std::string title = "Tapedeck";
};

class GlfwPlatform final : public Platform {
 public:
  /// Opens the window and makes the ImGui context. Check ok() before use; problem() says what is missing.
  explicit GlfwPlatform(const WindowOptions& options);
  ~GlfwPlatform() override;
  GlfwPlatform(const GlfwPlatform&) = delete;
  GlfwPlatform& operator=(const GlfwPlatform&) = delete;

  bool ok() const { return window_ != nullptr; }
  const std::string& problem() const { return problem_; }
  bool should_close() const;

  /// Waits for input, a wake() or the next wanted frame, then draws one with `frame`, which returns what App::frame returns.
  void run_once(const std::function<double()>& frame);
  /// Draws a frame now, wanted or not. Returns what `frame` returned.
  double draw(const std::function<double()>& frame);
  /// From any thread: run_once returns from its wait.
  void wake();
  /// What the window shows, as a PNG file. False, with problem() set, if it cannot be written.
  bool write_png(const std::string& path);

  void request_frame() override;
  void request_frame_in(double seconds) override;
  double now() const override;
  bool prefers_dark() const override;
  bool prefers_reduced_motion() const override;
  bool is_mac() const override;
  void load_fonts(Theme& theme) override;
  void set_clipboard(std::string_view text) override;
  std::string clipboard() override;
  void open_link(std::string_view url) override;
  void set_text_scale(float scale) override { text_scale_ = scale; }
  void open_lesson(std::string_view place) override { if (open_file) open_file(std::string(place)); }
  void store(std::string_view key, std::string_view value) override;
  std::string load(std::string_view key) override;

  std::function<void(const std::string& path)> open_file;   ///< a file was dropped on the window, or another lesson chosen
  bool keep_settings = true;          ///< false: store and load do nothing (pictures and tests are the same on every machine)

 private:
  void begin_imgui_frame();
  void listen();
  std::string settings_file(std::string_view key) const;

  GLFWwindow* window_ = nullptr;
  float scale() const { return scale_ * text_scale_; }

  float scale_ = 0, text_scale_ = 1;
  std::string problem_;
  double wanted_at_ = 0;              ///< when the next frame is due; negative: never
  int frames_pending_ = 3;            ///< input needs a few frames until everything has settled
  double last_frame_ = 0;
  void* cursors_[9] = {};
  friend struct GlfwEvents;
};

}  // namespace tapedeck
