// Short ways to make models' needs, documents and files for the tests of this room.
#pragma once

#include "data/dataset.h"
#include "files/npz.h"
#include "files/temp_folder.h"
#include "spec/run_doc.h"

#include <string>
#include <vector>

namespace lockstep::test {

inline data::ModelNeeds classifier(Shape input, std::int64_t classes) {
    return {{{"x", input, DType::F32, 2}}, {{"y", {}, classes, -100}}};
}

inline data::ModelNeeds regressor(Shape input, Shape output = {1}) { return {{{"x", input, DType::F32, 2}}, {{"y", output, 0, -100}}}; }

inline spec::DataDoc document(const std::string& source, const std::string& path = {}, std::int64_t batchSize = 2) {
    spec::DataDoc doc;
    doc.source = source;
    doc.path = path;
    doc.batchSize = batchSize;
    doc.path_ = "data";
    return doc;
}

inline spec::SplitDoc split(double validation, double test, bool shuffle = false) {
    spec::SplitDoc out;
    out.validation = validation;
    out.test = test;
    out.train = 1 - validation - test;
    out.shuffle = shuffle;
    return out;
}

inline Result<std::shared_ptr<const data::Dataset>> open(const spec::DataDoc& doc, const data::ModelNeeds& needs, std::uint64_t seed = 1) {
    data::OpenOptions options;
    options.resourceDirectory = LOCKSTEP_SOURCE_DIR "/resources";
    options.seed = seed;
    return data::openDataset(doc, needs, options);
}

/// x [n, width] counting up from 0, y = row number modulo `classes`.
inline std::string countingNpz(const TempFolder& folder, std::int64_t n, std::int64_t width, std::int64_t classes) {
    HostTensor x(DType::F32, {n, width}), y(DType::S64, {n, 1});
    for (std::int64_t i = 0; i < n * width; ++i) x.as<float>()[static_cast<std::size_t>(i)] = static_cast<float>(i);
    for (std::int64_t i = 0; i < n; ++i) y.as<std::int64_t>()[static_cast<std::size_t>(i)] = i % classes;
    const auto path = folder.path("counting.npz");
    return files::writeNpz(path, {{"x", x}, {"y", y}}).ok() ? path : "";
}

inline std::string bigEndian(std::uint32_t value) {
    return {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8), static_cast<char>(value)};
}

inline std::string idx(std::uint32_t type, const std::vector<std::uint32_t>& sizes, const std::string& data) {
    std::string out = bigEndian(type << 8 | static_cast<std::uint32_t>(sizes.size()));
    for (const auto size : sizes) out += bigEndian(size);
    return out + data;
}

inline std::string littleEndian(std::size_t value, int bytes) {
    std::string out;
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
    return out;
}

/// A gzip file of one stored block (RFC 1951, 1952); at most 65,535 bytes.
inline std::string gzip(const std::string& text) {
    return std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03\x01", 11) + littleEndian(text.size(), 2) + littleEndian(~text.size(), 2) + text +
           littleEndian(files::crc32Of(std::as_bytes(std::span(text))), 4) + littleEndian(text.size(), 4);
}

struct Samples {
    std::vector<float> x;
    std::vector<std::int64_t> labels;
    std::vector<float> values;
};

/// All samples of a part, as a model would see them.
inline Result<Samples> all(const data::Dataset& set, data::Part part) {
    const auto n = set.samples(part);
    auto inputs = set.makeInputs(n), targets = set.makeTargets(n);
    std::vector<std::int64_t> positions;
    for (std::int64_t i = 0; i < n; ++i) positions.push_back(i);
    std::vector<std::byte> scratch;
    LOCKSTEP_TRY(set.read(part, positions, inputs, targets, scratch));
    Samples out;
    const auto x = inputs[0].as<float>();
    out.x.assign(x.begin(), x.end());
    if (targets[0].dtype() == DType::S64) {
        const auto y = targets[0].as<std::int64_t>();
        out.labels.assign(y.begin(), y.end());
    } else {
        const auto y = targets[0].as<float>();
        out.values.assign(y.begin(), y.end());
    }
    return out;
}

} // namespace lockstep::test
