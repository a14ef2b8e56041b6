// What is being edited: a run document and its model, as one immutable value.
#pragma once

#include "session/commands.h"
#include "spec/json.h"

#include <QString>

#include <memory>
#include <optional>

namespace lockstep::ui {

struct Setup {
    spec::Json run = spec::Json::object();
    /// The model's own document where `run.model` names a file or a template; none: it stands inline in `run`.
    std::optional<spec::Json> linkedModel;
    QString runFile;   ///< empty: untitled
    QString modelFile; ///< absolute path of a linked model file; empty for inline and template models
};
using SetupPtr = std::shared_ptr<const Setup>;

/// The model's document, wherever it stands; nullptr: the setup has none (a broken document).
const spec::Json* modelOf(const Setup& setup);
/// A copy with another model: written into the linked file's document if there is one, else inline (a template becomes inline).
Setup withModel(const Setup& setup, spec::Json model);
/// What the session is asked with: the run document with the model as edited inside.
session::SetupText setupText(const Setup& setup);
/// Name for titles: the file's, else the document's, else "Untitled".
QString displayName(const Setup& setup);
/// The document that starts an empty setup: a small MLP on the bundled digits.
Setup emptySetup();
/// An untitled setup round a model document (linked where `modelFile` is given), trained on synthetic data.
Setup setupAround(spec::Json model, const QString& modelFile);

} // namespace lockstep::ui
