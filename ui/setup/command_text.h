// The command line that does the same as the Start button.
#pragma once

#include "ui/setup/setup.h"

namespace lockstep::ui {

/// A saved setup: `lockstep train FILE`. An unsaved one: the document itself by a here-document, so that nothing is left out.
QString commandText(const Setup& setup, bool saved);

} // namespace lockstep::ui
