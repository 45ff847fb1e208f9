#include "ui/deck/scene.h"

#include <algorithm>

#include "lessons/recording/number_text.h"

namespace tapedeck {

namespace {

constexpr float kPillLeast = 66, kPillMost = 150;
constexpr float kOneColumn = 54, kCellLeast = 38, kBoxWidest = 190;
constexpr float kCharacter = 7.2f;      // advance of the monospaced face at 12 px
constexpr float kTitleCharacter = 7.5f; // of the title's face, on average: blocks must not depend on which fonts there are
constexpr float kMapWidth = 96, kMapLeast = 24, kMapMost = 84, kRangeHeight = 16;
constexpr int kRowsMost = 6, kColumnsMost = 4;

/// Characters, not bytes.
size_t length(std::string_view text) {
    return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

bool carries_gradient(ValueType type) {
    switch (type) {
        case ValueType::float32:
        case ValueType::float64:
        case ValueType::float16:
        case ValueType::bfloat16:
        case ValueType::complex64:
        case ValueType::complex128: return true;
        default: return false;
    }
}

/// A tensor seen as a matrix: leading axes flattened into rows.
void as_matrix(std::span<const int64_t> shape, int64_t size, int64_t& rows, int64_t& columns) {
    columns = shape.empty() ? 1 : std::max<int64_t>(shape.back(), 0);
    rows = columns > 0 ? size / columns : 0;
}

Cut cut_of(const Recording& recording, uint32_t op) {
    const std::string_view name = recording.op_name(op);
    if (name == "stop_gradient") return Cut::stop_gradient;
    if (name == "cast") return Cut::cast;
    return Cut::not_differentiable;
}

LayoutOptions layout_options(Flow flow) {
    LayoutOptions options;
    options.flow = flow;
    if (flow == Flow::down) {
        options.layer_gap = 30;
        options.row_gap = 16;
        options.longest_line = 420;
    }
    return options;
}

}  // namespace

const char* cut_text(Cut cut) {
    switch (cut) {
        case Cut::none: return "";
        case Cut::not_differentiable: return "this op has no gradient";
        case Cut::stop_gradient: return "stop_gradient lets no gradient through";
        case Cut::cast: return "a cast to or from a whole-number type carries no gradient";
        case Cut::not_recorded: return "the tape did not record this op";
        case Cut::no_upstream: return "this op passed no gradient back here";
        case Cut::left_tensorflow: return "the value went through NumPy, where the tape cannot follow: it came back as a constant";
    }
    return "";
}

std::string cell_text(const Recording& recording, uint32_t tensor, int64_t element) {
    const double value = recording.element(tensor, element);
    if (recording.tensors[tensor].type == ValueType::boolean) return value != 0 ? "True" : "False";
    return number_text(value);
}

ValueBox value_box(const Recording& recording, uint32_t tensor) {
    ValueBox box;
    if (tensor == kNone) return box;
    const TensorRow& row = recording.tensors[tensor];
    int64_t rows, columns;
    as_matrix(recording.shape(tensor), row.size, rows, columns);
    const bool small = row.size > 0 && rows <= kRowsMost && columns <= kColumnsMost;
    if (row.kept == ValueKept::full && row.type == ValueType::string) {
        box.form = ValueBox::Form::text;
    } else if (row.kept == ValueKept::full && small) {
        size_t widest = 0;
        for (int64_t i = 0; i < row.size; ++i) widest = std::max(widest, length(cell_text(recording, tensor, i)));
        box.cell_width = std::max(columns == 1 ? kOneColumn : kCellLeast, static_cast<float>(widest) * kCharacter + 10);
        box.rows = static_cast<uint8_t>(rows);
        box.columns = static_cast<uint8_t>(columns);
        box.width = box.cell_width * static_cast<float>(columns);
        box.height = kCellHeight * static_cast<float>(rows);
        box.form = box.width <= kBoxWidest ? ValueBox::Form::numbers : ValueBox::Form::heat_map;
    } else if (row.kept != ValueKept::none && row.size > 0) {
        box.form = ValueBox::Form::heat_map;
    } else {
        box.form = ValueBox::Form::text;
    }
    if (box.form == ValueBox::Form::heat_map) {
        box.width = kMapWidth;
        box.height = std::clamp(kMapWidth * static_cast<float>(rows) / static_cast<float>(std::max<int64_t>(columns, 1)), kMapLeast, kMapMost) + kRangeHeight;
    } else if (box.form == ValueBox::Form::text) {
        box.width = kMapWidth;
        box.height = kCellHeight;
    }
    return box;
}

Scene::Scene(uint32_t tape, ValuesMode mode, Flow flow, std::vector<std::string> turned) : tape_(tape), mode_(mode), layout_(layout_options(flow)), turned_(std::move(turned)) {}

bool Scene::extend(const Recording& recording) {
    if (complete_) return false;
    if (next_event_ == kNone) next_event_ = tape_ == kNone ? 0 : recording.tapes[tape_].opened;
    const uint32_t before = version_;
    for (; next_event_ < recording.size() && !complete_; ++next_event_) take(recording, next_event_);
    return version_ != before;
}

void Scene::take(const Recording& recording, uint32_t event) {
    const EventRow& row = recording.events[event];
    if (tape_ == kNone ? row.tape != kNone : released_ && row.tape != tape_) {
        complete_ = true;
        return;
    }
    switch (row.type) {
        case EventType::tape_opened:
        case EventType::tape_resumed:
            if (row.index == tape_) is_recording_ = true;
            break;
        case EventType::tape_paused:
            if (row.index == tape_) is_recording_ = false;
            break;
        case EventType::tape_released:
            if (row.index == tape_) released_ = true;
            break;
        case EventType::tape_watched:
            if (recording.watches[row.index].tape == tape_) watch(recording.watches[row.index].tensor, event);
            break;
        case EventType::op_applied:
        case EventType::variable_read: take_op(recording, row.index, event); break;
        case EventType::scope_entered: enter_function(recording, row.index); break;
        case EventType::scope_left: leave_function(recording, row.index); break;
        case EventType::ended: leave_function(recording, open_.scope); break;   // stopped within a call
        case EventType::variable_made:
            if (tape_ == kNone) variable_node(recording, row.index, kNone, event);
            break;
        case EventType::name_bound: {
            // Before any tape, what was named is worth seeing even when nothing uses it.
            const uint32_t tensor = recording.bindings[row.index].tensor;
            if (tape_ != kNone || tensor == kNone || node_of_tensor(tensor) != kNone) break;
            layout_.place_alone(source_node(recording, tensor, event));
            break;
        }
        case EventType::gradient_asked:
            // A target that the tape never saw: shown, so that it can be seen to hang on nothing.
            if (recording.gradient_calls[row.index].tape == tape_)
                for (const uint32_t target : recording.targets(row.index))
                    if (node_of_tensor(target) == kNone) layout_.place_alone(source_node(recording, target, event));
            break;
        case EventType::backward_step_ended: {
            const BackwardStepRow& step = recording.backward_steps[row.index];
            if (recording.gradient_calls[step.call].tape != tape_) break;
            const uint32_t node = node_of_op(step.op);
            const auto results = recording.results(row.index);
            for (uint32_t i = 0; node != kNone && nodes_[node].kind == SceneKind::op && i < results.size(); ++i)
                if (results[i] == kNone) mark_cut(node, i, Cut::no_upstream);
            break;
        }
        case EventType::gradient_given: {
            const GradientResultRow& result = recording.gradient_results[row.index];
            if (recording.gradient_calls[result.call].tape != tape_ || result.broken_at == kNone) break;
            const uint32_t node = node_of_op(result.broken_at);
            if (node == kNone || nodes_[node].kind != SceneKind::op) break;
            for (uint32_t i = 0; i < nodes_[node].inputs; ++i) mark_cut(node, i, cut_of(recording, result.broken_at));
            break;
        }
        default: break;
    }
}

void Scene::take_op(const Recording& recording, uint32_t op, uint32_t event) {
    const OpRow& row = recording.ops[op];
    const auto tapes = recording.tapes_of(op);
    const bool recorded = std::find(tapes.begin(), tapes.end(), tape_) != tapes.end();
    const uint32_t call = row.in_gradient_call;
    if (call != kNone && (recording.gradient_calls[call].tape == tape_ || !recorded)) return;
    if (tape_ != kNone && !recorded && !is_recording_) return;

    if (row.variable != kNone) {
        const auto outputs = recording.outputs(op);
        const uint32_t node = variable_node(recording, row.variable, outputs.empty() ? kNone : outputs[0], event);
        for (const uint32_t output : outputs) point(output, node);
        return;
    }

    if (open_.scope != kNone) return take_inside(recording, op, event, recorded);
    SceneNode node;
    node.op = op;
    node.event = event;
    node.recorded = recorded;
    const auto outputs = recording.outputs(op);
    if (!outputs.empty()) node.tensor = outputs[0];

    std::vector<uint32_t> from;
    bool hangs_on_watched = false;
    for (const uint32_t input : recording.inputs(op)) {
        uint32_t source = node_of_tensor(input);
        if (source == kNone) source = source_node(recording, input, event);
        from.push_back(source);
        hangs_on_watched |= nodes_[source].connected;
    }
    const bool differentiable = recording.op_defs[row.def].differentiable;
    const bool carries = node.tensor == kNone || carries_gradient(recording.tensors[node.tensor].type);
    node.connected = tape_ != kNone && recorded && differentiable && carries && hangs_on_watched;
    node.first_line = static_cast<uint32_t>(layout_.lines().size());
    node.inputs = static_cast<uint32_t>(from.size());

    const LayoutBlock size = block(recording, node, outputs);
    const uint32_t number = layout_.add_op(size, from);
    nodes_.push_back(node);
    for (const uint32_t output : outputs) point(output, number);
    cuts_.resize(layout_.lines().size(), Cut::none);
    if (tape_ != kNone && hangs_on_watched && !node.connected)
        for (uint32_t i = 0; i < from.size(); ++i) mark_cut(number, i, recorded || !differentiable || !carries ? cut_of(recording, op) : Cut::not_recorded);
    ++version_;
}

void Scene::mark_cut(uint32_t op_node, uint32_t input, Cut cut) {
    const SceneNode& node = nodes_[op_node];
    if (input >= node.inputs) return;
    const uint32_t line = node.first_line + input;
    if (!nodes_[layout_.lines()[line].from].connected || cuts_[line] != Cut::none) return;   // nothing that could have arrived is missing
    cuts_[line] = cut;
    ++version_;
}

uint32_t Scene::source_node(const Recording& recording, uint32_t tensor, uint32_t event) {
    const TensorRow& row = recording.tensors[tensor];
    if (row.variable != kNone) return variable_node(recording, row.variable, row.type == ValueType::resource ? kNone : tensor, event);
    SceneNode node;
    node.kind = SceneKind::constant;
    node.tensor = tensor;
    node.event = tape_ == kNone && row.event != kNone ? std::min(event, row.event) : event;
    for (const Watched& w : watched_)
        if (w.tensor == tensor) node.watched = w.event, node.connected = true;
    const LayoutBlock size = block(recording, node);
    // A value that went through NumPy: it hangs on the tensor that it was, by a connection that is cut.
    const uint32_t from = row.came_from == kNone || tape_ == kNone ? kNone : node_of_tensor(row.came_from);
    if (from != kNone) {
        node.first_line = static_cast<uint32_t>(layout_.lines().size());
        node.inputs = 1;
    }
    const uint32_t number = from == kNone ? layout_.add_source(size) : layout_.add_op(size, {&from, 1});
    nodes_.push_back(node);
    if (from != kNone) {
        cuts_.resize(layout_.lines().size(), Cut::none);
        cuts_[node.first_line] = Cut::left_tensorflow;
    }
    point(tensor, number);
    ++version_;
    return number;
}

/// One node per value that the variable had: reading it again after an assign is another node, because its gradient is another one.
uint32_t Scene::variable_node(const Recording& recording, uint32_t variable, uint32_t read, uint32_t event) {
    const VariableRow& row = recording.variables[variable];
    const auto& assigns = row.assigns;
    const auto later = std::partition_point(assigns.begin(), assigns.end(), [&](uint32_t a) { return recording.assigns[a].event < event; });
    const auto count = static_cast<uint32_t>(later - assigns.begin());
    for (Known& known : known_) {
        if (known.variable != variable || known.assigns != count) continue;
        if (nodes_[known.node].tensor == kNone) nodes_[known.node].tensor = read;
        if (row.handle != kNone) point(row.handle, known.node);
        return known.node;
    }
    SceneNode node;
    node.kind = SceneKind::variable;
    node.variable = variable;
    node.handle = row.handle;
    node.tensor = read != kNone ? read : count > 0 ? recording.assigns[assigns[count - 1]].after : row.initial;
    node.event = event;
    for (const Watched& w : watched_)
        if (w.tensor == row.handle) node.watched = w.event, node.connected = true;
    const LayoutBlock size = block(recording, node);
    const uint32_t number = layout_.add_source(size);
    nodes_.push_back(node);
    known_.push_back({variable, count, number});
    if (row.handle != kNone) point(row.handle, number);
    if (tape_ == kNone) layout_.place_alone(number);
    ++version_;
    return number;
}

void Scene::watch(uint32_t tensor, uint32_t event) {
    watched_.push_back({tensor, event});
    const uint32_t node = node_of_tensor(tensor);
    if (node == kNone || nodes_[node].watched != kNone) return;
    nodes_[node].watched = event;
    nodes_[node].connected = true;
    ++version_;
}

void Scene::point(uint32_t tensor, uint32_t node) {
    if (node_of_.size() <= tensor) node_of_.resize(tensor + 1 + tensor / 4, kNone);
    node_of_[tensor] = node;
}

uint32_t Scene::node_of_op(uint32_t op) const {
    const auto folded = std::partition_point(folded_.begin(), folded_.end(), [&](const Folded& f) { return f.last_op < op; });
    if (folded != folded_.end() && folded->first_op <= op) return folded->node;
    // Ops are in the order of their numbers, with sources in between.
    size_t low = 0, high = nodes_.size();
    while (low < high) {
        size_t middle = (low + high) / 2, probe = middle;
        while (probe < high && nodes_[probe].kind != SceneKind::op) ++probe;
        if (probe == high) {
            high = middle;
        } else if (nodes_[probe].op == op) {
            return static_cast<uint32_t>(probe);
        } else if (nodes_[probe].op < op) {
            low = probe + 1;
        } else {
            high = middle;
        }
    }
    return kNone;
}

uint32_t Scene::node_of_variable(uint32_t variable) const {
    for (size_t i = known_.size(); i-- > 0;)
        if (known_[i].variable == variable) return known_[i].node;
    return kNone;
}

/// The room a node takes, with the room of the gradient that may come: when it comes, nothing moves.
LayoutBlock Scene::block(const Recording& recording, SceneNode& node, std::span<const uint32_t> outputs) {
    ValueBox box;
    const auto title = static_cast<float>(length(node_title(recording, node)));
    const float pill = std::clamp(title * kTitleCharacter + 20, kPillLeast, kPillMost);
    if (mode_ == ValuesMode::Values) {
        box = tapedeck::value_box(recording, node.tensor);
    } else {
        box.form = ValueBox::Form::text;
        box.width = kMapWidth;
        box.height = kCellHeight;
    }
    const bool gradient = mode_ == ValuesMode::Values && box.form != ValueBox::Form::none && tape_ != kNone &&
                          (node.computes() ? node.recorded : node.kind == SceneKind::variable || node.watched != kNone) &&
                          carries_gradient(node.tensor == kNone ? ValueType::float32 : recording.tensors[node.tensor].type);
    boxes_.push_back(box);
    node.holds_gradient = gradient;
    node.first_more = static_cast<uint32_t>(more_.size());
    float more_width = 0, more_height = 0;
    if (mode_ == ValuesMode::Values) {
        for (size_t i = 1; i < outputs.size() && i <= kMoreOutputs; ++i) {
            const MoreOutput more{outputs[i], tapedeck::value_box(recording, outputs[i])};
            more_.push_back(more);
            const float pairs = gradient ? 2 : 1;
            if (flow() == Flow::right) {
                more_width = std::max(more_width, more.box.width);
                more_height += pairs * (kBetweenBoxes + more.box.height);
            } else {
                more_width += pairs * (kBetweenBoxes + more.box.width);
                more_height = std::max(more_height, more.box.height);
            }
        }
    }
    node.more = static_cast<uint32_t>(more_.size()) - node.first_more;

    LayoutBlock block;
    const float turn = node.kind == SceneKind::function ? kTurnWidth : 0;   // beside the pill, the sign that unfolds it
    block.pill_width = pill;
    block.pill_height = kPillHeight;
    block.pill_y = kLabelHeight;
    if (flow() == Flow::right) {
        const auto label = static_cast<float>(length(node_label(recording, node, mode_))) * 6.2f;
        block.width = std::max({pill + 2 * turn, box.width, more_width, std::min(label, kPillMost)});
        block.pill_x = (block.width - pill) / 2;
        block.height = kLabelHeight + kPillHeight + kUnderPill + box.height + (gradient ? kBetweenBoxes + box.height : 0) + more_height;
    } else {
        // On a phone the boxes stand beside the pill: values, then gradients.
        block.pill_x = turn;
        block.width = turn + pill + kUnderPill + box.width + (gradient ? kBetweenBoxes + box.width : 0) + more_width;
        block.height = kLabelHeight + std::max({kPillHeight, box.height, more_height});
    }
    return block;
}

SceneNow scene_at(const Scene& scene, const Recording& recording, State state) {
    SceneNow now;
    const auto nodes = scene.nodes();
    now.gradients.assign(nodes.size(), kNone);
    now.is_final.assign(nodes.size(), 0);
    now.is_none.assign(nodes.size(), 0);
    now.passed.assign(scene.layout().lines().size(), 0);

    // A variable's gradient is kept under its handle, and under its read while it has not gone on to the handle.
    for (const GradientNow& gradient : state.gradients) {
        const uint32_t node = scene.node_of_tensor(gradient.tensor);
        if (node == kNone) continue;
        if (nodes[node].kind == SceneKind::variable && gradient.tensor != nodes[node].handle && now.gradients[node] != kNone) continue;
        if (nodes[node].computes() && gradient.tensor != nodes[node].tensor) continue;   // of a second output
        now.gradients[node] = gradient.gradient;
        now.is_final[node] = gradient.is_final;
    }

    if (state.gradient_call != kNone && recording.gradient_calls[state.gradient_call].tape == scene.tape()) {
        for (const uint32_t row : recording.gradient_calls[state.gradient_call].results) {
            const GradientResultRow& result = recording.gradient_results[row];
            if (result.gradient != kNone || result.event >= state.step) continue;
            if (const uint32_t node = scene.node_of_tensor(result.source); node != kNone && now.gradients[node] == kNone) now.is_none[node] = 1;
        }
        for (const uint32_t row : recording.gradient_calls[state.gradient_call].steps) {
            const BackwardStepRow& step = recording.backward_steps[row];
            if (step.ended == kNone || step.ended >= state.step) continue;
            const uint32_t node = scene.node_of_op(step.op);
            if (node == kNone) continue;
            const auto results = recording.results(row);
            for (uint32_t i = 0; i < results.size(); ++i) {
                if (results[i] == kNone) continue;
                const uint32_t line = scene.line_of(recording, node, step.op, i);
                if (line == kNone) continue;
                // What nothing watches gets no gradient in the picture, though the op worked one out.
                if (now.gradients[scene.layout().lines()[line].from] == kNone) continue;
                now.passed[line] = 1;
                if (step.ended == state.event) now.moves.push_back({line, results[i]});
            }
        }
    }

    if (state.op != kNone) {
        now.active = scene.node_of_op(state.op);
        if (now.active == kNone && recording.ops[state.op].variable != kNone)
            for (const uint32_t output : recording.outputs(state.op)) now.active = scene.node_of_tensor(output);
    }
    if (now.active == kNone && state.event != kNone) {
        // An event that is about a node without being an op.
        const EventRow& event = recording.events[state.event];
        switch (event.type) {
            case EventType::tape_watched: now.active = scene.node_of_tensor(recording.watches[event.index].tensor); break;
            case EventType::gradient_given: now.active = scene.node_of_tensor(recording.gradient_results[event.index].source); break;
            case EventType::variable_made: now.active = scene.node_of_variable(event.index); break;
            case EventType::variable_assigned: now.active = scene.node_of_variable(recording.assigns[event.index].variable); break;
            case EventType::scope_entered:
            case EventType::scope_left: now.active = scene.node_of_scope(event.index); break;
            case EventType::function_called:
                if (state.event + 1 < recording.size() && recording.events[state.event + 1].type == EventType::scope_entered) now.active = scene.node_of_scope(recording.events[state.event + 1].index);
                break;
            case EventType::tensor_made: now.active = scene.node_of_tensor(event.index); break;
            case EventType::name_bound:
                if (const uint32_t tensor = recording.bindings[event.index].tensor; tensor != kNone) now.active = scene.node_of_tensor(tensor);
                if (const uint32_t variable = recording.bindings[event.index].variable; variable != kNone) now.active = scene.node_of_variable(variable);
                break;
            default: break;
        }
    }
    now.backward = state.backward_step != kNone;
    // Inside a backward step the ops that work out the gradient are not nodes: their forward op is.
    uint32_t open_step = state.backward_step;
    if (open_step == kNone && state.gradient_call != kNone)
        for (const uint32_t step : recording.gradient_calls[state.gradient_call].steps)
            if (recording.backward_steps[step].began < state.step && recording.backward_steps[step].ended >= state.step) open_step = step;
    if (now.active == kNone && open_step != kNone) {
        now.active = scene.node_of_op(recording.backward_steps[open_step].op);
        now.backward = true;
    }
    now.recent = now.active;
    if (now.recent == kNone && state.gradient_call != kNone)
        for (const uint32_t step : recording.gradient_calls[state.gradient_call].steps)
            if (recording.backward_steps[step].began < state.step)
                if (const uint32_t node = scene.node_of_op(recording.backward_steps[step].op); node != kNone) now.recent = node;
    for (size_t n = nodes.size(); now.recent == kNone && n-- > 0;)
        if (nodes[n].computes() && nodes[n].event < state.step) now.recent = static_cast<uint32_t>(n);
    now.state = std::move(state);
    return now;
}

namespace {

/// A factor in a product: negative numbers in brackets.
std::string factor(double value) {
    const std::string text = number_text(value);
    return value < 0 ? "(" + text + ")" : text;
}

}  // namespace

std::string local_formula(const Recording& recording, uint32_t backward_step, uint32_t input) {
    const BackwardStepRow& step = recording.backward_steps[backward_step];
    const auto results = recording.results(backward_step), upstream = recording.upstream(backward_step), inputs = recording.inputs(step.op),
               outputs = recording.outputs(step.op);
    if (input >= results.size() || results[input] == kNone || upstream.empty() || upstream[0] == kNone || input >= inputs.size()) return {};
    const auto full = [&](uint32_t tensor) { return tensor != kNone && recording.tensors[tensor].kept == ValueKept::full && recording.tensors[tensor].size > 0; };
    const uint32_t up = upstream[0], to = results[input], x = inputs[input];
    if (!full(up) || !full(to)) return {};
    const auto first = [&](uint32_t tensor) { return recording.element(tensor, 0); };
    const bool same = recording.tensors[up].size == recording.tensors[to].size;
    const std::string g = number_text(first(up)), end = " = " + number_text(first(to));
    const std::string_view name = recording.op_name(step.op);
    const auto is = [&](std::string_view n) { return name == n; };

    if (is("reduce_mean") && full(x) && recording.tensors[up].size == 1) return g + " ÷ " + number_text(static_cast<double>(recording.tensors[x].size)) + end;
    if (is("reduce_sum") && recording.tensors[up].size == 1) return g + " passes on";
    if (is("matmul") && inputs.size() == 2) {
        // One element of a product of matrices: a sum of at most three products.
        const uint32_t other = inputs[1 - input];
        const auto left = recording.shape(inputs[0]), right = recording.shape(inputs[1]);
        if (!full(other) || left.size() != 2 || right.size() != 2) return {};
        const int64_t terms = input == 0 ? right[1] : left[0];
        if (terms < 1 || terms > 3 || left[1] != right[0]) return {};
        std::string text;
        for (int64_t k = 0; k < terms; ++k) {
            const double a = input == 0 ? recording.element(up, k) : recording.element(other, k * left[1]);
            const double b = input == 0 ? recording.element(other, k) : recording.element(up, k * right[1]);
            text += (k > 0 ? " + " : "") + (k > 0 ? factor(a) : number_text(a)) + " · " + factor(b);
        }
        return text + end;
    }
    if (!same) return {};
    if ((is("add") || is("subtract")) && inputs.size() == 2) return is("add") || input == 0 ? g + " passes on" : "−" + factor(first(up)) + end;
    if (!full(x) || recording.tensors[x].size != recording.tensors[to].size) return {};
    const double v = first(x);
    if (is("square")) return g + " · 2 · " + factor(v) + end;
    if (is("negative")) return "−" + factor(first(up)) + end;
    if (is("log")) return g + " ÷ " + factor(v) + end;
    if (is("sin")) return g + " · cos " + factor(v) + end;
    if (is("cos")) return g + " · −sin " + factor(v) + end;
    if (is("relu")) return g + (v > 0 ? " · 1" : " · 0") + end;
    if (outputs.empty() || !full(outputs[0]) || recording.tensors[outputs[0]].size != recording.tensors[to].size) return {};
    const double y = first(outputs[0]);
    if (is("exp")) return g + " · " + factor(y) + end;
    if (is("tanh")) return g + " · (1 − " + factor(y) + "²)" + end;
    if (is("sigmoid")) return g + " · " + factor(y) + " · (1 − " + factor(y) + ")" + end;
    if (inputs.size() != 2 || !full(inputs[1 - input])) return {};
    const TensorRow& other = recording.tensors[inputs[1 - input]];
    if (other.size != recording.tensors[to].size && other.size != 1) return {};
    const double o = first(inputs[1 - input]);
    if (is("multiply")) return g + " · " + factor(o) + end;
    if ((is("divide") || is("truediv")) && input == 0) return g + " ÷ " + factor(o) + end;
    if (is("pow") && input == 0) return g + " · " + factor(o) + " · " + factor(v) + "^" + factor(o - 1) + end;
    return {};
}

std::string_view node_title(const Recording& recording, const SceneNode& node) {
    switch (node.kind) {
        case SceneKind::op: return recording.op_name(node.op);
        case SceneKind::function: return recording.text(recording.scopes[node.scope].name);
        case SceneKind::variable: return "variable";
        case SceneKind::constant: return recording.tensors[node.tensor].producer == kNone ? "constant" : "tensor";
    }
    return {};
}

std::string node_label(const Recording& recording, const SceneNode& node, ValuesMode mode) {
    std::string name(node.kind == SceneKind::variable ? recording.variable_label(node.variable)
                     : node.tensor != kNone           ? recording.label(node.tensor)
                                                      : std::string_view());
    if (mode == ValuesMode::Names) return {};
    if (node.computes() && !name.empty()) return name;
    if (node.kind == SceneKind::function) return count_text(node.ops) + (node.ops == 1 ? " op" : " ops");
    std::string shape;
    if (mode == ValuesMode::Values) {
        const auto dims = node.kind == SceneKind::variable ? recording.variable_shape(node.variable)
                          : node.tensor != kNone           ? recording.shape(node.tensor)
                                                           : std::span<const int64_t>();
        if (!dims.empty()) shape = shape_text(dims);
    }
    std::string label = std::move(name);
    if (!shape.empty()) label += (label.empty() ? "" : " ") + shape;
    if (node.watched != kNone) label += label.empty() ? "watched" : ", watched";
    return label;
}

std::string node_sentence(const Recording& recording, const Scene& scene, const SceneNow& now, uint32_t number) {
    const SceneNode& node = scene.nodes()[number];
    std::string text(node_title(recording, node));
    const std::string_view name = node.kind == SceneKind::variable ? recording.variable_label(node.variable)
                                  : node.tensor != kNone           ? recording.label(node.tensor)
                                                                   : std::string_view();
    if (!name.empty()) text += " " + std::string(name);
    if (node.kind == SceneKind::function) text += ", a function, folded: " + count_text(node.ops) + " ops";
    if (node.event >= now.state.step) return text + ", not yet";
    if (node.computes()) {
        bool first = true;
        for (const LayoutLine& line : scene.lines(number)) {
            const SceneNode& from = scene.nodes()[line.from];
            const std::string_view label = from.kind == SceneKind::variable ? recording.variable_label(from.variable)
                                           : from.tensor != kNone           ? recording.label(from.tensor)
                                                                            : std::string_view();
            text += first ? " of " : " and ";
            text += label.empty() ? node_title(recording, from) : label;
            first = false;
        }
    }
    if (node.has_value(recording, now.state.step)) text += ", shape " + shape_text(recording.shape(node.tensor)) + ", value " + tensor_text(recording, node.tensor);
    if (node.computes() && node.has_value(recording, now.state.step)) {
        const auto outputs = node.kind == SceneKind::op ? recording.outputs(node.op) : std::span<const uint32_t>();
        for (size_t i = 1; i < outputs.size() && i <= kMoreOutputs; ++i) {
            text += ", output " + std::to_string(i + 1) + " " + tensor_text(recording, outputs[i]);
            for (const GradientNow& gradient : now.state.gradients)
                if (gradient.tensor == outputs[i]) text += ", its gradient " + tensor_text(recording, gradient.gradient);
        }
        if (outputs.size() > kMoreOutputs + 1) text += ", and " + std::to_string(outputs.size() - kMoreOutputs - 1) + " more outputs";
    }
    if (node.watched != kNone && node.watched < now.state.step) text += ", watched";
    if (scene.tape() != kNone && node.computes() && !node.recorded) text += ", not recorded";
    if (now.gradients[number] != kNone) text += std::string(now.is_final[number] ? ", gradient " : ", gradient so far ") + tensor_text(recording, now.gradients[number]);
    if (now.is_none[number]) text += ", gradient None";
    for (uint32_t i = 0; i < node.inputs; ++i)
        if (const Cut cut = scene.cut(node.first_line + i); cut != Cut::none) {
            text += std::string(", cut: ") + cut_text(cut);
            break;
        }
    return text;
}

}  // namespace tapedeck
