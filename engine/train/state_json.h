// state.json of a checkpoint.
#pragma once

#include "base/result.h"
#include "train/checkpoint.h"

#include <string>

namespace lockstep::train {

struct StateFile {
    TrainState state;
    std::string resolvedRun;
    std::optional<data::Normalization> normalization;
    std::string device;
    std::string modelSum, optimizerSum; ///< xxh3, 32 hexadecimal digits
};

std::string writeState(const StateFile& file);
/// Errors: not JSON, of a later format, a key that is missing or of the wrong kind.
Result<StateFile> parseState(std::string_view text, const std::string& path);

} // namespace lockstep::train
