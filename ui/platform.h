// The one interface behind which the window system stands: GLFW with FreeType natively (ui/native/), a browser's canvas with its own
// fonts and its real textarea on the web (web/platform_web.*). Views never call it except through Ui (ui/ui.h).
#pragma once

#include <imgui.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace tapedeck {

class EditorModel;
struct Theme;

/// What the platform makes happen. The platform feeds ImGui's io itself (size, scale, pointer, keys, text, focus) before each frame:
///  - io.DisplaySize is in logical (CSS) pixels, io.DisplayFramebufferScale is framebuffer size / DisplaySize, the same on both axes;
///  - touches arrive as ImGuiMouseSource_TouchScreen, with wheel events for a swipe over something that scrolls;
///  - the cursor follows ImGui::GetMouseCursor(), the IME window follows ImGuiPlatformImeData.
/// It draws only when asked: a frame that changed nothing is never drawn, so an idle app uses no CPU.
class Platform {
 public:
  virtual ~Platform() = default;

  /// Asks for one more frame as soon as the display takes it. Callable at any time, also from within a frame.
  virtual void request_frame() = 0;
  /// Asks for a frame in `seconds` (a blinking caret, the next step of a playing tape). The earliest of all wishes counts.
  virtual void request_frame_in(double seconds) = 0;
  /// Monotonic seconds.
  virtual double now() const = 0;

  virtual bool prefers_dark() const = 0;
  virtual bool prefers_reduced_motion() const = 0;
  virtual bool is_mac() const { return false; }               ///< shortcuts are said and heard with Cmd

  /// Fonts into theme.fonts (all roles). Called once before the first frame.
  virtual void load_fonts(Theme& theme) = 0;

  virtual void set_clipboard(std::string_view text) = 0;      ///< from a button or a key press only: browsers demand it
  virtual std::string clipboard() = 0;                        ///< native only; on the web pasting goes through the textarea
  virtual void open_link(std::string_view url) = 0;           ///< http(s) or a place within the site; the platform checks nothing more

  /// Text larger than the window system asks for, times 1: everything grows, and there are fewer logical pixels. In effect from the next frame on.
  virtual void set_text_scale(float) {}

  /// A link to this lesson that carries what the reader wrote (`programs`, as share_text makes it) goes to the clipboard.
  virtual bool can_share() const { return false; }
  virtual void share(std::string_view programs) { (void)programs; }
  /// What is on the screen is no longer what the link in the address bar says.
  virtual void leave_shared() {}

  /// Another lesson of the course, by its place as AppState::lessons has it.
  virtual void open_lesson(std::string_view place) { (void)place; }

  /// A small store that survives a restart (localStorage; a file in the user's configuration folder). Failing is silent.
  virtual void store(std::string_view key, std::string_view value) = 0;
  virtual std::string load(std::string_view key) = 0;         ///< "" if there is nothing

  /// The text of code cell `cell`. Null where the platform has none of its own: then it is a NativeEditor (ui/editor/).
  virtual std::shared_ptr<EditorModel> make_editor(int cell, std::string_view text) { (void)cell, (void)text; return nullptr; }
  /// Whether Tab, Enter and Space move and press by themselves (the DOM's focus), so that the app must not do it too.
  virtual bool moves_focus() const { return false; }

  /// The on-screen keyboard belongs to the focused editor on the web; natively this does nothing.
  virtual void wants_text_input(bool) {}
};

}  // namespace tapedeck
