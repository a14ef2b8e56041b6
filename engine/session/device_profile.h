// What the store keeps of a measured device.
#pragma once

#include "cost/peaks.h"

#include <optional>
#include <string>

namespace lockstep::session {

std::string writeProfile(const cost::DeviceProfile& profile);
/// Nothing if the text is no profile.
std::optional<cost::DeviceProfile> readProfile(const std::string& text);

} // namespace lockstep::session
