// Documents from and to disk. These wait for the disk: call them on a worker (worker.h).
#pragma once

#include "base/result.h"
#include "ui/setup/setup.h"

namespace lockstep::ui {

/// A run document with its model, or a model document (then an untitled setup round it).
Result<Setup> readSetup(const QString& path);
/// The same from text, as if it stood in `path` (recovery, templates).
Result<Setup> setupFromText(const std::string& run, const QString& path);
/// Writes the run document to `path`, and the linked model to its file if `modelChanged`; each whole or not at all.
Status writeSetup(const Setup& setup, const QString& path, bool modelChanged);
/// Whole or not at all.
Status writeTextFile(const QString& path, const std::string& text);
Result<std::string> readTextFile(const QString& path);

} // namespace lockstep::ui
