// What a run's result is called where people read it: `test/loss` beside `test/accuracy`, as the recorded series are.
#pragma once

#include <string>

namespace lockstep::report {

/// `loss.test` (its key in the store) to `test/loss`; `loss.first`, `loss.last`, `loss.best` and all else stay.
std::string resultName(const std::string& key);

} // namespace lockstep::report
