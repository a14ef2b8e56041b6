// The devices that this program is built with.
#pragma once

#include "session/devices.h"

namespace lockstep::cli {

session::DeviceFactory deviceFactory();

} // namespace lockstep::cli
