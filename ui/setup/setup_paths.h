// Paths in a run document are relative to it: they are rewritten when it moves to another folder.
#pragma once

#include "ui/setup/setup.h"

namespace lockstep::ui {

/// The folder that relative paths of the document count from; of an untitled one the working directory.
QString baseFolder(const QString& runFile);
/// `setup` as a document `runFile`: every relative path still names the same file. Absolute ones stay as written, but the model of an
/// untitled setup, which the program wrote.
Setup movedTo(const Setup& setup, const QString& runFile);
/// As `movedTo`, but the document's own folder was `from` before.
spec::Json rebasedRun(const spec::Json& run, const QString& from, const QString& to);
/// Relative paths of data and weights become what `resolved` says in their place.
void takeAbsolutePaths(spec::Json& run, const spec::Json& resolved);

} // namespace lockstep::ui
