// The built-in run documents as text. Not for other rooms.
#pragma once

#include "spec/templates.h"

namespace lockstep::spec {

struct TemplateText {
    TemplateInfo info;
    std::string_view run; ///< a run document with its model inline; both get `format` and the template's name as `name`
};

extern const TemplateText kDigitsMlp, kDigitsCnn, kBreastCancer, kHomes, kShapesLenet, kShapesMobilenet, kScenesUnet, kFraudLstm,
    kCommandsGru, kTextGpt, kMlp, kMlpWide, kLenet, kResnet20, kLstm, kVitTiny, kGptChar, kGpt2;

} // namespace lockstep::spec
