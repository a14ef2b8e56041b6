// What a source is opened with, and the functions that open each kind.
#pragma once

#include "base/result.h"
#include "data/source.h"

#include <memory>
#include <stop_token>
#include <string>

namespace lockstep::spec {
struct DataDoc;
}

namespace lockstep::data {

struct SourceOptions {
    const ModelNeeds& needs;
    std::string baseDirectory, resourceDirectory, cacheDirectory;
    std::uint64_t inMemoryBytes = 0; ///< what takes more when unpacked goes to the cache directory
    std::uint64_t seed = 1;
    const Source* training = nullptr; ///< for validation and test: categories and classes are those of this one
    Part part = Part::Train;          ///< what the source is for; generated data differs from part to part
    std::stop_token stop = {};
};

using SourceResult = Result<std::shared_ptr<const Source>>;

SourceResult openBundled(const spec::DataDoc& doc, const SourceOptions& options);
SourceResult openCsv(const spec::DataDoc& doc, const SourceOptions& options);
SourceResult openCifar(const spec::DataDoc& doc, const SourceOptions& options);
SourceResult openIdx(const spec::DataDoc& doc, const SourceOptions& options);
SourceResult openImages(const spec::DataDoc& doc, const SourceOptions& options);
SourceResult openNpzSource(const spec::DataDoc& doc, const SourceOptions& options);
SourceResult openSafetensorsSource(const spec::DataDoc& doc, const SourceOptions& options);
SourceResult openNpySource(const spec::DataDoc& doc, const SourceOptions& options);
SourceResult openText(const spec::DataDoc& doc, const SourceOptions& options);
SourceResult openSynthetic(const spec::DataDoc& doc, const SourceOptions& options);

/// By the document's `source`.
SourceResult openSource(const spec::DataDoc& doc, const SourceOptions& options);

/// `path` relative to the document's folder, or of the program's own data.
std::string located(const std::string& path, const SourceOptions& options);

} // namespace lockstep::data
