#include "spec/manual.h"

#include "spec/catalogue.h"
#include "spec/run_doc.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

namespace lockstep::spec {
namespace {

Json parsed(std::string_view text) {
    auto json = parseJson(std::string(text), "manual");
    EXPECT_TRUE(json.ok()) << text;
    return json.ok() ? std::move(*json) : Json{};
}

/// A document of the kind in which the section's example stands.
Json documentWith(std::span<const KeySection> sections, const KeySection& section) {
    Json document = parsed(sections.front().example);
    const std::string place(section.place), value(section.example);
    const auto set = [&](const std::string& assignment) { EXPECT_TRUE(applySet(document, assignment).ok()) << assignment; };
    if (place == "data.augment.0")
        set("data.augment=[" + value + "]");
    else if (place == "optimizer.groups.0")
        set("optimizer.groups=[" + value + "]");
    else if (!place.empty())
        set(place + "=" + value);
    return document;
}

std::string problemsOf(const Json& document, bool model) {
    std::string out;
    for (const auto& error : model ? checkModel(document, "m") : checkRun(document, {})) out += error.message() + "\n";
    return out;
}

void checkExamples(std::span<const KeySection> sections, bool model) {
    for (const auto& section : sections) {
        EXPECT_EQ(problemsOf(documentWith(sections, section), model), "") << section.title;
        for (const auto& row : section.rows) {
            if (row.example.empty() || (section.place.empty() && row.key == "layers")) continue;
            Json document = documentWith(sections, section);
            std::string path = section.place.empty() ? "" : std::string(section.place) + ".";
            if (row.key == "steps") std::erase_if(document.fields, [](const auto& field) { return field.first == "epochs"; });
            ASSERT_TRUE(applySet(document, path + std::string(row.key) + "=" + std::string(row.example)).ok()) << row.key;
            EXPECT_EQ(problemsOf(document, model), "") << section.title << ": " << row.key;
        }
    }
}

TEST(Manual, EveryExampleIsRead) {
    checkExamples(modelKeys(), true);
    checkExamples(runKeys(), false);
}

const Json* at(const Json& document, std::string_view place) {
    const Json* json = &document;
    while (json && !place.empty()) {
        const auto dot = place.find('.');
        const auto key = place.substr(0, dot);
        place = dot == std::string_view::npos ? "" : place.substr(dot + 1);
        json = key == "0" ? (json->items.empty() ? nullptr : &json->items[0]) : json->find(std::string(key));
    }
    return json;
}

/// Left out, a key has the default that the page names.
void checkDefault(const KeySection& section, const KeyRow& row) {
    const auto fallback = parseJson(std::string(row.fallback), "default");
    if (row.fallback.empty() || !fallback || fallback->kind == Json::Kind::Object) return; // required, in words, or of its own section
    Json document = documentWith(runKeys(), section);
    auto* object = const_cast<Json*>(at(document, section.place));
    std::erase_if(object->fields, [&](const auto& field) { return field.first == row.key; });
    const auto run = readRun(document, {});
    ASSERT_TRUE(run.ok()) << section.title << ": " << row.key << run.error().message();
    const Json resolved = resolvedJson(*run);
    const Json* value = at(resolved, section.place);
    value = value ? value->find(row.key) : nullptr;
    if (!value) return; // of other kinds of this object only
    const Json& expected = *fallback;
    if (value->isNumber() && expected.isNumber())
        EXPECT_EQ(value->number, expected.number) << section.title << ": " << row.key;
    else
        EXPECT_EQ(writeJson(*value, 0), writeJson(expected, 0)) << section.title << ": " << row.key;
}

/// The resolved document writes every default out: no key of it is missing on the page, and those of the page are its.
TEST(Manual, KeysAndDefaultsAreTheResolvedDocuments) {
    for (const auto& section : runKeys()) {
        const auto run = readRun(documentWith(runKeys(), section), {});
        ASSERT_TRUE(run.ok()) << section.title << run.error().message();
        const Json resolved = resolvedJson(*run);
        const Json* object = at(resolved, section.place);
        ASSERT_NE(object, nullptr) << section.title;
        std::set<std::string_view> known;
        for (const auto& other : runKeys()) {
            if (other.place != section.place) continue;
            for (const auto& row : other.rows) known.insert(row.key);
        }
        for (const auto& [key, value] : object->fields) EXPECT_TRUE(known.contains(key)) << section.title << ": " << key;
        for (const auto& row : section.rows) checkDefault(section, row);
    }
}

TEST(Manual, LayerExamplesAreRead) {
    for (const auto& layer : catalogue()) {
        if (!layer.available) continue;
        std::vector<std::string> inputs;
        std::string list;
        for (int i = 0; i < layer.minInputs; ++i) {
            inputs.push_back("x" + std::to_string(i));
            list += std::string(i ? ", " : "") + R"({ "id": ")" + inputs.back() + R"(", "shape": [4, 8, 8] })";
        }
        const auto document = parsed(R"({ "format": "lockstep-model/1", "inputs": [)" + list + R"(], "layers": [)" +
                                     layerExample(layer.type, inputs) + R"(], "outputs": ["layer"] })");
        EXPECT_EQ(problemsOf(document, true), "") << layer.type;
    }
}

TEST(Manual, ThePageIsCurrent) {
    std::ifstream file(LOCKSTEP_SOURCE_DIR "/docs/formats.md");
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_TRUE(text.str() == formatManual()) << "write it anew: lockstep formats > docs/formats.md";
}

} // namespace
} // namespace lockstep::spec
