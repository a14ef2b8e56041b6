#include "session/exported_inputs.h"

#include "base/text.h"
#include "spec/json.h"
#include "train/checkpoint.h"

namespace lockstep::session {

using data::NormalizeKind;
using spec::Json;

static std::string list(const std::vector<double>& numbers) {
    Json json = Json::array();
    for (const double x : numbers) json.items.push_back(Json::ofDouble(x));
    return spec::writeJson(json, 0);
}

/// By the model in the run's resolved document.
static std::vector<std::string> inputIds(const train::Checkpoint& checkpoint, std::size_t count) {
    std::vector<std::string> ids;
    const auto run = spec::parseJson(checkpoint.resolvedRun, "run");
    const Json* model = run ? run->find("model") : nullptr;
    const Json* inputs = model ? model->find("inputs") : nullptr;
    for (std::size_t i = 0; i < count; ++i) {
        const Json* id = inputs && i < inputs->items.size() ? inputs->items[i].find("id") : nullptr;
        ids.push_back(id ? id->text : std::to_string(i));
    }
    return ids;
}

static std::string wordsOf(const data::Normalization& normalization) {
    switch (normalization.kind) {
    case NormalizeKind::None: return "the weights take the inputs as they are (normalize none)";
    case NormalizeKind::Unit: return "the weights take inputs divided by 255 (normalize unit)";
    case NormalizeKind::Standard: break;
    }
    std::string text = "the weights take (input - mean) / deviation of each feature (normalize standard)";
    if (normalization.inputs.size() == 1 && normalization.inputs[0].mean.size() == 1)
        text += ": mean " + shortest(normalization.inputs[0].mean[0]) + ", deviation " + shortest(normalization.inputs[0].deviation[0]);
    return text + "; the figures are in the file's metadata";
}

ExportedInputs inputsOf(const train::Checkpoint& checkpoint) {
    ExportedInputs out{{{"format", "pt"}}, {}};
    if (!checkpoint.normalization) return out;
    const auto& normalization = *checkpoint.normalization;
    out.metadata["normalize"] = std::string(data::name(normalization.kind));
    const auto ids = inputIds(checkpoint, normalization.inputs.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto keep = [&](const char* what, const std::vector<double>& numbers) {
            if (!numbers.empty()) out.metadata["normalize." + ids[i] + "." + what] = list(numbers);
        };
        keep("mean", normalization.inputs[i].mean);
        keep("deviation", normalization.inputs[i].deviation);
        keep("fill", normalization.inputs[i].fill);
    }
    out.words = wordsOf(normalization);
    return out;
}

} // namespace lockstep::session
