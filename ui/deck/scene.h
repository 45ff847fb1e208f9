// What the deck shows of a recording: the nodes of the tape in view, how they hang together and where the connection breaks, and what of it has
// happened by a given step. No drawing here, so tests read it as plain data.
//
// A Scene is the tape as a whole, past and future; it is built once per tape and only grows with its recording. A SceneNow is what is true of it at
// one step (which nodes exist, which gradients have arrived, what is moving), made anew when the cursor moves. Both are linear in the tape in view.
//
// A call of a tf.function is a group: one node where it is folded, else a frame around the nodes of its ops. Which it is depends on its size and on what
// the reader has turned over, and on nothing else (scene_function.cpp).
//
// Folded away, because a learner did not write them: reads of a variable (they are its node), and the ops that the gradient computation itself
// applied (they are the backward half of their forward op's node). A tape that records another tape's gradient does have those as nodes.
#pragma once

#include <string>

#include "lessons/recording/state.h"
#include "ui/app_state.h"
#include "ui/deck/layout.h"

namespace tapedeck {

enum class SceneKind : uint8_t { op, function, variable, constant };

/// Why no gradient passes from an input to an op, as far as the picture can say it.
enum class Cut : uint8_t {
    none,
    not_differentiable,   ///< the op has no gradient: argmax, a comparison, round …
    stop_gradient,
    cast,                 ///< to a type that carries no gradient
    not_recorded,         ///< the tape did not see the op: it was paused, or closed
    no_upstream,          ///< the op passed None back
    left_tensorflow,      ///< from a tensor to a constant that is its value, gone through NumPy
};
const char* cut_text(Cut cut);   ///< "stop_gradient lets no gradient through"

struct SceneNode {
    SceneKind kind = SceneKind::op;
    bool recorded = false;      ///< an op that this tape holds (or has held)
    bool connected = false;     ///< a gradient can reach something watched through it
    uint32_t tensor = kNone;    ///< the value under the node: first output, constant, or what a variable's read gave
    uint32_t op = kNone;        ///< of SceneKind::op
    uint32_t scope = kNone;     ///< of SceneKind::function: its call, folded
    uint32_t ops = 0;           ///< of SceneKind::function: how many are folded away
    uint32_t variable = kNone;  ///< of SceneKind::variable
    uint32_t handle = kNone;    ///< of a variable: the tensor that its gradient is kept under
    uint32_t watched = kNone;   ///< event since when the tape watches it
    uint32_t event = 0;         ///< since when it is there
    uint32_t first_line = 0, inputs = 0;   ///< Scene::lines(node)
    uint32_t first_more = 0, more = 0;     ///< Scene::more_outputs(node): what an op gave besides its first output
    bool holds_gradient = false;           ///< its block has room for the gradients of its values

    bool computes() const { return kind == SceneKind::op || kind == SceneKind::function; }
    /// Its value is known at this step. A function's comes at its end.
    bool has_value(const Recording& recording, uint32_t step) const {
        return tensor != kNone && event < step && (kind != SceneKind::function || recording.tensors[tensor].event < step);
    }
};

/// A call of a function that is not folded: where its ops are, in scene pixels, with its title's line.
struct FunctionFrame {
    uint32_t scope = kNone;
    Layout::Bounds bounds;
};
inline constexpr float kFrameTitle = 24, kFramePad = 14, kTurnWidth = 26;
inline constexpr uint32_t kFoldFrom = 16;   ///< a function whose graph has more nodes is folded until the reader unfolds it

/// How the value of a tensor is shown under its node; sizes in pixels at zoom 1.
struct ValueBox {
    enum class Form : uint8_t { none, numbers, heat_map, text } form = Form::none;
    uint8_t rows = 0, columns = 0;   ///< of numbers
    float cell_width = 0, width = 0, height = 0;
};
inline constexpr float kCellHeight = 21;
/// Of a node's block: the line over the pill, the pill, and the room between pill, values and gradients.
inline constexpr float kLabelHeight = 19, kPillHeight = 22, kUnderPill = 7, kBetweenBoxes = 6;
ValueBox value_box(const Recording& recording, uint32_t tensor);
/// A further output of an op: drawn below the first and its gradient (on a phone beside them), with room for a gradient of its own.
struct MoreOutput {
    uint32_t tensor = kNone;
    ValueBox box;
};
inline constexpr uint32_t kMoreOutputs = 3;   ///< at most; the inspector has all
/// One element in few characters: "−1.5", "⅓", "True".
std::string cell_text(const Recording& recording, uint32_t tensor, int64_t element);

class Scene {
public:
    /// `turned`: names of functions that the reader has folded or unfolded, against what their size says.
    Scene(uint32_t tape, ValuesMode mode, Flow flow, std::vector<std::string> turned = {});

    uint32_t tape() const { return tape_; }   ///< kNone: the ops before any tape
    ValuesMode mode() const { return mode_; }
    Flow flow() const { return layout_.options().flow; }
    const std::vector<std::string>& turned() const { return turned_; }
    bool is_folded(const Recording& recording, uint32_t scope) const;

    /// Takes in what the recording has got since the last call. True if the scene changed.
    bool extend(const Recording& recording);

    std::span<const SceneNode> nodes() const { return nodes_; }
    const Layout& layout() const { return layout_; }
    std::span<const LayoutLine> lines(uint32_t node) const { return layout_.lines().subspan(nodes_[node].first_line, nodes_[node].inputs); }
    Cut cut(size_t line) const { return cuts_[line]; }                  ///< of layout().lines()[line]
    const ValueBox& value_box(uint32_t node) const { return boxes_[node]; }
    std::span<const MoreOutput> more_outputs(uint32_t node) const { return std::span(more_).subspan(nodes_[node].first_more, nodes_[node].more); }
    /// The node that shows a tensor, or kNone. A variable's handle and its reads are the variable's node.
    uint32_t node_of_tensor(uint32_t tensor) const { return tensor < node_of_.size() && node_of_[tensor] < kInside ? node_of_[tensor] : kNone; }
    uint32_t node_of_op(uint32_t op) const;
    uint32_t node_of_scope(uint32_t scope) const;                       ///< of a folded call
    /// The line along which `node`, which shows `op`, uses the op's input `input`; kNone if that stays within a folded function.
    uint32_t line_of(const Recording& recording, uint32_t node, uint32_t op, uint32_t input) const;
    std::span<const FunctionFrame> frames() const { return frames_; }
    uint32_t node_of_variable(uint32_t variable) const;
    /// Grows whenever the scene changes.
    uint32_t version() const { return version_; }

private:
    void take(const Recording& recording, uint32_t event);
    void take_op(const Recording& recording, uint32_t op, uint32_t event);
    uint32_t source_node(const Recording& recording, uint32_t tensor, uint32_t event);
    uint32_t variable_node(const Recording& recording, uint32_t variable, uint32_t read, uint32_t event);
    void watch(uint32_t tensor, uint32_t event);
    void point(uint32_t tensor, uint32_t node);
    LayoutBlock block(const Recording& recording, SceneNode& node, std::span<const uint32_t> outputs = {});
    void enter_function(const Recording& recording, uint32_t scope);
    void take_inside(const Recording& recording, uint32_t op, uint32_t event, bool recorded);
    void leave_function(const Recording& recording, uint32_t scope);
    void mark_cut(uint32_t op_node, uint32_t input, Cut cut);

    uint32_t tape_;
    ValuesMode mode_;
    Layout layout_;
    std::vector<SceneNode> nodes_;
    std::vector<ValueBox> boxes_;
    std::vector<MoreOutput> more_;
    std::vector<Cut> cuts_;
    std::vector<uint32_t> node_of_;                       // by tensor
    struct Watched { uint32_t tensor, event; };
    std::vector<Watched> watched_;
    struct Known { uint32_t variable, assigns, node; };   // a variable as it was after that many assigns
    std::vector<Known> known_;
    // In node_of_, instead of a node: made within the folded call that is being read; with bits for what is known of it.
    static constexpr uint32_t kInside = 0xFFFFFFF0, kUsedInside = 1, kConnectedInside = 2;
    /// The folded call that is being read; it becomes a node when it ends.
    struct OpenFunction {
        uint32_t scope = kNone, first_op = kNone, last_op = kNone, ops = 0;
        bool recorded = false;
        std::vector<uint32_t> inputs;                     // nodes
        std::vector<uint32_t> made;                       // tensors
    } open_;
    struct Folded { uint32_t first_op, last_op, scope, node; };
    std::vector<Folded> folded_;                          // in order
    struct OpenFrame { uint32_t scope, first_node; };
    std::vector<OpenFrame> open_frames_;
    std::vector<FunctionFrame> frames_;
    std::vector<std::string> turned_;
    uint32_t next_event_ = kNone;
    uint32_t version_ = 0;
    bool is_recording_ = false, released_ = false, complete_ = false;
};

/// A gradient that the present step moves along an edge, against its direction.
struct GradientMove {
    uint32_t line = 0;       ///< of Scene::layout().lines()
    uint32_t gradient = 0;   ///< tensor
};

struct SceneNow {
    State state;
    std::vector<uint32_t> gradients;        ///< by node: the gradient that has arrived, or kNone
    std::vector<uint8_t> is_final;          ///< by node
    std::vector<uint8_t> is_none;           ///< by node: the program asked for its gradient and got None
    std::vector<uint8_t> passed;            ///< by line: a gradient has come along it
    std::vector<GradientMove> moves;        ///< of the present event
    uint32_t active = kNone;                ///< node that the present event is about
    uint32_t recent = kNone;                ///< the same, or else the last node that an event was about: what the inspector goes on showing
    bool backward = false;                  ///< the active node is walked back over
};
SceneNow scene_at(const Scene& scene, const Recording& recording, State state);

/// "⅓ · 2 · (−1.5) = −1": how the first element of what a backward step gives to its input `input` comes about, where that is simple to say, else "".
std::string local_formula(const Recording& recording, uint32_t backward_step, uint32_t input);

/// What stands over a node: "x 3×1, watched", "predictions", "3×1".
std::string node_label(const Recording& recording, const SceneNode& node, ValuesMode mode);
/// What stands in a node: the op's name, "variable", "constant", "tensor".
std::string_view node_title(const Recording& recording, const SceneNode& node);
/// A node in words, for the list that stands beside the picture: "subtract, 3×1, value −1.5, −3, −4.5, gradient −1, −2, −3".
std::string node_sentence(const Recording& recording, const Scene& scene, const SceneNow& now, uint32_t node);

}  // namespace tapedeck
