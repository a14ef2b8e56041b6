// One function a command; each returns the exit status.
#pragma once

#include "cli/context.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::train {
struct GenerateRequest;
}

namespace lockstep::cli {

int train(const Context& context, const std::string& run);
int resume(const Context& context, const std::string& run);

int evaluate(const Context& context, const std::string& run, const std::string& checkpoint);
struct PredictRequest {
    std::string run, out, split, checkpoint = "last";
    std::string rows; ///< a file with rows of its own; empty: the run's data
};
int predict(const Context& context, const PredictRequest& request);
int generate(const Context& context, const std::string& run, const std::string& checkpoint, const train::GenerateRequest& request);
int grad(const Context& context, const std::string& run, const std::string& out);

int devices(const Context& context, bool probe);
struct ExplainRequest {
    std::string run;
    std::string after; ///< a pass; empty: the finished programs
    bool dot = false, profile = false;
};
int explain(const Context& context, const ExplainRequest& request);

int runsList(const Context& context, const std::string& filter, bool archived);
int runsShow(const Context& context, std::int64_t run);
int runsCompare(const Context& context, const std::vector<std::int64_t>& runs);
int runsFollow(const Context& context, std::int64_t run, bool jsonl);
int runsExport(const Context& context, std::int64_t run, const std::string& metrics);
int runsArchive(const Context& context, const std::vector<std::int64_t>& runs, bool archived);
int runsDelete(const Context& context, std::int64_t run);

int report(const Context& context, const std::vector<std::int64_t>& runs, const std::string& out);
int exportWeights(const Context& context, std::int64_t run, const std::string& checkpoint, const std::string& out);

struct BenchRequest {
    std::vector<std::string> workloads; ///< empty: all that this version runs
    std::string precision = "f32", mode = "train", device;
    std::optional<std::int64_t> batch;
    bool child = false; ///< one workload, in this process
};
int bench(const Context& context, const BenchRequest& request);

/// Lists the templates (no `name`), or gives one's run document to the file `out` (empty: standard output).
int templateCommand(const Context& context, const std::string& name, const std::string& out);

/// All keys of the documents, as Markdown.
int formats(const Context& context);

/// A command that a later version brings.
int notAvailable(const Context& context, const std::string& command);

} // namespace lockstep::cli
