#include "ui/native/platform_glfw.h"

#include "ui/native/png.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include <imgui.h>
#include <imgui_internal.h>
#include <backends/imgui_impl_opengl3.h>
#include <misc/freetype/imgui_freetype.h>

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

// Defined by ImGui's GLFW back end, of which only this table is used: the rest assumes that a window's coordinates are ImGui's.
ImGuiKey ImGui_ImplGlfw_KeyToImGuiKey(int keycode, int scancode);

namespace tapedeck {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The first of these files that the system has, or "".
std::string first_font(std::initializer_list<const char*> names) {
  static const char* const kFolders[] = {"/usr/share/fonts/truetype/", "/usr/share/fonts/opentype/", "/usr/share/fonts/",
                                         "/usr/local/share/fonts/",     "/Library/Fonts/",            "/System/Library/Fonts/",
                                         "/System/Library/Fonts/Supplemental/"};
  std::error_code ignored;
  for (const char* name : names) {
    for (const char* folder : kFolders) {
      const fs::path path = fs::path(folder) / name;
      if (fs::exists(path, ignored)) return path.string();
    }
  }
  return "";
}

/// FreeType asked for the em size, as CSS means it: its default makes ascent plus descent that size, which is a quarter smaller for Noto Sans.
constexpr unsigned kEmSize = ImGuiFreeTypeLoaderFlags_Bitmap | ImGuiFreeTypeLoaderFlags_LightHinting;

/// FreeType's loader with other advances: it rounds each up to whole pixels, which sets text at 2x visibly too wide. Here they are the font's own,
/// rounded to the nearest pixel of the screen, so that glyphs stay sharp.
struct LinearAdvances {
  using Glyph = decltype(ImFontLoader::FontBakedLoadGlyph);
  static inline Glyph load_original = nullptr;
  static inline FT_Library library = nullptr;
  static inline std::map<const void*, FT_Face> faces;      // by the font's bytes

  static FT_Face face_of(const ImFontConfig* source) {
    const auto [it, is_new] = faces.try_emplace(source->FontData, nullptr);
    if (is_new && FT_New_Memory_Face(library, static_cast<const FT_Byte*>(source->FontData), source->FontDataSize, source->FontNo, &it->second) != 0) it->second = nullptr;
    return it->second;
  }

  static bool load(ImFontAtlas* atlas, ImFontConfig* source, ImFontBaked* baked, void* data, ImWchar codepoint, ImFontGlyph* glyph, float* advance) {
    if (!load_original(atlas, source, baked, data, codepoint, glyph, advance)) return false;
    const FT_Face face = face_of(source);
    if (face == nullptr || face->units_per_EM == 0) return true;
    const FT_UInt index = FT_Get_Char_Index(face, codepoint);
    if (index == 0 || FT_Load_Glyph(face, index, FT_LOAD_NO_SCALE) != 0) return true;
    const float density = source->RasterizerDensity * baked->RasterizerDensity;
    const float exact = static_cast<float>(face->glyph->advance.x) * baked->Size / static_cast<float>(face->units_per_EM);
    (advance != nullptr ? *advance : glyph->AdvanceX) = std::round(exact * density) / density;
    return true;
  }

  static const ImFontLoader* loader() {
    static ImFontLoader the_loader = [] {
      FT_Init_FreeType(&library);
      ImFontLoader l = *ImGuiFreeType::GetFontLoader();
      load_original = l.FontBakedLoadGlyph;
      l.FontBakedLoadGlyph = load;
      return l;
    }();
    return &the_loader;
  }
};

ImFont* add_font(const std::string& path, ImFont* merge_into = nullptr, unsigned face = 0) {
  if (path.empty()) return nullptr;
  const std::string bytes = read_file(path);
  if (bytes.empty()) return nullptr;
  ImFontConfig config;
  config.FontDataOwnedByAtlas = true;
  config.FontLoaderFlags = kEmSize;
  config.FontNo = face;
  config.MergeMode = merge_into != nullptr;
  config.DstFont = merge_into;
  config.OversampleH = 1;
  config.OversampleV = 1;
  void* copy = IM_ALLOC(bytes.size());
  std::memcpy(copy, bytes.data(), bytes.size());
  return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(copy, static_cast<int>(bytes.size()), 0.0f, &config);
}

/// What comes behind each font for the characters that it lacks. The CJK font is 19 MB: FreeType opens a copy of it for each role that has it, so
/// only text and code do.
void add_fallbacks(ImFont* font, bool with_cjk) {
  add_font(first_font({"noto/NotoSans-Regular.ttf"}), font);
  add_font(first_font({"noto/NotoSansMath-Regular.ttf"}), font);
  add_font(first_font({"noto/NotoSansSymbols2-Regular.ttf"}), font);
  add_font(first_font({"noto/NotoSansSymbols-Regular.ttf"}), font);
  add_font(first_font({"dejavu/DejaVuSans.ttf"}), font);
  if (with_cjk) add_font(first_font({"noto/NotoSansCJK-Regular.ttc", "PingFang.ttc"}), font, 2);
}

}  // namespace

/// GLFW's callbacks turned into ImGui's events, in logical pixels.
struct GlfwEvents {
  static GlfwPlatform& of(GLFWwindow* w) { return *static_cast<GlfwPlatform*>(glfwGetWindowUserPointer(w)); }

  static void cursor(GLFWwindow* w, double x, double y) {
    GlfwPlatform& p = of(w);
    int ww = 1, wh = 1, fw = 1, fh = 1;
    glfwGetWindowSize(w, &ww, &wh);
    glfwGetFramebufferSize(w, &fw, &fh);
    const float k = static_cast<float>(fw) / static_cast<float>(std::max(1, ww)) / p.scale();
    ImGui::GetIO().AddMousePosEvent(static_cast<float>(x) * k, static_cast<float>(y) * k);
    p.frames_pending_ = std::max(p.frames_pending_, 2);
  }
  static void left(GLFWwindow* w, int entered) {
    if (entered == 0) ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
    of(w).frames_pending_ = 2;
  }
  static void button(GLFWwindow* w, int which, int action, int) {
    if (which < ImGuiMouseButton_COUNT) ImGui::GetIO().AddMouseButtonEvent(which, action == GLFW_PRESS);
    of(w).frames_pending_ = 3;
  }
  static void wheel(GLFWwindow* w, double x, double y) {
    ImGui::GetIO().AddMouseWheelEvent(static_cast<float>(x), static_cast<float>(y));
    of(w).frames_pending_ = 3;
  }
  static void key(GLFWwindow* w, int code, int scancode, int action, int mods) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiMod_Ctrl, (mods & GLFW_MOD_CONTROL) != 0);
    io.AddKeyEvent(ImGuiMod_Shift, (mods & GLFW_MOD_SHIFT) != 0);
    io.AddKeyEvent(ImGuiMod_Alt, (mods & GLFW_MOD_ALT) != 0);
    io.AddKeyEvent(ImGuiMod_Super, (mods & GLFW_MOD_SUPER) != 0);
    of(w).frames_pending_ = 3;
    if (action == GLFW_REPEAT) return;               // ImGui repeats by itself
    ImGuiKey which = ImGui_ImplGlfw_KeyToImGuiKey(code, scancode);
    // A letter is the one on the key cap of the user's layout, not the one of a US keyboard.
    if (const char* name = glfwGetKeyName(code, scancode); name != nullptr && name[1] == 0 && name[0] >= 'a' && name[0] <= 'z') {
      which = static_cast<ImGuiKey>(ImGuiKey_A + (name[0] - 'a'));
    }
    io.AddKeyEvent(which, action == GLFW_PRESS);
  }
  static void character(GLFWwindow* w, unsigned codepoint) {
    ImGui::GetIO().AddInputCharacter(codepoint);
    of(w).frames_pending_ = 3;
  }
  static void focus(GLFWwindow* w, int focused) {
    ImGui::GetIO().AddFocusEvent(focused != 0);
    of(w).frames_pending_ = 3;
  }
  static void resized(GLFWwindow* w, int, int) { of(w).frames_pending_ = 3; }
  static void rescaled(GLFWwindow* w, float x, float) {
    of(w).scale_ = std::max(0.5f, x);
    of(w).frames_pending_ = 3;
  }
  static void dropped(GLFWwindow* w, int count, const char** paths) {
    if (count > 0 && of(w).open_file) of(w).open_file(paths[0]);
    of(w).frames_pending_ = 3;
  }
  static void exposed(GLFWwindow* w) { of(w).frames_pending_ = 1; }
};

GlfwPlatform::GlfwPlatform(const WindowOptions& options) {
  static std::string last_error;
  glfwSetErrorCallback([](int, const char* text) { last_error = text; });
  if (glfwInit() == 0) {
    problem_ = "No window system: " + last_error + ". On a machine without a display, use xvfb-run.";
    return;
  }
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_VISIBLE, options.hidden ? GLFW_FALSE : GLFW_TRUE);
  float monitor = 1, unused = 1;
  if (GLFWmonitor* m = glfwGetPrimaryMonitor(); m != nullptr) glfwGetMonitorContentScale(m, &monitor, &unused);
  scale_ = options.scale > 0 ? options.scale : std::max(0.5f, monitor);
  // Where window coordinates are pixels (X11, Windows) the window is made larger by the scale; elsewhere the system does that.
#ifdef __APPLE__
  const float window_scale = 1;
#else
  const float window_scale = scale_;
#endif
  window_ = glfwCreateWindow(static_cast<int>(std::lround(static_cast<float>(options.width) * window_scale)),
                             static_cast<int>(std::lround(static_cast<float>(options.height) * window_scale)), options.title.c_str(), nullptr, nullptr);
  if (window_ == nullptr) {
    problem_ = "No window with OpenGL 3.2: " + last_error;
    glfwTerminate();
    return;
  }
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(options.hidden ? 0 : 1);
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.BackendPlatformName = "tapedeck_glfw";
  io.ConfigInputTrickleEventQueue = true;
  io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  io.Fonts->SetFontLoader(LinearAdvances::loader());
  ImGui_ImplOpenGL3_Init("#version 150");
  glfwSetWindowUserPointer(window_, this);
  listen();
}

GlfwPlatform::~GlfwPlatform() {
  if (window_ == nullptr) return;
  ImGui_ImplOpenGL3_Shutdown();
  ImGui::DestroyContext();
  for (void* c : cursors_) {
    if (c != nullptr) glfwDestroyCursor(static_cast<GLFWcursor*>(c));
  }
  glfwDestroyWindow(window_);
  glfwTerminate();
}

void GlfwPlatform::listen() {
  glfwSetCursorPosCallback(window_, GlfwEvents::cursor);
  glfwSetCursorEnterCallback(window_, GlfwEvents::left);
  glfwSetMouseButtonCallback(window_, GlfwEvents::button);
  glfwSetScrollCallback(window_, GlfwEvents::wheel);
  glfwSetKeyCallback(window_, GlfwEvents::key);
  glfwSetCharCallback(window_, GlfwEvents::character);
  glfwSetWindowFocusCallback(window_, GlfwEvents::focus);
  glfwSetFramebufferSizeCallback(window_, GlfwEvents::resized);
  glfwSetWindowContentScaleCallback(window_, GlfwEvents::rescaled);
  glfwSetWindowRefreshCallback(window_, GlfwEvents::exposed);
  glfwSetDropCallback(window_, GlfwEvents::dropped);
}

bool GlfwPlatform::should_close() const { return glfwWindowShouldClose(window_) != 0; }

double GlfwPlatform::now() const { return glfwGetTime(); }
void GlfwPlatform::request_frame() { wanted_at_ = 0; }
void GlfwPlatform::request_frame_in(double seconds) {
  const double at = now() + std::max(0.0, seconds);
  if (wanted_at_ < 0 || at < wanted_at_) wanted_at_ = at;
}
void GlfwPlatform::wake() { glfwPostEmptyEvent(); }

void GlfwPlatform::begin_imgui_frame() {
  ImGuiIO& io = ImGui::GetIO();
  int fw = 1, fh = 1;
  glfwGetFramebufferSize(window_, &fw, &fh);
  io.DisplaySize = {static_cast<float>(fw) / scale(), static_cast<float>(fh) / scale()};
  io.DisplayFramebufferScale = {scale(), scale()};
  const double t = now();
  io.DeltaTime = static_cast<float>(std::clamp(t - last_frame_, 1e-4, 0.1));
  last_frame_ = t;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
}

double GlfwPlatform::draw(const std::function<double()>& frame) {
  begin_imgui_frame();
  const double next = frame();
  // The shapes that the desktop has; ImGui's other cursors show as the arrow.
  static constexpr int kShapes[9] = {GLFW_ARROW_CURSOR, GLFW_IBEAM_CURSOR, 0, GLFW_VRESIZE_CURSOR, GLFW_HRESIZE_CURSOR, 0, 0, GLFW_HAND_CURSOR, 0};
  const int cursor = std::clamp<int>(ImGui::GetMouseCursor(), 0, 8);
  if (kShapes[cursor] != 0 && cursors_[cursor] == nullptr) cursors_[cursor] = glfwCreateStandardCursor(kShapes[cursor]);
  glfwSetCursor(window_, static_cast<GLFWcursor*>(cursors_[cursor]));
  ImGui::Render();
  int fw = 1, fh = 1;
  glfwGetFramebufferSize(window_, &fw, &fh);
  glViewport(0, 0, fw, fh);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  return next;
}

void GlfwPlatform::run_once(const std::function<double()>& frame) {
  const bool queued = ImGui::GetCurrentContext()->InputEventsQueue.Size > 0;
  if (frames_pending_ > 0 || queued) {
    glfwPollEvents();
  } else if (wanted_at_ < 0) {
    glfwWaitEvents();
  } else if (const double wait = wanted_at_ - now(); wait > 0) {
    glfwWaitEventsTimeout(wait);
  } else {
    glfwPollEvents();
  }
  const bool due = wanted_at_ >= 0 && wanted_at_ <= now();
  if (frames_pending_ == 0 && !due && !queued) return;
  if (frames_pending_ > 0) --frames_pending_;
  if (due) wanted_at_ = -1;
  const double next = draw(frame);
  glfwSwapBuffers(window_);
  if (next >= 0) request_frame_in(next);
}

bool GlfwPlatform::write_png(const std::string& path) {
  int w = 0, h = 0;
  glfwGetFramebufferSize(window_, &w, &h);
  std::vector<uint8_t> pixels(static_cast<size_t>(w) * static_cast<size_t>(h) * 3), flipped(pixels.size());
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, w, h, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
  const size_t row = static_cast<size_t>(w) * 3;
  for (int y = 0; y < h; ++y) {
    std::copy_n(pixels.begin() + static_cast<ptrdiff_t>(row * static_cast<size_t>(h - 1 - y)), row,
                flipped.begin() + static_cast<ptrdiff_t>(row * static_cast<size_t>(y)));
  }
  if (tapedeck::write_png(path, w, h, flipped)) return true;
  problem_ = "cannot write " + path;
  return false;
}

bool GlfwPlatform::prefers_dark() const {
  // The desktops' own settings need a bus connection; this variable is what GTK's own applications honour.
  const char* gtk = std::getenv("GTK_THEME");
  return gtk != nullptr && std::strstr(gtk, "dark") != nullptr;
}
bool GlfwPlatform::prefers_reduced_motion() const { return std::getenv("TAPEDECK_REDUCED_MOTION") != nullptr; }
bool GlfwPlatform::is_mac() const {
#ifdef __APPLE__
  return true;
#else
  return false;
#endif
}

void GlfwPlatform::load_fonts(Theme& theme) {
  const struct {
    FontRole role;
    std::string file;
    bool cjk;
  } fonts[] = {
      {FontRole::Text, first_font({"inter/Inter-Regular.otf", "inter/Inter-Regular.ttf", "noto/NotoSans-Regular.ttf", "dejavu/DejaVuSans.ttf", "Arial.ttf"}), true},
      {FontRole::Bold, first_font({"inter/Inter-SemiBold.otf", "inter/Inter-SemiBold.ttf", "noto/NotoSans-SemiBold.ttf", "noto/NotoSans-Bold.ttf",
                                   "dejavu/DejaVuSans-Bold.ttf", "Arial Bold.ttf"}), false},
      {FontRole::Italic, first_font({"inter/Inter-Italic.otf", "inter/Inter-Italic.ttf", "noto/NotoSans-Italic.ttf", "dejavu/DejaVuSans-Oblique.ttf", "Arial Italic.ttf"}), false},
      {FontRole::Code, first_font({"jetbrains-mono/JetBrainsMono-Regular.ttf", "dejavu/DejaVuSansMono.ttf", "Menlo.ttc"}), true},
      {FontRole::CodeBold, first_font({"jetbrains-mono/JetBrainsMono-Bold.ttf", "dejavu/DejaVuSansMono-Bold.ttf", "Menlo.ttc"}), false},
  };
  for (const auto& f : fonts) {
    ImFont* font = add_font(f.file);
    theme.fonts[static_cast<int>(f.role)] = font;
    if (font != nullptr) add_fallbacks(font, f.cjk);
  }
}

void GlfwPlatform::set_clipboard(std::string_view text) { glfwSetClipboardString(window_, std::string(text).c_str()); }
std::string GlfwPlatform::clipboard() {
  const char* text = glfwGetClipboardString(window_);
  return text != nullptr ? text : "";
}

void GlfwPlatform::open_link(std::string_view url) {
  if (!url.starts_with("https://") && !url.starts_with("http://")) return;
  // No shell in between: a lesson's link is an argument and nothing else.
  const std::string copy(url);
#ifdef __APPLE__
  const char* opener = "open";
#else
  const char* opener = "xdg-open";
#endif
  if (const pid_t child = fork(); child == 0) {
    if (fork() == 0) execlp(opener, opener, copy.c_str(), static_cast<char*>(nullptr));
    _exit(0);
  } else if (child > 0) {
    int status = 0;
    waitpid(child, &status, 0);
  }
}

std::string GlfwPlatform::settings_file(std::string_view key) const {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  if (config == nullptr && home == nullptr) return "";
  const fs::path folder = (config != nullptr ? fs::path(config) : fs::path(home) / ".config") / "tapedeck";
  std::string name;
  for (const char c : key) name += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.' ? c : '_';
  if (name.size() > 100) name = name.substr(0, 80) + std::to_string(std::hash<std::string>()(name));
  return (folder / name).string();
}

void GlfwPlatform::store(std::string_view key, std::string_view value) {
  const std::string path = settings_file(key);
  if (!keep_settings || path.empty()) return;
  std::error_code ignored;
  fs::create_directories(fs::path(path).parent_path(), ignored);
  std::ofstream(path, std::ios::binary).write(value.data(), static_cast<std::streamsize>(value.size()));
}
std::string GlfwPlatform::load(std::string_view key) {
  const std::string path = settings_file(key);
  return !keep_settings || path.empty() ? "" : read_file(path);
}

}  // namespace tapedeck
