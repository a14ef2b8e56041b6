#include "ui/setup/setup_base.h"

#include "session/run_view.h"
#include "ui/setup/json_path.h"
#include "ui/setup/setup_document.h"

#include <QCoreApplication>

namespace lockstep::ui {

namespace {

spec::Json without(spec::Json document, const char* key) {
    setJsonAt(document, key, std::nullopt);
    return document;
}

spec::Json parsed(const std::shared_ptr<const std::string>& text) {
    if (!text) return {};
    auto json = spec::parseJson(*text, "");
    return json.ok() ? std::move(json).value() : spec::Json{};
}

} // namespace

SetupBase::SetupBase(SetupDocument& document, QObject* parent) : QObject(parent), m_document(document) {
    connect(&document, &SetupDocument::replaced, this, &SetupBase::clear);
    connect(&document, &SetupDocument::changed, this, &SetupBase::compare);
}

void SetupBase::set(const std::shared_ptr<const session::RunView>& run) {
    if (!run) return;
    m_run = run->id;
    m_runDocument = parsed(run->runDocument);
    m_model = parsed(run->modelDocument);
    if (m_model.fields.empty())
        if (const spec::Json* own = m_runDocument.find("model"); own && own->kind == spec::Json::Kind::Object) m_model = *own;
    compare();
}

void SetupBase::clear() {
    m_run = 0;
    m_differences.clear();
    emit changed();
}

void SetupBase::compare() {
    if (!m_run) return;
    const SetupPtr setup = m_document.current();
    m_differences = ui::differences(without(m_runDocument, "model"), without(setup->run, "model"));
    if (const spec::Json* model = modelOf(*setup); model && !m_model.fields.empty())
        for (JsonDifference& difference : ui::differences(m_model, *model)) {
            difference.path = "model." + difference.path;
            m_differences.push_back(std::move(difference));
        }
    emit changed();
}

void SetupBase::takeBack() {
    if (!m_run) return;
    Setup next = *m_document.current();
    const spec::Json* reference = next.run.find("model");
    const std::optional<spec::Json> before = reference ? std::optional(*reference) : std::nullopt;
    next.run = m_runDocument;
    if (!next.modelFile.isEmpty() && before) { // linked: the reference stays, the file's document goes back
        next.run.set("model", *before);
        next.linkedModel = m_model;
    } else if (textAt(next.run, "model").startsWith("template:")) {
        next.linkedModel = m_model;
    } else {
        next.linkedModel.reset();
        if (!m_model.fields.empty()) next.run.set("model", m_model);
    }
    m_document.edit({QCoreApplication::translate("SetupBase", "back to run %1").arg(m_run), "run", {}}, std::move(next));
}

} // namespace lockstep::ui
