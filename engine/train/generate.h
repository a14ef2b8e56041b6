// A language model writes on: one token after another, each from what stands before it.
#pragma once

#include "base/result.h"
#include "spec/run_doc.h"
#include "train/offline.h"

#include <cstdint>
#include <functional>
#include <string>

namespace lockstep::train {

struct GenerateRequest {
    std::string prompt; ///< not empty
    std::int64_t tokens = 200;
    double temperature = 1; ///< 0: always the likeliest
    std::int64_t topK = 0;  ///< only so many likeliest; 0: all
    std::uint64_t seed = 1; ///< the same seed writes the same
};

/// Tells each piece of new text as it comes; false ends it. Returns the new text. Errors: a run that has learned no text, or to find hidden
/// tokens; a character of the prompt that the text lacks.
Result<std::string> generate(const spec::RunDoc& run, backends::Device& device, const Weights& weights, const GenerateRequest& request,
                             Stage& stage, const std::function<bool(const std::string&)>& tell);

} // namespace lockstep::train
