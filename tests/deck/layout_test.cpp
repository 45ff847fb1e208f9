#include "ui/deck/layout.h"

#include <catch2/benchmark/catch_benchmark.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace tapedeck;

namespace {

/// A tape to lay out: per node its inputs, or none for a source.
struct Program {
    struct Node {
        bool source;
        LayoutBlock block;
        std::vector<uint32_t> inputs;
    };
    std::vector<Node> nodes;

    uint32_t source(uint32_t rows = 1) {
        nodes.push_back({true, block(rows), {}});
        return static_cast<uint32_t>(nodes.size() - 1);
    }
    uint32_t op(std::vector<uint32_t> inputs, uint32_t rows = 1) {
        nodes.push_back({false, block(rows), std::move(inputs)});
        return static_cast<uint32_t>(nodes.size() - 1);
    }
    static LayoutBlock block(uint32_t rows) {
        const float width = 66 + 20 * static_cast<float>(rows % 3), height = 46 + 21 * static_cast<float>(rows);
        return {width, height, (width - 66) / 2, 18, 66, 22};
    }
};

Layout lay_out(const Program& program, LayoutOptions options = {}, size_t count = SIZE_MAX) {
    Layout layout(options);
    for (size_t i = 0; i < std::min(count, program.nodes.size()); ++i) {
        const auto& node = program.nodes[i];
        if (node.source)
            layout.add_source(node.block);
        else
            layout.add_op(node.block, node.inputs);
    }
    return layout;
}

/// The seed's forward pass: mean(square(matmul(x, w) + b - y)).
Program training_step() {
    Program p;
    const auto x = p.source(3), w = p.source(), b = p.source(), y = p.source(3);
    const auto product = p.op({x, w}, 6), sum = p.op({product, b}, 6), error = p.op({sum, y}, 6);
    p.op({p.op({error}, 6)}, 2);
    return p;
}

/// Any tape: sources, chains, joins, reuse of near and far nodes; the same numbers each time.
Program any_program(uint32_t seed, size_t count) {
    Program p;
    uint64_t state = seed * 7919 + 1;
    const auto next = [&](uint32_t below) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<uint32_t>(state >> 33) % below;
    };
    p.source(2);
    while (p.nodes.size() < count) {
        const auto size = static_cast<uint32_t>(p.nodes.size());
        if (next(4) == 0) {
            p.source(1 + next(5));
        } else {
            std::vector<uint32_t> inputs;
            for (uint32_t k = 0, n = 1 + next(3); k < n; ++k)
                inputs.push_back(next(5) == 0 ? next(size) : size - 1 - next(std::min(size, 6u)));
            p.op(std::move(inputs), 1 + next(8));
        }
    }
    return p;
}

bool overlap(const Layout& layout, size_t a, size_t b) {
    const auto &p = layout.places()[a], &q = layout.places()[b];
    const auto &m = layout.blocks()[a], &n = layout.blocks()[b];
    return p.x < q.x + n.width && q.x < p.x + m.width && p.y < q.y + n.height && q.y < p.y + m.height;
}

float middle(const Layout& layout, uint32_t node) {
    return layout.places()[node].y + layout.blocks()[node].pill_y + layout.blocks()[node].pill_height / 2;
}

}  // namespace

TEST_CASE("a chain of ops stands in one row, with its sources beside their first use", "[layout]") {
    const Program program = training_step();
    const Layout layout = lay_out(program);
    const uint32_t x = 0, w = 1, b = 2, y = 3, product = 4, sum = 5, error = 6, square = 7, mean = 8;
    for (const uint32_t op : {sum, error, square, mean}) CHECK(middle(layout, op) == middle(layout, product));
    CHECK(middle(layout, x) < middle(layout, product));
    CHECK(middle(layout, w) > middle(layout, product));
    // b is under the product and y under the sum, not at the far left.
    for (const auto& [source, above] : {std::pair{b, product}, std::pair{y, sum}}) {
        const float right = layout.places()[source].x + layout.blocks()[source].width;
        CHECK(right == layout.places()[above].x + layout.blocks()[above].width);
        CHECK(layout.places()[source].y > layout.places()[above].y + layout.blocks()[above].height);
    }
    for (const auto& line : layout.lines()) CHECK_FALSE(line.port);
}

TEST_CASE("blocks never overlap, and an op stands behind everything it uses", "[layout]") {
    const auto flow = GENERATE(Flow::right, Flow::down);
    const auto seed = GENERATE(Catch::Generators::range(1u, 9u));
    const Program program = any_program(seed, 300);
    const Layout layout = lay_out(program, {.flow = flow, .layer_gap = flow == Flow::right ? 62.0f : 26.0f});
    CAPTURE(seed, flow == Flow::right);
    for (size_t a = 0; a < program.nodes.size(); ++a) {
        for (const uint32_t input : program.nodes[a].inputs) {
            const auto &from = layout.places()[input], &to = layout.places()[a];
            if (flow == Flow::right)
                CHECK(from.x + layout.blocks()[input].width + layout.options().layer_gap <= to.x + 0.01f);
            else
                CHECK(from.y + layout.blocks()[input].height + layout.options().layer_gap <= to.y + 0.01f);
        }
        if (!layout.places()[a].placed) continue;
        for (size_t b = 0; b < a; ++b)
            if (layout.places()[b].placed && overlap(layout, a, b)) FAIL_CHECK("blocks " << b << " and " << a << " overlap");
    }
}

TEST_CASE("old nodes and lines stay where they are while the tape grows", "[layout]") {
    const Program program = any_program(3, 240);
    const Layout whole = lay_out(program);
    for (size_t count = 1; count < program.nodes.size(); count += 7) {
        const Layout part = lay_out(program, {}, count);
        for (size_t i = 0; i < count; ++i)
            if (part.places()[i].placed) {
                CHECK(part.places()[i].x == whole.places()[i].x);
                CHECK(part.places()[i].y == whole.places()[i].y);
            }
        for (size_t i = 0; i < part.lines().size(); ++i) {
            CHECK(part.lines()[i].port == whole.lines()[i].port);
            CHECK(part.lines()[i].bend_begin == whole.lines()[i].bend_begin);
        }
    }
}

TEST_CASE("every input has a line or a port, and the long parts of lines run through no block", "[layout]") {
    const Program program = any_program(GENERATE(Catch::Generators::range(11u, 15u)), 300);
    const Layout layout = lay_out(program);
    size_t inputs = 0, ports = 0;
    for (const auto& node : program.nodes) inputs += node.inputs.size();
    REQUIRE(layout.lines().size() == inputs);
    for (const auto& line : layout.lines()) {
        ports += line.port;
        if (line.port) continue;
        for (size_t i = 0; i < program.nodes.size(); ++i) {
            if (!layout.places()[i].placed || i == line.from || i == line.to) continue;
            const auto& at = layout.places()[i];
            const auto& block = layout.blocks()[i];
            const auto hits = [&](float x0, float x1, float y) {
                return x0 < x1 && at.x < x1 && x0 < at.x + block.width && at.y < y && y < at.y + block.height;
            };
            if (line.detour) {
                CHECK_FALSE(hits(line.bend_begin, line.bend_end, line.lane));
                continue;
            }
            CHECK_FALSE(hits(line.x0, line.bend_begin, line.y0));
            CHECK_FALSE(hits(line.bend_end, line.x1, line.y1));
        }
    }
    CHECK(ports < inputs / 2);
}

TEST_CASE("a far input is a port", "[layout]") {
    Program program;
    const auto w = program.source();
    auto last = program.op({w});
    for (int i = 0; i < 30; ++i) last = program.op({last});
    program.op({last, w});
    const Layout layout = lay_out(program);
    CHECK(layout.lines().back().port);
    CHECK_FALSE(layout.lines()[layout.lines().size() - 2].port);
}

TEST_CASE("a near second use is a line around what stands between", "[layout]") {
    Program program;
    const auto x = program.source();
    const auto a = program.op({x}), b = program.op({a});
    program.op({b, a});  // a skip connection over b
    const Layout layout = lay_out(program);
    const auto& skip = layout.lines().back();
    CHECK(skip.from == a);
    CHECK(skip.input == 1);
    CHECK_FALSE(skip.port);
    CHECK(skip.detour);
    CHECK(skip.lane < layout.places()[b].y);
}

TEST_CASE("a source that nothing uses has no place until it is given one", "[layout]") {
    Layout layout;
    const auto alone = layout.add_source(Program::block(1));
    CHECK_FALSE(layout.places()[alone].placed);
    layout.place_alone(alone);
    CHECK(layout.places()[alone].placed);
    SECTION("and the next one stands beside it, in rows that end") {
        for (int i = 0; i < 20; ++i) layout.place_alone(layout.add_source(Program::block(1)));
        CHECK(layout.places()[1].y == layout.places()[0].y);
        CHECK(layout.places()[1].x > layout.places()[0].x);
        CHECK(layout.bounds().x1 <= layout.options().row_width);
        for (size_t a = 0; a < 21; ++a)
            for (size_t b = 0; b < a; ++b) CHECK_FALSE(overlap(layout, a, b));
    }
}

TEST_CASE("the time to lay out 10,000 ops", "[layout][.benchmark]") {
    const Program mixed = any_program(5, 13'000);
    Program chain, fan;
    auto last = chain.op({chain.source()});
    for (int i = 1; i < 10'000; ++i) last = chain.op({last, chain.source()});
    const auto centre = fan.source();
    for (int i = 0; i < 10'000; ++i) fan.op({centre});
    BENCHMARK("mixed") { return lay_out(mixed).lines().size(); };
    BENCHMARK("one chain") { return lay_out(chain).lines().size(); };
    BENCHMARK("one fan") { return lay_out(fan).lines().size(); };
}
