#include "golden/golden_case.h"

#include "files/safetensors.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace lockstep::golden {

using nlohmann::json;

static const std::filesystem::path kFolder = std::filesystem::path(LOCKSTEP_SOURCE_DIR) / "tests" / "golden";

static Recorded readRecorded(const json& from) {
    return {from.at("loss").get<std::vector<double>>(), from.at("grad_norm").get<std::vector<double>>(),
            from.value("validation", std::nan(""))};
}

static bool dependsOnBatch(const json& layer) {
    const auto type = layer.at("type").get<std::string>();
    const bool drops = type == "Dropout" && layer.value("args", json::object()).value("p", 0.5) > 0;
    return drops || type == "BatchNorm1d" || type == "BatchNorm2d" || type == "ResidualBlock";
}

Tensors readTensors(const std::string& path) {
    Tensors tensors;
    const auto file = files::Safetensors::open(path);
    if (!file) {
        ADD_FAILURE() << path << " can't be read";
        return tensors;
    }
    for (const auto& entry : file->entries()) {
        const auto tensor = file->tensor(entry);
        if (!tensor || tensor->dtype() != DType::F32) {
            ADD_FAILURE() << path << ": " << entry.name << " is no f32 tensor";
            continue;
        }
        const auto values = tensor->as<float>();
        tensors[entry.name].assign(values.begin(), values.end());
    }
    return tensors;
}

std::vector<std::string> goldenNames() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
        if (std::filesystem::exists(entry.path() / "expected.json")) names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

GoldenCase readGolden(const std::string& name) {
    GoldenCase golden;
    golden.name = name;
    golden.folder = (kFolder / name).string();
    const auto expected = json::parse(std::ifstream(golden.folder + "/expected.json"));
    golden.params = expected.at("params");
    golden.f32 = readRecorded(expected.at("f32"));
    golden.f64 = readRecorded(expected.at("f64"));
    const auto document = json::parse(std::ifstream(golden.document()));
    for (const auto& layer : document.at("model").at("layers")) golden.batchDependent |= dependsOnBatch(layer);
    return golden;
}

std::map<long, double> readSeries(const std::string& csv, const std::string& name) {
    std::map<long, double> series;
    std::istringstream lines(csv);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream cells(line);
        std::string step, wall, which, value;
        std::getline(cells, step, ',');
        std::getline(cells, wall, ',');
        std::getline(cells, which, ',');
        std::getline(cells, value, ',');
        if (which == name) series[std::stol(step)] = std::strtod(value.c_str(), nullptr);
    }
    return series;
}

} // namespace lockstep::golden
