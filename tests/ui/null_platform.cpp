#include "tests/ui/null_platform.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <catch2/catch_test_macros.hpp>

namespace tapedeck {
namespace {

bool init_source(ImFontAtlas*, ImFontConfig*) { return true; }
void forget_source(ImFontAtlas*, ImFontConfig*) {}
bool contains(ImFontAtlas*, ImFontConfig*, ImWchar codepoint) { return codepoint >= 32; }

bool init_baked(ImFontAtlas*, ImFontConfig*, ImFontBaked* baked, void*) {
  baked->Ascent = baked->Size;
  baked->Descent = -baked->Size * 0.25f;
  return true;
}

/// Half an em wide, a whole one for Chinese, Japanese and Korean; nothing to see.
bool load_glyph(ImFontAtlas*, ImFontConfig*, ImFontBaked* baked, void*, ImWchar codepoint, ImFontGlyph* glyph, float* advance) {
  const float width = baked->Size * (codepoint >= 0x2E80 ? 1.0f : 0.5f);
  if (advance != nullptr) {
    *advance = width;
    return true;
  }
  glyph->Codepoint = codepoint;
  glyph->AdvanceX = width;
  return true;
}

const ImFontLoader& loader() {
  static ImFontLoader the_loader;
  the_loader.Name = "null";
  the_loader.FontSrcInit = init_source;
  the_loader.FontSrcDestroy = forget_source;
  the_loader.FontSrcContainsGlyph = contains;
  the_loader.FontBakedInit = init_baked;
  the_loader.FontBakedLoadGlyph = load_glyph;
  return the_loader;
}

}  // namespace
}  // namespace tapedeck

namespace ImGuiFreeType {
const ImFontLoader* GetFontLoader() { return &tapedeck::loader(); }
}  // namespace ImGuiFreeType

namespace tapedeck {

void NullPlatform::load_fonts(Theme& theme) {
  for (int i = 0; i < kFontRoles; ++i) {
    ImFontConfig config;
    config.FontLoader = &loader();
    config.SizePixels = type::kText;
    theme.fonts[i] = ImGui::GetIO().Fonts->AddFont(&config);
  }
}

Harness::Harness(float width, float height) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DisplaySize = {width, height};
  io.ConfigInputTrickleEventQueue = false;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
  app = std::make_unique<App>(platform, runner);
}

Harness::~Harness() {
  app.reset();
  // What a renderer would have done with the font's texture.
  for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) texture->SetStatus(ImTextureStatus_Destroyed);
  ImGui::DestroyContext();
}

double Harness::frame(double seconds) {
  platform.time += seconds;
  ImGuiIO& io = ImGui::GetIO();
  io.DeltaTime = static_cast<float>(seconds);
  ImGui::NewFrame();
  const double next = app->frame();
  ImGui::Render();
  for (ImTextureData* texture : *ImGui::GetDrawData()->Textures) {
    if (texture->Status == ImTextureStatus_WantCreate || texture->Status == ImTextureStatus_WantUpdates) {
      texture->SetTexID(1);
      texture->SetStatus(ImTextureStatus_OK);
    }
    if (texture->Status == ImTextureStatus_WantDestroy) texture->SetStatus(ImTextureStatus_Destroyed);
  }
  return next;
}

int Harness::settle(int most, double seconds) {
  for (int i = 1; i <= most; ++i) {
    const double next = frame(seconds);
    if (i >= 3 && (next < 0 || next > 0.05)) return i;
  }
  return most;
}

const Node& Harness::get(NodeRole role, std::string_view label) {
  const Node* node = app->semantic().find(role, label);
  INFO("looked for " << role_name(role) << " \"" << label << "\" in\n" << app->semantic().to_text());
  REQUIRE(node != nullptr);
  return *node;
}

void Harness::click_at(ImVec2 at) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(at.x, at.y);
  frame();
  frame();
  io.AddMouseButtonEvent(0, true);
  frame();
  io.AddMouseButtonEvent(0, false);
  settle();
}

void Harness::click(const Node& node) { click_at(node.rect.center()); }

void Harness::drag(ImVec2 from, ImVec2 to) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(from.x, from.y);
  frame();
  frame();
  io.AddMouseButtonEvent(0, true);
  frame();
  for (int i = 1; i <= 4; ++i) {
    const float t = static_cast<float>(i) / 4;
    io.AddMousePosEvent(from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t);
    frame();
  }
  io.AddMouseButtonEvent(0, false);
  settle();
}

void Harness::wheel_at(ImVec2 at, float lines) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(at.x, at.y);
  frame();
  frame();
  io.AddMouseWheelEvent(0, lines);
  settle();
}

void Harness::key(ImGuiKey key, int modifiers) {
  ImGuiIO& io = ImGui::GetIO();
  for (const ImGuiKey mod : {ImGuiMod_Ctrl, ImGuiMod_Shift, ImGuiMod_Alt, ImGuiMod_Super}) {
    if ((modifiers & mod) != 0) io.AddKeyEvent(mod, true);
  }
  io.AddKeyEvent(key, true);
  frame();
  io.AddKeyEvent(key, false);
  for (const ImGuiKey mod : {ImGuiMod_Ctrl, ImGuiMod_Shift, ImGuiMod_Alt, ImGuiMod_Super}) io.AddKeyEvent(mod, false);
  settle();
}

void Harness::type(std::string_view text) {
  for (const char c : text) {
    const char one[2] = {c, 0};
    ImGui::GetIO().AddInputCharactersUTF8(one);
    frame();
  }
  settle();
}

void Harness::answer_run(const std::vector<uint8_t>& recording, EndStatus status, std::string text) {
  REQUIRE(!runner.started.empty());
  const uint32_t id = runner.started.back().run_id;
  runner.answer(chunk_message(id, recording));
  runner.answer(done_message(id, status, EndBudget::none, std::move(text)));
  settle();
}

}  // namespace tapedeck
