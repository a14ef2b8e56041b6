#include "data/data_errors.h"
#include "data/resources.h"
#include "data/source_options.h"
#include "spec/run_doc.h"

#include <string_view>
#include <utility>

namespace lockstep::data {

static constexpr std::pair<std::string_view, SourceResult (*)(const spec::DataDoc&, const SourceOptions&)> kSources[] = {
    {"bundled", openBundled}, {"csv", openCsv},
    {"idx", openIdx},         {"cifar", openCifar},
    {"images", openImages},   {"npz", openNpzSource},
    {"npy", openNpySource},   {"safetensors", openSafetensorsSource},
    {"text", openText},       {"synthetic", openSynthetic}};

SourceResult openSource(const spec::DataDoc& doc, const SourceOptions& options) {
    for (const auto& [name, open] : kSources) {
        if (doc.source == name) return open(doc, options);
    }
    return Error(kNotAvailable, {"source " + doc.source}).atPath(doc.path_ + ".source");
}

std::string located(const std::string& path, const SourceOptions& options) {
    return fileOf(path, options.baseDirectory, options.resourceDirectory);
}

} // namespace lockstep::data
