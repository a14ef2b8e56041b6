// What exported weights want of their inputs: who uses them elsewhere must normalize as the run did.
#pragma once

#include "files/safetensors.h"

#include <string>

namespace lockstep::train {
struct Checkpoint;
}

namespace lockstep::session {

struct ExportedInputs {
    /// `format` = pt, `normalize` = none, unit or standard, and for each input `normalize.<id>.mean`, `.deviation`, `.fill` (what stands
    /// for a missing value): JSON lists with a number for each feature, where the run has such figures.
    files::Metadata metadata;
    std::string words; ///< one line
};

ExportedInputs inputsOf(const train::Checkpoint& checkpoint);

} // namespace lockstep::session
