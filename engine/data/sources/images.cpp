// `images`: a folder a class, in sorted order; decoded as they are read.
#include "data/data_errors.h"
#include "data/source_options.h"
#include "data/sources/image_decode.h"
#include "files/file_errors.h"
#include "files/mapped_file.h"
#include "spec/run_doc.h"

#include <algorithm>
#include <cstring>
#include <filesystem>

namespace lockstep::data {

namespace fs = std::filesystem;

namespace {

bool isImageName(std::string name) {
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
    return name.ends_with(".png") || name.ends_with(".jpg") || name.ends_with(".jpeg");
}

std::vector<std::string> sortedNames(const std::string& folder, bool folders) {
    std::vector<std::string> out;
    std::error_code failed;
    for (auto entry = fs::directory_iterator(folder, failed); !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
        std::error_code ignored;
        const std::string name = entry->path().filename().string();
        if (name.starts_with('.') || entry->is_directory(ignored) != folders) continue;
        if (folders || isImageName(name)) out.push_back(name);
    }
    std::ranges::sort(out);
    return out;
}

class ImageSource : public Source {
public:
    ImageSource(std::int64_t channels, std::int64_t height, std::int64_t width, const Shape& shape)
        : m_channels(channels), m_height(height), m_width(width) {
        m_inputs.push_back({files::Element::U8, shape});
        m_targets.push_back({files::Element::S64, Shape{}});
    }

    /// The files of a folder, all of one class.
    void add(const std::string& folder, std::int64_t label) {
        const std::string prefix = folder + "/";
        for (const auto& name : sortedNames(folder, false)) m_files.push_back({prefix + name, label});
    }
    void setClassNames(std::vector<std::string> names) { m_classNames = std::move(names); }

    std::int64_t samples() const override { return static_cast<std::int64_t>(m_files.size()); }
    Where where(std::int64_t sample) const override {
        Where where;
        if (sample < samples()) where.file = m_files[static_cast<std::size_t>(sample)].path;
        return where;
    }

    Status read(std::span<const std::int64_t> indices, const SampleBlock& out) const override {
        std::byte* x = out.inputs.empty() ? nullptr : out.inputs[0];
        std::byte* y = out.targets.empty() ? nullptr : out.targets[0];
        for (std::size_t i = 0; i < indices.size(); ++i) {
            const auto& file = m_files[static_cast<std::size_t>(indices[i])];
            if (x) LOCKSTEP_TRY(decode(file.path, reinterpret_cast<std::uint8_t*>(x) + i * m_inputs[0].bytes()));
            if (y) std::memcpy(y + i * sizeof file.label, &file.label, sizeof file.label);
        }
        return {};
    }

    /// How many images are not of the input's size, by the heads of some of them.
    void noteSizes(const std::stop_token& stop) {
        static constexpr std::size_t kMostLookedAt = 1000;
        const std::size_t every = (m_files.size() + kMostLookedAt - 1) / kMostLookedAt;
        std::size_t seen = 0, resized = 0;
        std::string example;
        for (std::size_t i = 0; i < m_files.size() && !stop.stop_requested(); i += every) {
            const auto file = files::MappedFile::open(m_files[i].path);
            const auto size = file ? imageSize((*file)->bytes()) : std::nullopt;
            if (!size) continue; // decoding it says what is wrong
            ++seen;
            if (*size == std::pair(m_width, m_height)) continue;
            if (++resized == 1) example = m_files[i].path + " is " + std::to_string(size->first) + "x" + std::to_string(size->second);
        }
        if (resized == 0) return;
        m_notes.push_back(std::to_string(resized) + " of " + std::to_string(seen) + (every > 1 ? " images looked at" : " images") +
                          " are resized to " + std::to_string(m_width) + "x" + std::to_string(m_height) + ", the model's input (" +
                          example + ")");
    }

private:
    struct File {
        std::string path;
        std::int64_t label;
    };

    Status decode(const std::string& path, std::uint8_t* out) const {
        LOCKSTEP_ASSIGN(const auto file, files::MappedFile::open(path));
        LOCKSTEP_ASSIGN(const auto image, decodeImage(file->bytes(), path));
        fitImage(image, m_channels, m_height, m_width, out);
        return {};
    }

    std::int64_t m_channels, m_height, m_width;
    std::vector<File> m_files;
};

} // namespace

SourceResult openImages(const spec::DataDoc& doc, const SourceOptions& options) {
    const std::string folder = located(doc.path, options);
    std::error_code failed;
    if (!fs::exists(folder, failed)) return Error(files::kNotFound).inFile(folder);
    if (!fs::is_directory(folder, failed)) return Error(kNotAFolder, {"with a folder for each class in it"}).inFile(folder);
    if (options.needs.inputs.size() != 1)
        return Error(kFieldCount, {"1", "inputs", std::to_string(options.needs.inputs.size())}).inFile(folder);
    const Shape& shape = options.needs.inputs[0].shape;
    const std::int64_t channels = shape.rank() == 3 ? shape[0] : 1;
    if ((shape.rank() != 2 && shape.rank() != 3) || (channels != 1 && channels != 3) || shape.elements() == 0)
        return Error(kImageShape, {shape.str()}).inFile(folder);

    auto source = std::make_shared<ImageSource>(channels, shape.back(1), shape.back(), shape);
    auto classes = sortedNames(folder, true);
    const auto names = options.training ? options.training->classNames() : classes;
    const std::string prefix = folder + "/";
    for (const auto& name : classes) {
        const auto found = std::ranges::find(names, name);
        if (found == names.end()) return Error(kUnknownClass, {name}).inFile(prefix + name);
        source->add(prefix + name, found - names.begin());
    }
    source->setClassNames(names);
    if (source->samples() == 0) return Error(kNoSamples).inFile(folder);
    source->noteSizes(options.stop);
    return std::shared_ptr<const Source>(std::move(source));
}

} // namespace lockstep::data
