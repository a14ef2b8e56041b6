// `npz` and `npy`: NumPy's files; `safetensors`: the same arrays by the same names.
#include "files/npz.h"
#include "data/array_source.h"
#include "data/data_errors.h"
#include "data/source_options.h"
#include "files/npy.h"
#include "files/safetensors.h"
#include "spec/run_doc.h"

namespace lockstep::data {

/// [n,1] becomes [n].
static void squeeze(files::RawArray& array) {
    if (array.shape.rank() == 2 && array.shape[1] == 1) array.shape = Shape{array.shape[0]};
}

/// `x` and `y`, or with several inputs or outputs their names.
template <class Archive>
static SourceResult openArchive(const Archive& archive, const spec::DataDoc& doc, const std::string& path, const SourceOptions& options) {
    const auto arrayOf = [&](const std::string& name) -> Result<NamedArray> {
        LOCKSTEP_ASSIGN(auto array, archive.array(name));
        return NamedArray{path + "(" + name + ")", std::move(array)};
    };
    const auto& [modelInputs, modelTargets] = options.needs;
    std::vector<NamedArray> inputs, targets;
    for (const auto& input : modelInputs) {
        LOCKSTEP_ASSIGN(auto array, arrayOf(modelInputs.size() > 1 ? input.id : "x"));
        inputs.push_back(std::move(array));
    }
    for (const auto& target : modelTargets) {
        if (doc.ignoresTarget) {
            targets.push_back(noAnswers(target, inputs[0].array));
            continue;
        }
        LOCKSTEP_ASSIGN(auto array, arrayOf(modelTargets.size() > 1 ? "y." + target.output : "y"));
        squeeze(array.array);
        targets.push_back(std::move(array));
    }
    LOCKSTEP_ASSIGN(auto source, ArraySource::make(std::move(inputs), std::move(targets)));
    return std::shared_ptr<const Source>(std::move(source));
}

SourceResult openNpzSource(const spec::DataDoc& doc, const SourceOptions& options) {
    const std::string path = located(doc.path, options);
    LOCKSTEP_ASSIGN(const auto npz, files::Npz::open(path, {.cacheDirectory = options.cacheDirectory}));
    return openArchive(npz, doc, path, options);
}

SourceResult openSafetensorsSource(const spec::DataDoc& doc, const SourceOptions& options) {
    const std::string path = located(doc.path, options);
    LOCKSTEP_ASSIGN(const auto file, files::Safetensors::open(path));
    return openArchive(file, doc, path, options);
}

SourceResult openNpySource(const spec::DataDoc& doc, const SourceOptions& options) {
    const std::string xPath = located(doc.xPath, options), yPath = located(doc.yPath, options);
    LOCKSTEP_ASSIGN(auto x, files::openNpy(xPath));
    if (doc.ignoresTarget && options.needs.targets.size() == 1) {
        auto answers = noAnswers(options.needs.targets[0], x);
        LOCKSTEP_ASSIGN(auto rows, ArraySource::make({{xPath, std::move(x)}}, {std::move(answers)}));
        return std::shared_ptr<const Source>(std::move(rows));
    }
    LOCKSTEP_ASSIGN(auto y, files::openNpy(yPath));
    squeeze(y);
    std::vector<NamedArray> inputs{{xPath, std::move(x)}}, targets{{yPath, std::move(y)}};
    LOCKSTEP_ASSIGN(auto source, ArraySource::make(std::move(inputs), std::move(targets)));
    return std::shared_ptr<const Source>(std::move(source));
}

} // namespace lockstep::data
