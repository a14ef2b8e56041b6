// Thread names, priorities, and the guard that keeps waiting calls off the window's thread.
#pragma once

#include <cstddef>
#include <string_view>

namespace lockstep {

void nameThisThread(std::string_view name);
/// Engine and loader threads run at nice 5 so that the window stays fluid.
void lowerThisThreadPriority();
std::size_t hardwareThreads();

/// The window's thread declares itself once, at start.
void markGuiThread();
/// Ends the process with the call's name, in checked builds and tests, if called on the window's thread.
void assertNotOnGuiThread(const char* call);

#define LOCKSTEP_NOT_ON_GUI_THREAD() ::lockstep::assertNotOnGuiThread(__func__)

} // namespace lockstep
