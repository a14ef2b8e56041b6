// Every value of good documents replaced by something else: problems or not, but never a crash, and what reads well resolves.
#include "spec/expand.h"
#include "spec/run_doc.h"
#include "spec/templates.h"

#include <gtest/gtest.h>

#include <functional>

namespace lockstep::spec {
namespace {

std::vector<Json> replacements() {
    std::vector<Json> out{Json(),
                          Json::ofBool(true),
                          Json::ofInt(-1),
                          Json::ofInt(0),
                          Json::ofInt(1),
                          Json::ofInt(INT64_MIN),
                          Json::ofInt(INT64_MAX),
                          Json::ofDouble(1e308),
                          Json::ofDouble(-0.5),
                          Json::ofString(""),
                          Json::ofString("x"),
                          Json::ofString(std::string(100000, 'a')),
                          Json::array(),
                          Json::array({Json()}),
                          Json::array({Json::ofInt(2), Json::ofInt(2)}),
                          Json::object()};
    Json nested = Json::object();
    nested.set("type", Json::ofString("mse"));
    out.push_back(std::move(nested));
    return out;
}

void eachNode(Json& json, const std::function<void(Json&)>& visit) {
    visit(json);
    for (std::size_t i = 0; i < json.items.size(); ++i) eachNode(json.items[i], visit);
    for (std::size_t i = 0; i < json.fields.size(); ++i) eachNode(json.fields[i].second, visit);
}

void tryOut(const Json& json) {
    const auto errors = checkRun(json, {.file = "r.json"});
    const auto run = readRun(json, {.file = "r.json"});
    EXPECT_EQ(run.ok(), errors.empty());
    for (const auto& error : errors) {
        EXPECT_FALSE(error.message().empty());
        EXPECT_LT(error.message().size(), 3000u);
    }
    if (!run.ok()) return;
    EXPECT_EQ(orderedLayers(run->model).size(), run->model.layers.size());
    const auto again = parseJson(writeJson(resolvedJson(*run)), "resolved");
    ASSERT_TRUE(again.ok());
    const auto second = readRun(*again, {});
    EXPECT_TRUE(second.ok()) << second.error().message() << "\n" << writeJson(*again);
}

TEST(Mutation, AnyValueReplacedOrRemoved) {
    for (const auto* name : {"digits-cnn", "resnet20"}) {
        Json json = *templateRun(name);
        const auto values = replacements();
        eachNode(json, [&](Json& node) {
            const Json before = node;
            for (const auto& value : values) {
                node = value;
                tryOut(json);
            }
            node = before;
            for (std::size_t i = 0; i < before.fields.size(); ++i) {
                node.fields.erase(node.fields.begin() + static_cast<std::ptrdiff_t>(i));
                tryOut(json);
                node = before;
            }
        });
    }
}

TEST(Mutation, TextCutOrChangedAnywhere) {
    const std::string text = writeJson(*templateRun("digits-mlp"));
    for (std::size_t i = 0; i < text.size(); ++i) {
        EXPECT_FALSE(parseJson(text.substr(0, i), "f").ok());
        for (const char c : {'{', ']', '"', '\0', '\xff', '9', '\n'}) {
            std::string changed = text;
            changed[i] = c;
            if (const auto json = parseJson(changed, "f"); json.ok()) tryOut(*json);
        }
    }
}

} // namespace
} // namespace lockstep::spec
