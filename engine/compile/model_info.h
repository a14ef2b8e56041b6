// What compiling tells of a model beyond its programs: per layer and per output, independent of the batch.
#pragma once

#include "numerics/dtype.h"
#include "numerics/shape.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::compile {

/// How a parameter or buffer starts (SEMANTICS.md 6; the document's `init`). Uniform: in [-value, value]; Normal: deviation `value`.
struct InitRule {
    enum class Kind : std::uint8_t { Constant, Uniform, Normal };
    Kind kind = Kind::Constant;
    double value = 0;
    std::int64_t zeroRow = -1; ///< this row starts at 0, whatever the rest (a padding row); -1: none
};

struct ParameterInfo {
    std::string name; ///< as in files: `fc1.weight`
    Shape shape;
    DType dtype = DType::F32;
    bool buffer = false;
    InitRule init;
    std::string layer; ///< plain layer
};

struct LayerInfo {
    std::string id;     ///< plain layer: `b1.conv1`
    std::string origin; ///< layer in the document: `b1`
    std::string type;
    std::vector<std::string> inputs; ///< plain ids or model inputs
    Shape output;                    ///< no batch
    std::int64_t parameters = 0;
    double flopsPerSample = 0; ///< forward; all nodes of the layer
};

/// A model output and what its loss wants as target.
struct OutputInfo {
    std::string id;
    Shape shape;      ///< no batch
    std::string loss; ///< type
    DType targetDtype = DType::S64;
    Shape targetShape;        ///< no batch
    int classAxis = -1;       ///< cross_entropy, bce_with_logits: dimension of `shape`
    std::int64_t classes = 0; ///< cross_entropy
    std::int64_t ignoreIndex = -100;
};

struct ModelInfo {
    std::vector<LayerInfo> layers;
    std::vector<ParameterInfo> parameters; ///< parameters and buffers in the order of layers; a shared weight once, under its owner
    std::vector<OutputInfo> outputs;
    std::int64_t parameterCount = 0;
};

} // namespace lockstep::compile
