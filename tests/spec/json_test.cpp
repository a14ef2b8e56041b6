#include "spec/json.h"

#include <gtest/gtest.h>

#include <limits>

namespace lockstep::spec {
namespace {

Json parsed(std::string_view text) {
    auto json = parseJson(text, "f");
    EXPECT_TRUE(json.ok()) << (json.ok() ? "" : json.error().message());
    return json.ok() ? std::move(*json) : Json{};
}

TEST(Json, RemembersLines) {
    const Json json = parsed("{\n  \"a\": [1,\n    2\n,\n 3],\n \"b\": { \"c\":\n null },\r\n \"d\": \"x\"\n}\n\n");
    EXPECT_EQ(json.line, 1);
    const Json& a = *json.find("a");
    EXPECT_EQ(a.line, 2);
    EXPECT_EQ(a.items[0].line, 2);
    EXPECT_EQ(a.items[1].line, 3);
    EXPECT_EQ(a.items[2].line, 5);
    EXPECT_EQ(json.find("b")->line, 6);
    EXPECT_EQ(json.find("b")->find("c")->line, 7);
    EXPECT_EQ(json.find("d")->line, 8);
}

TEST(Json, KeepsNumbersAsWritten) {
    const char* const text =
        "[0, -0, 1e-3, 1E+3, 0.10, 9223372036854775807, 9223372036854775808, -9223372036854775808, 18446744073709551616]";
    const Json json = parsed(text);
    EXPECT_EQ(writeJson(json, 0), text);
    EXPECT_EQ(json.items[2].number, 1e-3);
    EXPECT_EQ(json.items[3].kind, Json::Kind::Double);
    EXPECT_EQ(json.items[3].integer, 1000);
    EXPECT_EQ(json.items[5].kind, Json::Kind::Int);
    EXPECT_EQ(json.items[5].integer, INT64_MAX);
    EXPECT_EQ(json.items[6].kind, Json::Kind::Double);
    EXPECT_EQ(json.items[6].number, 9223372036854775808.0);
    EXPECT_EQ(json.items[7].integer, INT64_MIN);
    EXPECT_EQ(json.items[8].number, 18446744073709551616.0);
}

TEST(Json, ANumberAloneIsADocument) {
    EXPECT_EQ(parsed("12").integer, 12);
    EXPECT_EQ(parsed("\n 1.5e0 \n").text, "1.5e0");
    EXPECT_EQ(parsed("\n 1.5e0 \n").line, 2);
}

TEST(Json, StringsRoundTrip) {
    const std::string text = "quote \" slash \\ line \n tab \t bell \a umlaut \xc3\xa4 clef \xf0\x9d\x84\x9e";
    const std::string written = writeJson(Json::ofString(text), 0);
    EXPECT_EQ(parsed(written).text, text);
    EXPECT_EQ(parsed("\"\\ud834\\udd1e\\u00e4\"").text, "\xf0\x9d\x84\x9e\xc3\xa4");
}

TEST(Json, DepthOf64IsFine) {
    const Json json = parsed(std::string(64, '[') + std::string(64, ']'));
    EXPECT_EQ(parsed(writeJson(json, 2)).items.size(), 1u);
}

TEST(Json, WritesIndentedAndReadsTheSameBack) {
    Json json = Json::object();
    json.set("name", Json::ofString("x"));
    json.set("list", Json::array({Json::ofInt(1), Json::ofDouble(0.1), Json::ofBool(true), Json()}));
    json.set("empty", Json::object());
    json.set("long", Json::array(std::vector<Json>(60, Json::ofString("abc"))));
    json.set("name", Json::ofString("y"));
    const std::string text = writeJson(json);
    EXPECT_EQ(text.substr(0, text.find("\"long\"")), "{\n  \"name\": \"y\",\n  \"list\": [1, 0.1, true, null],\n  \"empty\": {},\n  ");
    EXPECT_EQ(writeJson(parsed(text)), text);
}

TEST(Json, NonFiniteNumbersBecomeNull) {
    EXPECT_EQ(writeJson(Json::ofDouble(std::numeric_limits<double>::quiet_NaN()), 0), "null");
    EXPECT_EQ(writeJson(Json::ofDouble(-std::numeric_limits<double>::infinity()), 0), "null");
}

TEST(Json, ManyKeysAreNotQuadratic) {
    std::string text = "{";
    for (int i = 0; i < 100000; ++i) text += (i ? ",\"k" : "\"k") + std::to_string(i) + "\":" + std::to_string(i);
    EXPECT_EQ(parsed(text + "}").fields.size(), 100000u);
}

TEST(Json, EveryPrefixOfADocumentIsAnErrorNotACrash) {
    const std::string text = R"({ "a": [1, -2.5e3, "x\u00e4\n"], "b": { "c": true, "d": null } })";
    for (std::size_t n = 0; n < text.size(); ++n) EXPECT_FALSE(parseJson(text.substr(0, n), "f").ok()) << n;
}

} // namespace
} // namespace lockstep::spec
