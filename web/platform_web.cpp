#include "web/platform_web.h"

#include "web/editor_web.h"

#include <GLES3/gl3.h>
#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>

#include "ui/theme.h"

#include "imgui_internal.h"

#include "backends/imgui_impl_opengl3.h"

// ---- What the browser does for us. Module.host is made by page.mjs -------------------------------------------------------------

EM_JS_DEPS(tapedeck_platform, "$GL,$UTF8ToString,$stringToNewUTF8");

EM_JS(int, td_context, (), {
  const handle = GL.createContext(Module.canvas, {
    majorVersion : 2,
    minorVersion : 0,
    alpha : false,
    antialias : false,
    depth : false,
    stencil : false,
    powerPreference : 'low-power',
    preserveDrawingBuffer : false
  });
  if (!handle) return 0;
  GL.makeContextCurrent(handle);
  return 1;
});

EM_JS(void, td_cursor, (const char* name), { Module.canvas.style.cursor = UTF8ToString(name); });
EM_JS(void, td_wake, (), { Module.host.platform.wake(1); });
EM_JS(void, td_wake_in, (double seconds), { Module.host.platform.wakeIn(1000 * seconds); });
EM_JS(int, td_is_mac, (), { return /Mac|iPhone|iPad/.test(navigator.platform) ? 1 : 0; });
EM_JS(void, td_copy, (const char* text), { Module.host.copy(UTF8ToString(text)); });
EM_JS(void, td_open, (const char* url), { Module.host.open(UTF8ToString(url)); });
EM_JS(void, td_save, (const char* key, const char* text), { Module.host.save(UTF8ToString(key), UTF8ToString(text)); });
EM_JS(void, td_share, (const char* programs, int size), { Module.host.share(UTF8ToString(programs, size)); });
EM_JS(void, td_leave_shared, (), { Module.host.leaveShared(); });
EM_JS(void, td_open_lesson, (const char* place), { Module.host.openLesson(UTF8ToString(place)); });
EM_JS(char*, td_load, (const char* key), { return stringToNewUTF8(Module.host.load(UTF8ToString(key))); });

// One scratch canvas draws every glyph. willReadFrequently keeps it in memory: without it each glyph costs 3–20 ms.
EM_JS(void, td_font_line, (const char* css, double size, float* ascent_descent), {
  if (!Module.pen) Module.pen = Object.assign(document.createElement('canvas'), {width : 64, height : 64}).getContext('2d', {willReadFrequently : true});
  const pen = Module.pen;
  pen.font = UTF8ToString(css).replace('{}', size);
  const line = pen.measureText('Hg');
  HEAPF32[ascent_descent >> 2] = line.fontBoundingBoxAscent;
  HEAPF32[(ascent_descent >> 2) + 1] = line.fontBoundingBoxDescent;
});

// box: advance, left, top, width, height, in device pixels from the pen position on the base line.
EM_JS(void, td_glyph_box, (const char* css, double size, int codepoint, float* box), {
  const pen = Module.pen;
  pen.font = UTF8ToString(css).replace('{}', size);
  const m = pen.measureText(String.fromCodePoint(codepoint));
  const left = Math.floor(-m.actualBoundingBoxLeft) - 1, right = Math.ceil(m.actualBoundingBoxRight) + 1;
  const top = Math.floor(-m.actualBoundingBoxAscent) - 1, bottom = Math.ceil(m.actualBoundingBoxDescent) + 1;
  const at = box >> 2;
  const empty = m.actualBoundingBoxRight <= -m.actualBoundingBoxLeft;
  HEAPF32[at] = m.width;
  HEAPF32[at + 1] = left;
  HEAPF32[at + 2] = top;
  HEAPF32[at + 3] = empty ? 0 : right - left;
  HEAPF32[at + 4] = empty ? 0 : bottom - top;
});

// Draw one glyph into `pixels` (RGBA, width × height). Returns 1 when it has colours of its own.
EM_JS(int, td_glyph_draw, (const char* css, double size, int codepoint, int left, int top, int width, int height, unsigned char* pixels), {
  const pen = Module.pen;
  if (pen.canvas.width < width || pen.canvas.height < height) {
    pen.canvas.width = Math.max(pen.canvas.width, width);
    pen.canvas.height = Math.max(pen.canvas.height, height);
  }
  pen.font = UTF8ToString(css).replace('{}', size);
  pen.fillStyle = '#fff';
  pen.clearRect(0, 0, width, height);
  pen.fillText(String.fromCodePoint(codepoint), -left, -top);
  const data = pen.getImageData(0, 0, width, height).data;
  HEAPU8.set(data, pixels);
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] > 200 && (data[i] < 200 || data[i + 1] < 200 || data[i + 2] < 200)) return 1;
  }
  return 0;
});

namespace tapedeck::web {
namespace {

// ---- Fonts ---------------------------------------------------------------------------------------------------------------------

bool font_source(ImFontAtlas*, ImFontConfig*) { return true; }
void font_source_gone(ImFontAtlas*, ImFontConfig*) {}
bool font_contains(ImFontAtlas*, ImFontConfig*, ImWchar codepoint) { return codepoint >= 0x20 && codepoint != 0xFFFE && codepoint != 0xFFFF; }

const char* css_of(const ImFontConfig* source) { return static_cast<const char*>(source->FontLoaderData); }

bool font_sized(ImFontAtlas*, ImFontConfig* source, ImFontBaked* baked, void*) {
  float line[2];
  td_font_line(css_of(source), baked->Size, line);
  // The font decides the proportion of up and down; a line is exactly as high as its size, so that text stands in the middle of its box.
  const float sum = std::max(line[0] + line[1], 1.0f);
  baked->Ascent = std::round(baked->Size * line[0] / sum);
  baked->Descent = baked->Ascent - baked->Size;
  return true;
}

bool font_glyph(ImFontAtlas* atlas, ImFontConfig* source, ImFontBaked* baked, void*, ImWchar codepoint, ImFontGlyph* glyph, float* advance) {
  const float scale = source->RasterizerDensity * baked->RasterizerDensity;
  const double size = baked->Size * scale;
  float box[5];
  td_glyph_box(css_of(source), size, static_cast<int>(codepoint), box);
  if (advance) {
    *advance = box[0] / scale;
    return true;
  }
  glyph->Codepoint = codepoint;
  glyph->AdvanceX = box[0] / scale;
  const int width = static_cast<int>(box[3]), height = static_cast<int>(box[4]);
  if (width <= 0 || height <= 0) return true;
  const ImFontAtlasRectId id = ImFontAtlasPackAddRect(atlas, width, height);
  if (id == ImFontAtlasRectId_Invalid) return false;
  ImTextureRect* rect = ImFontAtlasPackGetRect(atlas, id);
  ImVector<unsigned char>& pixels = atlas->Builder->TempBuffer;
  pixels.resize(width * height * 4);
  const int coloured = td_glyph_draw(css_of(source), size, static_cast<int>(codepoint), static_cast<int>(box[1]), static_cast<int>(box[2]),
                                     width, height, pixels.Data);
  glyph->X0 = box[1] / scale;
  glyph->Y0 = box[2] / scale + baked->Ascent;
  glyph->X1 = glyph->X0 + width / scale;
  glyph->Y1 = glyph->Y0 + height / scale;
  glyph->Visible = true;
  glyph->Colored = coloured != 0;
  glyph->PackId = id;
  ImFontAtlasBakedSetFontGlyphBitmap(atlas, baked, source, glyph, rect, pixels.Data, ImTextureFormat_RGBA32, width * 4);
  return true;
}

const ImFontLoader* browser_loader() {
  static ImFontLoader loader;
  loader.Name = "browser";
  loader.FontSrcInit = font_source;
  loader.FontSrcDestroy = font_source_gone;
  loader.FontSrcContainsGlyph = font_contains;
  loader.FontBakedInit = font_sized;
  loader.FontBakedLoadGlyph = font_glyph;
  return &loader;
}

// ---- Keys and cursors ----------------------------------------------------------------------------------------------------------

ImGuiKey key_from_code(const char* code) {
  static const struct {
    const char* code;
    ImGuiKey key;
  } kKeys[] = {{"ArrowLeft", ImGuiKey_LeftArrow}, {"ArrowRight", ImGuiKey_RightArrow}, {"ArrowUp", ImGuiKey_UpArrow},
               {"ArrowDown", ImGuiKey_DownArrow}, {"PageUp", ImGuiKey_PageUp},         {"PageDown", ImGuiKey_PageDown},
               {"Home", ImGuiKey_Home},           {"End", ImGuiKey_End},               {"Insert", ImGuiKey_Insert},
               {"Delete", ImGuiKey_Delete},       {"Backspace", ImGuiKey_Backspace},   {"Space", ImGuiKey_Space},
               {"Enter", ImGuiKey_Enter},         {"NumpadEnter", ImGuiKey_KeypadEnter},{"Escape", ImGuiKey_Escape},
               {"Comma", ImGuiKey_Comma},         {"Period", ImGuiKey_Period},         {"Slash", ImGuiKey_Slash},
               {"Minus", ImGuiKey_Minus},         {"Equal", ImGuiKey_Equal},           {"NumpadAdd", ImGuiKey_KeypadAdd},
               {"NumpadSubtract", ImGuiKey_KeypadSubtract}, {"BracketLeft", ImGuiKey_LeftBracket},
               {"BracketRight", ImGuiKey_RightBracket}};
  for (const auto& entry : kKeys) {
    if (!std::strcmp(code, entry.code)) return entry.key;
  }
  const size_t length = std::strlen(code);
  if (length == 4 && !std::strncmp(code, "Key", 3) && code[3] >= 'A' && code[3] <= 'Z') return ImGuiKey(ImGuiKey_A + code[3] - 'A');
  if (length == 6 && !std::strncmp(code, "Digit", 5) && code[5] >= '0' && code[5] <= '9') return ImGuiKey(ImGuiKey_0 + code[5] - '0');
  return ImGuiKey_None;
}

const char* css_cursor(ImGuiMouseCursor cursor) {
  switch (cursor) {
    case ImGuiMouseCursor_TextInput: return "text";
    case ImGuiMouseCursor_ResizeAll: return "move";
    case ImGuiMouseCursor_ResizeNS: return "ns-resize";
    case ImGuiMouseCursor_ResizeEW: return "ew-resize";
    case ImGuiMouseCursor_ResizeNESW: return "nesw-resize";
    case ImGuiMouseCursor_ResizeNWSE: return "nwse-resize";
    case ImGuiMouseCursor_Hand: return "pointer";
    case ImGuiMouseCursor_NotAllowed: return "not-allowed";
    default: return "default";
  }
}

/// How far the views scroll for one unit of the wheel, in logical pixels (ui/widgets.cpp): we want exactly the pixels of the event.
constexpr float kWheelUnit = 48;

ImFont* add_font(const char* css) {
  ImFontConfig config;
  config.FontLoader = browser_loader();
  config.FontDataOwnedByAtlas = false;
  config.SizePixels = 15;
  ImFont* font = ImGui::GetIO().Fonts->AddFont(&config);
  font->Sources.back()->FontLoaderData = const_cast<char*>(css);
  return font;
}

}  // namespace

bool WebPlatform::start() {
  if (!td_context()) return false;
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.BackendPlatformName = "tapedeck_web";
  io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  io.ConfigInputTextCursorBlink = false;               // a blinking caret would draw twice a second for ever
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  io.Fonts->SetFontLoader(browser_loader());
  return ImGui_ImplOpenGL3_Init("#version 300 es");
}

void WebPlatform::request_frame() { td_wake(); }
void WebPlatform::request_frame_in(double seconds) {
  if (wish_s_ < 0 || seconds < wish_s_) wish_s_ = seconds;
  td_wake_in(seconds);
}
double WebPlatform::now() const { return emscripten_get_now() / 1000; }
bool WebPlatform::is_mac() const { return td_is_mac() != 0; }
void WebPlatform::set_clipboard(std::string_view text) { td_copy(std::string(text).c_str()); }
void WebPlatform::open_link(std::string_view url) { td_open(std::string(url).c_str()); }
void WebPlatform::store(std::string_view key, std::string_view value) { td_save(std::string(key).c_str(), std::string(value).c_str()); }

void WebPlatform::share(std::string_view programs) { td_share(programs.data(), static_cast<int>(programs.size())); }
void WebPlatform::leave_shared() { td_leave_shared(); }
void WebPlatform::open_lesson(std::string_view place) { td_open_lesson(std::string(place).c_str()); }

std::string WebPlatform::load(std::string_view key) {
  char* text = td_load(std::string(key).c_str());
  std::string out = text;
  std::free(text);
  return out;
}

std::shared_ptr<EditorModel> WebPlatform::make_editor(int cell, std::string_view text) { return std::make_shared<WebEditor>(cell, text); }

// The same families as in page.css, so that nothing moves when the drawing takes over from the HTML. {} is where the size goes.
#define TEXT_FAMILY "Inter, \"Noto Sans\", system-ui, -apple-system, \"Segoe UI\", Roboto, sans-serif"
#define CODE_FAMILY "\"JetBrains Mono\", ui-monospace, \"SF Mono\", Menlo, Consolas, \"DejaVu Sans Mono\", monospace"

void WebPlatform::load_fonts(Theme& theme) {
  static constexpr const char* kCss[kFontRoles] = {"{}px " TEXT_FAMILY, "600 {}px " TEXT_FAMILY, "italic {}px " TEXT_FAMILY,
                                                   "{}px " CODE_FAMILY, "700 {}px " CODE_FAMILY};
  for (int role = 0; role < kFontRoles; ++role) theme.fonts[role] = add_font(kCss[role]);
}

double WebPlatform::draw(double now_ms) {
  static double last_ms = 0;
  ImGuiIO& io = ImGui::GetIO();
  io.DeltaTime = last_ms == 0 ? 1.0f / 60 : std::clamp(static_cast<float>((now_ms - last_ms) / 1000), 0.0001f, 0.1f);
  last_ms = now_ms;
  wish_s_ = -1;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  double wait_s = frame_ ? frame_() : -1;
  ImGui::Render();
  glViewport(0, 0, width_, height_);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  const char* cursor = css_cursor(ImGui::GetMouseCursor());
  if (cursor != cursor_) td_cursor(cursor_ = cursor);
  if (ImGui::GetCurrentContext()->InputEventsQueue.Size > 0) return 0;
  if (wish_s_ >= 0 && (wait_s < 0 || wish_s_ < wait_s)) wait_s = wish_s_;
  return wait_s < 0 ? -1 : wait_s * 1000;
}

void WebPlatform::resize(int width, int height, double density) {
  width_ = width;
  height_ = height;
  density_ = static_cast<float>(density);
  apply_size();
}

void WebPlatform::set_text_scale(float scale) {
  if (scale == text_scale_) return;
  text_scale_ = scale;
  apply_size();
  td_wake();
}

void WebPlatform::apply_size() {
  // The display size is the exact quotient: from a rounded client width the scale would wobble and every glyph be baked again.
  const float scale = density_ * text_scale_;
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = ImVec2(static_cast<float>(width_) / scale, static_cast<float>(height_) / scale);
  io.DisplayFramebufferScale = ImVec2(scale, scale);
}

bool WebPlatform::would_scroll(double dy) const { return would_scroll_ && would_scroll_(ImGui::GetIO().MousePos, dy < 0 ? 1.0f : -1.0f); }

WebPlatform& platform() {
  static WebPlatform the_platform;
  return the_platform;
}

}  // namespace tapedeck::web

// Where ImGui asks for its font loader (ui/imconfig.h): so nothing links stb_truetype.
namespace ImGuiFreeType {
const ImFontLoader* GetFontLoader() { return tapedeck::web::browser_loader(); }
}  // namespace ImGuiFreeType

// ---- What platform.mjs calls ---------------------------------------------------------------------------------------------------

using namespace tapedeck::web;

extern "C" {

EMSCRIPTEN_KEEPALIVE double web_frame(double now_ms) { return platform().draw(now_ms); }
EMSCRIPTEN_KEEPALIVE void web_resize(int width, int height, double density) { platform().resize(width, height, density); }
EMSCRIPTEN_KEEPALIVE void web_prefer(int dark, int still) { platform().prefer(dark != 0, still != 0); }
EMSCRIPTEN_KEEPALIVE void web_focus(int focused) { ImGui::GetIO().AddFocusEvent(focused != 0); }

EMSCRIPTEN_KEEPALIVE void web_modifiers(int bits) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, bits & 1);
  io.AddKeyEvent(ImGuiMod_Shift, bits & 2);
  io.AddKeyEvent(ImGuiMod_Alt, bits & 4);
  io.AddKeyEvent(ImGuiMod_Super, bits & 8);
}

/// Returns whether the page must not act on the key itself (scroll by arrows or space, for example).
EMSCRIPTEN_KEEPALIVE int web_key(const char* code, int down, unsigned character) {
  ImGuiIO& io = ImGui::GetIO();
  const ImGuiKey key = key_from_code(code);
  if (key != ImGuiKey_None) io.AddKeyEvent(key, down != 0);
  if (character >= 0x20) io.AddInputCharacter(character);
  return (key >= ImGuiKey_LeftArrow && key <= ImGuiKey_End) || key == ImGuiKey_Space || key == ImGuiKey_Slash;
}

EMSCRIPTEN_KEEPALIVE void web_pointer_move(double x, double y, int source) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddMouseSourceEvent(source == 1 ? ImGuiMouseSource_TouchScreen : source == 2 ? ImGuiMouseSource_Pen : ImGuiMouseSource_Mouse);
  io.AddMousePosEvent(static_cast<float>(x) / platform().text_scale(), static_cast<float>(y) / platform().text_scale());
}

EMSCRIPTEN_KEEPALIVE void web_pointer_gone() { ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX); }
EMSCRIPTEN_KEEPALIVE void web_pointer_button(int button, int down) {
  if (button >= 0 && button < 5) ImGui::GetIO().AddMouseButtonEvent(button, down != 0);
}

EMSCRIPTEN_KEEPALIVE void web_wheel(double dx, double dy) {
  const float unit = kWheelUnit * platform().text_scale();
  ImGui::GetIO().AddMouseWheelEvent(static_cast<float>(-dx) / unit, static_cast<float>(-dy) / unit);
}

EMSCRIPTEN_KEEPALIVE int web_would_scroll(double dy) { return platform().would_scroll(dy); }

EMSCRIPTEN_KEEPALIVE void web_context_restored() {
  ImGui_ImplOpenGL3_DestroyDeviceObjects();            // 1.92 makes shader, buffers and font atlas again by itself
}

}  // extern "C"
