#include "ui/setup/setup.h"

#include "spec/templates.h"
#include "ui/setup/json_path.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace lockstep::ui {

const spec::Json* modelOf(const Setup& setup) {
    if (setup.linkedModel) return &*setup.linkedModel;
    const spec::Json* model = setup.run.find("model");
    return model && model->kind == spec::Json::Kind::Object ? model : nullptr;
}

Setup withModel(const Setup& setup, spec::Json model) {
    Setup next = setup;
    if (!setup.modelFile.isEmpty()) {
        next.linkedModel = std::move(model);
        return next;
    }
    next.linkedModel.reset();
    next.run.set("model", std::move(model));
    return next;
}

session::SetupText setupText(const Setup& setup) {
    session::SetupText text;
    spec::Json run = setup.run;
    if (setup.linkedModel && !setup.modelFile.isEmpty()) run.set("model", *setup.linkedModel);
    text.run = spec::writeJson(run);
    text.file = setup.runFile.toStdString();
    const QString folder = setup.runFile.isEmpty() ? QString() : QFileInfo(setup.runFile).absolutePath();
    text.baseDirectory = folder.toStdString();
    return text;
}

QString displayName(const Setup& setup) {
    if (!setup.runFile.isEmpty()) return QFileInfo(setup.runFile).fileName();
    const QString name = textAt(setup.run, "name");
    return name.isEmpty() ? QCoreApplication::translate("Setup", "Untitled") : name;
}

Setup emptySetup() {
    Setup setup;
    if (auto run = spec::templateRun("digits-mlp"); run.ok()) setup.run = std::move(run).value();
    setup.run.set("name", spec::Json::ofString(""));
    return setup;
}

Setup setupAround(spec::Json model, const QString& modelFile) {
    using spec::Json;
    Setup setup;
    setup.run.set("format", Json::ofString("lockstep-run/1"));
    setup.run.set("name", Json::ofString(textAt(model, "name").toStdString()));
    if (modelFile.isEmpty()) {
        setup.run.set("model", std::move(model));
    } else {
        setup.run.set("model", Json::ofString(modelFile.toStdString()));
        setup.linkedModel = std::move(model);
        setup.modelFile = modelFile;
    }
    Json data = Json::object();
    data.set("source", Json::ofString("synthetic"));
    data.set("batch_size", Json::ofInt(32));
    setup.run.set("data", std::move(data));
    setup.run.set("steps", Json::ofInt(100));
    return setup;
}

} // namespace lockstep::ui
