#include "ui/deck/tape_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "lessons/recording/number_text.h"
#include "ui/deck/value_view.h"
#include "ui/keys.h"
#include "ui/widgets.h"

namespace tapedeck {

namespace {

constexpr float kMargin = 20, kFooter = 46, kZoomLeast = 0.03f, kZoomMost = 3, kReadable = 0.74f;
constexpr float kSwipe = 0.8f;   // lines of wheel that make a swipe
constexpr float kTitleSize = 13, kFutureAlpha = 0.34f;
constexpr size_t kMostWords = 160;   // nodes that are also a list in words: those around the present one

struct Picture {
    Ui& ui;
    AppState& state;
    DeckState& deck;
    const Recording& recording;
    const Scene& scene;
    const SceneNow& now;
    Rect view;
    float z;
    float arrived;   // of the present step's motion

    ImVec2 at(float x, float y) const { return {view.x + (x - deck.camera.x) * z, view.y + (y - deck.camera.y) * z}; }
    bool is_past(const SceneNode& node) const { return node.event < now.state.step; }
    Flow flow() const { return scene.flow(); }
    /// Text shrinks with the picture, but not below what can be read while the picture is one to be read.
    float text_size(float size) const { return readable_size(size, z); }

    Rect block(uint32_t n) const {
        const LayoutPlace& place = scene.layout().places()[n];
        const LayoutBlock& b = scene.layout().blocks()[n];
        const ImVec2 p = at(place.x, place.y);
        return {p.x, p.y, b.width * z, b.height * z};
    }
    Rect pill(uint32_t n) const {
        const LayoutPlace& place = scene.layout().places()[n];
        const LayoutBlock& b = scene.layout().blocks()[n];
        const ImVec2 p = at(place.x + b.pill_x, place.y + b.pill_y);
        return {p.x, p.y, b.pill_width * z, b.pill_height * z};
    }
    Rect values(uint32_t n) const {
        const Rect p = pill(n);
        const ValueBox& box = scene.value_box(n);
        if (flow() == Flow::down) return {p.right() + kUnderPill * z, p.y, box.width * z, box.height * z};
        return {p.center().x - box.width * z / 2, p.bottom() + kUnderPill * z, box.width * z, box.height * z};
    }
    Rect gradients(uint32_t n) const {
        const Rect v = values(n);
        if (flow() == Flow::down) return {v.right() + kBetweenBoxes * z, v.y, v.w, v.h};
        return {v.x, v.bottom() + kBetweenBoxes * z, v.w, v.h};
    }
    Rect none_box(uint32_t n) const {
        const Rect g = gradients(n);
        return {g.center().x - 27 * z, g.y, 54 * z, kCellHeight * z};
    }
    /// Places of a further output and of its gradient.
    struct MorePlace {
        Rect value, gradient;
    };
    MorePlace more(uint32_t n, size_t which) const {
        const SceneNode& node = scene.nodes()[n];
        const auto outputs = scene.more_outputs(n);
        const Rect p = pill(n), first = node.holds_gradient ? gradients(n) : values(n);
        const bool down = flow() == Flow::down;
        float at = (down ? first.right() : first.bottom()) + kBetweenBoxes * z;
        for (size_t i = 0;; ++i) {
            const float w = outputs[i].box.width * z, h = outputs[i].box.height * z;
            const Rect value = down ? Rect{at, p.y, w, h} : Rect{p.center().x - w / 2, at, w, h};
            at += (down ? w : h) + kBetweenBoxes * z;
            const Rect gradient = down ? Rect{at, value.y, w, h} : Rect{value.x, at, w, h};
            if (i == which) return {value, gradient};
            if (node.holds_gradient) at += (down ? w : h) + kBetweenBoxes * z;
        }
    }
    uint32_t gradient_of(uint32_t tensor) const {
        for (const GradientNow& gradient : now.state.gradients)
            if (gradient.tensor == tensor) return gradient.gradient;
        return kNone;
    }
    /// What is drawn of a node by now, without its label: the selection's frame goes around it.
    Rect content(uint32_t n) const {
        const Rect p = pill(n);
        const Rect last = scene.mode() != ValuesMode::Values ? values(n) : now.gradients[n] != kNone ? gradients(n) : now.is_none[n] ? none_box(n) : values(n);
        float x0 = std::min(p.x, last.x), x1 = std::max(p.right(), last.right()), y1 = std::max(p.bottom(), last.bottom());
        for (size_t i = 0; i < scene.more_outputs(n).size(); ++i) {
            const MorePlace place = more(n, i);
            const Rect& r = gradient_of(scene.more_outputs(n)[i].tensor) != kNone ? place.gradient : place.value;
            x0 = std::min(x0, r.x), x1 = std::max(x1, r.right()), y1 = std::max(y1, r.bottom());
        }
        return {x0, p.y, x1 - x0, y1 - p.y};
    }
    Meaning meaning(const SceneNode& node) const {
        if (node.kind == SceneKind::variable) return Meaning::Variable;
        if (node.kind == SceneKind::constant) return node.watched != kNone && node.watched < now.state.step ? Meaning::Value : Meaning::Constant;
        return scene.tape() == kNone || node.recorded ? Meaning::Value : Meaning::Constant;
    }

    void curve(ImVec2 a, ImVec2 b, ImU32 color, float thickness, float until = 1) const;
    ImVec2 on_curve(ImVec2 a, ImVec2 b, float t) const;
    void line(size_t l) const;
    void port(size_t l, const LayoutLine& line, float alpha) const;
    void cut_mark(size_t l, const LayoutLine& line) const;
    void node(uint32_t n) const;
    void gradient_arrow(size_t l, float until, bool present) const;
    void frame(uint32_t n) const;
    void function_frame(const FunctionFrame& frame) const;
    void turn_button(uint32_t scope, bool folded, const Rect& where) const;
    void formula() const;
};

ImVec2 Picture::on_curve(ImVec2 a, ImVec2 b, float t) const {
    if (flow() == Flow::right) return edge_point(a, b, t);
    const ImVec2 p = edge_point({a.y, a.x}, {b.y, b.x}, t);
    return {p.y, p.x};
}

void Picture::curve(ImVec2 a, ImVec2 b, ImU32 color, float thickness, float until) const {
    ImDrawList* list = ui.draw.list();
    if (std::fabs(a.y - b.y) < 0.5f || std::fabs(a.x - b.x) < 0.5f) {
        list->AddLine(a, {a.x + (b.x - a.x) * until, a.y + (b.y - a.y) * until}, color, thickness);
    } else if (until >= 1 && flow() == Flow::right) {
        list->AddBezierCubic(a, {(a.x + b.x) / 2, a.y}, {(a.x + b.x) / 2, b.y}, b, color, thickness);
    } else if (until >= 1) {
        list->AddBezierCubic(a, {a.x, (a.y + b.y) / 2}, {b.x, (a.y + b.y) / 2}, b, color, thickness);
    } else {
        constexpr int kPieces = 20;
        for (int i = 0; i <= kPieces; ++i) list->PathLineTo(on_curve(a, b, until * static_cast<float>(i) / kPieces));
        list->PathStroke(color, 0, thickness);
    }
}

void Picture::line(size_t l) const {
    const LayoutLine& line = scene.layout().lines()[l];
    const SceneNode &from = scene.nodes()[line.from], &to = scene.nodes()[line.to];
    const float alpha = is_past(to) ? 1 : kFutureAlpha;
    if (line.port) {
        port(l, line, alpha);
        return;
    }
    const ImVec2 a = at(line.x0, line.y0), b = at(line.x1, line.y1);
    const Rect bounds{std::min(a.x, b.x), std::min(a.y, b.y), std::fabs(a.x - b.x) + 1, std::fabs(a.y - b.y) + 1};
    if (!(line.detour ? bounds.inset(-260 * z) : bounds).overlaps(view)) return;
    const Cut cut = scene.cut(l);
    const bool quiet = scene.tape() != kNone && !to.recorded;
    const ImU32 color = with_alpha(cut != Cut::none && is_past(to) ? ui.theme.ink(Meaning::Wrong) : quiet ? ui.theme.ink(Meaning::Constant) : ui.theme.ink(Meaning::Value),
                                   alpha * (from.kind == SceneKind::constant && !quiet ? 0.85f : 1.0f));
    const float thickness = std::clamp(1.6f * z, 0.8f, 2.4f);
    ImDrawList* list = ui.draw.list();
    if (z < 0.2f) {
        list->AddLine(a, b, color, thickness);
        return;
    }
    const bool flat = flow() == Flow::right;
    if (line.detour) {
        const ImVec2 up = flat ? at(line.bend_begin, line.lane) : at(line.lane, line.bend_begin), down = flat ? at(line.bend_end, line.lane) : at(line.lane, line.bend_end);
        curve(a, up, color, thickness);
        list->AddLine(up, down, color, thickness);
        curve(down, b, color, thickness);
        if (cut != Cut::none && is_past(to)) cut_mark(l, line);
        return;
    }
    const ImVec2 bend0 = flat ? at(line.bend_begin, line.y0) : at(line.x0, line.bend_begin), bend1 = flat ? at(line.bend_end, line.y1) : at(line.x1, line.bend_end);
    if (flat ? bend0.x > a.x + 0.5f : bend0.y > a.y + 0.5f) list->AddLine(a, bend0, color, thickness);
    curve(bend0, bend1, color, thickness);
    if (flat ? b.x > bend1.x + 0.5f : b.y > bend1.y + 0.5f) list->AddLine(bend1, b, color, thickness);
    if (cut != Cut::none && is_past(to)) cut_mark(l, line);
}

/// A connection too long to draw: a stub at the consumer with the name of what it comes from.
void Picture::port(size_t l, const LayoutLine& line, float alpha) const {
    const ImVec2 end = at(line.x1, line.y1);
    if (z < 0.2f || !view.inset(-80).contains(end)) return;
    const SceneNode& from = scene.nodes()[line.from];
    const ImU32 color = with_alpha(now.passed[l] ? ui.theme.ink(Meaning::Gradient) : ui.theme.ink(meaning(from)), alpha);
    const float stub = 14 * z;
    std::string name(from.kind == SceneKind::variable ? recording.variable_label(from.variable) : from.tensor != kNone ? recording.label(from.tensor) : std::string_view());
    if (name.empty()) name = node_title(recording, from);
    const ImVec2 begin = flow() == Flow::right ? ImVec2{end.x - stub, end.y} : ImVec2{end.x, end.y - stub};
    ui.draw.list()->AddLine(begin, end, color, std::max(1.0f, 1.6f * z));
    ui.draw.list()->AddCircleFilled(begin, 2.6f * z, color);
    if (z < 0.45f) return;
    const float room = 42 * z;
    const Rect label = flow() == Flow::right ? Rect{begin.x - room - 4 * z, end.y - 6 * z, room, 16 * z} : Rect{begin.x + 6 * z, begin.y - 8 * z, room * 2, 16 * z};
    ui.draw.text_fit(label, name, {FontRole::Text, text_size(11), color}, flow() == Flow::right ? Align::Right : Align::Left);
    const Rect target{std::min(label.x, begin.x), label.y, std::fabs(end.x - label.x), label.h};
    const NodeId id = node_id("deck.port", l);
    const Pointer pointer = claim_pointer(ui, id, target);
    if (pointer.inside) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (pointer.released && pointer.inside) select_node(ui, from);
}

void Picture::cut_mark(size_t l, const LayoutLine& line) const {
    const bool flat = flow() == Flow::right;
  const ImVec2 middle = line.detour ? (flat ? at((line.bend_begin + line.bend_end) / 2, line.lane) : at(line.lane, (line.bend_begin + line.bend_end) / 2))
                        : flat      ? on_curve(at(line.bend_begin, line.y0), at(line.bend_end, line.y1), 0.5f)
                                    : on_curve(at(line.x0, line.bend_begin), at(line.x1, line.bend_end), 0.5f);
    const float w = std::max(6.0f, 12 * z), h = std::max(10.0f, 22 * z);
    const Rect mark{middle.x - w / 2, middle.y - h / 2, w, h};
    ui.draw.fill(mark.inset(-2), ui.colors().page, 3);
    ui.draw.fill(mark, ui.theme.tint(Meaning::Wrong), 2);
    ui.draw.hatch(mark, ui.theme.ink(Meaning::Wrong), 4);
    ui.draw.border(mark, ui.theme.ink(Meaning::Wrong), 2);
    if (scene.cut(l) == Cut::left_tensorflow && z >= 0.45f)
        ui.draw.text_fit({mark.x - 24 * z, mark.bottom() + 2, mark.w + 48 * z, 16 * z}, "NumPy", {FontRole::Text, text_size(11), ui.theme.ink(Meaning::Wrong)}, Align::Center);
    const NodeId id = node_id("deck.cut", l);
    const Pointer pointer = claim_pointer(ui, id, mark.inset(-6));
    tooltip(ui, id, mark, cut_text(scene.cut(l)), pointer.inside);
}

void Picture::node(uint32_t n) const {
    const SceneNode& node = scene.nodes()[n];
    const Rect outer = block(n);
    if (!outer.inset(-10).overlaps(view)) return;
    const bool past = is_past(node), is_op = node.computes(), is_function = node.kind == SceneKind::function;
    const Meaning m = meaning(node);
    const float alpha = past ? 1 : kFutureAlpha;
    const Rect p = pill(n);
    const ImU32 ink = with_alpha(ui.theme.ink(m), alpha), tint = with_alpha(ui.theme.tint(m), alpha);
    if (z < 0.28f) {
        ui.draw.list()->AddRectFilled(p.min(), p.max(), ink, is_op ? p.h / 2 : 0);
        if (past && now.gradients[n] != kNone) ui.draw.list()->AddRectFilled({p.x, p.bottom() + 1}, {p.right(), p.bottom() + 1 + p.h / 2}, with_alpha(ui.theme.ink(Meaning::Gradient), 0.8f));
        return;
    }

    ui.draw.fill(p, ui.colors().page, is_op ? p.h / 2 : 4 * z);   // lines end at the pill, also under a pale one
    if (is_function) ui.draw.border(p.inset(-3 * z), with_alpha(ink, 0.55f), p.h / 2 + 3 * z);   // more lies behind it
    ui.draw.box(p, tint, ink, is_op ? p.h / 2 : 4 * z, node.kind == SceneKind::variable ? 2.0f : 1.0f);
    if (deck.hovered == n) ui.draw.fill(p, ui.colors().hover, is_op ? p.h / 2 : 4 * z);
    if (is_function) turn_button(node.scope, true, {flow() == Flow::right ? p.right() + 6 * z : p.x - 6 * z - 18, p.center().y - 9, 18, 18});
    ui.draw.text_fit(p.inset(3 * z, 0), node_title(recording, node), {FontRole::Bold, text_size(kTitleSize), ink}, Align::Center);
    const bool selected = n == node_in_view(deck, state);
    const std::string label = node_label(recording, node, scene.mode());
    if (!label.empty() && z >= 0.45f) {
        const float lift = selected ? 7 * z : 0;
        // On a phone the line runs through the middle of the pills, so labels stand beside it.
    const bool flat = flow() == Flow::right;
    const Rect room{flat ? p.center().x - 74 * z : p.center().x + 8 * z, p.y - kLabelHeight * z - lift, 148 * z, kLabelHeight * z - 2 * z};
    ui.draw.text_fit(room, label, {FontRole::Text, text_size(type::kLabel), with_alpha(ui.colors().muted, alpha)}, flat ? Align::Center : Align::Left);
    }

    const Rect v = values(n);
    const ValueBox& box = scene.value_box(n);
    if (scene.mode() != ValuesMode::Values) {
        std::string text;
        if (scene.mode() == ValuesMode::Shapes) {
            if (node.tensor != kNone) text = shape_text(recording.shape(node.tensor)) + " " + value_type_name(recording.tensors[node.tensor].type);
        } else {
            text = node.kind == SceneKind::variable ? recording.variable_label(node.variable) : node.tensor != kNone ? recording.label(node.tensor) : std::string_view();
            if (text.empty() && is_op && recording.events[node.event].line > 0) text = "line " + std::to_string(recording.events[node.event].line);
        }
        ui.draw.text_fit({p.center().x - 62 * z, v.y - 4 * z, 124 * z, v.h}, text, {FontRole::Code, text_size(type::kLabel), with_alpha(ui.colors().ink, alpha)}, Align::Center);
        return;
    }
    if (!past) {
        // What is not there yet keeps its room, so that nothing moves when it comes.
        ui.draw.border(v, with_alpha(ui.theme.ink(m), 0.12f));
        for (size_t i = 0; i < scene.more_outputs(n).size(); ++i) ui.draw.border(more(n, i).value, with_alpha(ui.theme.ink(m), 0.12f));
        return;
    }
    const bool readable = z >= 0.5f;
    const bool fresh = n == now.active && !now.backward && now.state.event == node.event;
    if (node.tensor != kNone && node.has_value(recording, now.state.step)) value_view(ui, deck, recording, node.tensor, box, v.min(), {m, z, fresh ? arrived : 1, 0.4f, readable});
    for (size_t i = 0; i < scene.more_outputs(n).size() && node.has_value(recording, now.state.step); ++i) {
        const MoreOutput& output = scene.more_outputs(n)[i];
        const MorePlace place = more(n, i);
        value_view(ui, deck, recording, output.tensor, output.box, place.value.min(), {m, z, fresh ? arrived : 1, 0.4f, readable});
        if (const uint32_t gradient = gradient_of(output.tensor); gradient != kNone)
            value_view(ui, deck, recording, gradient, output.box, place.gradient.min(), {Meaning::Gradient, z, 1, 0.5f, readable});
    }
    if (const uint32_t gradient = now.gradients[n]; gradient != kNone) {
        bool coming = false;
        for (const GradientMove& move : now.moves) coming |= scene.layout().lines()[move.line].from == n;
        value_view(ui, deck, recording, gradient, box, gradients(n).min(), {Meaning::Gradient, z, coming ? arrived : 1, now.is_final[n] ? 0.9f : 0.5f, readable});
    } else if (now.is_none[n]) {
        const Rect none = none_box(n);
        ui.draw.meaning_box(none, Meaning::Wrong);
        ui.draw.text_in(none, "None", {FontRole::Code, text_size(type::kLabel), ui.theme.ink(Meaning::Wrong)}, Align::Center);
    }
}

/// The gradient's way along a line, from the gradient under the consumer to the one under what it used.
void Picture::gradient_arrow(size_t l, float until, bool present) const {
    const LayoutLine& line = scene.layout().lines()[l];
    if (line.port || z < 0.28f || scene.mode() != ValuesMode::Values) return;
    const Rect from = gradients(line.to), to = gradients(line.from);
    ImVec2 a{from.x, from.center().y}, b{to.right() + 3 * z, to.center().y};
    if (flow() == Flow::down) a = {from.center().x, from.y}, b = {to.center().x, to.bottom() + 3 * z};
    const Rect bounds{std::min(a.x, b.x), std::min(a.y, b.y), std::fabs(a.x - b.x) + 1, std::fabs(a.y - b.y) + 1};
    if (!bounds.overlaps(view)) return;
    const float thickness = (present ? 2.4f : 1.4f) * std::max(0.6f, z);
    const ImU32 color = with_alpha(ui.theme.ink(Meaning::Gradient), present ? 1.0f : 0.55f);
    curve(a, b, color, thickness, until);
    const ImVec2 tip = on_curve(a, b, until), before = on_curve(a, b, std::max(0.0f, until - 0.08f));
    ui.draw.arrow_head(tip, {tip.x - before.x, tip.y - before.y}, color, (present ? 9.0f : 7.0f) * std::max(0.6f, z), thickness * 0.9f);
}

void Picture::frame(uint32_t n) const {
    if (scene.nodes().size() <= n) return;
    ui.draw.border(content(n).inset(-8 * z), ui.colors().ink, 10 * z, 2);
}

/// A call that is unfolded: a frame behind its ops, with its name.
void Picture::function_frame(const FunctionFrame& frame) const {
    const ImVec2 a = at(frame.bounds.x0, frame.bounds.y0), b = at(frame.bounds.x1, frame.bounds.y1);
    const Rect r{a.x, a.y, b.x - a.x, b.y - a.y};
    if (!r.overlaps(view)) return;
    const float alpha = recording.scopes[frame.scope].entered < now.state.step ? 1 : kFutureAlpha;
    ui.draw.box(r, with_alpha(ui.colors().panel, 0.7f * alpha), with_alpha(ui.colors().muted, 0.45f * alpha), space::kBoxRadius * std::min(z, 1.0f));
    if (z < 0.28f) return;
    const float title = kFrameTitle * z;
    ui.draw.text_fit({r.x + 30, r.y + 2, r.w - 36, title}, recording.text(recording.scopes[frame.scope].name), {FontRole::Bold, text_size(type::kLabel), with_alpha(ui.colors().muted, alpha)});
    turn_button(frame.scope, false, {r.x + 7, r.y + 2 + title / 2 - 9, 18, 18});
}

/// The sign that folds or unfolds the calls of a function.
void Picture::turn_button(uint32_t scope, bool folded, const Rect& where) const {
    if (!where.overlaps(view)) return;
    const std::string_view name = recording.text(recording.scopes[scope].name);
    const NodeId id = node_id("deck.turn", scope);
    const Press p = press(ui, id, NodeRole::Button, (folded ? "Unfold " : "Fold ") + std::string(name), where.inset(ui.theme.touch ? -10.0f : -2.0f), 0, key_sign(KeyAct::Turn), 11);
    const ImU32 ink = ui.theme.ink(Meaning::Value);
    const ImVec2 c = where.center();
    ui.draw.box(where, p.hovered ? ui.theme.tint(Meaning::Value) : ui.colors().panel, with_alpha(ink, 0.6f), where.h / 2);
    ui.draw.fill({c.x - 4, c.y - 0.75f, 8, 1.5f}, ink);
    if (folded) ui.draw.fill({c.x - 0.75f, c.y - 4, 1.5f, 8}, ink);
    if (p.hovered) tooltip(ui, id, where, folded ? "Show the ops of " + std::string(name) : "Fold " + std::string(name) + " into one node", true);
    if (p.pressed) ui.send(AppCommand::TurnFunction, 0, name);
}

/// How the first element of what moves comes about, under the arrow.
void Picture::formula() const {
    if (now.moves.empty() || arrived < 1 || z < 0.45f || scene.mode() != ValuesMode::Values || now.state.backward_step == kNone) return;
    for (const GradientMove& move : now.moves) {
        const LayoutLine& line = scene.layout().lines()[move.line];
        const std::string text = local_formula(recording, now.state.backward_step, line.input);
        if (text.empty() || line.port) continue;
        const Rect from = gradients(line.to), to = gradients(line.from);
        const TextStyle style{FontRole::Text, text_size(13), ui.theme.ink(Meaning::Gradient)};
        const float width = ui.draw.text_width(text, style);
        const ImU32 dots = ui.theme.ink(Meaning::Gradient);
        Rect plate;
        if (flow() == Flow::right) {
            const float x = (from.x + to.right()) / 2, y = (from.center().y + to.center().y) / 2;
            const float below = std::max({y + 30 * z, from.bottom() + 14 * z, std::fabs(from.center().y - to.center().y) < 40 * z ? to.bottom() + 14 * z : y});
            ui.draw.dashed({x, y + 6 * z}, {x, below}, dots, 1);
            plate = {x - width / 2, below, width, 20 * z};
        } else {
            const float y = (from.y + to.bottom()) / 2, x = std::max(from.center().x, to.center().x);
            plate = {std::min(x + 12 * z, view.right() - width - 8), y - 10 * z, width, 20 * z};
        }
        ui.draw.fill(plate.inset(-4 * z, 0), with_alpha(ui.colors().page, 0.92f), 4);
        ui.draw.text_in(plate, text, style, Align::Center);
        return;
    }
}

/// The rest of the way is as far as possible in one eighth of a second: no overshoot, and it does not matter how long a frame takes.
void approach(Ui& ui, Camera& camera, const Camera& target) {
    const float share = ui.reduced_motion ? 1.0f : 1 - std::exp(-ui.dt / 0.06f);
    const float dx = target.x - camera.x, dy = target.y - camera.y, dz = target.zoom - camera.zoom;
    if (std::fabs(dx) * camera.zoom < 0.5f && std::fabs(dy) * camera.zoom < 0.5f && std::fabs(dz) < 0.002f) {
        camera = target;
        return;
    }
    camera = {camera.x + dx * share, camera.y + dy * share, camera.zoom + dz * share};
    ui.animate();
}

void zoom_about(Camera& camera, const Rect& view, ImVec2 point, float factor) {
    const float after = std::clamp(camera.zoom * factor, kZoomLeast, kZoomMost);
    camera.x += (point.x - view.x) * (1 / camera.zoom - 1 / after);
    camera.y += (point.y - view.y) * (1 / camera.zoom - 1 / after);
    camera.zoom = after;
}

/// So far that the node and what it gets and gives are in the middle part of the view.
void follow(const Scene& scene, uint32_t node, const Rect& view, Camera& target) {
    if (node == kNone || node >= scene.nodes().size()) return;
    const LayoutPlace& place = scene.layout().places()[node];
    const LayoutBlock& block = scene.layout().blocks()[node];
    const float w = view.w / target.zoom, h = view.h / target.zoom, aside = std::min(180.0f, w / 4), above = std::min(60.0f, h / 6);
    if (scene.flow() == Flow::right) {
        if (place.x - aside < target.x || place.x + block.width + aside > target.x + w) target.x = place.x + block.width / 2 - w / 2;
        if (place.y - 12 < target.y || place.y + block.height + 12 > target.y + h) target.y = place.y + std::min(block.height, h) / 2 - h / 2;
    } else {
        if (place.y - above < target.y || place.y + block.height + above > target.y + h) target.y = place.y + block.height / 2 - h / 2;
        if (place.x < target.x || place.x + block.width > target.x + w) target.x = std::min(place.x - 16, place.x + block.width / 2 - w / 2);
    }
}

bool same_size(const Layout::Bounds& a, const Layout::Bounds& b) { return a.x0 == b.x0 && a.y0 == b.y0 && a.x1 == b.x1 && a.y1 == b.y1; }

void move_camera(Ui& ui, AppState& state, DeckState& deck, const Rect& view, const Pointer& pointer) {
    const Scene& scene = *deck.scene;
    const uint32_t node = node_in_view(deck, state);
    const bool resized = deck.view_w != view.w || deck.view_h != view.h;
    deck.view_w = view.w;
    deck.view_h = view.h;
    if (!deck.has_camera || (deck.follows && (resized || deck.fitted_version != scene.version() || !same_size(deck.fitted, scene.layout().bounds())))) {
        const bool first = !deck.has_camera;
        deck.target = fit_camera(scene, {view.w, view.h}, node);
        deck.fitted = scene.layout().bounds();
        deck.fitted_version = scene.version();
        deck.has_camera = true;
        if (first || resized) deck.camera = deck.target;
    }
    if (deck.follows || deck.node_followed != node) {
        const Layout::Bounds b = scene.layout().bounds();
        const bool all_seen = deck.target.x <= b.x0 && deck.target.y <= b.y0 && deck.target.x + view.w / deck.target.zoom >= b.x1 &&
                              deck.target.y + view.h / deck.target.zoom >= b.y1;
        if (!all_seen) follow(scene, node, view, deck.target);
    }
    deck.node_followed = node;

    if (pointer.down && !pointer.pressed && (pointer.drag.x != 0 || pointer.drag.y != 0)) {
        deck.camera.x -= pointer.drag.x / deck.camera.zoom;
        deck.camera.y -= pointer.drag.y / deck.camera.zoom;
        deck.target = deck.camera;
        deck.follows = false;
    }
    if (pointer.wheel_y != 0 || pointer.wheel_x != 0) {
        const ImGuiIO& io = ImGui::GetIO();
        const bool touch = io.MouseSource == ImGuiMouseSource_TouchScreen;
        if (touch && scene.flow() == Flow::down && std::fabs(pointer.wheel_x) > std::fabs(pointer.wheel_y)) {
            // A sideways swipe steps: one step for each, however far it glides on.
            deck.swiped += pointer.wheel_x;
            if (std::fabs(deck.swiped) >= kSwipe && ui.now - deck.swiped_at > 0.4) {
                ui.send(deck.swiped < 0 ? PlayerCommand::Step : PlayerCommand::StepBack);
                deck.swiped_at = ui.now;
                deck.swiped = 0;
            } else if (ui.now - deck.swiped_at <= 0.4) {
                deck.swiped = 0;
            }
            return;
        }
        if (touch || io.KeyShift) {
            deck.camera.x -= (pointer.wheel_x + (io.KeyShift ? pointer.wheel_y : 0)) * 60 / deck.camera.zoom;
            if (!io.KeyShift) deck.camera.y -= pointer.wheel_y * 60 / deck.camera.zoom;
        } else {
            zoom_about(deck.camera, view, pointer.at, std::pow(1.15f, pointer.wheel_y));
            deck.camera.x -= pointer.wheel_x * 60 / deck.camera.zoom;
        }
        deck.target = deck.camera;
        deck.follows = false;
    }
    approach(ui, deck.camera, deck.target);
}

void legend(Ui& ui, Rect room) {
    struct Entry {
        Meaning meaning;
        const char* name;
        float radius, thickness;
    };
    constexpr std::array<Entry, 3> entries{{{Meaning::Value, "value", 0, 1}, {Meaning::Gradient, "gradient", 0, 1}, {Meaning::Variable, "variable", 2, 2}}};
    const TextStyle style{FontRole::Text, type::kLabel, ui.colors().muted};
    for (const Entry& entry : entries) {
        const float width = 18 + ui.draw.text_width(entry.name, style) + 18;
        if (room.w < width) return;
        Rect r = room.cut_left(width);
        const Rect sample{r.x, r.center().y - 6, 12, 12};
        ui.draw.box(sample, ui.theme.tint(entry.meaning), ui.theme.ink(entry.meaning), entry.radius, entry.thickness);
        r.cut_left(18);
        ui.draw.text_in(r, entry.name, style);
    }
}

void footer(Ui& ui, AppState& state, DeckState& deck, Rect bar, const Rect& view) {
    const Recording& recording = *state.recording;
    bar = bar.inset(24, 0);
    const float height = ui.theme.control_height();
    constexpr std::array<std::string_view, 3> modes{"Values", "Shapes", "Names"};
    const float width = toggle_group_width(ui, modes);
    const bool roomy = bar.w > 520;
    if (bar.w >= width) {
        const int chosen = toggle_group(ui, node_id("deck.mode"), {bar.x, bar.center().y - height / 2}, "Beside each node", modes, static_cast<int>(state.values_mode));
        if (chosen >= 0) ui.send(AppCommand::SetValuesMode, chosen);
        bar.cut_left(width + 20);
    }

    struct Zoom {
        const char *id, *sign, *words, *hint;
        float factor;
    };
    const std::array<Zoom, 3> zooms{{{"deck.fit", "Fit", "Fit the tape into the view", key_sign(KeyAct::Fit), 0},
                                     {"deck.closer", "+", "Closer", key_sign(KeyAct::Closer), 1.25f},
                                     {"deck.farther", "−", "Farther", key_sign(KeyAct::Farther), 0.8f}}};
    if (bar.w > 110) {
        for (const Zoom& zoom : zooms) {
            Rect r = bar.cut_right(zoom.factor == 0 ? 38.0f : 28.0f);
            r = {r.x, r.center().y - height / 2, r.w, height};
            if (button(ui, node_id(zoom.id), r, zoom.sign, {.kind = ButtonKind::Quiet, .hint = zoom.hint, .spoken = zoom.words})) {
                if (zoom.factor == 0) {
                    deck.follows = true;
                    deck.has_camera = false;
                } else {
                    zoom_about(deck.target, view, view.center(), zoom.factor);
                    deck.follows = false;
                }
                ui.animate();
            }
        }
        bar.cut_right(10);
    }
    const std::string line = tape_line(recording, deck.now);
    const TextStyle style{FontRole::Text, type::kLabel, ui.colors().muted};
    const float line_width = ui.draw.text_width(line, style);
    if (roomy && bar.w > line_width) {
        Rect r = bar.cut_right(line_width);
        ui.draw.text_in(r, line, style);
        ui.semantic.add(node_id("deck.tape_line"), NodeRole::Text, line, r);
        bar.cut_right(20);
        legend(ui, bar);
    }
}

void keys(Ui& ui, AppState& state, DeckState& deck, const Rect& view) {
    if (ui.interaction.text_taken || ui.interaction.menu.owner != 0) return;
    const Recording& recording = *state.recording;
    if (key_asks(KeyAct::Fit)) {
        deck.follows = true;
        deck.has_camera = false;
        ui.animate();
    }
    for (const auto& [act, factor] : {std::pair{KeyAct::Closer, 1.25f}, std::pair{KeyAct::Farther, 0.8f}})
        if (key_asks(act)) {
            zoom_about(deck.target, view, view.center(), factor);
            deck.follows = false;
            ui.animate();
        }
    if (key_asks(KeyAct::Turn)) {
        // The function of the node in view, else of the present event; its calls are all turned.
        const uint32_t node = node_in_view(deck, state);
        uint32_t scope = kNone;
        if (node != kNone) {
            const SceneNode& in_view = deck.scene->nodes()[node];
            scope = in_view.kind == SceneKind::function ? in_view.scope : recording.scope_at(in_view.event, "function");
        }
        if (scope == kNone && deck.now.state.event != kNone) scope = recording.scope_at(deck.now.state.event, "function");
        if (scope != kNone) ui.send(AppCommand::TurnFunction, 0, recording.text(recording.scopes[scope].name));
    }
    if (ui.semantic.focused() != node_id("deck.tape")) return;
    struct ArrowKey {
        ImGuiKey key;
        Toward toward;
    };
    constexpr ArrowKey arrow_keys[] = {{ImGuiKey_LeftArrow, Toward::inputs}, {ImGuiKey_RightArrow, Toward::users}, {ImGuiKey_UpArrow, Toward::up}, {ImGuiKey_DownArrow, Toward::down}};
    for (const auto& [key, toward] : arrow_keys) {
        if (!ImGui::IsKeyPressed(key, true)) continue;
        ui.interaction.arrows_taken = true;
        const uint32_t from = node_in_view(deck, state);
        const uint32_t to = from == kNone ? (deck.scene->nodes().empty() ? kNone : 0) : neighbour(*deck.scene, from, toward);
        if (to != kNone) select_node(ui, deck.scene->nodes()[to]);
    }
    if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) ui.send(AppCommand::SelectNone);
}

}  // namespace

Camera fit_camera(const Scene& scene, ImVec2 view, uint32_t focus) {
    const Layout::Bounds b = scene.layout().bounds();
    const float w = std::max(1.0f, b.x1 - b.x0), h = std::max(1.0f, b.y1 - b.y0);
    const float whole = std::min((view.x - 2 * kMargin) / w, (view.y - 16) / h);
    Camera camera;
    // What does not fit at a size that can be read is shown at full size, a part at a time.
  camera.zoom = whole >= 1 ? 1 : whole >= kReadable ? whole : 1;
    // The whole in the middle of the view; from its beginning where it does not fit.
    const float free_x = view.x / camera.zoom - w, free_y = view.y / camera.zoom - h;
    camera.x = b.x0 - (free_x > 0 ? free_x / 2 : kMargin / camera.zoom);
    camera.y = b.y0 - (free_y > 0 ? free_y / 2 : 8 / camera.zoom);
    if (free_x < 0 || free_y < 0) follow(scene, focus, {0, 0, view.x, view.y}, camera);
    return camera;
}

uint32_t neighbour(const Scene& scene, uint32_t node, Toward toward) {
    const auto nodes = scene.nodes();
    const auto places = scene.layout().places();
    if (toward == Toward::inputs) {
        const auto lines = scene.lines(node);
        return lines.empty() ? kNone : lines[0].from;
    }
    if (toward == Toward::users) {
        for (const LayoutLine& line : scene.layout().lines())
            if (line.from == node) return line.to;
        return kNone;
    }
    // The nearest that lies more above (or below) than aside.
    uint32_t best = kNone;
    float best_distance = 1e30f;
    for (uint32_t n = 0; n < nodes.size(); ++n) {
        if (n == node || !places[n].placed) continue;
        const float dx = std::fabs(places[n].x - places[node].x), dy = (places[n].y - places[node].y) * (toward == Toward::down ? 1.0f : -1.0f);
        if (dy < 4) continue;
        const float distance = dy + 2 * dx;
        if (distance < best_distance) best = n, best_distance = distance;
    }
    return best;
}

std::string tape_line(const Recording& recording, const SceneNow& now) {
    if (now.state.tape == kNone) return "no tape yet";
    const TapeNow* tape = now.state.tape_now(now.state.tape);
    if (tape == nullptr) return {};
    uint32_t ops = 0;
    const auto& records = recording.tapes[tape->tape].records;
    for (uint32_t i = 0; i < tape->records; ++i) ops += recording.ops[records[i].op].variable == kNone;
    std::string text = "tape " + std::to_string(tape->tape + 1) + " · " + count_text(ops) + (ops == 1 ? " op" : " ops") + " recorded";
    if (tape->is_released)
        text += " · spent, holds nothing";
    else
        text += (tape->is_recording ? " so far · holds " : " · holds ") + bytes_text(tape->bytes_held);
    if (recording.tapes[tape->tape].persistent) text += " · persistent";
    return text;
}

void tape_view(Ui& ui, AppState& state, DeckState& deck, const Rect& area) {
    Rect view = area;
    const Rect bar = view.cut_bottom(kFooter);
    const Recording& recording = *state.recording;
    Scene& scene = *deck.scene;
    deck.view = view;

    const std::string line = tape_line(recording, deck.now);
    const NodeId id = node_id("deck.tape");
    ui.semantic.open(id, NodeRole::List, line, view, state::kFocusable);
    ui.draw.push_clip(view);
    const Pointer pointer = claim_pointer(ui, id, view, {.press = true, .wheel = true});
    if (pointer.pressed) ui.semantic.focus(id);
    keys(ui, state, deck, view);
    move_camera(ui, state, deck, view, pointer);

    const float z = deck.camera.zoom;
    Picture picture{ui, state, deck, recording, scene, deck.now, view, z, motion(ui, deck)};
    for (const FunctionFrame& frame : scene.frames()) picture.function_frame(frame);
    const size_t lines = scene.layout().lines().size();
    for (size_t l = 0; l < lines; ++l) picture.line(l);

    deck.hovered = kNone;
    const auto nodes = scene.nodes();
    const uint32_t in_view = node_in_view(deck, state);
    if (pointer.inside || pointer.released)
        for (uint32_t n = 0; n < nodes.size(); ++n)
            if (scene.layout().places()[n].placed && picture.content(n).inset(-4).contains(pointer.at)) deck.hovered = n;
    for (uint32_t n = 0; n < nodes.size(); ++n)
        if (scene.layout().places()[n].placed) picture.node(n);

    for (size_t l = 0; l < lines; ++l) {
        if (!deck.now.passed[l]) continue;
        bool present = false;
        for (const GradientMove& move : deck.now.moves) present |= move.line == l;
        picture.gradient_arrow(l, present ? picture.arrived : 1, present);
    }
    if (in_view != kNone) picture.frame(in_view);
    picture.formula();

    if (nodes.empty()) {
        const char* words = deck.now.state.tape != kNone ? "The tape is open. It records the ops that follow." : "Nothing has been computed yet. Step on.";
        ui.draw.text_in(view, words, {FontRole::Text, type::kText, ui.colors().muted}, Align::Center);
    }
    if (deck.hovered != kNone && pointer.inside) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        tooltip(ui, node_id("deck.node", deck.hovered), picture.content(deck.hovered), node_sentence(recording, scene, deck.now, deck.hovered), true);
    }
    if (pointer.released && pointer.inside && !deck.dragged) {
        if (deck.hovered != kNone)
            select_node(ui, nodes[deck.hovered]);
        else
            ui.send(AppCommand::SelectNone);
    }
    if (pointer.pressed) deck.dragged = false;
    if (pointer.down && (std::fabs(pointer.drag.x) + std::fabs(pointer.drag.y) > 2)) deck.dragged = true;
    if (deck.dragged && pointer.down) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);

    // The picture in words, for those who do not see it: the nodes around the present one, each with what it shows.
    if (deck.node_words.size() != nodes.size()) deck.node_words.assign(nodes.size(), {});
    const size_t middle = in_view == kNone ? 0 : in_view, begin = middle > kMostWords / 2 ? middle - kMostWords / 2 : 0, end = std::min(nodes.size(), begin + kMostWords);
    for (size_t n = begin; n < end; ++n) {
        if (!scene.layout().places()[n].placed) continue;
        std::string& words = deck.node_words[n];
        if (words.empty()) words = node_sentence(recording, scene, deck.now, static_cast<uint32_t>(n));
        const NodeId node = node_id("deck.node", n);
        uint16_t states = 0;
        if (n == in_view) states |= state::kSelected;
        if (n == deck.now.active) states |= state::kCurrent;
        const Rect where = picture.content(static_cast<uint32_t>(n));
        if (!where.overlaps(view)) states |= state::kOffscreen;
        ui.semantic.add(node, NodeRole::ListItem, words, where.intersect(view), states);
        if (ui.semantic.take(node, Action::Press)) select_node(ui, nodes[n]);
    }
    if (ui.semantic.has_visible_focus(id)) ui.draw.focus_ring(view.inset(5));
    ui.draw.pop_clip();
    ui.semantic.close();
    footer(ui, state, deck, bar, view);
}

}  // namespace tapedeck
