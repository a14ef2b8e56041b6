#include "report/compose.h"
#include "report/document_difference.h"
#include "report/model_graph.h"
#include "report/plot.h"
#include "report/writers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace lockstep;
using namespace lockstep::report;

namespace {

monitors::Series seriesOf(const std::vector<double>& values, std::int64_t first = 0) {
    monitors::Series out;
    for (std::size_t i = 0; i < values.size(); ++i)
        out.append({first + static_cast<std::int64_t>(i), 100.0 + static_cast<double>(i), values[i]});
    return out;
}

RunData runOf(std::int64_t id, const std::vector<double>& loss) {
    RunData run;
    run.id = id;
    run.ordinal = static_cast<int>(id) - 1;
    run.name = "<b>&\"quoted\"</b>";
    run.status = "completed";
    run.createdWall = 100;
    run.series["loss"] = seriesOf(loss);
    run.resolvedDocument = R"({"seed": )" + std::to_string(id) + R"(, "model": {"name": "m"}})";
    run.events = {{3, 103, "checkpoint", "saved </script>"}};
    return run;
}

/// Whether tags nest and close and no bare & or < stands in text. tests/cli has a real XML parser read real reports.
bool wellFormed(const std::string& xml) {
    std::vector<std::string> open;
    for (std::size_t i = 0; i < xml.size();) {
        if (xml[i] == '&') {
            const auto end = xml.find(';', i);
            if (end == std::string::npos || end - i > 6) return false;
            i = end;
        }
        if (xml[i] != '<') {
            ++i;
            continue;
        }
        const auto end = xml.find('>', i);
        if (end == std::string::npos) return false;
        const std::string tag = xml.substr(i + 1, end - i - 1);
        i = end + 1;
        if (tag.find('<') != std::string::npos) return false;
        if (tag.starts_with("!")) continue;
        if (tag.ends_with("/")) continue;
        const std::string name =
            tag.substr(tag.starts_with("/") ? 1 : 0, tag.find(' ') == std::string::npos ? std::string::npos : tag.find(' '));
        if (!tag.starts_with("/"))
            open.push_back(name);
        else if (open.empty() || open.back() != name)
            return false;
        else
            open.pop_back();
    }
    return open.empty();
}

std::string page(const std::vector<RunData>& runs) { return writeHtml(compose(runs, {{{"cpu", "a processor"}}})); }

TEST(Ticks, AreRoundAndCover) {
    EXPECT_EQ(niceTicks(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
    EXPECT_EQ(niceTicks(3, 17, 5), (std::vector<double>{5, 10, 15}));
    EXPECT_EQ(niceTicks(0, 1, 10).size(), 11u);
    EXPECT_EQ(niceTicks(4, 4, 5), (std::vector<double>{4}));
    EXPECT_EQ(niceTicks(-1e-3, 1e-3, 2), (std::vector<double>{-1e-3, 0, 1e-3}));
}

TEST(Ticks, EndWhereStepsVanishInRounding) {
    EXPECT_EQ(niceTicks(1e17, 1e17 + 64, 5), (std::vector<double>{1e17}));
    EXPECT_EQ(niceTicks(-1e17 - 64, -1e17, 5).size(), 1u);
}

TEST(Csv, QuotesNamesThatNeedIt) {
    RunData run = runOf(1, {});
    run.series = {{"a,\"b\"", seriesOf({1})}};
    EXPECT_EQ(writeCsv({run}), "step,wall_s,name,value\n0,0,\"a,\"\"b\"\"\",1\n");
}

TEST(Plot, BreaksAtNonFiniteAndMarksIt) {
    const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
    const Figure f = plot({{"loss", seriesOf({1, 2, nan, nan, 3, inf, 4}), 0, false}}, {.title = "t"});
    int curves = 0;
    for (const auto& line : f.lines) curves += line.ink.role == Ink::Role::Run;
    EXPECT_EQ(curves, 3);
    ASSERT_EQ(f.markers.size(), 2u);
    EXPECT_EQ(f.markers[0].shape, Marker::Shape::Triangle);
    EXPECT_EQ(f.markers[1].shape, Marker::Shape::Square);
    for (const auto& line : f.lines) {
        for (const auto& [x, y] : line.points) EXPECT_TRUE(std::isfinite(x) && std::isfinite(y));
    }
}

TEST(Plot, StepsAreWholeOnTheAxis) {
    for (const auto& values : {std::vector{1.0}, std::vector{1.0, 2.0}, std::vector{3.0, 2.0, 1.0}}) {
        std::vector<std::string> ticks;
        for (const auto& label : plot({{"x", seriesOf(values), 0, false}}, {.title = "t"}).labels) {
            if (label.anchor == Label::Anchor::Middle) ticks.push_back(label.text);
        }
        ASSERT_FALSE(ticks.empty());
        EXPECT_EQ(ticks.front(), "0");
        for (const auto& tick : ticks) EXPECT_EQ(tick.find_first_not_of("0123456789"), std::string::npos) << tick;
    }
}

TEST(Plot, ARangeOverAllDoublesStaysFinite) {
    for (const auto& values : {std::vector{-1.7e308, 1.7e308}, std::vector{1.79e308}}) {
        for (const auto& line : plot({{"x", seriesOf(values), 0, false}}, {.title = "t"}).lines) {
            for (const auto& [x, y] : line.points) EXPECT_TRUE(std::isfinite(x) && std::isfinite(y));
        }
    }
}

TEST(Plot, MarksNonFinitePointsOfMarkerCurvesToo) {
    const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
    const Figure f = plot({{"validation/loss", seriesOf({1, nan, -inf, 2}), 0, true}}, {.title = "t"});
    std::vector<Marker::Shape> shapes;
    for (const auto& m : f.markers) shapes.push_back(m.shape);
    EXPECT_EQ(shapes, (std::vector{Marker::Shape::Circle, Marker::Shape::Triangle, Marker::Shape::Square, Marker::Shape::Circle}));
    EXPECT_NE(f.description.find("not finite"), std::string::npos);
    for (const auto& m : f.markers) EXPECT_TRUE(m.y <= f.height && m.y >= 0);
}

TEST(Plot, FirstLastAndBestOfManyMarkersAreKept) {
    std::vector<double> values(2003, 1.0);
    values[1001] = 0.25, values[1502] = 7, values[2002] = 2; // none of them at a multiple of the stride but the first
    const Figure f = plot({{"validation/loss", seriesOf(values), 0, true}}, {.title = "t"});
    ASSERT_LE(f.markers.size(), 500u);
    const auto [high, low] = std::ranges::minmax(f.markers, {}, &Marker::y); // y grows downwards
    const double step = (f.markers.back().x - f.markers.front().x) / 2002;
    EXPECT_NEAR(low.x, f.markers.front().x + 1001 * step, 1e-9);
    EXPECT_NEAR(high.x, f.markers.front().x + 1502 * step, 1e-9);
    EXPECT_GT(low.y, f.markers.front().y);
    EXPECT_LT(high.y, f.markers.back().y);
    EXPECT_LT(f.markers.back().y, f.markers.front().y);
}

TEST(Plot, DataBesideItHasEndsAndWhatIsNotFinite) {
    std::vector<double> values(1000);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
    values[503] = std::nan("");
    const Figure f = plot({{"loss", seriesOf(values), 0, false}, {"validation/loss", seriesOf({7, 8}, 500), 0, true}}, {.title = "t"});
    EXPECT_EQ(f.data.columns, (std::vector<std::string>{"step", "loss", "validation/loss"}));
    const auto has = [&](const std::vector<std::string>& row) {
        return std::find(f.data.rows.begin(), f.data.rows.end(), row) != f.data.rows.end();
    };
    EXPECT_EQ(f.data.rows.front(), (std::vector<std::string>{"0", "0", ""}));
    EXPECT_EQ(f.data.rows.back(), (std::vector<std::string>{"999", "999", ""}));
    EXPECT_TRUE(has({"503", "nan", ""}));
    EXPECT_TRUE(has({"501", "", "8"}));
    EXPECT_LT(f.data.rows.size(), 60u);
}

TEST(ModelGraph, WrapsAChainAndKeepsBoxesApart) {
    std::vector<GraphNode> chain{{"x", "Input", {}, "4", 0}};
    for (int i = 1; i < 12; ++i) chain.push_back({"l" + std::to_string(i), "ReLU", {chain.back().id}, "4", 0});
    std::vector<GraphNode> branches{
        {"x", "Input", {}, "4", 0}, {"a", "ReLU", {"x"}, "4", 0}, {"b", "Tanh", {"x"}, "4", 0}, {"c", "Add", {"a", "b"}, "4", 0}};
    for (const auto& nodes : {chain, branches}) {
        const Figure f = modelGraph(nodes);
        ASSERT_EQ(f.boxes.size(), nodes.size());
        EXPECT_EQ(f.lines.size(), nodes.size() == 4 ? 4u : nodes.size() - 1); // an arrow for each input
        for (std::size_t i = 0; i < f.boxes.size(); ++i) {
            const Box& p = f.boxes[i];
            EXPECT_TRUE(p.x >= 0 && p.y >= 0 && p.x + p.width <= f.width && p.y + p.height <= f.height);
            for (std::size_t j = 0; j < i; ++j) {
                const Box& q = f.boxes[j];
                EXPECT_TRUE(p.x >= q.x + q.width || q.x >= p.x + p.width || p.y >= q.y + q.height || q.y >= p.y + p.height)
                    << i << " over " << j;
            }
        }
        EXPECT_NE(f.description.find("reads x"), std::string::npos);
    }
    EXPECT_LT(modelGraph(chain).width, 1100);

    // a skip over a straight line of boxes goes around them
    std::vector<GraphNode> skip{
        {"x", "Input", {}, "4", 0}, {"a", "ReLU", {"x"}, "4", 0}, {"b", "Tanh", {"a"}, "4", 0}, {"c", "Add", {"b", "x"}, "4", 0}};
    const Figure f = modelGraph(skip);
    double right = 0, lane = 0;
    for (const Box& box : f.boxes) right = std::max(right, box.x + box.width);
    for (const auto& line : f.lines) {
        for (const auto& point : line.points) lane = std::max(lane, point.first);
    }
    EXPECT_TRUE(lane <= f.width && (lane > right || f.boxes[1].x != f.boxes[0].x)); // or the layout leaves it room
}

TEST(Html, ListsCheckpointsModelAndMachine) {
    RunData run = runOf(1, {3, 2});
    run.checkpoints = {{20, "runs.d/run-1/step-20", 1000, false}, {40, "runs.d/run-1/step-40", 2000, true}};
    run.events.push_back({0, 100, "device", "cpu: a processor, 2 threads"});
    run.resolvedDocument = R"({"format": "lockstep-run/1", "data": {"source": "bundled", "name": "digits", "batch_size": 8},
        "model": {"format": "lockstep-model/1", "name": "m", "inputs": [{"id": "x", "shape": [64]}], "outputs": ["fc"],
                  "layers": [{"id": "fc", "type": "Linear", "inputs": ["x"], "args": {"out_features": 10}}]}})";
    const std::string html = page({run});
    EXPECT_TRUE(wellFormed(html));
    for (const auto* part : {"runs.d/run-1/step-40", ">best<", "cpu: a processor, 2 threads", "650 parameters", "fc.weight", "10 × 64",
                             "lockstep train run-1.run.json"})
        EXPECT_NE(html.find(part), std::string::npos) << part;
}

TEST(Plot, LogAxisCountsWhatItCannotShow) {
    const Figure f = plot({{"loss", seriesOf({10, 0, -1, 0.1}), 0, false}}, {.title = "t", .logY = true});
    EXPECT_NE(f.description.find("2 at or below 0"), std::string::npos);
}

TEST(Plot, AMillionPointsStaySmallAndKeepTheirExtremes) {
    monitors::Series s;
    for (int i = 0; i < 1000000; ++i) s.append({i, 0, i == 777777 ? 50.0 : std::sin(i * 0.001)});
    const Figure f = plot({{"x", s, 0, false}}, {.title = "t"});
    std::size_t points = 0;
    double top = 1e9;
    for (const auto& line : f.lines) {
        if (line.ink.role != Ink::Role::Run) continue;
        points += line.points.size();
        for (const auto& p : line.points) top = std::min(top, p.second);
    }
    EXPECT_LT(points, 4u * 2 * 720);
    double rest = 1e9; // the spike is drawn, far above the sine
    for (const auto& line : f.lines) {
        for (const auto& p : line.points) rest = line.ink.role == Ink::Role::Run && p.second > top + 50 ? std::min(rest, p.second) : rest;
    }
    EXPECT_LT(top, rest - 100);
}

TEST(Plot, ARepeatedStretchIsDrawnOnce) {
    monitors::Series s = seriesOf({5, 4, 3, 2});
    s.startPiece();
    s.append({2, 200, 9});
    s.append({3, 201, 8});
    EXPECT_EQ(writeCsv({[&] {
                  RunData run = runOf(1, {});
                  run.series = {{"loss", s}};
                  return run;
              }()}),
              "step,wall_s,name,value\n0,0,loss,5\n1,1,loss,4\n2,100,loss,9\n3,101,loss,8\n");
}

TEST(Html, IsWellFormedEscapedAndOffline) {
    for (const auto& runs : {std::vector{runOf(1, {3, 2, 1})}, std::vector{runOf(1, {})}, std::vector{runOf(1, {1})},
                             std::vector{runOf(1, {3, std::nan("")}), runOf(2, {2, 1, 0.5})}}) {
        const std::string html = page(runs);
        EXPECT_TRUE(wellFormed(html));
        EXPECT_EQ(html.find("http"), std::string::npos);
        EXPECT_EQ(html.find("<b>&"), std::string::npos);
        EXPECT_EQ(html.find("</script>"), std::string::npos);
    }
}

TEST(Html, TwoRunsShowWhatDiffers) {
    const std::string html = page({runOf(1, {3, 2}), runOf(2, {3, 1})});
    EXPECT_NE(html.find(R"(<th scope="row" class="s">seed</th><td class="n">1</td><td class="n">2</td>)"), std::string::npos);
    EXPECT_EQ(html.find(">model.name<"), std::string::npos);
}

TEST(Differences, PathsOfLeavesAndAbsentOnes) {
    const auto rows = differences({R"({"a": {"b": [1, 2]}, "c": 1})", R"({"a": {"b": [1, 3]}})"});
    EXPECT_EQ(rows, (std::vector<std::vector<std::string>>{{"a.b[1]", "2", "3"}, {"c", "1", ""}}));
    EXPECT_TRUE(differences({"not json", "{"}).empty());
}

TEST(Json, NonFiniteIsNull) {
    RunData run = runOf(1, {1, std::nan("")});
    run.results["loss.test"] = std::numeric_limits<double>::infinity();
    const std::string json = writeJson({run}, {});
    EXPECT_NE(json.find("\"loss.test\": null"), std::string::npos);
    EXPECT_EQ(json.find("nan"), std::string::npos);
}

} // namespace

TEST(Report, ARunThatNeverStepsShowsNoMeasuredZeros) {
    RunData run = runOf(1, {});
    run.status = "failed";
    run.failure = "data.npz: not found";
    run.breakdown = {{"data", 0}, {"compute", 0}};
    const auto html = writeHtml(compose({run}, {}));
    EXPECT_NE(html.find("not measured"), std::string::npos);
    EXPECT_EQ(html.find("0 ms"), std::string::npos);
    EXPECT_EQ(html.find("0.0 %"), std::string::npos);
    EXPECT_EQ(html.find("0 of 0"), std::string::npos);
}

TEST(Report, LossesAreNamedAsMetricsAre) {
    RunData run = runOf(1, {2, 1});
    run.results = {{"loss.test", 0.5}, {"test/accuracy", 0.75}, {"loss.first", 2}};
    const auto html = writeHtml(compose({run}, {}));
    EXPECT_NE(html.find("test/loss"), std::string::npos);
    EXPECT_EQ(html.find("loss.test"), std::string::npos);
    EXPECT_NE(html.find("loss.first"), std::string::npos);
}

TEST(Plot, SaysThatAnAxisIsLogarithmic) {
    const auto titled = [](bool logY) {
        const auto figure = plot({{"a", seriesOf({1, 10, 100}), 0, false}}, {.title = "t", .yTitle = "norm", .logY = logY});
        return std::ranges::any_of(figure.labels, [](const Label& label) { return label.text == "norm, log scale"; });
    };
    EXPECT_TRUE(titled(true));
    EXPECT_FALSE(titled(false));
}
