#include "spec/expand.h"

#include "spec/catalogue.h"
#include "spec/layer_args.h"
#include "spec/model_structure.h"
#include "spec/spec_errors.h"

namespace lockstep::spec {
namespace {

using Emit = std::function<Status(const PlainLayer&)>;
using Ints = std::vector<std::int64_t>;

/// Emits the plain layers of one composite. Inner layers are named `id.name`; the last one answers to the id itself.
class Block {
public:
    Block(const LayerDoc& layer, const std::string& origin, const Emit& emit) : m_layer(layer), m_origin(origin), m_emit(emit) {}

    std::int64_t integer(const char* arg) const { return std::get<std::int64_t>(m_layer.args.at(arg)); }
    std::string id(const char* name) const { return m_layer.id + "." + name; }
    const std::string& id() const { return m_layer.id; }

    Status add(std::string id, const char* type, std::vector<std::string> inputs, ArgMap args = {}) const {
        PlainLayer out{.layer = {}, .origin = m_origin};
        out.layer.id = std::move(id);
        out.layer.type = type;
        out.layer.inputs = std::move(inputs);
        out.layer.args = defaultArgs(type, std::move(args));
        const std::string_view kind = type;
        // `init` on a block is for its weights; the norms keep theirs.
        if (kind == "Linear" || kind == "Conv2d" || kind == "MultiheadAttention") out.layer.init = m_layer.init;
        out.layer.line = m_layer.line;
        out.layer.path = m_layer.path;
        return m_emit(out);
    }

    Status convolution(const char* name, const std::string& input, std::int64_t channels, std::int64_t kernel, std::int64_t stride) const {
        const std::int64_t padding = kernel / 2;
        return add(id(name), "Conv2d", {input},
                   {{"out_channels", channels},
                    {"kernel_size", Ints{kernel, kernel}},
                    {"stride", Ints{stride, stride}},
                    {"padding", Ints{padding, padding}},
                    {"bias", false}});
    }

private:
    const LayerDoc& m_layer;
    const std::string& m_origin;
    const Emit& m_emit;
};

Status expandResidualBlock(const Block& block, const std::string& input, const ShapeOf& shapeOf) {
    LOCKSTEP_ASSIGN(const Shape shape, shapeOf(input));
    if (shape.rank() != 3) return Error(kBlockInput, {"ResidualBlock", "an image [C, H, W]", input, shape.str()}).inLayer(block.id());
    const auto channels = block.integer("out_channels"), stride = block.integer("stride");
    LOCKSTEP_TRY(block.convolution("conv1", input, channels, 3, stride));
    LOCKSTEP_TRY(block.add(block.id("bn1"), "BatchNorm2d", {block.id("conv1")}));
    LOCKSTEP_TRY(block.add(block.id("relu1"), "ReLU", {block.id("bn1")}));
    LOCKSTEP_TRY(block.convolution("conv2", block.id("relu1"), channels, 3, 1));
    LOCKSTEP_TRY(block.add(block.id("bn2"), "BatchNorm2d", {block.id("conv2")}));
    std::string shortcut = input;
    if (stride != 1 || shape[0] != channels) {
        LOCKSTEP_TRY(block.convolution("shortcut_conv", input, channels, 1, stride));
        shortcut = block.id("shortcut_bn");
        LOCKSTEP_TRY(block.add(shortcut, "BatchNorm2d", {block.id("shortcut_conv")}));
    }
    LOCKSTEP_TRY(block.add(block.id("add"), "Add", {block.id("bn2"), shortcut}));
    return block.add(block.id(), "ReLU", {block.id("add")});
}

/// One copy of a layer, plain or composite, under its own id.
Status expandCopy(const LayerDoc& layer, const std::string& origin, const ShapeOf& shapeOf, const Emit& emit) {
    if (layer.type == "ResidualBlock") return expandResidualBlock(Block(layer, origin, emit), layer.inputs.front(), shapeOf);
    return emit(PlainLayer{.layer = layer, .origin = origin});
}

/// Copies form a chain only where one makes what the next one takes.
Status keepsShape(const std::string& id, const std::string& input, const std::string& output, const ShapeOf& shapeOf) {
    LOCKSTEP_ASSIGN(const Shape in, shapeOf(input));
    LOCKSTEP_ASSIGN(const Shape out, shapeOf(output));
    return in == out ? Status{} : Error(kRepeat, {id, "it makes " + out.str() + " of " + in.str()}).inLayer(id);
}

} // namespace

Result<std::string> expandLayer(const LayerDoc& layer, const std::vector<std::string>& inputs, const ShapeOf& shapeOf,
                                const std::function<Status(const PlainLayer&)>& emit) {
    LayerDoc copy = layer;
    copy.inputs = inputs;
    copy.repeat = 1;
    for (std::int64_t i = 0; i < layer.repeat; ++i) {
        if (layer.repeat > 1) copy.id = layer.id + "." + std::to_string(i);
        LOCKSTEP_TRY(expandCopy(copy, layer.id, shapeOf, emit));
        if (layer.repeat > 1 && i == 0) LOCKSTEP_TRY(keepsShape(layer.id, inputs.front(), copy.id, shapeOf));
        copy.inputs = {copy.id};
    }
    return copy.id;
}

std::vector<const LayerDoc*> orderedLayers(const ModelDoc& model) {
    std::vector<const LayerDoc*> out;
    for (const auto i : topologicalOrder(model)) out.push_back(&model.layers[i]);
    return out;
}

} // namespace lockstep::spec
