// Built-in documents: `template:NAME`.
#pragma once

#include "base/result.h"
#include "spec/json.h"

#include <span>
#include <string>
#include <string_view>

namespace lockstep::spec {

struct TemplateInfo {
    std::string_view name;        ///< `digits-mlp`
    std::string_view title;       ///< for people
    std::string_view description; ///< data, size, what it reaches
    bool speedWorkload = false;   ///< one of WORKLOADS.md's eight, trained on synthetic data
};

std::span<const TemplateInfo> templates();
/// The run document, its model inline under `model`.
Result<Json> templateRun(std::string_view name);
/// The model document alone.
Result<Json> templateModel(std::string_view name);

} // namespace lockstep::spec
