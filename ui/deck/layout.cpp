#include "ui/deck/layout.h"

#include <algorithm>
#include <utility>

namespace tapedeck {

namespace {
constexpr float kSlice = 16;       // pixels along the flow that share one list of taken spans
constexpr float kLaneHalf = 8;     // a line keeps this much free on both sides
constexpr float kTooNarrow = 30;   // a gap in which nothing fits is closed when spans are merged, which keeps the lists short
constexpr float kRounding = 0.5f;    // what a float may lose in a picture a million pixels tall
constexpr float kPortBelow = 7;       // a port's stub ends under the middle of the pill, where the row's own line does not hide it
constexpr float kDetours[] = {-40, -50, -60, -75, -95, 170, 200, 60, 90, 120, 250};  // rows to try, from the nearer end's row
constexpr float kFirstAbove = 0.62f;  // the first of several sources stands this part of its block above its op's row
}  // namespace

Layout::Span Layout::along(uint32_t node) const {
    const float begin = right() ? places_[node].x : places_[node].y;
    return {begin, begin + length(node)};
}

float Layout::row_in_block(uint32_t node) const {
    const LayoutBlock& block = blocks_[node];
    return right() ? block.pill_y + block.pill_height / 2 : block.pill_x + block.pill_width / 2;
}

float Layout::row(uint32_t node) const { return (right() ? places_[node].y : places_[node].x) + row_in_block(node); }

uint32_t Layout::add_source(const LayoutBlock& block) {
    blocks_.push_back(block);
    places_.push_back({});
    return static_cast<uint32_t>(blocks_.size() - 1);
}

void Layout::begin_group(float room) {
    groups_.push_back({static_cast<uint32_t>(blocks_.size()), empty_ ? groups_.back().across : std::max(groups_.back().across, lowest_ + room)});
}

uint32_t Layout::add_op(const LayoutBlock& block, std::span<const uint32_t> inputs) {
    const uint32_t op = add_source(block);
    alone_ = false;

    // Behind all its inputs; the row is that of the first placed one.
    float begin = 0, op_row = 0, longest_new = 0;
    const Group group = groups_.back();
    bool joined = false, joined_within = false;
    uint32_t fresh = 0;
    for (const uint32_t input : inputs) {
        if (places_[input].placed) {
            begin = std::max(begin, along(input).end + options_.layer_gap);
            const bool is_within = input >= group.first;
            if (!joined || (is_within && !joined_within)) op_row = row(input);
            joined = true;
            joined_within |= is_within;
        } else {
            longest_new = std::max(longest_new, length(input));
            ++fresh;
        }
    }
    if (longest_new > 0) begin = std::max(begin, longest_new + options_.layer_gap);
    if (!joined) op_row = (empty_ ? 0 : lowest_ + 2 * options_.row_gap) + row_in_block(op);  // a new part of the graph starts below all others

    const float op_across = free_from({begin, begin + length(op)}, std::max(op_row - row_in_block(op), group.across), breadth(op));
    op_row = op_across + row_in_block(op);
    place(op, begin, op_across);

    // What nothing used before stands just before the op: the first above its row when it would otherwise hide the others, the rest below.
    bool first = true;
    for (const uint32_t input : inputs) {
        if (places_[input].placed) continue;
        const Span span{begin - options_.layer_gap - length(input), begin - options_.layer_gap};
        float wish = op_row - row_in_block(input);
        if (first && !joined && fresh > 1 && right()) wish -= std::min(kFirstAbove * breadth(input), 60.0f);
        first = false;
        place(input, span.begin, free_from(span, std::max(wish, group.across), breadth(input)));
    }

    float below = 0, above = 0;
    for (uint32_t i = 0; i < inputs.size(); ++i) {
        // Lines from one side end a little apart, so that two inputs are seen as two; one in the op's own row stays straight.
        const float difference = row(inputs[i]) - op_row;
        float offset = 0;
        if (difference > 1) offset = 5 + std::exchange(below, std::min(below + 3, 5.0f));
        if (difference < -1) offset = -3 - std::exchange(above, std::min(above + 3, 6.0f));
        connect(inputs[i], op, i, offset);
    }
    return op;
}

void Layout::place_alone(uint32_t source) {
    if (places_[source].placed) return;
    const float gap = options_.layer_gap / 2, end = alone_end_ + gap + length(source);
    if (right() && alone_ && end <= options_.row_width && is_free({{alone_end_ + gap, end}, {alone_across_, alone_across_ + breadth(source)}})) {
        place(source, alone_end_ + gap, alone_across_);
    } else {
        alone_across_ = empty_ ? 0 : lowest_ + options_.row_gap;
        place(source, 0, alone_across_);
    }
    alone_end_ = along(source).end;
    alone_ = true;
}

void Layout::place(uint32_t node, float along_begin, float across_begin) {
    const LayoutBlock& block = blocks_[node];
    LayoutPlace& to = places_[node];
    to = right() ? LayoutPlace{along_begin, across_begin, true} : LayoutPlace{across_begin, along_begin, true};
    occupy({{along_begin, along_begin + length(node)}, {across_begin, across_begin + breadth(node)}});
    const Bounds box{to.x, to.y, to.x + block.width, to.y + block.height};
    bounds_ = empty_ ? box
                   : Bounds{std::min(bounds_.x0, box.x0), std::min(bounds_.y0, box.y0), std::max(bounds_.x1, box.x1), std::max(bounds_.y1, box.y1)};
    lowest_ = right() ? bounds_.y1 : bounds_.x1;
    empty_ = false;
}

/// The first free place for a block of this breadth at or after `across_begin`. Only onwards: what came later stands lower.
float Layout::free_from(Span along, float across_begin, float breadth) const {
    const auto first = static_cast<size_t>(std::max(0.0f, along.begin) / kSlice);
    const auto last = std::min(static_cast<size_t>(std::max(0.0f, along.end) / kSlice) + 1, slices_.size());
    float at = across_begin;
    for (bool moved = true; moved;) {
        moved = false;
        for (size_t s = first; s < last; ++s) {
            const auto& taken = slices_[s];
            auto span = std::upper_bound(taken.begin(), taken.end(), at - options_.row_gap + kRounding,
                                   [](float value, const Span& t) { return value < t.end; });
            if (span != taken.end() && span->begin < at + breadth + options_.row_gap - kRounding) {
                at = span->end + options_.row_gap;
                moved = true;
            }
        }
    }
    return at;
}

bool Layout::is_free(const Box& box) const {
    const auto first = static_cast<size_t>(std::max(0.0f, box.along.begin) / kSlice);
    const auto last = std::min(static_cast<size_t>(std::max(0.0f, box.along.end) / kSlice) + 1, slices_.size());
    for (size_t s = first; s < last; ++s) {
        const auto& taken = slices_[s];
        auto span = std::upper_bound(taken.begin(), taken.end(), box.across.begin, [](float value, const Span& t) { return value < t.end; });
        if (span != taken.end() && span->begin < box.across.end) return false;
    }
    return true;
}

void Layout::occupy(const Box& box) {
    const auto first = static_cast<size_t>(std::max(0.0f, box.along.begin) / kSlice);
    const auto last = static_cast<size_t>(std::max(0.0f, box.along.end) / kSlice);
    if (slices_.size() <= last) slices_.resize(last + 1);
    for (size_t s = first; s <= last; ++s) {
        auto& taken = slices_[s];
        // The spans that this one touches become one with it.
        auto from = std::lower_bound(taken.begin(), taken.end(), box.across.begin - kTooNarrow, [](const Span& t, float value) { return t.end < value; });
        auto to = from;
        Span joined = box.across;
        for (; to != taken.end() && to->begin <= box.across.end + kTooNarrow; ++to)
            joined = {std::min(joined.begin, to->begin), std::max(joined.end, to->end)};
        if (from == to) {
            taken.insert(from, joined);
        } else {
            *from = joined;
            taken.erase(from + 1, to);
        }
    }
}

/// Looks for a free row above what stands between the two (its labels included), then below it.
bool Layout::detour(LayoutLine& line, Span between, float start_row, float end_row) {
    const Span lane{between.begin + 1, between.end - 1}, first{between.begin + kSlice, between.begin + options_.layer_gap - kSlice},
            last{between.end - options_.layer_gap + kSlice, between.end - kSlice};
    if (between.end - between.begin < 2 * options_.layer_gap) return false;
    for (const float away : kDetours) {
        const float at = (away < 0 ? std::min(start_row, end_row) : std::max(start_row, end_row)) + away;
        const auto ordered = [](float a, float b) { return Span{std::min(a, b), std::max(a, b)}; };
        const Box whole{lane, {at - kLaneHalf / 2, at + kLaneHalf / 2}};
        if (!is_free(whole) || !is_free({first, ordered(start_row, at)}) || !is_free({last, ordered(end_row, at)})) continue;
        line.detour = true;
        line.lane = at;
        occupy(whole);
        return true;
    }
    return false;
}

/// Draws the line in the gap before the consumer; farther, along the producer's row or along the consumer's, where nothing stands in its way.
void Layout::connect(uint32_t from, uint32_t to, uint32_t input, float port_offset) {
    const LayoutBlock &source = blocks_[from], &target = blocks_[to];
    LayoutLine line{from, to, input, false};
    const float start = right() ? places_[from].x + source.pill_x + source.pill_width : places_[from].y + source.pill_y + source.pill_height;
    const float end = right() ? places_[to].x + target.pill_x : places_[to].y + target.pill_y;
    const float start_row = row(from);
    float end_row = row(to) + port_offset;
    const Span before = along(from), behind = along(to);

    if (behind.begin - before.end <= options_.layer_gap + 1) {
        line.bend_begin = right() ? start : before.end;
        line.bend_end = right() ? end : behind.begin;
    } else if (behind.begin - before.end > options_.longest_line) {
        line.port = true;
    } else {
        const Span near_source{before.end + 1, before.end + options_.layer_gap - 1}, near_target{behind.begin - options_.layer_gap + 1, behind.begin - 1};
        const Span across{std::min(start_row, end_row), std::max(start_row, end_row)};
        const bool straight = across.end - across.begin < 1;
        const Box own_row{{before.end + kSlice, near_target.begin}, {start_row - kLaneHalf, start_row + kLaneHalf}};
        const Box other_row{{near_source.end, behind.begin - kSlice}, {end_row - kLaneHalf, end_row + kLaneHalf}};
        const auto inner = [](Span span) { return Span{span.begin + kSlice, span.end - kSlice}; };
        if (is_free(own_row) && (straight || is_free({inner(near_target), across}))) {
            line.bend_begin = near_target.begin;
            line.bend_end = right() ? end : behind.begin;
            occupy(own_row);
        } else if (!straight && is_free(other_row) && is_free({inner(near_source), across})) {
            line.bend_begin = right() ? start : before.end;
            line.bend_end = near_source.end;
            occupy(other_row);
        } else {
            line.port = !detour(line, {before.end, behind.begin}, start_row, end_row);
        }
    }
    if (line.port) {
        // A second one stands above the middle, so that both names can be read.
        bool above = false;
        for (size_t l = lines_.size(); l-- > 0 && lines_[l].to == to;) above ^= lines_[l].port;
        end_row = row(to) + (above ? -kPortBelow : kPortBelow);
    }
    if (line.detour) {
        line.bend_begin = before.end + options_.layer_gap;
        line.bend_end = behind.begin - options_.layer_gap;
    }
    if (line.detour) {
        float& low = right() ? bounds_.y0 : bounds_.x0;
        float& high = right() ? bounds_.y1 : bounds_.x1;
        low = std::min(low, line.lane - kLaneHalf);
        high = std::max(high, line.lane + kLaneHalf);
    }
    line.x0 = right() ? start : start_row;
    line.y0 = right() ? start_row : start;
    line.x1 = right() ? end : end_row;
    line.y1 = right() ? end_row : end;
    lines_.push_back(line);
}

}  // namespace tapedeck
