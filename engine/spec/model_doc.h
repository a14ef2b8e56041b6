// A model document (FORMATS.md "Model") as values. Syntax, names, argument types and ranges are checked here against the catalogue;
// shapes are checked when compiling.
#pragma once

#include "base/result.h"
#include "numerics/dtype.h"
#include "numerics/shape.h"
#include "spec/json.h"

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lockstep::spec {

/// Value of a layer argument after the catalogue filled in defaults. monostate stands for null.
using ArgValue = std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<std::int64_t>>;

struct InputDoc {
    std::string id;
    Shape shape; ///< without the batch
    DType dtype = DType::F32;
    int line = 0;
};

/// How a weight starts. `type`: default normal xavier_uniform xavier_normal kaiming_uniform kaiming_normal zeros.
struct InitDoc {
    std::string type = "default";
    double std = 0.02;
};

struct LayerDoc {
    std::string id;
    std::string type;
    std::vector<std::string> inputs;
    std::map<std::string, ArgValue> args; ///< complete: every argument of the catalogue entry, defaults filled in
    std::int64_t repeat = 1;
    std::string share; ///< id of the owner of the weight; empty: own weight
    std::optional<InitDoc> init;
    std::string label;
    std::optional<std::pair<double, double>> place; ///< on the canvas
    int line = 0;
    std::string path; ///< JSON path, `layers[3]`
};

struct ModelDoc {
    std::string name;
    std::vector<InputDoc> inputs;
    std::vector<LayerDoc> layers; ///< document order, which is free
    std::vector<std::string> outputs;
    std::optional<InitDoc> init;
    std::string file; ///< named in errors; empty for inline documents
    Json json;        ///< as read, for saving with unchanged keys in place
};

/// Checks everything that needs no shapes: keys, types, ranges, ids, unknown inputs, cycles, unread layers, repeat, share.
Result<ModelDoc> readModel(const Json& json, std::string_view file);
/// As readModel, but all problems rather than the first; for editors. Empty: fine.
std::vector<Error> checkModel(const Json& json, std::string_view file);

/// Composites (TransformerBlock, ResidualBlock) and `repeat` replaced by plain layers named as FORMATS.md says (`id.conv1`, `id.0`).
/// Layers come in an order in which inputs precede readers; `aliases` maps the id of a repeated or composite layer to the plain layer that
/// answers to it. `inputShape` is asked for the shape (no batch) of a layer's input where the expansion depends on it.
struct PlainLayer {
    LayerDoc layer;     ///< inputs refer to plain ids
    std::string origin; ///< id in the document, for errors and the canvas
};

} // namespace lockstep::spec
