#include "spec/templates.h"

#include "spec/reader.h"
#include "spec/spec_errors.h"
#include "spec/templates/texts.h"

namespace lockstep::spec {

static const TemplateText* const kTexts[] = {&kDigitsCnn, &kDigitsMlp, &kBreastCancer, &kMlp, &kMlpWide, &kLenet, &kResnet20};

std::span<const TemplateInfo> templates() {
    static const std::vector<TemplateInfo> kInfos = [] {
        std::vector<TemplateInfo> out;
        for (const auto* text : kTexts) out.push_back(text->info);
        return out;
    }();
    return kInfos;
}

Result<Json> templateRun(std::string_view name) {
    for (const auto* text : kTexts)
        if (text->info.name == name) return parseJson(text->run, "template:" + std::string(name));
    std::vector<std::string_view> names;
    for (const auto& info : templates()) names.push_back(info.name);
    return withNearest(kNoTemplate, kNoTemplateNear, name, inQuotes(name), names);
}

Result<Json> templateModel(std::string_view name) {
    LOCKSTEP_ASSIGN(Json run, templateRun(name));
    return std::move(*run.find("model"));
}

} // namespace lockstep::spec
