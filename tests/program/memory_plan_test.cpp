#include "base/rng.h"
#include "ir/rewriter.h"
#include "program/memory_plan.h"
#include "program/persistent_layout.h"

#include <gtest/gtest.h>

#include <map>

using namespace lockstep;
using namespace lockstep::ir;

namespace {

Result<std::vector<TensorType>> sameAsFirst(const InferArgs& args) { return std::vector{args.inputs[0].type}; }
Result<std::vector<TensorType>> reshaped(const InferArgs& args) {
    return std::vector{TensorType{args.inputs[0].type.dtype, Shape(args.attrs.integers("shape"))}};
}

OpRegistry makeOps() {
    OpRegistry ops;
    EXPECT_TRUE(ops.add({.name = "map", .minInputs = 1, .maxInputs = -1, .infer = sameAsFirst}).ok());
    EXPECT_TRUE(ops.add({.name = "over", .infer = sameAsFirst, .inPlace = {{0, 0}}}).ok());
    EXPECT_TRUE(ops.add({.name = "view", .infer = reshaped, .view = true}).ok());
    EXPECT_TRUE(ops.add({.name = "step", .minInputs = 2, .maxInputs = 2, .infer = sameAsFirst, .updates = {{0, 0}}}).ok());
    return ops;
}

program::MemoryPlan plan(const Graph& graph, std::size_t workspace = 0) {
    return program::planMemory({&graph, [](const Value& v) { return v.type.bytes(); }, [workspace](NodeId) { return workspace; }});
}

struct PlanTest : testing::Test {
    OpRegistry ops = makeOps();
    Graph graph{ops};
    Rewriter rw{graph};
    const TensorType type{DType::F32, {16}}; // 64 bytes
    ValueId x = rw.addValue("x", type, ValueKind::Input);
};

TEST_F(PlanTest, AChainNeedsTwoPlacesAndInPlaceOne) {
    ValueId v = x, w = x;
    for (int i = 0; i < 5; ++i) v = rw.add1("map", "m", {v}, {}, {}).value();
    rw.fetch("v", v);
    ASSERT_TRUE(rw.finish().ok());
    EXPECT_EQ(plan(graph).scratchBytes, 128u);
    EXPECT_EQ(plan(graph).liveBytes, 128u);

    Graph second(ops);
    Rewriter rw2(second);
    w = rw2.addValue("x", type, ValueKind::Input);
    for (int i = 0; i < 5; ++i) w = rw2.add1("over", "o", {w}, {}, {}).value();
    rw2.fetch("w", w);
    ASSERT_TRUE(rw2.finish().ok());
    EXPECT_EQ(plan(second).scratchBytes, 64u);
}

TEST_F(PlanTest, AValueReadLaterOrFetchedIsNotOverwritten) {
    const ValueId a = rw.add1("map", "a", {x}, {}, {}).value();
    const ValueId b = rw.add1("over", "b", {a}, {}, {}).value();
    rw.fetch("a", a);
    rw.fetch("b", b);
    ASSERT_TRUE(rw.finish().ok());
    const auto p = plan(graph);
    EXPECT_NE(p.values[static_cast<std::size_t>(a)].offset, p.values[static_cast<std::size_t>(b)].offset);
}

TEST_F(PlanTest, ViewsAndUpdatesShare) {
    const ValueId w = rw.addValue("w", type, ValueKind::Parameter);
    const ValueId a = rw.add1("map", "a", {x}, {}, {}).value();
    const ValueId v = rw.add1("view", "v", {a}, Attributes{{"shape", std::vector<std::int64_t>{4, 4}}}, {}).value();
    const ValueId b = rw.add1("map", "b", {v}, {}, {}).value();
    const ValueId next = rw.add1("step", "s", {w, x}, {}, {}).value();
    rw.fetch("b", b);
    ASSERT_TRUE(rw.finish().ok());
    const auto p = plan(graph);
    EXPECT_EQ(p.roots[static_cast<std::size_t>(v)], a);
    EXPECT_EQ(p.values[static_cast<std::size_t>(v)].offset, p.values[static_cast<std::size_t>(a)].offset);
    EXPECT_EQ(p.roots[static_cast<std::size_t>(next)], w);
    EXPECT_EQ(p.values[static_cast<std::size_t>(next)].region, program::Region::Persistent);

    program::PersistentLayout layout;
    ASSERT_TRUE(layout.include(graph).ok());
    ASSERT_TRUE(layout.include(graph).ok());
    EXPECT_EQ(layout.entries().size(), 1u);
    EXPECT_EQ(layout.bytes(), 64u);
}

/// Random graphs: whatever lives at the same time must not overlap, workspaces included.
TEST(Plan, NothingAliveOverlaps) {
    const OpRegistry ops = makeOps();
    for (std::uint64_t round = 0; round < 60; ++round) {
        const Rng rng(round, RngPurpose::Test);
        Graph graph(ops);
        Rewriter rw(graph);
        std::vector<ValueId> values;
        std::uint64_t k = 0;
        for (int i = 0; i < 3; ++i)
            values.push_back(
                rw.addValue("x" + std::to_string(i), {DType::F32, {1 + static_cast<std::int64_t>(rng.below(k++, 400))}}, ValueKind::Input));
        for (int i = 0; i < 80; ++i) {
            const ValueId a = values[rng.below(k++, values.size())], b = values[rng.below(k++, values.size())];
            const bool over = rng.below(k++, 2) == 0;
            values.push_back(over ? rw.add1("over", "n", {a}, {}, {}).value() : rw.add1("map", "n", {a, b}, {}, {}).value());
        }
        rw.fetch("last", values.back());
        ASSERT_TRUE(rw.finish().ok());
        const auto p = plan(graph, 100);
        EXPECT_GE(p.scratchBytes, p.liveBytes);

        // Replay: each memory cell remembers who wrote it last; a reader must find its input intact.
        std::vector<ValueId> cells(p.scratchBytes / 4 + 1, kNone);
        const auto write = [&](ValueId v, ValueId mark) {
            const auto& place = p.values[static_cast<std::size_t>(v)];
            ASSERT_LE(place.offset + place.bytes, p.scratchBytes);
            for (std::size_t c = place.offset / 4; c < (place.offset + place.bytes) / 4; ++c) cells[c] = mark;
        };
        const auto check = [&](ValueId v) {
            const auto& place = p.values[static_cast<std::size_t>(v)];
            for (std::size_t c = place.offset / 4; c < (place.offset + place.bytes) / 4; ++c)
                ASSERT_EQ(cells[c], v) << graph.value(v).name << " round " << round;
        };
        for (int i = 0; i < 3; ++i) write(values[static_cast<std::size_t>(i)], values[static_cast<std::size_t>(i)]);
        for (const NodeId id : graph.order()) {
            const Node& node = graph.node(id);
            for (const ValueId in : node.inputs) check(in);
            const auto& ws = p.workspaces[static_cast<std::size_t>(id)];
            ASSERT_LE(ws.offset + ws.bytes, p.scratchBytes);
            for (std::size_t c = ws.offset / 4; c < (ws.offset + ws.bytes) / 4; ++c) cells[c] = kNone;
            for (const ValueId in : node.inputs) check(in); // the workspace overlaps no input
            for (const ValueId out : node.outputs) write(out, out);
        }
        check(values.back());
    }
}

} // namespace
