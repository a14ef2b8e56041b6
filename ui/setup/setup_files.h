// Documents from and to disk. These wait for the disk: call them on a worker (worker.h).
#pragma once

#include "base/result.h"
#include "ui/setup/setup.h"

namespace lockstep::ui {

/// What the files of a setup said when they were last read or written by this program; nothing: there is no such file.
struct DiskTexts {
    std::optional<std::string> run, model;
};
struct OpenedSetup {
    Setup setup;
    DiskTexts disk;
};

/// As readSetup, with what it was read from.
Result<OpenedSetup> openSetup(const QString& path);
/// The first of the two files that says something else than `known`, or empty. `model` empty: not asked for.
QString changedOutside(const DiskTexts& known, const QString& run, const QString& model);
/// A run document with its model, or a model document (then an untitled setup round it).
Result<Setup> readSetup(const QString& path);
/// The same from text, as if it stood in `path` (recovery, templates).
Result<Setup> setupFromText(const std::string& run, const QString& path);
/// The text that a document is written as.
std::string fileText(const spec::Json& document);
/// Writes the run document to `path`, and the linked model to its file if `modelChanged`; each whole or not at all.
Status writeSetup(const Setup& setup, const QString& path, bool modelChanged);
/// Whole or not at all.
Status writeTextFile(const QString& path, const std::string& text);
Result<std::string> readTextFile(const QString& path);

} // namespace lockstep::ui
