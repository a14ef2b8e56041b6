#include "spec/catalogue.h"

#include <gtest/gtest.h>

#include <set>

namespace lockstep::spec {
namespace {

Json minimal(const ArgSpec& arg) {
    switch (arg.kind) {
    case ArgKind::Number: return Json::ofDouble(1);
    case ArgKind::Choice: return Json::ofString(std::string(arg.choices.front()));
    case ArgKind::Text: return Json::ofString("a");
    case ArgKind::Bool: return Json::ofBool(true);
    default: return Json::ofInt(arg.min <= 0 ? 0 : 1);
    }
}

/// A model with one layer of the type, nothing but the required arguments given.
Json smallest(const LayerSpec& spec) {
    Json inputs = Json::array(), sources = Json::array();
    for (int i = 0; i < spec.minInputs; ++i) {
        Json input = Json::object();
        input.set("id", Json::ofString("x" + std::to_string(i)));
        input.set("shape", Json::array({Json::ofInt(1)}));
        inputs.items.push_back(std::move(input));
        sources.items.push_back(Json::ofString("x" + std::to_string(i)));
    }
    Json args = Json::object();
    for (const auto& arg : spec.args)
        if (arg.required) args.set(arg.name, arg.name == "shape" ? Json::ofInt(-1) : minimal(arg));
    Json layer = Json::object();
    layer.set("id", Json::ofString("layer"));
    layer.set("type", Json::ofString(std::string(spec.type)));
    layer.set("inputs", std::move(sources));
    layer.set("args", std::move(args));
    Json model = Json::object();
    model.set("format", Json::ofString("lockstep-model/1"));
    model.set("inputs", std::move(inputs));
    model.set("layers", Json::array({std::move(layer)}));
    model.set("outputs", Json::array({Json::ofString("layer")}));
    return model;
}

TEST(Catalogue, EveryEntryIsReadFromItsRequiredArgumentsAlone) {
    for (const auto& spec : catalogue()) {
        const auto model = readModel(smallest(spec), "m");
        if (!spec.available) {
            ASSERT_FALSE(model.ok()) << spec.type;
            EXPECT_EQ(model.error().id(), "spec.not_available") << spec.type;
            continue;
        }
        ASSERT_TRUE(model.ok()) << spec.type << ": " << model.error().message();
        const auto& args = model->layers.front().args;
        EXPECT_EQ(args.size(), spec.args.size()) << spec.type;
        for (const auto& arg : spec.args) {
            ASSERT_TRUE(args.contains(std::string(arg.name))) << spec.type << "." << arg.name;
            const bool null = std::holds_alternative<std::monostate>(args.at(std::string(arg.name)));
            EXPECT_FALSE(null && !arg.nullable) << spec.type << "." << arg.name;
            EXPECT_FALSE(null && !arg.fallbackFrom.empty()) << spec.type << "." << arg.name;
        }
    }
}

TEST(Catalogue, EntriesAreSound) {
    std::set<std::string_view> types;
    for (const auto& spec : catalogue()) {
        EXPECT_TRUE(types.insert(spec.type).second) << spec.type;
        EXPECT_EQ(findLayer(spec.type), &spec);
        EXPECT_FALSE(spec.help.empty()) << spec.type;
        EXPECT_FALSE(groupName(spec.group).empty()) << spec.type;
        EXPECT_GE(spec.minInputs, 1);
        std::set<std::string_view> names;
        for (const auto& arg : spec.args) {
            EXPECT_TRUE(names.insert(arg.name).second) << spec.type << "." << arg.name;
            EXPECT_FALSE(arg.help.empty()) << spec.type << "." << arg.name;
            EXPECT_EQ(arg.kind == ArgKind::Choice, !arg.choices.empty()) << spec.type << "." << arg.name;
            EXPECT_LE(arg.min, arg.max);
        }
    }
    EXPECT_EQ(findLayer("linear"), nullptr);
}

TEST(Catalogue, NamesEveryLayerOfTheFormat) {
    for (const auto* type : {"Linear",
                             "Conv1d",
                             "Conv2d",
                             "ConvTranspose2d",
                             "MaxPool2d",
                             "AvgPool2d",
                             "AdaptiveAvgPool2d",
                             "Upsample",
                             "BatchNorm1d",
                             "BatchNorm2d",
                             "LayerNorm",
                             "RMSNorm",
                             "GroupNorm",
                             "Dropout",
                             "Embedding",
                             "PositionEmbedding",
                             "PatchEmbed",
                             "LSTM",
                             "GRU",
                             "MultiheadAttention",
                             "ReLU",
                             "ReLU6",
                             "SiLU",
                             "Tanh",
                             "Sigmoid",
                             "Hardswish",
                             "Identity",
                             "GELU",
                             "LeakyReLU",
                             "ELU",
                             "Softplus",
                             "Softmax",
                             "LogSoftmax",
                             "Formula",
                             "Flatten",
                             "Reshape",
                             "Permute",
                             "Select",
                             "Slice",
                             "Mean",
                             "Sum",
                             "Add",
                             "Multiply",
                             "Subtract",
                             "Scale",
                             "Concat",
                             "MatMul",
                             "TransformerBlock",
                             "ResidualBlock"})
        EXPECT_NE(findLayer(type), nullptr) << type;
    EXPECT_EQ(catalogue().size(), 49u);
}

} // namespace
} // namespace lockstep::spec
