#include "ui/deck/deck.h"

#include <algorithm>
#include <array>

#include "ui/deck/deck_state.h"
#include "ui/deck/functions_view.h"
#include "ui/deck/inspector_view.h"
#include "ui/deck/sentence_view.h"
#include "ui/deck/tape_view.h"
#include "ui/deck/timeline_view.h"
#include "ui/deck/transport_controls.h"
#include "ui/deck/variables_view.h"
#include "ui/widgets.h"

namespace tapedeck {

namespace {

constexpr double kMotion = 0.15;             // seconds that a gradient takes along its edge
constexpr double kFastest = 3;               // times 1×: at more, a motion would not end before the next
constexpr uint32_t kMovingSteps = 24;        // a jump over more events than this is not a motion
constexpr float kPanelsLeast = 130, kPanelsShare = 0.31f, kTapeLeast = 170, kTapeTall = 280, kTabs = 36;
constexpr size_t kMostSummaries = 512;

}  // namespace

DeckState* deck_refresh(Ui& ui, AppState& state, Flow flow) {
    if (state.recording == nullptr) return nullptr;
    if (state.deck == nullptr) state.deck = std::make_shared<DeckState>();
    DeckState& deck = *state.deck;
    const Recording& recording = *state.recording;

    if (deck.recording_number != state.recording_number) {
        const double keep = deck.first_event;
        deck = DeckState();
        deck.first_event = keep;
        deck.recording_number = state.recording_number;
    }
    const bool grew = deck.recording_version != state.recording_version;
    const auto step = static_cast<uint32_t>(std::clamp<int64_t>(state.player.position(), 0, recording.size()));
    if (grew) {
        deck.timeline.extend(recording);
        deck.recording_version = state.recording_version;
    }

    const bool moved = deck.step != step;
    if (moved) {
        const bool small = deck.step != kNone && step > deck.step && step - deck.step <= kMovingSteps;
        const bool fast = state.player.play_state() == PlayState::Playing && state.player.speed() > kFastest;
        deck.moved_forward = small && !fast;
        deck.moved_at = ui.now;
        deck.step = step;
    }
    if (moved || grew || deck.scene == nullptr || deck.mode != state.values_mode || deck.flow != flow || deck.scene->turned() != state.turned_functions) {
        State at = state_at(recording, step);
        if (deck.scene == nullptr || deck.scene->tape() != at.tape || deck.mode != state.values_mode || deck.flow != flow || deck.scene->turned() != state.turned_functions) {
            if (deck.scene == nullptr || deck.flow != flow || deck.mode != state.values_mode) deck.has_camera = false;
            deck.scene = std::make_unique<Scene>(at.tape, state.values_mode, flow, state.turned_functions);
            deck.fitted_version = kNone;
            deck.mode = state.values_mode;
            deck.flow = flow;
        }
        deck.scene->extend(recording);
        deck.now = scene_at(*deck.scene, recording, std::move(at));
        deck.sentence = narrate(recording, step);
        deck.sentence_text = plain_text(deck.sentence);
        deck.context = context_line(recording, step);
        deck.node_words.clear();
        deck.inspector_scroll = 0;
    }
    return &deck;
}

uint32_t node_in_view(const DeckState& deck, const AppState& state) {
    if (deck.scene == nullptr) return kNone;
    uint32_t node = kNone;
    const auto number = static_cast<uint32_t>(state.selection.number);
    if (state.selection.kind == Selection::Kind::Tensor) node = deck.scene->node_of_tensor(number);
    if (state.selection.kind == Selection::Kind::Variable) node = deck.scene->node_of_variable(number);
    return node != kNone ? node : deck.now.active;
}

uint32_t node_inspected(const DeckState& deck, const AppState& state) {
    const uint32_t node = node_in_view(deck, state);
    return node != kNone || deck.scene == nullptr ? node : deck.now.recent;
}

const Summary* summary_of(DeckState& deck, const Recording& recording, uint32_t tensor) {
    if (const auto known = deck.summaries.find(tensor); known != deck.summaries.end()) return &known->second;
    Summary summary;
    if (!recording.summarize(tensor, summary)) return nullptr;
    if (deck.summaries.size() >= kMostSummaries) deck.summaries.clear();
    return &(deck.summaries[tensor] = std::move(summary));
}

float motion(Ui& ui, const DeckState& deck) {
    if (ui.reduced_motion || !deck.moved_forward || deck.moved_at < 0) return 1;
    const double share = (ui.now - deck.moved_at) / kMotion;
    if (share >= 1) return 1;
    ui.animate();
    const auto t = static_cast<float>(std::max(0.0, share));
    return t * (2 - t);
}

void select_node(Ui& ui, const SceneNode& node) {
    if (node.kind == SceneKind::variable)
        ui.send(AppCommand::SelectVariable, node.variable);
    else if (node.tensor != kNone)
        ui.send(AppCommand::SelectTensor, node.tensor);
    ui.animate();
}

namespace {

void empty_deck(Ui& ui, const Rect& area) {
    const TextStyle big{FontRole::Text, type::kSentence, ui.colors().ink}, small{FontRole::Text, type::kText, ui.colors().muted};
    const char* first = "Run the program to record its tape.";
    const char* second = "Then play it forwards and backwards, step by step.";
    const float y = area.center().y - 30;
    ui.draw.text_in({area.x, y, area.w, 28}, first, big, Align::Center);
    ui.draw.text_fit({area.x + 16, y + 30, area.w - 32, 24}, second, small, Align::Center);
    ui.semantic.add(node_id("deck.empty"), NodeRole::Text, "Run the program to record its tape. Then play it forwards and backwards, step by step.", {area.x, y, area.w, 60});
}

/// Title line of the inspector: the op, its line, the expression as written; and the switch for all digits.
void inspector_caption(Ui& ui, AppState& state, DeckState& deck, const Rect& bar) {
    const Recording& recording = *state.recording;
    const uint32_t number = node_inspected(deck, state);
    Rect rest = bar.inset(20, 0);
    if (number == kNone) {
        caption(ui, node_id("deck.inspector"), {rest.x, rest.center().y - 7}, "Inspector");
        return;
    }
    const SceneNode& node = deck.scene->nodes()[number];
    const Rect digits = rest.cut_right(74);
    if (button(ui, node_id("deck.digits"), {digits.x, digits.center().y - 12, digits.w, 24}, "All digits",
               {.kind = ButtonKind::Quiet, .states = static_cast<uint16_t>(deck.full_digits ? state::kPressed : 0), .hint = "Every digit that the type has", .role = NodeRole::Toggle})) {
        deck.full_digits = !deck.full_digits;
        ui.animate();
    }
    if (deck.full_digits) ui.draw.fill({digits.x, digits.center().y - 12, digits.w, 24}, with_alpha(ui.theme.ink(Meaning::Value), 0.14f), space::kControlRadius);
    const Meaning meaning = node.kind == SceneKind::variable ? Meaning::Variable : node.computes() ? Meaning::Value : Meaning::Constant;
    const std::string_view title = node_title(recording, node);
    const TextStyle bold{FontRole::Bold, type::kControl, ui.theme.ink(meaning)}, muted{FontRole::Text, type::kLabel, ui.colors().muted};
    ui.draw.text_in(rest, title, bold);
    const float title_width = ui.draw.text_width(title, bold);
    const uint32_t line = recording.events[node.event].line;
    std::string words(title);
    rest.cut_left(title_width + 10);
    if (line > 0 && node.kind == SceneKind::op) {
        const std::string where = "line " + std::to_string(line);
        const float width = ui.draw.text_width(where, muted);
        if (rest.w > width) {
            ui.draw.text_in(rest, where, muted);
            rest.cut_left(width + 10);
        }
        const std::string_view source = source_expression(recording, node.event);
        if (rest.w > 40) ui.draw.text_fit(rest, source, {FontRole::Code, type::kLabel, ui.colors().muted});
        words += ", " + where + ", " + std::string(source);
    }
    Node& heading = ui.semantic.add(node_id("deck.inspector"), NodeRole::Heading, words, bar);
    heading.level = 3;
}

/// What the program holds, by the tab that is chosen.
void values_view(Ui& ui, AppState& state, DeckState& deck, const Rect& area) {
    if (deck.values_tab == 0) variables_view(ui, state, deck, area);
    else if (deck.values_tab == 1) names_view(ui, state, deck, area);
    else functions_view(ui, state, deck, area);
}

void variables_panel(Ui& ui, AppState& state, DeckState& deck, Rect area) {
    Rect bar = area.cut_top(kTabs);
    constexpr std::array<std::string_view, 3> options{"Variables", "Names", "Functions"};
    const size_t count = state.recording->function_traces.empty() ? 2 : 3;
    const int chosen = tabs(ui, node_id("deck.values"), {bar.x + 12, bar.y + 2, bar.w - 24, bar.h - 6}, "What the program holds", std::span(options).first(count), deck.values_tab);
    if (chosen >= 0) {
        deck.values_tab = chosen;
        ui.animate();
    }
    values_view(ui, state, deck, area);
}

void inspector_panel(Ui& ui, AppState& state, DeckState& deck, Rect area) {
    inspector_caption(ui, state, deck, area.cut_top(kTabs));
    inspector_view(ui, state, deck, area);
}

/// One panel at a time, where there is no room for two side by side.
void tabbed_panel(Ui& ui, AppState& state, DeckState& deck, Rect area) {
    Rect bar = area.cut_top(kTabs);
    std::vector<std::string_view> options{"Variables", "Names"};
    if (!state.recording->function_traces.empty()) options.push_back("Functions");
    const int inspector = static_cast<int>(options.size());
    options.push_back("Inspector");
    const int current = state.deck_tab == DeckTab::Inspector ? inspector : deck.values_tab;
    const int chosen = tabs(ui, node_id("deck.values"), {bar.x + 12, bar.y + 2, bar.w - 24, bar.h - 6}, "Below the tape", options, current);
    if (chosen >= 0) {
        if (chosen < inspector) deck.values_tab = chosen;
        ui.send(AppCommand::SetDeckTab, static_cast<int>(chosen == inspector ? DeckTab::Inspector : DeckTab::Variables));
    }
    if (current == inspector) inspector_panel(ui, state, deck, area);
    else values_view(ui, state, deck, area);
}

}  // namespace

void deck_view(Ui& ui, AppState& state, const Rect& whole) {
    Rect area = whole;
    const Palette& c = ui.colors();
    ui.draw.fill(area, c.page);
    ui.semantic.open(node_id("deck"), NodeRole::Region, "Deck: the recorded tape", area);
    const bool narrow = area.w < 480;
    DeckState* deck = deck_refresh(ui, state, narrow ? Flow::down : Flow::right);
    if (deck == nullptr) {
        empty_deck(ui, area);
        ui.semantic.close();
        return;
    }
    const Rect sentence = area.cut_top(sentence_height(area.w));
    sentence_view(ui, state, *deck, sentence);
    ui.draw.hline(whole.x, whole.right(), sentence.bottom() - 1, c.hairline);

    const bool embedded = state.form == Form::Embed || state.form == Form::EmbedNarrow;
    // The panels give way first where the window is low: the tape is what is projected.
    const bool as_made = state.sizes.lower == LayoutSizes{}.lower;
    const float lower = std::min({state.sizes.lower, area.h - (narrow ? kTapeTall : kTapeLeast), as_made ? std::max(kPanelsLeast, area.h * kPanelsShare) : area.h});
    if (lower >= kPanelsLeast && !embedded) {
        Rect panels = area.cut_bottom(lower);
        ui.draw.fill(panels, c.panel);
        const Rect edge{panels.x, panels.y, panels.w, 1};
        if (panels.w >= 720) {
            const float width = std::min(state.sizes.variables, panels.w - 380);
            const Rect left = panels.cut_left(width);
            variables_panel(ui, state, *deck, left);
            inspector_panel(ui, state, *deck, panels);
            splitter(ui, node_id("deck.split.variables"), {left.right(), left.y, 1, left.h}, true, "Width of the variables", state.sizes.variables, 240, whole.w - 380);
        } else {
            tabbed_panel(ui, state, *deck, panels);
        }
        tape_view(ui, state, *deck, area);
        // After what lies on both sides of it: the grip is wider than the line.
        splitter(ui, node_id("deck.split.lower"), edge, false, "Height of the panels", state.sizes.lower, kPanelsLeast, area.h + edge.h + lower - kTapeLeast, -1);
    } else {
        tape_view(ui, state, *deck, area);
    }
    ui.semantic.close();
}

float transport_height(Form form) {
    switch (form) {
        case Form::Desktop:
        case Form::Narrow: return 152;
        case Form::Phone: return 104;
        case Form::Embed:
        case Form::EmbedNarrow: return 84;
    }
    return 152;
}

void transport_view(Ui& ui, AppState& state, const Rect& whole) {
    Rect area = whole;
    ui.draw.fill(area, ui.colors().panel);
    ui.draw.hline(area.x, area.right(), area.y, ui.colors().hairline);
    ui.semantic.open(node_id("time"), NodeRole::Region, "Time", area);
    // Also where nobody has drawn the deck in this frame: on a phone it may be closed.
    DeckState* deck = deck_refresh(ui, state, state.deck != nullptr ? state.deck->flow : Flow::down);
    const bool large = state.form == Form::Desktop || state.form == Form::Narrow;
    if (large) {
        const Rect left = area.cut_left(240);
        transport_controls(ui, state, left);
        if (deck != nullptr) timeline_view(ui, state, *deck, {area.x, area.y, area.w - 12, area.h - 2});
    } else {
        if (deck != nullptr) slim_timeline_view(ui, state, *deck, {area.x, area.y + 6, area.w, 34});
        area.cut_top(42);
        small_transport_controls(ui, state, area);
    }
    ui.semantic.close();
}

bool deck_act_commands(const AppState& state, KeyAct act, std::vector<PlayerMessage>& steps) {
    const auto by_training = [&](PlayerCommand command) {
        // A step of another size, and back to the chosen one.
        const Granularity chosen = state.player.granularity();
        const bool any = !state.stops.training.empty();
        steps.push_back({PlayerCommand::StepBy, static_cast<double>(any ? Granularity::Training : Granularity::Line)});
        steps.push_back({command});
        steps.push_back({PlayerCommand::StepBy, static_cast<double>(chosen)});
    };
    const auto by = [&](Granularity granularity) { steps.push_back({PlayerCommand::StepBy, static_cast<double>(granularity)}); };
    const auto speed = [&](int notches) {
        const int now = nearest_speed(state.player.speed()), next = std::clamp(now + notches, 0, static_cast<int>(kSpeeds.size()) - 1);
        if (next != now) steps.push_back({PlayerCommand::Speed, kSpeeds[static_cast<size_t>(next)]});
    };
    switch (act) {
        case KeyAct::Step: steps.push_back({PlayerCommand::Step}); return true;
        case KeyAct::StepBack: steps.push_back({PlayerCommand::StepBack}); return true;
        case KeyAct::TrainingStep: by_training(PlayerCommand::Step); return true;
        case KeyAct::TrainingStepBack: by_training(PlayerCommand::StepBack); return true;
        case KeyAct::PlayPause: steps.push_back({PlayerCommand::PlayPause}); return true;
        case KeyAct::First: steps.push_back({PlayerCommand::First}); return true;
        case KeyAct::Last: steps.push_back({PlayerCommand::Last}); return true;
        case KeyAct::Follow: steps.push_back({PlayerCommand::Follow}); return true;
        case KeyAct::ByEvent: by(Granularity::Event); return true;
        case KeyAct::ByLine: by(Granularity::Line); return true;
        case KeyAct::ByOp: by(Granularity::Op); return true;
        case KeyAct::ByTraining: by(Granularity::Training); return true;
        case KeyAct::Slower: speed(-1); return true;
        case KeyAct::Faster: speed(+1); return true;
        case KeyAct::None:
        case KeyAct::Fit:
        case KeyAct::Closer:
        case KeyAct::Farther:
        case KeyAct::Turn:
        case KeyAct::Help:
        case KeyAct::Leave: return false;
    }
    return false;
}

bool deck_keys(Ui& ui, AppState& state) {
    if (ui.interaction.text_taken || ui.interaction.menu.owner != 0 || state.recording == nullptr) return false;
    bool used = false;
    std::vector<PlayerMessage> steps;
    for (const KeyLine& line : key_lines())
        for (const KeyBinding& binding : line.bindings) {
            if (binding.act == KeyAct::None || (ui.interaction.arrows_taken && (binding.key == ImGuiKey_LeftArrow || binding.key == ImGuiKey_RightArrow))) continue;
            // Space presses the focused widget, unless that is none or the timeline.
            if (binding.act == KeyAct::PlayPause && ui.semantic.focused() != 0 && ui.semantic.focus_visible() && ui.semantic.focused() != node_id("timeline") &&
                ui.semantic.focused() != node_id("deck.tape"))
                continue;
            if (key_asks(binding.act)) used |= deck_act_commands(state, binding.act, steps);
        }
    for (const PlayerMessage& message : steps) ui.commands.player.push_back(message);
    return used;
}

}  // namespace tapedeck
