// Recorded event logs: one JSON object a line.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::testing {

class FakeRun;

/// {"do": WHAT, ..}; WHAT is
///   state {state, phase}, step {loss}, evaluate {loss}, point {series, step, value}, event {kind, step, text},
///   checkpoint {step, bytes, best}, resume {step}, result {name, value}, fail {code, text, hint}, activity {what, done}.
/// Numbers may be "nan", "inf", "-inf".
struct FakeRecord {
    std::string what, name, text, hint;
    std::int64_t step = -1;
    double value = 0;
    bool flag = false, hasValue = false;
};

Result<std::vector<FakeRecord>> parseFakeScript(std::string_view jsonl);
void play(const FakeRecord& record, FakeRun& run);

} // namespace lockstep::testing
