// Where the nodes of a tape stand: a layered layout that follows the recording's order and never moves what it has placed.
//
// Nodes arrive in the order in which the run made them. An op stands behind everything it uses (to the right of it, or below it on a phone), in the
// row of its first input where that is free, else in the next free row. What no op made (a variable, a constant) stands just before its first use.
// Nothing placed is moved again, so a growing tape grows at its end, and adding one op costs the same for the tenth as for the ten-thousandth.
//
// A layout that minimises crossings (dagre, ELK, dot) was rejected: it needs minutes for 10,000 ops and reshuffles the picture with every new op.
// In its place a connection that would run through other nodes is not drawn as a line: it becomes a port, a short stub with the other end's name.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace tapedeck {

enum class Flow : uint8_t { right, down };

struct LayoutOptions {
    Flow flow = Flow::right;
    float layer_gap = 62;      ///< between an op and what it uses, in pixels at zoom 1
    float row_gap = 16;        ///< between neighbours of one layer
    float longest_line = 560;  ///< a connection longer than this is a port
    float row_width = 720;     ///< sources that nothing uses stand side by side, in rows of this length
};

/// The size of a node's block (label, pill and boxes under it) and where in it the pill is: connections start and end at the pill.
struct LayoutBlock {
    float width = 0, height = 0;
    float pill_x = 0, pill_y = 0, pill_width = 0, pill_height = 0;
};

struct LayoutPlace {
    float x = 0, y = 0;   ///< upper left corner of the block
    bool placed = false;  ///< false: a source that nothing has used yet
};

/// A connection from one node's pill to another's. As a line: straight from (x0, y0) along the flow to `bend_begin`, a curve to `bend_end`, straight
/// to (x1, y1); the two bends are x in Flow::right and y in Flow::down. A detour, around what stands between, has two curves: from (x0, y0) to
/// `bend_begin` on the row `lane`, and from `bend_end` on that row to (x1, y1). As a port: only (x1, y1), where the stub meets the consumer, counts.
struct LayoutLine {
    uint32_t from = 0, to = 0, input = 0;
    bool port = false, detour = false;
    float x0 = 0, y0 = 0, x1 = 0, y1 = 0, bend_begin = 0, bend_end = 0, lane = 0;
};

class Layout {
public:
    explicit Layout(LayoutOptions options = {}) : options_(options) {}

    /// A variable, constant or input; it is placed when the first op uses it. Returns its number; nodes are numbered from 0 as they are added.
    uint32_t add_source(const LayoutBlock& block);
    /// An op and the nodes it uses, each added before. Places it, and those of its inputs that had no place.
    uint32_t add_op(const LayoutBlock& block, std::span<const uint32_t> inputs);
    /// Places a source that no op uses: beside the last such one while their row has room, else below everything.
    void place_alone(uint32_t source);

    std::span<const LayoutPlace> places() const { return places_; }
    std::span<const LayoutBlock> blocks() const { return blocks_; }
    std::span<const LayoutLine> lines() const { return lines_; }  ///< in the order of their consumers
    const LayoutOptions& options() const { return options_; }

    struct Bounds { float x0 = 0, y0 = 0, x1 = 0, y1 = 0; };
    Bounds bounds() const { return bounds_; }  ///< of everything placed
    /// What is added until end_group() stands below all that was there before (right of it on a phone), with `room` between, so that a frame fits around it;
    /// its ops follow each other's rows before those of what they use from outside. Groups nest.
    void begin_group(float room);
    void end_group() { groups_.pop_back(); }
    /// Something is drawn around nodes: the bounds take it in.
    void extend_bounds(const Bounds& box) { bounds_ = {std::min(bounds_.x0, box.x0), std::min(bounds_.y0, box.y0), std::max(bounds_.x1, box.x1), std::max(bounds_.y1, box.y1)}; }

private:
    /// All work is done along two axes: `along` the flow and `across` it.
    struct Span { float begin, end; };
    struct Box { Span along, across; };

    bool right() const { return options_.flow == Flow::right; }
    float length(uint32_t node) const { return right() ? blocks_[node].width : blocks_[node].height; }
    float breadth(uint32_t node) const { return right() ? blocks_[node].height : blocks_[node].width; }
    Span along(uint32_t node) const;
    float row(uint32_t node) const;         ///< the across coordinate of the pill's middle
    float row_in_block(uint32_t node) const;
    void place(uint32_t node, float along_begin, float across_begin);
    float free_from(Span along, float across_begin, float breadth) const;
    bool is_free(const Box& box) const;
    void occupy(const Box& box);
    bool detour(LayoutLine& line, Span between, float start_row, float end_row);
    void connect(uint32_t from, uint32_t to, uint32_t input, float port_offset);

    LayoutOptions options_;
    std::vector<LayoutBlock> blocks_;
    std::vector<LayoutPlace> places_;
    std::vector<LayoutLine> lines_;
    struct Group {
        uint32_t first = 0;      // node
        float across = -1e30f;   // nothing of it stands before
    };
    std::vector<Group> groups_{{}};
    std::vector<std::vector<Span>> slices_;  ///< per 16 pixels along the flow: what is taken across, sorted, touching spans merged
    Bounds bounds_;
    float lowest_ = 0;  ///< the across end of everything placed
    float alone_end_ = 0, alone_across_ = 0;  ///< where the row of sources that nothing uses ends, and where it stands
    bool alone_ = false;                     ///< the last thing placed was such a source
    bool empty_ = true;
};

}  // namespace tapedeck
