#include "train/prediction_file.h"

#include "files/atomic_write.h"

#include <algorithm>
#include <charconv>

namespace lockstep::train {

/// Quoted where it must be (RFC 4180).
static std::string field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
}

static std::string digits(float value) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

/// The elements of one sample.
static std::size_t widthOf(const HostTensor& array) {
    const auto samples = array.shape()[0];
    return samples > 0 ? static_cast<std::size_t>(array.elements() / samples) : 0;
}

static std::string className(const Predictions& predictions, std::size_t id) {
    return id < predictions.classes.size() ? predictions.classes[id] : std::to_string(id);
}

static std::string csvHeader(const Predictions& predictions) {
    std::string out = predictions.classifies ? "class" : "";
    for (const auto& [name, array] : predictions.arrays) {
        const auto width = widthOf(array);
        for (std::size_t i = 0; i < width; ++i) {
            const std::string element = predictions.classifies ? className(predictions, i) : std::to_string(i);
            if (!out.empty()) out += ',';
            out += field(width == 1 && !predictions.classifies ? name : name + "." + element);
        }
    }
    return out + "\n";
}

static std::string csvRow(const Predictions& predictions, std::size_t row) {
    std::string out;
    for (const auto& [name, array] : predictions.arrays) {
        const auto width = widthOf(array);
        const auto values = array.as<float>().subspan(row * width, width);
        if (predictions.classifies)
            out += field(className(predictions, static_cast<std::size_t>(std::ranges::max_element(values) - values.begin())));
        for (const float value : values) out += (out.empty() ? "" : ",") + digits(value);
    }
    return out + "\n";
}

static Status writeCsv(const std::string& path, const Predictions& predictions) {
    LOCKSTEP_ASSIGN(auto file, files::AtomicFile::create(path));
    LOCKSTEP_TRY(file.write(csvHeader(predictions)));
    const auto rows = static_cast<std::size_t>(predictions.arrays.front().second.shape()[0]);
    for (std::size_t row = 0; row < rows; ++row) LOCKSTEP_TRY(file.write(csvRow(predictions, row)));
    return file.commit();
}

Status writePredictionFile(const std::string& path, const Predictions& predictions) {
    if (path.ends_with(".csv")) return writeCsv(path, predictions);
    files::NamedTexts texts;
    if (!predictions.classes.empty()) texts.emplace_back("classes", predictions.classes);
    return files::writeNpz(path, predictions.arrays, texts);
}

} // namespace lockstep::train
