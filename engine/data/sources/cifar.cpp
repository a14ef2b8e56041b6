// `cifar`: the binary version of CIFAR-10 and CIFAR-100 (https://www.cs.toronto.edu/~kriz/cifar.html): records of one label byte
// (CIFAR-100: coarse, then fine) and 3 x 32 x 32 bytes, red plane first.
#include "base/text.h"
#include "data/data_errors.h"
#include "data/source_options.h"
#include "files/file_errors.h"
#include "files/mapped_file.h"
#include "files/text.h"
#include "spec/run_doc.h"

#include <algorithm>
#include <filesystem>

namespace lockstep::data {

namespace {

namespace fs = std::filesystem;
using File = std::shared_ptr<const files::MappedFile>;

constexpr std::size_t kPixels = 3 * 32 * 32;

class CifarSource final : public Source {
public:
    /// `labels`: label bytes of a record; the last one is the class.
    CifarSource(std::vector<File> files, std::size_t labels, std::vector<std::string> names) : m_files(std::move(files)), m_labels(labels) {
        for (const File& file : m_files) m_ends.push_back(samples() + static_cast<std::int64_t>(file->bytes().size() / record()));
        m_inputs = {{files::Element::U8, {3, 32, 32}}};
        m_targets = {{files::Element::U8, {}}};
        m_classNames = std::move(names);
    }

    std::int64_t samples() const override { return m_ends.empty() ? 0 : m_ends.back(); }

    Status read(std::span<const std::int64_t> indices, const SampleBlock& out) const override {
        for (std::size_t i = 0; i < indices.size(); ++i) {
            const auto [file, at] = placeOf(indices[i]);
            if (!out.inputs.empty() && out.inputs[0]) LOCKSTEP_TRY(file->readAt(at + m_labels, {out.inputs[0] + i * kPixels, kPixels}));
            if (!out.targets.empty() && out.targets[0]) LOCKSTEP_TRY(file->readAt(at + m_labels - 1, {out.targets[0] + i, 1}));
        }
        return {};
    }

    Where where(std::int64_t sample) const override {
        Where where;
        if (!m_files.empty()) where.file = placeOf(sample).first->path();
        return where;
    }
    std::shared_ptr<const Source> testPart() const override { return m_test; }
    void setTestPart(std::shared_ptr<const Source> test) { m_test = std::move(test); }
    void tell(std::string note) { m_notes.push_back(std::move(note)); }

private:
    std::size_t record() const { return m_labels + kPixels; }
    std::pair<const files::MappedFile*, std::uint64_t> placeOf(std::int64_t sample) const {
        const auto at = std::min(std::ranges::upper_bound(m_ends, sample), m_ends.end() - 1) - m_ends.begin();
        const std::int64_t first = at == 0 ? 0 : m_ends[static_cast<std::size_t>(at) - 1];
        return {m_files[static_cast<std::size_t>(at)].get(), static_cast<std::uint64_t>(sample - first) * record()};
    }

    std::vector<File> m_files;
    std::vector<std::int64_t> m_ends; ///< samples up to and with each file
    std::size_t m_labels;
    std::shared_ptr<const Source> m_test;
};

/// A folder's files of the two data sets; their names are fixed.
struct Layout {
    std::vector<std::string> train;
    std::string test, names;
    std::size_t labels;
};
const Layout kTen{{"data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin", "data_batch_5.bin"},
                  "test_batch.bin",
                  "batches.meta.txt",
                  1};
const Layout kHundred{{"train.bin"}, "test.bin", "fine_label_names.txt", 2};

Result<File> openBatch(const fs::path& path, std::size_t record) {
    LOCKSTEP_ASSIGN(auto file, files::MappedFile::open(path.string()));
    const std::size_t size = file->bytes().size();
    if (size == 0) return Error(files::kEmpty).inFile(path.string());
    if (size % record != 0)
        return Error(files::kTruncated,
                     {"records of " + std::to_string(record) + " bytes don't fill its " + std::to_string(size) + " bytes"})
            .inFile(path.string());
    return file;
}

Result<std::shared_ptr<CifarSource>> openFiles(const std::vector<fs::path>& paths, std::size_t labels,
                                               const std::vector<std::string>& names) {
    std::vector<File> opened;
    for (const auto& path : paths) {
        LOCKSTEP_ASSIGN(auto file, openBatch(path, labels + kPixels));
        opened.push_back(std::move(file));
    }
    return std::make_shared<CifarSource>(std::move(opened), labels, names);
}

/// Missing names are no error.
std::vector<std::string> namesIn(const fs::path& path) {
    const auto text = files::readText(path.string());
    std::vector<std::string> names;
    std::string line;
    for (const char c : text ? *text + "\n" : std::string()) {
        if (c != '\n') {
            if (c != '\r') line += c;
            continue;
        }
        if (!line.empty()) names.push_back(line);
        line.clear();
    }
    return names;
}

Result<std::shared_ptr<const Source>> openLayout(const fs::path& folder, const Layout& layout) {
    std::vector<fs::path> train;
    std::vector<std::string> missing;
    for (const auto& name : layout.train) {
        if (fs::exists(folder / name))
            train.push_back(folder / name);
        else
            missing.push_back(name);
    }
    const auto names = namesIn(folder / layout.names);
    LOCKSTEP_ASSIGN(auto source, openFiles(train, layout.labels, names));
    if (!missing.empty()) source->tell(folder.string() + " lacks " + join(missing, ", ") + ": the run trains on the other files alone");
    if (fs::exists(folder / layout.test)) {
        LOCKSTEP_ASSIGN(auto test, openFiles({folder / layout.test}, layout.labels, names));
        source->setTestPart(std::move(test));
    }
    return std::shared_ptr<const Source>(std::move(source));
}

} // namespace

SourceResult openCifar(const spec::DataDoc& doc, const SourceOptions& options) {
    const fs::path folder(located(doc.path, options));
    std::error_code failed;
    if (!fs::exists(folder, failed)) return Error(files::kNotFound).inFile(folder.string());
    if (!fs::is_directory(folder, failed)) return Error(kNotAFolder, {"with data_batch_1.bin or train.bin in it"}).inFile(folder.string());
    for (const Layout* layout : {&kTen, &kHundred})
        if (std::ranges::any_of(layout->train, [&](const std::string& name) { return fs::exists(folder / name, failed); }))
            return openLayout(folder, *layout);
    return Error(kNoCifar).inFile(folder.string());
}

} // namespace lockstep::data
