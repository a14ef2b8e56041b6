#include "spec/graph_layout.h"
#include "spec/layout_engines.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>

namespace lockstep::spec {
namespace {

struct Sample {
    std::vector<LayoutNode> nodes;
    std::vector<LayoutEdge> edges;
};

/// A chain with skip connections, as a ResNet has them.
Sample residualChain(int blocks) {
    Sample out;
    out.nodes.push_back({"x", 120, 40});
    std::string last = "x";
    for (int i = 0; i < blocks; ++i) {
        const std::string n = std::to_string(i), conv = "conv" + n, relu = "relu" + n, add = "add" + n;
        for (const auto& id : {conv, relu, add}) out.nodes.push_back({id, 150, 50});
        out.edges.insert(out.edges.end(), {{last, conv}, {conv, relu}, {relu, add}, {last, add}});
        last = add;
    }
    return out;
}

void expectReadable(const Sample& sample, const LayoutResult& result) {
    ASSERT_EQ(result.centres.size(), sample.nodes.size());
    for (const auto& edge : sample.edges)
        EXPECT_LT(result.centres.at(edge.from).second, result.centres.at(edge.to).second) << edge.from << " -> " << edge.to;
    for (std::size_t i = 0; i < sample.nodes.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const auto &a = sample.nodes[i], &b = sample.nodes[j];
            const auto [ax, ay] = result.centres.at(a.id);
            const auto [bx, by] = result.centres.at(b.id);
            const bool apart = std::abs(ax - bx) >= (a.width + b.width) / 2 - 1 || std::abs(ay - by) >= (a.height + b.height) / 2 - 1;
            EXPECT_TRUE(apart) << a.id << " over " << b.id;
        }
    }
}

TEST(GraphLayout, DotPlacesDownwardsWithoutOverlap) {
    const auto sample = residualChain(8);
    const auto result = layoutGraph(sample.nodes, sample.edges);
    EXPECT_FALSE(result.fallback);
    expectReadable(sample, result);
}

TEST(GraphLayout, FallbackPlacesDownwardsWithoutOverlap) {
    auto sample = residualChain(8);
    sample.nodes.push_back({"lonely", 100, 30});
    const auto result = layeredLayout(sample.nodes, sample.edges);
    EXPECT_TRUE(result.fallback);
    expectReadable(sample, result);
}

TEST(GraphLayout, FallbackKeepsSkipConnectionsBesideTheLayers) {
    // The middle node may not stand on the straight line from `x` to `add`.
    const Sample sample{{{"x", 100, 40}, {"a", 100, 40}, {"add", 100, 40}}, {{"x", "a"}, {"a", "add"}, {"x", "add"}}};
    const auto result = layeredLayout(sample.nodes, sample.edges);
    const double line = (result.centres.at("x").first + result.centres.at("add").first) / 2;
    EXPECT_GE(std::abs(result.centres.at("a").first - line), 20);
}

TEST(GraphLayout, BothTakeCyclesUnknownIdsAndOddNames) {
    const Sample sample{{{"a", 80, 30}, {"\"b\\N<x>", 80, 30}, {"%", 80, 30}, {"\xc3\xa9", 80, 30}},
                        {{"a", "\"b\\N<x>"}, {"\"b\\N<x>", "%"}, {"%", "a"}, {"a", "a"}, {"a", "nowhere"}}};
    EXPECT_EQ(layeredLayout(sample.nodes, sample.edges).centres.size(), 4u);
    EXPECT_EQ(layoutGraph(sample.nodes, sample.edges).centres.size(), 4u);
}

TEST(GraphLayout, EmptyAndSingle) {
    EXPECT_TRUE(layoutGraph({}, {}).centres.empty());
    EXPECT_TRUE(layeredLayout({}, {}).centres.empty());
    EXPECT_EQ(layoutGraph({{"a", 80, 30}}, {}).centres.size(), 1u);
}

TEST(GraphLayout, HugeGraphsTakeTheFallback) {
    const auto sample = residualChain(2000);
    const auto result = layoutGraph(sample.nodes, sample.edges);
    EXPECT_TRUE(result.fallback);
    EXPECT_EQ(result.centres.size(), sample.nodes.size());
}

TEST(GraphLayout, SameGraphSamePlaces) {
    const auto sample = residualChain(3);
    EXPECT_EQ(layoutGraph(sample.nodes, sample.edges).centres, layoutGraph(sample.nodes, sample.edges).centres);
}

} // namespace
} // namespace lockstep::spec
