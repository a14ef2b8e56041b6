// A run's model: its graph, its layers, its parameters.
#pragma once

#include "report/blocks.h"
#include "report/run_data.h"

#include <vector>

namespace lockstep::report {

/// Nothing if the run's resolved document can't be read. May wait for Graphviz: never on the window's thread.
std::vector<Block> modelSection(const RunData& run);

} // namespace lockstep::report
