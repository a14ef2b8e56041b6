// The parts of a run document, each read by a function of its own. Not for other rooms.
#pragma once

#include "spec/reader.h"
#include "spec/run_doc.h"

namespace lockstep::spec {

DataDoc readData(const Value& value);
OptimizerDoc readOptimizer(const Value& value);
ScheduleDoc readSchedule(const Value& value);
/// One loss for each output. `value` empty: the default for all. Unknown outputs are recorded.
std::map<std::string, LossDoc> readLosses(const std::optional<Value>& value, const std::vector<std::string>& outputs);
/// As documents name them; without a value those that go with the losses. `outputs` keeps the model's order.
std::vector<std::string> readMetrics(const std::optional<Value>& value, const std::map<std::string, LossDoc>& losses,
                                     const std::vector<std::string>& outputs);
/// `metrics`: those of the run, which it may name.
EarlyStopDoc readEarlyStop(const Value& value, const std::vector<std::string>& metrics);
/// Keys that later versions bring: their defaults are accepted, all else is refused as not available.
void readLaterKeys(Fields& fields);

/// As applySet, then relative paths in what was set are made absolute: they are relative to the working directory, not to the document.
Status applySetFromCommand(Json& json, std::string_view assignment);
/// `value` with paths joined to `base` and made absolute; for the keys of a run document that are paths.
void makePathsAbsolute(Json& run, const std::string& base);

} // namespace lockstep::spec
