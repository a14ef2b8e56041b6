// `bundled`: the sets that come with the program (resources/data, made by the scripts there).
#include "data/array_source.h"
#include "data/data_errors.h"
#include "data/source_options.h"
#include "files/npz.h"
#include "spec/bundled_sets.h"
#include "spec/run_doc.h"

#include <filesystem>

namespace lockstep::data {

/// Digits are counts of 0 to 16 dots; the model sees count / 16.
static files::RawArray sixteenths(const files::RawArray& counts) {
    HostTensor out(DType::F32, counts.shape);
    files::convert(counts.type, counts.bytes.data(), DType::F32, out.data(), out.elements());
    for (float& value : out.as<float>()) value /= 16;
    return files::rawArrayOf(out);
}

SourceResult openBundled(const spec::DataDoc& doc, const SourceOptions& options) {
    const auto* const set = spec::bundledSet(doc.name);
    if (!set) return Error(kNotAvailable, {"the bundled set '" + doc.name + "'"}).atPath(doc.path_ + ".name");
    const std::string path = options.resourceDirectory + "/data/" + doc.name + ".npz";
    if (options.resourceDirectory.empty() || !std::filesystem::exists(path)) return Error(kNoResources, {doc.name + ".npz"}).inFile(path);
    LOCKSTEP_ASSIGN(const auto npz, files::Npz::open(path));
    LOCKSTEP_ASSIGN(auto x, npz.array("x"));
    LOCKSTEP_ASSIGN(auto y, npz.array("y"));
    if (doc.name == "digits") x = sixteenths(x);
    LOCKSTEP_ASSIGN(auto source, ArraySource::make({{path + "(x)", std::move(x)}}, {{path + "(y)", std::move(y)}}));
    source->setClassNames({set->classes.begin(), set->classes.end()});
    return std::shared_ptr<const Source>(std::move(source));
}

} // namespace lockstep::data
