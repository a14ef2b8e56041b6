// Real sessions on stores of their own.
#pragma once

#include "session/commands.h"
#include "session/devices.h"
#include "session/session.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep::testing {

/// A path in a new folder that goes when the test program ends.
std::string newStore();
/// On the reference device. Ends the test program if the store can't be opened.
std::unique_ptr<session::Session> openSession(const std::string& database, bool worksQueue = true,
                                              decltype(session::DeviceFactory::probe) probe = {});
/// template:digits-mlp with changes.
session::SetupText digits(std::vector<std::string> sets);

} // namespace lockstep::testing
