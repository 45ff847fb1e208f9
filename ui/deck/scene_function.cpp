// Calls of functions in the scene: folded into one node, or with a frame around their ops.
#include <algorithm>

#include "ui/deck/scene.h"

namespace tapedeck {

namespace {

/// A constant that a graph holds: no event of the program made it.
bool is_own_constant(const Recording& recording, uint32_t tensor) {
    const TensorRow& row = recording.tensors[tensor];
    if (row.variable != kNone || row.producer != kNone || row.came_from != kNone) return false;
    return row.event == kNone || recording.events[row.event].type != EventType::tensor_made || recording.events[row.event].index != tensor;
}

}  // namespace

bool Scene::is_folded(const Recording& recording, uint32_t scope) const {
    const ScopeRow& row = recording.scopes[scope];
    uint32_t nodes = 0;
    if (row.entered > 0 && recording.events[row.entered - 1].type == EventType::function_called)
        nodes = recording.function_traces[recording.function_calls[recording.events[row.entered - 1].index].trace].nodes;
    const bool is_turned = std::find(turned_.begin(), turned_.end(), recording.text(row.name)) != turned_.end();
    return is_turned != (nodes > kFoldFrom);
}

void Scene::enter_function(const Recording& recording, uint32_t scope) {
    if (open_.scope != kNone || recording.text(recording.scopes[scope].kind) != "function") return;   // a call within a folded call goes with it
    if (is_folded(recording, scope)) open_.scope = scope;
    else {
        open_frames_.push_back({scope, static_cast<uint32_t>(nodes_.size())});
        layout_.begin_group(kFrameTitle + 2 * kFramePad);
    }
}

void Scene::take_inside(const Recording& recording, uint32_t op, uint32_t event, bool recorded) {
    if (open_.first_op == kNone) open_.first_op = op;
    open_.last_op = op;
    ++open_.ops;
    bool hangs_on_watched = false;
    for (const uint32_t input : recording.inputs(op)) {
        if (input == kNone) continue;
        if (input < node_of_.size() && node_of_[input] >= kInside && node_of_[input] != kNone) {
            node_of_[input] |= kUsedInside;
            hangs_on_watched |= (node_of_[input] & kConnectedInside) != 0;
            continue;
        }
        uint32_t node = node_of_tensor(input);
        if (node == kNone) {
            if (is_own_constant(recording, input)) continue;   // folded away with it
            node = source_node(recording, input, event);
        }
        if (std::find(open_.inputs.begin(), open_.inputs.end(), node) == open_.inputs.end()) open_.inputs.push_back(node);
        hangs_on_watched |= nodes_[node].connected;
    }
    open_.recorded |= recorded;
    const bool connected = tape_ != kNone && recorded && hangs_on_watched && recording.op_defs[recording.ops[op].def].differentiable;
    for (const uint32_t output : recording.outputs(op)) {
        point(output, kInside + (connected ? kConnectedInside : 0));
        open_.made.push_back(output);
    }
}

void Scene::leave_function(const Recording& recording, uint32_t scope) {
    if (!open_frames_.empty() && open_frames_.back().scope == scope) {
        layout_.end_group();
        FunctionFrame frame{scope, {}};
        bool any = false;
        for (uint32_t n = open_frames_.back().first_node; n < nodes_.size(); ++n) {
            const LayoutPlace& place = layout_.places()[n];
            const bool is_inside = nodes_[n].computes() || (nodes_[n].kind == SceneKind::constant && is_own_constant(recording, nodes_[n].tensor));
            if (!is_inside || !place.placed) continue;
            const Layout::Bounds box{place.x, place.y, place.x + layout_.blocks()[n].width, place.y + layout_.blocks()[n].height};
            frame.bounds = !any ? box : Layout::Bounds{std::min(frame.bounds.x0, box.x0), std::min(frame.bounds.y0, box.y0), std::max(frame.bounds.x1, box.x1), std::max(frame.bounds.y1, box.y1)};
            any = true;
        }
        open_frames_.pop_back();
        if (!any) return;
        frame.bounds = {frame.bounds.x0 - kFramePad, frame.bounds.y0 - kFrameTitle, frame.bounds.x1 + kFramePad, frame.bounds.y1 + kFramePad};
        layout_.extend_bounds(frame.bounds);
        frames_.push_back(frame);
        ++version_;
        return;
    }
    if (open_.scope != scope || scope == kNone) return;
    OpenFunction function;
    std::swap(function, open_);
    if (function.first_op == kNone) return;   // nothing of it is on this tape
    // What it gives is what it does not use itself: tf.function hands each result out through an identity.
    std::vector<uint32_t> outputs;
    for (const uint32_t tensor : function.made)
        if ((node_of_[tensor] & kUsedInside) == 0 && recording.op_name(recording.tensors[tensor].producer) == "identity") outputs.push_back(tensor);
    if (outputs.empty() && !function.made.empty()) outputs.push_back(function.made.back());

    SceneNode node;
    node.kind = SceneKind::function;
    node.scope = scope;
    node.ops = function.ops;
    node.event = recording.scopes[scope].entered;
    node.recorded = function.recorded;
    if (!outputs.empty()) node.tensor = outputs[0];
    node.connected = node.tensor != kNone && (node_of_[node.tensor] & kConnectedInside) != 0;
    node.first_line = static_cast<uint32_t>(layout_.lines().size());
    node.inputs = static_cast<uint32_t>(function.inputs.size());
    const LayoutBlock size = block(recording, node, outputs);
    const uint32_t number = layout_.add_op(size, function.inputs);
    nodes_.push_back(node);
    for (const uint32_t tensor : function.made) point(tensor, number);
    cuts_.resize(layout_.lines().size(), Cut::none);
    folded_.push_back({function.first_op, function.last_op, scope, number});
    ++version_;
}

uint32_t Scene::node_of_scope(uint32_t scope) const {
    const auto found = std::partition_point(folded_.begin(), folded_.end(), [&](const Folded& f) { return f.scope < scope; });
    return found != folded_.end() && found->scope == scope ? found->node : kNone;
}

uint32_t Scene::line_of(const Recording& recording, uint32_t node, uint32_t op, uint32_t input) const {
    if (nodes_[node].kind != SceneKind::function) return input < nodes_[node].inputs ? nodes_[node].first_line + input : kNone;
    const auto inputs = recording.inputs(op);
    const uint32_t from = input < inputs.size() && inputs[input] != kNone ? node_of_tensor(inputs[input]) : kNone;
    for (uint32_t i = 0; i < nodes_[node].inputs; ++i)
        if (const uint32_t line = nodes_[node].first_line + i; layout_.lines()[line].from == from) return line;
    return kNone;
}

}  // namespace tapedeck
