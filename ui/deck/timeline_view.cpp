#include "ui/deck/timeline_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "lessons/recording/number_text.h"
#include "ui/widgets.h"

namespace tapedeck {

namespace {

constexpr float kNames = 96, kMark = 12, kRadius = 2, kPale = 0.42f, kGap = 1.5f;

/// Draws marks so that no pixel column is drawn twice: a hundred thousand events cost no more than the timeline is wide.
class Marks {
public:
    Marks(const Draw& draw, const TimelineAxis& axis, double step, float y, float height) : draw_(draw), axis_(axis), step_(step), y_(y), height_(height) {}

    void add(double begin, double end, ImU32 color, float strength = 1, bool hollow = false) {
        if (end < axis_.first || begin > axis_.first + axis_.events) return;
        const bool past = begin < step_;
        float x0 = axis_.x_of(begin), x1 = std::max(x0 + 1.5f, std::min(axis_.x_of(end) - kGap, axis_.x1));
        x0 = std::max(x0, axis_.x0);
        if (x1 <= last_ + 0.5f && past == last_past_) return;   // nothing new to see in these columns
        if (x0 < last_) x0 = last_;
        last_ = x1;
        last_past_ = past;
        const float radius = x1 - x0 > 4 ? kRadius : 0;
        if (hollow) draw_.border({x0, y_, x1 - x0, height_}, with_alpha(color, past ? 0.9f : kPale), radius);
        else draw_.fill({x0, y_, x1 - x0, height_}, with_alpha(color, (past ? 1.0f : kPale) * strength), radius);
    }

private:
    const Draw& draw_;
    const TimelineAxis& axis_;
    double step_;
    float y_, height_, last_ = -1e9f;
    bool last_past_ = false;
};

template <class T, class Event>
std::pair<size_t, size_t> seen(const std::vector<T>& rows, const TimelineAxis& axis, Event event) {
    const auto before = [&](double limit) { return static_cast<size_t>(std::partition_point(rows.begin(), rows.end(), [&](const T& row) { return event(row) < limit; }) - rows.begin()); };
    const size_t begin = before(axis.first);
    return {begin > 0 ? begin - 1 : 0, before(axis.first + axis.events)};
}

/// An op's mark is as wide as two and a half events where the next op leaves it the room: one event can be a single pixel.
double until_next(const std::vector<uint32_t>& events, size_t i) {
    const double wish = events[i] + 2.5;
    return i + 1 < events.size() ? std::min<double>(wish, events[i + 1]) : wish;
}

void line_track(const Ui& ui, const Recording& recording, const TimelineAxis& axis, double step, float y) {
    Marks marks(ui.draw, axis, step, y, kMark);
    const auto& visits = recording.line_visits;
    const auto [begin, end] = seen(visits, axis, [](const LineVisitRow& v) { return static_cast<double>(v.event); });
    for (size_t i = begin; i < end; ++i) {
        const double until = i + 1 < visits.size() ? visits[i + 1].event : recording.size();
        // Neighbouring lines differ in shade, the same line looks the same every time.
        // Hollow: a line that ran only while a function was traced.
        const bool traced = !recording.scopes.empty() && recording.scope_at(visits[i].event, "trace") != kNone;
        marks.add(visits[i].event, until, ui.theme.ink(Meaning::Constant), 0.22f + 0.12f * static_cast<float>(visits[i].line % 3), traced);
    }
}

void diamonds(const Ui& ui, const std::vector<uint32_t>& events, const TimelineAxis& axis, double step, float y, ImU32 color) {
    const auto [begin, end] = seen(events, axis, [](uint32_t e) { return static_cast<double>(e); });
    float last = -1e9f;
    for (size_t i = begin; i < end; ++i) {
        const float x = axis.x_of(events[i] + 0.5), half = 5, tall = 6;
        if (x - last < 3 || x < axis.x0 - 1) continue;
        last = x;
        const ImU32 c = with_alpha(color, events[i] < step ? 1.0f : kPale);
        ui.draw.list()->AddQuadFilled({x, y - tall}, {x + half, y}, {x, y + tall}, {x - half, y}, c);
    }
}

void memory_track(const Ui& ui, const TimelineIndex& index, const TimelineAxis& axis, double step, float y0, float y1) {
    if (index.most_bytes == 0) return;
    const auto [begin, end] = seen(index.memory, axis, [](const TimelineIndex::Memory& m) { return static_cast<double>(m.event); });
    const auto height = [&](uint64_t bytes) { return y1 - (y1 - y0) * static_cast<float>(static_cast<double>(bytes) / static_cast<double>(index.most_bytes)); };
    ImDrawList* list = ui.draw.list();
    const ImU32 ink = ui.theme.ink(Meaning::Constant);
    const float now = std::clamp(axis.x_of(step), axis.x0, axis.x1);
    // The same steps twice, saturated before the playhead and pale after it.
    for (const bool past : {true, false}) {
        list->PushClipRect({past ? axis.x0 : now, y0 - 3}, {past ? now : axis.x1, y1 + 3}, true);
        float y = begin < end && index.memory[begin].event < axis.first ? height(index.memory[begin].bytes) : y1;
        list->PathLineTo({axis.x0, y});
        // Within one pixel column only the highest, the lowest and the last count.
        for (size_t i = begin; i < end;) {
            const float x = std::max(axis.x0, axis.x_of(index.memory[i].event + 1));
            float high = y, low = y, last = y;
            for (; i < end && axis.x_of(index.memory[i].event + 1) < x + 1; ++i) {
                last = height(index.memory[i].bytes);
                high = std::min(high, last);
                low = std::max(low, last);
            }
            if (last == y && high == y && low == y) continue;   // a point twice would spoil the line's thickness
            list->PathLineTo({x, y});
            if (high != y && high != last) list->PathLineTo({x, high});
            if (low != y && low != last) list->PathLineTo({x, low});
            if (last != y) list->PathLineTo({x, last});
            y = last;
        }
        list->PathLineTo({axis.x1, y});
        list->PathStroke(with_alpha(ink, past ? 1.0f : kPale), 0, 1.5f);
        list->PopClipRect();
    }
}

/// Training steps named under the tracks; without any, event numbers.
void labels(const Ui& ui, const Recording& recording, const TimelineAxis& axis, double step, float y) {
    const auto& steps = recording.training_steps;
    if (steps.empty()) {
        const auto stride = static_cast<double>(label_stride(axis.per_event(), 60));
        for (double event = std::ceil(axis.first / stride) * stride; event <= axis.first + axis.events; event += stride) {
            const std::string text = count_text(static_cast<uint64_t>(event));
            const float width = ui.draw.text_width(text, {FontRole::Text, 11}), x = std::clamp(axis.x_of(event) - width / 2, axis.x0, axis.x1 - width);
            ui.draw.text({x, y}, text, {FontRole::Text, 11, with_alpha(ui.colors().muted, event <= step ? 1.0f : 0.75f)});
        }
        return;
    }
    const double per_step = steps.size() > 1 ? (steps.back().event - steps.front().event) * axis.per_event() / static_cast<double>(steps.size() - 1) : 100;
    const uint32_t stride = label_stride(per_step, 78);
    float free_from = axis.x0 - 100;
    for (const TrainingStepRow& row : steps) {
        if (row.number % stride != 0) continue;
        const float x = axis.x_of(row.event);
        if (x < axis.x0 - 1 || x > axis.x1 - 10 || x < free_from) continue;
        const float width = ui.draw.text({x + 1, y}, "step " + count_text(row.number), {FontRole::Text, 11, ui.colors().muted});
        free_from = x + width + 8;
    }
}

void playhead(const Ui& ui, float x, float y0, float y1) {
    const ImU32 ink = ui.colors().ink;
    const float at = std::floor(x) + 0.5f;
    ImDrawList* list = ui.draw.list();
    list->AddLine({at, y0 + 10}, {at, y1}, ink, 2);
    const ImVec2 shape[] = {{at - 7, y0}, {at + 7, y0}, {at + 7, y0 + 8}, {at, y0 + 15}, {at - 7, y0 + 8}};
    list->AddConvexPolyFilled(shape, 5, ink);
}

TimelineAxis axis_of(const DeckState& deck, const AppState& state, float x0, float x1) {
    TimelineAxis axis;
    const double length = std::max<double>(1, static_cast<double>(state.player.length()));
    axis.first = deck.shown_events > 0 ? deck.first_event : 0;
    axis.events = deck.shown_events > 0 ? std::min(deck.shown_events, length) : length;
    axis.x0 = x0;
    axis.x1 = x1;
    return axis;
}

/// Press, drag, wheel and requests from outside; one slider in the semantic tree.
void interact(Ui& ui, AppState& state, DeckState& deck, TimelineAxis& axis, const Rect& tracks) {
    const NodeId id = node_id("timeline");
    const int64_t length = state.player.length(), at = state.player.position();
    Node& node = ui.semantic.add(id, NodeRole::Slider, "Timeline", tracks, state::kFocusable);
    std::string value = "event " + count_text(static_cast<uint64_t>(at)) + " of " + count_text(static_cast<uint64_t>(length));
    if (!deck.sentence_text.empty()) value += ": " + deck.sentence_text;
    ui.semantic.set_value(node, value);
    if (ui.semantic.take(id, Action::Increment)) ui.send(PlayerCommand::Step);
    if (ui.semantic.take(id, Action::Decrement)) ui.send(PlayerCommand::StepBack);
    if (ui.semantic.take(id, Action::SetValue)) {
        const std::string& text = ui.semantic.taken_value();
        double step = 0;
        for (const char c : text)
            if (c >= '0' && c <= '9') step = step * 10 + (c - '0');
        ui.send(PlayerCommand::Jump, std::min(step, static_cast<double>(length)));
    }

    const Pointer pointer = claim_pointer(ui, id, tracks.inset(-8, 0), {.press = true, .wheel = true});
    if (pointer.inside) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (pointer.pressed) ui.semantic.focus(id);
    if (pointer.down) {
        const int64_t to = axis.step_at(std::clamp(pointer.at.x, axis.x0, axis.x1), length);
        if (pointer.pressed && state.player.play_state() == PlayState::Following) ui.send(PlayerCommand::Pause);
        if (to != at) ui.send(PlayerCommand::Jump, static_cast<double>(to));
    }
    if (pointer.double_clicked) deck.shown_events = 0;
    if (pointer.wheel_y != 0 && !ImGui::GetIO().KeyShift) {
        double shown = deck.shown_events, first = axis.first;
        zoom_timeline(first, shown, static_cast<double>(length), std::pow(0.85, pointer.wheel_y), axis.event_at(pointer.at.x));
        deck.first_event = first;
        deck.shown_events = shown;
        deck.timeline_held = true;
    }
    const double aside = pointer.wheel_x + (ImGui::GetIO().KeyShift ? pointer.wheel_y : 0);
    if (aside != 0 && deck.shown_events > 0) {
        deck.first_event = std::clamp(deck.first_event - aside * deck.shown_events * 0.08, 0.0, std::max(0.0, static_cast<double>(length) - deck.shown_events));
        deck.timeline_held = true;
    }
    // The playhead does not run out of what is shown.
    if (deck.timeline_step != at) deck.timeline_held = false;
    deck.timeline_step = at;
    if (deck.shown_events > 0 && !deck.timeline_held && !pointer.down) {
        const double end = deck.first_event + deck.shown_events;
        if (static_cast<double>(at) < deck.first_event || static_cast<double>(at) > end)
            deck.first_event = std::clamp(static_cast<double>(at) - deck.shown_events * 0.2, 0.0, std::max(0.0, static_cast<double>(length) - deck.shown_events));
    }
    axis = axis_of(deck, state, axis.x0, axis.x1);
    if (ui.semantic.has_visible_focus(id)) ui.draw.focus_ring(tracks.inset(-2));
}

/// The training step that the cursor is in, as a tint behind the tracks.
void present_step(const Ui& ui, const Recording& recording, const SceneNow& now, const TimelineAxis& axis, float y0, float y1) {
    const uint32_t row = now.state.training_step;
    if (row == kNone || row >= recording.training_steps.size()) return;
    const double end = row + 1 < recording.training_steps.size() ? recording.training_steps[row + 1].event : recording.size();
    const float x0 = std::clamp(axis.x_of(recording.training_steps[row].event), axis.x0, axis.x1), x1 = std::clamp(axis.x_of(end), axis.x0, axis.x1);
    if (x1 > x0) ui.draw.fill({x0, y0, x1 - x0, y1 - y0}, with_alpha(ui.theme.ink(Meaning::Value), 0.06f));
}

}  // namespace

void timeline_view(Ui& ui, AppState& state, DeckState& deck, const Rect& area) {
    const Recording& recording = *state.recording;
    constexpr std::array<const char*, 5> names{"line", "forward", "backward", "variables", "tape memory"};
    const bool named = area.w > 420;
    Rect tracks = area;
    if (named) tracks.cut_left(kNames);
    tracks = tracks.inset(12, 0);
    const float label_height = 18, pitch = std::min(24.0f, (tracks.h - label_height - 10) / 5), top = tracks.y + 14;
    const auto row_y = [&](int row) { return top + pitch * static_cast<float>(row); };
    TimelineAxis axis = axis_of(deck, state, tracks.x, tracks.right());
    const float bottom = row_y(5);
    interact(ui, state, deck, axis, {tracks.x, tracks.y, tracks.w, bottom - tracks.y});
    const auto step = static_cast<double>(state.player.position());

    present_step(ui, recording, deck.now, axis, top - 6, bottom + 2);
    for (int row = 0; row < 5; ++row) {
        const float middle = row_y(row) + pitch / 2;
        if (named)
            ui.draw.text_in({area.x, middle - 10, kNames - 2, 20}, names[static_cast<size_t>(row)], {FontRole::Text, type::kLabel, ui.colors().muted}, Align::Right);
        ui.draw.hline(axis.x0, axis.x1, row_y(row + 1), ui.colors().hairline);
    }
    ui.draw.push_clip({axis.x0 - 8, area.y, axis.x1 - axis.x0 + 16, area.h});
    const auto mark_y = [&](int row) { return row_y(row) + (pitch - kMark) / 2; };
    line_track(ui, recording, axis, step, mark_y(0));
    {
        Marks marks(ui.draw, axis, step, mark_y(1), kMark);
        const auto& forward = deck.timeline.forward;
        const auto [begin, end] = seen(forward, axis, [](uint32_t e) { return static_cast<double>(e); });
        for (size_t i = begin; i < end; ++i) marks.add(forward[i], until_next(forward, i), ui.theme.ink(Meaning::Value));
    }
    {
        Marks marks(ui.draw, axis, step, mark_y(2), kMark);
        const auto& backward = deck.timeline.backward;
        const auto [begin, end] = seen(backward, axis, [](const TimelineIndex::Span& s) { return static_cast<double>(s.begin); });
        for (size_t i = begin; i < end; ++i) marks.add(backward[i].begin, backward[i].end, ui.theme.ink(Meaning::Gradient));
    }
    diamonds(ui, deck.timeline.assigns, axis, step, row_y(3) + pitch / 2, ui.theme.ink(Meaning::Variable));
    memory_track(ui, deck.timeline, axis, step, row_y(4) + 5, row_y(5) - 4);
    for (const uint32_t event : deck.timeline.errors) {
        const float x = axis.x_of(event + 0.5);
        if (x >= axis.x0 && x <= axis.x1) ui.draw.fill({x - 1, top, 2, bottom - top}, ui.theme.ink(Meaning::Wrong));
    }
    labels(ui, recording, axis, step, bottom + 3);
    const float x = axis.x_of(step);
    if (x >= axis.x0 - 1 && x <= axis.x1 + 1) playhead(ui, x, tracks.y + 2, bottom + 2);
    ui.draw.pop_clip();
}

void slim_timeline_view(Ui& ui, AppState& state, DeckState& deck, const Rect& area) {
    const Recording& recording = *state.recording;
    const Rect tracks = area.inset(16, 0);
    TimelineAxis axis = axis_of(deck, state, tracks.x, tracks.right());
    interact(ui, state, deck, axis, tracks);
    const auto step = static_cast<double>(state.player.position());
    const float y = tracks.center().y;
    present_step(ui, recording, deck.now, axis, tracks.y + 2, tracks.bottom() - 2);
    ui.draw.hline(axis.x0, axis.x1, y, ui.colors().hairline);
    Marks forward(ui.draw, axis, step, y - 10, 8), backward(ui.draw, axis, step, y + 2, 8);
    for (size_t i = 0; i < deck.timeline.forward.size(); ++i) forward.add(deck.timeline.forward[i], until_next(deck.timeline.forward, i), ui.theme.ink(Meaning::Value));
    for (const TimelineIndex::Span& span : deck.timeline.backward) backward.add(span.begin, span.end, ui.theme.ink(Meaning::Gradient));
    playhead(ui, std::clamp(axis.x_of(step), axis.x0, axis.x1), tracks.y, tracks.bottom());
}

}  // namespace tapedeck
