#include "spec/templates.h"

#include "spec/reader.h"
#include "spec/spec_errors.h"
#include "spec/templates/texts.h"

namespace lockstep::spec {

static const TemplateText* const kTexts[] = {&kDigitsCnn,  &kDigitsMlp, &kBreastCancer, &kHomes,   &kShapesLenet, &kShapesMobilenet,
                                             &kScenesUnet, &kFraudLstm, &kCommandsGru,  &kTextGpt, &kMlp,         &kMlpWide,
                                             &kLenet,      &kResnet20,  &kLstm,         &kVitTiny, &kGptChar,     &kGpt2};

std::span<const TemplateInfo> templates() {
    static const std::vector<TemplateInfo> kInfos = [] {
        std::vector<TemplateInfo> out;
        for (const auto* text : kTexts) out.push_back(text->info);
        return out;
    }();
    return kInfos;
}

static void addHead(Json& document, std::string_view format, std::string_view name) {
    document.fields.insert(document.fields.begin(),
                           {{"format", Json::ofString(std::string(format))}, {"name", Json::ofString(std::string(name))}});
}

static Result<Json> runOf(const TemplateText& text) {
    LOCKSTEP_ASSIGN(Json run, parseJson(text.run, "template:" + std::string(text.info.name)));
    addHead(run, "lockstep-run/1", text.info.name);
    addHead(*run.find("model"), "lockstep-model/1", text.info.name);
    return run;
}

Result<Json> templateRun(std::string_view name) {
    for (const auto* text : kTexts)
        if (text->info.name == name) return runOf(*text);
    std::vector<std::string_view> names;
    for (const auto& info : templates()) names.push_back(info.name);
    return withNearest(kNoTemplate, kNoTemplateNear, name, inQuotes(name), names);
}

Result<Json> templateModel(std::string_view name) {
    LOCKSTEP_ASSIGN(Json run, templateRun(name));
    return std::move(*run.find("model"));
}

} // namespace lockstep::spec
