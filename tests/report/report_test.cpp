#include "report/compose.h"
#include "report/document_difference.h"
#include "report/plot.h"
#include "report/writers.h"

#include <gtest/gtest.h>

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

/// Whether tags nest and close, attribute values are quoted and no bare & or < stands in text: enough to trust an XML reader with it.
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

TEST(Plot, ARangeOverAllDoublesStaysFinite) {
    for (const auto& values : {std::vector{-1.7e308, 1.7e308}, std::vector{1.79e308}}) {
        for (const auto& line : plot({{"x", seriesOf(values), 0, false}}, {.title = "t"}).lines) {
            for (const auto& [x, y] : line.points) EXPECT_TRUE(std::isfinite(x) && std::isfinite(y));
        }
    }
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
    EXPECT_NE(html.find("<td>seed</td><td>1</td><td>2</td>"), std::string::npos);
    EXPECT_EQ(html.find("<td>model.name</td>"), std::string::npos);
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
