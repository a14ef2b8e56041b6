#include "compile/lower/families.h"

#include <utility>

namespace lockstep::compile {

LowerFn lowerFunction(std::string_view type) {
    static constexpr std::pair<std::string_view, LowerFn> kTable[] = {
        {"Linear", lowerLinear},
        {"Conv2d", lowerConv2d},
        {"MaxPool2d", lowerMaxPool2d},
        {"AvgPool2d", lowerAvgPool2d},
        {"ReLU", lowerRelu},
        {"Tanh", lowerTanh},
        {"Sigmoid", lowerSigmoid},
        {"GELU", lowerGelu},
        {"Softmax", lowerSoftmax},
        {"Dropout", lowerDropout},
        {"Identity", lowerIdentity},
        {"BatchNorm1d", lowerBatchNorm1d},
        {"LayerNorm", lowerLayerNorm},
        {"BatchNorm2d", lowerBatchNorm2d},
        {"Flatten", lowerFlatten},
        {"Reshape", lowerReshape},
        {"Concat", lowerConcat},
        {"Add", lowerAdd},
        {"Embedding", lowerEmbedding},
        {"PositionEmbedding", lowerPositionEmbedding},
        {"PatchEmbed", lowerPatchEmbed},
        {"MatMul", lowerMatMul},
        {"Conv1d", lowerConv1d},
        {"ConvTranspose2d", lowerConvTranspose2d},
        {"RMSNorm", lowerRmsNorm},
        {"GroupNorm", lowerGroupNorm},
        {"LogSoftmax", lowerLogSoftmax},
        {"Upsample", lowerUpsample},
        {"MultiheadAttention", lowerAttention},
        {"Permute", lowerPermute},
        {"Select", lowerSelect},
        {"Slice", lowerSlice},
        {"Mean", lowerMean},
        {"Sum", lowerSum},
        {"Formula", lowerFormula},
        {"ReLU6", lowerRelu6},
        {"SiLU", lowerSilu},
        {"Hardswish", lowerHardswish},
        {"LeakyReLU", lowerLeakyRelu},
        {"ELU", lowerElu},
        {"Softplus", lowerSoftplus},
        {"LSTM", lowerLstm},
        {"GRU", lowerGru},
        {"Scale", lowerScale},
        {"Subtract", lowerSubtract},
        {"Multiply", lowerMultiply},
        {"AdaptiveAvgPool2d", lowerAdaptiveAvgPool2d},
    };
    for (const auto& [name, function] : kTable) {
        if (name == type) return function;
    }
    return nullptr;
}

} // namespace lockstep::compile
