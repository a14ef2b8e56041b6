// Built-in documents: `template:NAME`.
#pragma once

#include "base/result.h"
#include "spec/json.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace lockstep::spec {

/// What people come to do with it.
enum class TemplateTask : std::uint8_t { Images, Tables, Sequences, Text, Speed };

struct TemplateInfo {
    std::string_view name;                   ///< `digits-mlp`
    std::string_view title;                  ///< for people
    std::string_view description;            ///< data, size, what it reaches
    TemplateTask task = TemplateTask::Speed; ///< Speed: one of WORKLOADS.md's eight, trained on synthetic data
    bool speedWorkload() const { return task == TemplateTask::Speed; }
};

std::span<const TemplateInfo> templates();
/// The run document, its model inline under `model`.
Result<Json> templateRun(std::string_view name);
/// The model document alone.
Result<Json> templateModel(std::string_view name);

} // namespace lockstep::spec
