// What can be wrong with a document. Each error carries file, line and JSON path.
#pragma once

#include "base/error.h"

namespace lockstep::spec {

inline constexpr ErrorCode kEmptyDocument{"spec.empty", LOCKSTEP_TR("spec", "the document is empty"),
                                          LOCKSTEP_TR("spec", "a document is one JSON object; templates are a good start")};
inline constexpr ErrorCode kByteOrderMark{"spec.byte_order_mark", LOCKSTEP_TR("spec", "the document starts with a {0} byte order mark"),
                                          LOCKSTEP_TR("spec", "save it as UTF-8 without a byte order mark")};
inline constexpr ErrorCode kNotUtf8{"spec.not_utf8", LOCKSTEP_TR("spec", "the text is not valid UTF-8 (byte {0})"),
                                    LOCKSTEP_TR("spec", "save the document as UTF-8")};
inline constexpr ErrorCode kSyntax{"spec.syntax", LOCKSTEP_TR("spec", "not valid JSON: {0}"),
                                   LOCKSTEP_TR("spec", "JSON has no comments, no trailing commas, no NaN, and strings in double quotes")};
inline constexpr ErrorCode kTooDeep{"spec.too_deep", LOCKSTEP_TR("spec", "brackets are nested deeper than {0} levels"),
                                    LOCKSTEP_TR("spec", "no document needs that many; look for a bracket that is never closed")};
inline constexpr ErrorCode kDoubledKey{"spec.doubled_key", LOCKSTEP_TR("spec", "the key \"{0}\" stands twice (first in line {1})"),
                                       LOCKSTEP_TR("spec", "remove one of the two")};

inline constexpr ErrorCode kWrongType{"spec.wrong_type", LOCKSTEP_TR("spec", "found {0} where {1} is wanted"), ""};
inline constexpr ErrorCode kOutOfRange{"spec.out_of_range", LOCKSTEP_TR("spec", "{0} is out of range; allowed is {1}"), ""};
inline constexpr ErrorCode kBadChoice{"spec.bad_value", LOCKSTEP_TR("spec", "{0} is not one of the allowed values: {1}"), ""};
inline constexpr ErrorCode kBadChoiceNear{"spec.bad_value", LOCKSTEP_TR("spec", "{0} is not an allowed value; did you mean \"{2}\"?"),
                                          LOCKSTEP_TR("spec", "allowed: {1}")};
inline constexpr ErrorCode kUnknownKey{"spec.unknown_key", LOCKSTEP_TR("spec", "unknown key \"{0}\"; allowed here: {1}"), ""};
inline constexpr ErrorCode kUnknownKeyNear{"spec.unknown_key", LOCKSTEP_TR("spec", "unknown key \"{0}\"; did you mean \"{2}\"?"),
                                           LOCKSTEP_TR("spec", "allowed here: {1}")};
inline constexpr ErrorCode kMissingKey{"spec.missing_key", LOCKSTEP_TR("spec", "the required key \"{0}\" is missing"),
                                       LOCKSTEP_TR("spec", "add \"{0}\"")};
inline constexpr ErrorCode kNotAvailable{"spec.not_available", LOCKSTEP_TR("spec", "{0} is not available in this version"),
                                         LOCKSTEP_TR("spec", "available: {1}")};
inline constexpr ErrorCode kModelForRun{
    "spec.model_for_run", LOCKSTEP_TR("spec", "this is a model document, a run document is wanted"),
    LOCKSTEP_TR("spec", "write one that names it: { \"format\": \"lockstep-run/1\", \"model\": {0}, \"data\": { .. } }, "
                        "or see `lockstep template`")};
inline constexpr ErrorCode kFormat{"spec.format", LOCKSTEP_TR("spec", "{0} is not a format this program reads; it reads \"{1}\""),
                                   LOCKSTEP_TR("spec", "a newer program writes newer formats; update, or convert the document")};

inline constexpr ErrorCode kBadId{"spec.bad_id", LOCKSTEP_TR("spec", "{0} can't be an id"),
                                  LOCKSTEP_TR("spec", "ids are up to 200 letters, digits and _, and don't start with a digit")};
inline constexpr ErrorCode kDoubledId{"spec.doubled_id", LOCKSTEP_TR("spec", "the id \"{0}\" is already used in line {1}"),
                                      LOCKSTEP_TR("spec", "give each input and layer an id of its own")};
inline constexpr ErrorCode kUnknownLayerType{"spec.unknown_layer_type", LOCKSTEP_TR("spec", "there is no layer type {0}; there are: {1}"),
                                             ""};
inline constexpr ErrorCode kUnknownLayerTypeNear{"spec.unknown_layer_type",
                                                 LOCKSTEP_TR("spec", "there is no layer type {0}; did you mean \"{2}\"?"),
                                                 LOCKSTEP_TR("spec", "available: {1}")};
inline constexpr ErrorCode kInputCount{"spec.input_count", LOCKSTEP_TR("spec", "{0} \"{1}\" has {2} inputs; it takes {3}"), ""};
inline constexpr ErrorCode kUnknownInput{"spec.unknown_input", LOCKSTEP_TR("spec", "\"{0}\" is no layer or input; there are: {1}"), ""};
inline constexpr ErrorCode kUnknownInputNear{"spec.unknown_input",
                                             LOCKSTEP_TR("spec", "\"{0}\" is no layer or input; did you mean \"{2}\"?"),
                                             LOCKSTEP_TR("spec", "there are: {1}")};
inline constexpr ErrorCode kUnknownOutput{"spec.unknown_output", LOCKSTEP_TR("spec", "the output \"{0}\" is no layer; there are: {1}"), ""};
inline constexpr ErrorCode kUnknownOutputNear{"spec.unknown_output",
                                              LOCKSTEP_TR("spec", "the output \"{0}\" is no layer; did you mean \"{2}\"?"),
                                              LOCKSTEP_TR("spec", "there are: {1}")};
inline constexpr ErrorCode kDoubledOutput{"spec.doubled_output", LOCKSTEP_TR("spec", "the output \"{0}\" is listed twice"),
                                          LOCKSTEP_TR("spec", "remove one")};
inline constexpr ErrorCode kCycle{"spec.cycle", LOCKSTEP_TR("spec", "layers read each other in a circle: {0}"),
                                  LOCKSTEP_TR("spec", "remove one of these connections")};
inline constexpr ErrorCode kUnreadLayer{"spec.unread_layer", LOCKSTEP_TR("spec", "nobody reads layer \"{0}\" and it is no output"),
                                        LOCKSTEP_TR("spec", "connect it, list it under \"outputs\", or remove it")};
inline constexpr ErrorCode kEmptyList{"spec.empty_list", LOCKSTEP_TR("spec", "the list is empty; {0} is needed"), ""};
inline constexpr ErrorCode kRepeat{"spec.repeat", LOCKSTEP_TR("spec", "layer \"{0}\" can't be repeated: {1}"),
                                   LOCKSTEP_TR("spec", "repeat chains copies of a layer with one input and an output of the same shape")};
inline constexpr ErrorCode kShare{"spec.share", LOCKSTEP_TR("spec", "\"{0}\" can't share the weight of \"{1}\": {2}"),
                                  LOCKSTEP_TR("spec", "share names a plain, unrepeated layer with a weight of its own")};
inline constexpr ErrorCode kNoWeight{"spec.no_weight", LOCKSTEP_TR("spec", "{0} has no weight that \"init\" could set"),
                                     LOCKSTEP_TR("spec", "remove \"init\" from this layer")};
inline constexpr ErrorCode kBlockInput{"spec.block_input", LOCKSTEP_TR("spec", "a {0} wants {1}; its input \"{2}\" has shape {3}"), ""};

inline constexpr ErrorCode kBoth{"spec.both", LOCKSTEP_TR("spec", "\"{0}\" and \"{1}\" are both given"),
                                 LOCKSTEP_TR("spec", "keep one of them")};
inline constexpr ErrorCode kNotWith{"spec.not_with", LOCKSTEP_TR("spec", "\"{0}\" is no key of {1}; allowed here: {2}"),
                                    LOCKSTEP_TR("spec", "remove it")};
inline constexpr ErrorCode kSplitSum{"spec.split_sum", LOCKSTEP_TR("spec", "the fractions of the split add up to {0}, not 1"),
                                     LOCKSTEP_TR("spec", "leave \"train\" out: it takes what remains")};
inline constexpr ErrorCode kNesterov{"spec.nesterov", LOCKSTEP_TR("spec", "nesterov needs momentum above 0 and dampening 0"),
                                     LOCKSTEP_TR("spec", "set momentum, for example to 0.9")};
inline constexpr ErrorCode kNoLoss{"spec.no_loss", LOCKSTEP_TR("spec", "the output \"{0}\" has no loss"),
                                   LOCKSTEP_TR("spec", "give each output a loss, or one loss for all")};
inline constexpr ErrorCode kMetricLoss{"spec.metric", LOCKSTEP_TR("spec", "{0} does not go with the loss {1}; with it go: {2}"), ""};
inline constexpr ErrorCode kMetricOutput{"spec.metric_output",
                                         LOCKSTEP_TR("spec", "with several outputs a metric is named <output>.<metric>; found {0}"),
                                         LOCKSTEP_TR("spec", "write for example \"{1}\"")};
inline constexpr ErrorCode kNoModelLoader{"spec.no_model", LOCKSTEP_TR("spec", "the model file {0} can't be read from here"),
                                          LOCKSTEP_TR("spec", "put the model document itself under \"model\"")};
inline constexpr ErrorCode kNoTemplate{"spec.no_template", LOCKSTEP_TR("spec", "there is no template {0}; there are: {1}"), ""};
inline constexpr ErrorCode kNoTemplateNear{"spec.no_template", LOCKSTEP_TR("spec", "there is no template {0}; did you mean \"{2}\"?"),
                                           LOCKSTEP_TR("spec", "there are: {1}")};
inline constexpr ErrorCode kBadSet{"spec.bad_set", LOCKSTEP_TR("spec", "--set {0}: {1}"),
                                   LOCKSTEP_TR("spec", "write --set a.b=value; list items are counted from 0")};

} // namespace lockstep::spec
