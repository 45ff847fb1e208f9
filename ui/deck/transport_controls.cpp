#include "ui/deck/transport_controls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "ui/keys.h"
#include "ui/widgets.h"

namespace tapedeck {

namespace {

constexpr std::array<std::string_view, kSpeeds.size()> kSpeedNames{"¼×", "½×", "1×", "2×", "5×", "20×", "100×"};

enum class Sign : uint8_t { first, back, play, pause, step, last };

void triangle(ImDrawList* list, ImVec2 c, float w, float h, float direction, ImU32 color) {
    list->AddTriangleFilled({c.x - direction * w / 2, c.y - h / 2}, {c.x + direction * w / 2, c.y}, {c.x - direction * w / 2, c.y + h / 2}, color);
}

void draw_sign(const Draw& draw, Sign sign, ImVec2 c, ImU32 color) {
    ImDrawList* list = draw.list();
    switch (sign) {
        case Sign::first:
            draw.fill({c.x - 6, c.y - 7, 2, 14}, color, 1);
            triangle(list, {c.x + 1, c.y}, 9, 14, -1, color);
            break;
        case Sign::last:
            draw.fill({c.x + 4, c.y - 7, 2, 14}, color, 1);
            triangle(list, {c.x - 1, c.y}, 9, 14, 1, color);
            break;
        case Sign::back: triangle(list, c, 10, 14, -1, color); break;
        case Sign::step: triangle(list, c, 10, 14, 1, color); break;
        case Sign::play: triangle(list, {c.x + 2, c.y}, 17, 22, 1, color); break;
        case Sign::pause:
            draw.fill({c.x - 8, c.y - 9, 5, 18}, color, 1.5f);
            draw.fill({c.x + 3, c.y - 9, 5, 18}, color, 1.5f);
            break;
    }
}

struct Key {
    const char* id;
    const char* words;
    const char* hint;
    Sign sign;
    PlayerCommand command;
};

void transport_button(Ui& ui, const Key& key, const Rect& rect, bool enabled) {
    const bool main = key.command == PlayerCommand::PlayPause;
    const float radius = main ? rect.w / 2 : 8;
    const Press p = press(ui, node_id(key.id), NodeRole::Button, key.words, rect, enabled ? 0 : state::kDisabled, key.hint, radius);
    const Palette& c = ui.colors();
    const float alpha = enabled ? 1 : 0.35f;
    if (main) {
        ui.draw.list()->AddCircleFilled(rect.center(), rect.w / 2, with_alpha(c.ink, alpha), 48);
        if (p.hovered) ui.draw.list()->AddCircleFilled(rect.center(), rect.w / 2, with_alpha(c.panel, p.held ? 0.22f : 0.12f), 48);
        draw_sign(ui.draw, key.sign, rect.center(), c.panel);
    } else {
        ui.draw.box(rect, c.panel, c.hairline, radius);
        if (p.hovered) ui.draw.fill(rect, c.hover, radius);
        draw_sign(ui.draw, key.sign, rect.center(), with_alpha(c.ink, alpha));
    }
    if (p.pressed) ui.send(key.command);
}

struct Keys {
    Key first, back, play, step, last;
};

Keys keys_of(const AppState& state) {
    const bool playing = state.player.play_state() != PlayState::Paused;
    return {{"transport.first", "To the beginning", key_sign(KeyAct::First), Sign::first, PlayerCommand::First},
            {"transport.back", "Step back", key_sign(KeyAct::StepBack), Sign::back, PlayerCommand::StepBack},
            {"transport.play", playing ? "Pause" : "Play", key_sign(KeyAct::PlayPause), playing ? Sign::pause : Sign::play, PlayerCommand::PlayPause},
            {"transport.step", "Step", key_sign(KeyAct::Step), Sign::step, PlayerCommand::Step},
            {"transport.last", "To the end", key_sign(KeyAct::Last), Sign::last, PlayerCommand::Last}};
}

}  // namespace

int nearest_speed(double speed) {
    int best = 0;
    for (int i = 1; i < static_cast<int>(kSpeeds.size()); ++i)
        if (std::abs(kSpeeds[static_cast<size_t>(i)] - speed) < std::abs(kSpeeds[static_cast<size_t>(best)] - speed)) best = i;
    return best;
}

void transport_controls(Ui& ui, AppState& state, const Rect& area) {
    const bool any = state.recording != nullptr && state.player.length() > 0;
    const int64_t at = state.player.position();
    const Keys keys = keys_of(state);
    ui.semantic.open(node_id("transport"), NodeRole::Toolbar, "Tape transport", area);
    // Centres as in the row: 34, 70, (112), 154, 190 from the left; the play button stands out by size alone.
    const float y = area.y + std::min(48.0f, area.h * 0.34f);
    const auto square = [&](float x) { return Rect{area.x + x - 15, y - 15, 30, 30}; };
    transport_button(ui, keys.first, square(34), any && at > 0);
    transport_button(ui, keys.back, square(70), any && at > 0);
    transport_button(ui, keys.play, {area.x + 112 - 23, y - 23, 46, 46}, any);
    transport_button(ui, keys.step, square(154), any && !state.player.at_end());
    transport_button(ui, keys.last, square(190), any && !state.player.at_end());

    const TextStyle muted{FontRole::Text, type::kLabel, ui.colors().muted};
    const float row = y + 38;
    const Rect speed_label{area.x + 20, row, 38, 24}, speed{area.x + 60, row, 56, 24}, by_label{area.x + 124, row, 44, 24}, by{area.x + 168, row, 68, 24};
    ui.draw.text_in(speed_label, "Speed", muted);
    if (const int chosen = select(ui, node_id("transport.speed"), speed, "Speed", kSpeedNames, nearest_speed(state.player.speed())); chosen >= 0)
        ui.send(PlayerCommand::Speed, kSpeeds[static_cast<size_t>(chosen)]);
    ui.draw.text_in(by_label, "Step by", muted);
    constexpr std::array<std::string_view, kGranularities> names{"event", "line", "op", "pass"};
    std::array<std::string_view, kGranularities> options = names;
    for (int i = 0; i < kGranularities; ++i) options[static_cast<size_t>(i)] = granularity_name(static_cast<Granularity>(i));
    if (const int chosen = select(ui, node_id("transport.step_by"), by, "Step by", options, static_cast<int>(state.player.granularity())); chosen >= 0)
        ui.send(PlayerCommand::StepBy, chosen);
    if (row + 24 + 22 <= area.bottom()) ui.draw.text_fit({area.x + 20, row + 28, 218, 20}, "← → step   Space play   ? keys", muted);
    ui.semantic.close();
}

void small_transport_controls(Ui& ui, AppState& state, const Rect& area) {
    const bool any = state.recording != nullptr && state.player.length() > 0;
    const Keys keys = keys_of(state);
    ui.semantic.open(node_id("transport"), NodeRole::Toolbar, "Tape transport", area);
    const float size = std::min(area.h, ui.theme.touch ? 44.0f : 34.0f), y = area.center().y - size / 2, gap = ui.theme.touch ? 14.0f : 8.0f;
    float x = area.center().x - (5 * size + 4 * gap) / 2;
    const bool back = any && state.player.position() > 0, on = any && !state.player.at_end();
    for (const auto& [key, enabled] : {std::pair{keys.first, back}, {keys.back, back}, {keys.play, any}, {keys.step, on}, {keys.last, on}}) {
        transport_button(ui, key, {x, y, size, size}, enabled);
        x += size + gap;
    }
    ui.semantic.close();
}

}  // namespace tapedeck
