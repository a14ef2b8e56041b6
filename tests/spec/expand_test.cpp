#include "spec/expand.h"

#include <gtest/gtest.h>

namespace lockstep::spec {
namespace {

std::string shown(const ArgValue& value) {
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (std::holds_alternative<double>(value)) return "number";
    if (std::holds_alternative<std::monostate>(value)) return "null";
    std::string out;
    for (const auto n : std::get<std::vector<std::int64_t>>(value)) out += (out.empty() ? "" : "x") + std::to_string(n);
    return out;
}

ModelDoc modelOf(const std::string& layers, const std::string& outputs) {
    const auto json = parseJson(R"({ "format": "lockstep-model/1", "inputs": [ { "id": "x", "shape": [16, 8, 8] } ], "layers": [)" +
                                    layers + R"(], "outputs": [)" + outputs + "] }",
                                "m");
    EXPECT_TRUE(json.ok());
    auto model = readModel(*json, "m");
    EXPECT_TRUE(model.ok()) << (model.ok() ? "" : model.error().message());
    return model.ok() ? std::move(*model) : ModelDoc{};
}

/// `id = Type(inputs) args <- origin`, a line a plain layer; then `id -> plain id`.
std::string expansion(const ModelDoc& model, const Shape& shape, bool withArgs = false) {
    std::string out;
    std::map<std::string, std::string> alias{{"x", "x"}};
    for (const auto* layer : orderedLayers(model)) {
        std::vector<std::string> inputs;
        for (const auto& id : layer->inputs) inputs.push_back(alias.at(id));
        const auto emit = [&](const PlainLayer& plain) -> Status {
            out += plain.layer.id + " = " + plain.layer.type + "(";
            for (const auto& id : plain.layer.inputs) out += (&id == &plain.layer.inputs.front() ? "" : ", ") + id;
            out += ")";
            if (withArgs)
                for (const auto& [name, value] : plain.layer.args) out += " " + name + "=" + shown(value);
            if (plain.layer.init) out += " init=" + plain.layer.init->type;
            out += plain.origin == layer->id ? "\n" : " BAD ORIGIN\n";
            return {};
        };
        const auto result = expandLayer(
            *layer, inputs, [&](const std::string&) -> Result<Shape> { return shape; }, emit);
        EXPECT_TRUE(result.ok()) << result.error().message();
        if (!result.ok()) return out;
        alias[layer->id] = *result;
        if (*result != layer->id) out += layer->id + " -> " + *result + "\n";
    }
    return out;
}

TEST(Expand, PlainLayersStayAndCatalogueDefaultsAreFilledIn) {
    const auto model = modelOf(R"({ "id": "p", "type": "MaxPool2d", "inputs": ["x"], "args": { "kernel_size": [2, 3] } },
                                  { "id": "c", "type": "Conv2d", "inputs": ["p"], "args": { "out_channels": 4, "kernel_size": 3, "padding": "same" } },
                                  { "id": "n", "type": "LayerNorm", "inputs": ["c"] })",
                               "\"n\"");
    EXPECT_EQ(expansion(model, {16, 8, 8}, true),
              "p = MaxPool2d(x) ceil_mode=false kernel_size=2x3 padding=0x0 stride=2x3\n"
              "c = Conv2d(p) bias=true dilation=1x1 groups=1 kernel_size=3x3 out_channels=4 padding=same stride=1x1\n"
              "n = LayerNorm(c) bias=true elementwise_affine=true eps=number normalized_shape=null\n");
}

TEST(Expand, ResidualBlockOfEqualShapeHasNoShortcutConvolution) {
    const auto model = modelOf(R"({ "id": "b", "type": "ResidualBlock", "inputs": ["x"], "args": { "out_channels": 16 } })", "\"b\"");
    EXPECT_EQ(expansion(model, {16, 8, 8}), "b.conv1 = Conv2d(x)\n"
                                            "b.bn1 = BatchNorm2d(b.conv1)\n"
                                            "b.relu1 = ReLU(b.bn1)\n"
                                            "b.conv2 = Conv2d(b.relu1)\n"
                                            "b.bn2 = BatchNorm2d(b.conv2)\n"
                                            "b.add = Add(b.bn2, x)\n"
                                            "b = ReLU(b.add)\n");
}

TEST(Expand, StridedResidualBlockProjectsItsInput) {
    const auto model = modelOf(R"({ "id": "b", "type": "ResidualBlock", "inputs": ["x"], "args": { "out_channels": 16, "stride": 2 },
                                    "init": { "type": "kaiming_normal" } })",
                               "\"b\"");
    const std::string rest = " bias=false dilation=1x1 groups=1 kernel_size=";
    const std::string norm = " affine=true eps=number momentum=number\n";
    EXPECT_EQ(expansion(model, {16, 8, 8}, true),
              "b.conv1 = Conv2d(x)" + rest + "3x3 out_channels=16 padding=1x1 stride=2x2 init=kaiming_normal\n" +
                  "b.bn1 = BatchNorm2d(b.conv1)" + norm + "b.relu1 = ReLU(b.bn1)\n" + "b.conv2 = Conv2d(b.relu1)" + rest +
                  "3x3 out_channels=16 padding=1x1 stride=1x1 init=kaiming_normal\n" + "b.bn2 = BatchNorm2d(b.conv2)" + norm +
                  "b.shortcut_conv = Conv2d(x)" + rest + "1x1 out_channels=16 padding=0x0 stride=2x2 init=kaiming_normal\n" +
                  "b.shortcut_bn = BatchNorm2d(b.shortcut_conv)" + norm + "b.add = Add(b.bn2, b.shortcut_bn)\n" + "b = ReLU(b.add)\n");
}

TEST(Expand, RepeatChainsCopiesAndTheLastAnswers) {
    const auto model = modelOf(R"({ "id": "f", "type": "Linear", "inputs": ["r"], "args": { "out_features": 2 } },
                                  { "id": "r", "type": "ReLU", "inputs": ["x"], "repeat": 3 },
                                  { "id": "one", "type": "ReLU", "inputs": ["f"], "repeat": 1 })",
                               "\"one\"");
    EXPECT_EQ(expansion(model, {16, 8, 8}), "r.0 = ReLU(x)\nr.1 = ReLU(r.0)\nr.2 = ReLU(r.1)\nr -> r.2\nf = Linear(r.2)\none = ReLU(f)\n");
}

TEST(Expand, RepeatedBlockNamesItsLayersByCopy) {
    const auto model =
        modelOf(R"({ "id": "b", "type": "ResidualBlock", "inputs": ["x"], "args": { "out_channels": 16 }, "repeat": 2 })", "\"b\"");
    const std::string text = expansion(model, {16, 8, 8});
    EXPECT_NE(text.find("b.0.conv1 = Conv2d(x)\n"), std::string::npos) << text;
    EXPECT_NE(text.find("b.0 = ReLU(b.0.add)\nb.1.conv1 = Conv2d(b.0)\n"), std::string::npos) << text;
    EXPECT_TRUE(text.ends_with("b.1.add = Add(b.1.bn2, b.0)\nb.1 = ReLU(b.1.add)\nb -> b.1\n")) << text;
}

TEST(Expand, ALayerThatChangesTheShapeCannotBeRepeated) {
    const auto model = modelOf(R"({ "id": "f", "type": "Linear", "inputs": ["x"], "args": { "out_features": 5 }, "repeat": 2 })", "\"f\"");
    const auto result = expandLayer(
        model.layers[0], {"x"}, [](const std::string& id) -> Result<Shape> { return id == "x" ? Shape{7} : Shape{5}; },
        [](const PlainLayer&) { return Status(); });
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().id(), "spec.repeat");
    EXPECT_EQ(result.error().where().layer, "f");
    EXPECT_NE(result.error().message().find("[5] of [7]"), std::string::npos) << result.error().message();
}

TEST(Expand, ABlockOnAVectorIsAnErrorThatNamesTheBlock) {
    const auto model = modelOf(R"({ "id": "b", "type": "ResidualBlock", "inputs": ["x"], "args": { "out_channels": 16 } })", "\"b\"");
    const auto result = expandLayer(
        model.layers[0], {"x"}, [](const std::string&) -> Result<Shape> { return Shape{64}; }, [](const PlainLayer&) { return Status(); });
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().where().layer, "b");
    EXPECT_NE(result.error().message().find("[64]"), std::string::npos);
}

TEST(Order, IsStableWhateverTheDocument) {
    const auto model = modelOf(R"({ "id": "d", "type": "Add", "inputs": ["b", "c"] }, { "id": "b", "type": "ReLU", "inputs": ["a"] },
                                  { "id": "a", "type": "ReLU", "inputs": ["x"] }, { "id": "c", "type": "ReLU", "inputs": ["x"] })",
                               "\"d\"");
    std::string ids;
    for (const auto* layer : orderedLayers(model)) ids += layer->id;
    EXPECT_EQ(ids, "abcd");
}

} // namespace
} // namespace lockstep::spec
