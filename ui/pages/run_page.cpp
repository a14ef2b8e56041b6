#include "ui/pages/run_page.h"

#include "ui/bridge/engine_bridge.h"
#include "ui/forms/field_editor.h"
#include "ui/forms/form.h"
#include "ui/forms/list_form.h"
#include "ui/forms/rate_curve.h"
#include "ui/forms/run_fields.h"
#include "ui/forms/tab_order.h"
#include "ui/models/number_text.h"
#include "ui/pages/setup_summary.h"
#include "ui/setup/json_path.h"
#include "ui/setup/problem_place.h"
#include "ui/setup/setup_analyser.h"
#include "ui/setup/setup_document.h"
#include "ui/shell/action_table.h"
#include "ui/shell/card.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockstep::ui {

RunPage::RunPage(const StudioContext& context, QWidget* parent) : Page(context, parent) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    m_scroll = new QScrollArea;
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(space(6), space(5), space(4), space(6));
    column->setSpacing(space(4));
    for (const FieldGroup& group : runFieldGroups()) {
        column->addWidget(buildGroup(group));
        if (group.id == "training") column->addWidget(buildLoss());
    }
    column->addStretch();
    m_scroll->setWidget(content);
    row->addWidget(m_scroll, 1);
    row->addWidget(buildSide());

    connect(&context.setup, &SetupDocument::changed, this, &RunPage::sync);
    connect(&context.analyser, &SetupAnalyser::analysed, this, &RunPage::showAnalysis);
    sync();
}

QWidget* RunPage::buildSide() {
    auto* holder = new QWidget;
    auto* side = new QVBoxLayout(holder);
    side->setContentsMargins(space(2), space(5), space(6), space(6));
    side->setSpacing(space(3));
    m_summary = new SetupSummary;
    m_summary->setFixedWidth(space(72));
    side->addWidget(m_summary);
    auto* copy = new QPushButton(icon("terminal"), tr("Copy as command"));
    copy->setObjectName("copy-command");
    copy->setToolTip(context().actions.action("copy-command")->toolTip());
    connect(copy, &QPushButton::clicked, context().actions.action("copy-command"), &QAction::trigger);
    side->addWidget(copy);
    side->addStretch();
    return holder;
}

QWidget* RunPage::buildGroup(const FieldGroup& group) {
    auto* card = new TitledCard(group.title);
    card->setObjectName("group-" + group.id);
    if (group.id == "schedule") {
        m_curve = new RateCurve;
        m_curve->setObjectName("rate-curve");
        card->body()->addWidget(m_curve);
    }
    Form* form = addForm(group, card->body());
    addLists(group, card->body());
    if (group.id == "device") {
        m_devices = mutedLabel({});
        m_devices->setWordWrap(true);
        card->body()->addWidget(m_devices);
    }
    if (group.folded) card->setCorner(foldButton(group, form));
    return card;
}

Form* RunPage::addForm(const FieldGroup& group, QVBoxLayout* layout) {
    auto* form = new Form(group.fields, &context().dialogs, 2);
    m_forms.push_back(form);
    layout->addWidget(form);
    connect(form, &Form::edited, this, &RunPage::edit);
    return form;
}

void RunPage::addLists(const FieldGroup& group, QVBoxLayout* layout) {
    for (const ListSpec& spec : group.lists) {
        auto* list = new ListForm(spec, &context().dialogs);
        m_lists.push_back(list);
        layout->addWidget(list);
        connect(list, &ListForm::edited, this, &RunPage::edit);
        connect(list, &ListForm::changed, this, [this, list](const QString& label, const std::optional<spec::Json>& value) {
            context().setup.editRun({label.toLower(), "run", {}}, list->path(), value);
        });
    }
}

QToolButton* RunPage::foldButton(const FieldGroup& group, Form* form) {
    auto* fold = new QToolButton;
    fold->setObjectName("fold-" + group.id);
    fold->setCheckable(true);
    fold->setIcon(icon("chevron-down"));
    fold->setAutoRaise(true);
    fold->setMinimumSize(targetSize(), targetSize());
    fold->setAccessibleName(tr("Show %1").arg(group.title));
    fold->setToolTip(tr("Show or hide"));
    form->hide();
    connect(fold, &QToolButton::toggled, this, [fold, form](bool open) {
        form->setVisible(open);
        fold->setIcon(icon(open ? "chevron-up" : "chevron-down"));
    });
    m_folds[form] = fold;
    return fold;
}

QWidget* RunPage::buildLoss() {
    auto* card = new TitledCard(lossGroup({}, false).title);
    card->setObjectName("group-loss");
    m_lossEach = new QPushButton;
    m_lossEach->setObjectName("loss-each");
    card->setCorner(m_lossEach);
    m_lossPlace = card->body();
    connect(m_lossEach, &QPushButton::clicked, this, &RunPage::toggleLosses);
    return card;
}

namespace {

QStringList outputsOf(const Setup& setup) {
    QStringList outputs;
    const spec::Json* model = modelOf(setup);
    const spec::Json* list = model ? model->find("outputs") : nullptr;
    if (list)
        for (const spec::Json& output : list->items) outputs << QString::fromStdString(output.text);
    return outputs;
}

bool hasLossForEach(const Setup& setup) {
    const spec::Json* loss = setup.run.find("loss");
    return loss && !loss->fields.empty() && std::all_of(loss->fields.begin(), loss->fields.end(), [](const auto& field) {
               return field.second.kind == spec::Json::Kind::Object;
           });
}

} // namespace

/// The fields follow the outputs of the model.
void RunPage::syncLoss() {
    const SetupPtr setup = context().setup.current();
    const QStringList outputs = outputsOf(*setup);
    const bool each = hasLossForEach(*setup);
    m_lossEach->setVisible(outputs.size() > 1 || each);
    m_lossEach->setText(each ? tr("One loss for all outputs") : tr("A loss for each output"));
    const QString key = outputs.join('\n') + (each ? "\neach" : "");
    if (m_loss && key == m_lossKey) return;
    m_lossKey = key;
    if (m_loss) {
        std::erase(m_forms, m_loss);
        delete m_loss; // none of its own edits leads here
    }
    m_loss = addForm(lossGroup(outputs, each), m_lossPlace);
    m_loss->sync(setup->run);
}

void RunPage::toggleLosses() {
    const SetupPtr setup = context().setup.current();
    const spec::Json* loss = setup->run.find("loss");
    const EditLabel label{tr("change the losses"), "run", {}};
    if (hasLossForEach(*setup)) return context().setup.editRun(label, "loss", loss->fields.front().second);
    spec::Json one = loss ? *loss : spec::Json::object();
    if (!one.find("type")) one.set("type", spec::Json::ofString("cross_entropy"));
    spec::Json each = spec::Json::object();
    for (const QString& output : outputsOf(*setup)) each.set(output.toStdString(), one);
    context().setup.editRun(label, "loss", std::move(each));
}

/// One step: the field, and what does not go with its new value (it comes back with undo).
void RunPage::edit(const FieldSpec& field, const std::optional<spec::Json>& value) {
    Setup next = *context().setup.current();
    const spec::Json before = next.run;
    setJsonAt(next.run, field.path, value);
    if (value && !field.excludes.empty()) setJsonAt(next.run, field.excludes, std::nullopt);
    if (field.kind == FieldKind::Choice)
        for (const std::string& path : leftOver(before, next.run)) {
            setJsonAt(next.run, path, std::nullopt);
            context().log(
                tr("%1 does not go with the new choice and was removed; undo brings it back").arg(placeText(QString::fromStdString(path))));
        }
    context().setup.edit({tr("change %1").arg(field.label.toLower()), "run", QString::fromStdString(field.path)}, std::move(next));
}

std::vector<std::string> RunPage::leftOver(const spec::Json& before, const spec::Json& after) const {
    std::vector<std::string> paths;
    for (const Form* form : m_forms)
        for (std::string& path : form->leftOver(before, after, before, after)) paths.push_back(std::move(path));
    for (const ListForm* list : m_lists)
        for (std::string& path : list->leftOver(before, after)) paths.push_back(std::move(path));
    return paths;
}

void RunPage::activated() {
    context().bridge.askFor<session::DeviceList>(
        session::ListDevices{}, this, [this](const session::DeviceList& list) { showDevices(list); }, EngineBridge::Keep::Newest);
}

void RunPage::showDevices(const session::DeviceList& list) {
    QStringList lines;
    for (const session::DeviceRow& device : list.devices) {
        const QString name = QString::fromStdString(device.id), what = QString::fromStdString(device.description);
        if (!device.available) {
            lines << tr("%1: not available, %2").arg(name, QString::fromStdString(device.reason));
            continue;
        }
        QString line =
            tr("%1: %2, %3 of %4 memory free").arg(name, what, bytesText(double(device.freeBytes)), bytesText(double(device.memoryBytes)));
        if (device.matmulPeakF32) line += tr(", measured %1").arg(flopsText(*device.matmulPeakF32));
        lines << line;
    }
    m_devices->setText(lines.join('\n'));
}

void RunPage::sync() {
    const SetupPtr setup = context().setup.current();
    syncLoss();
    for (Form* form : m_forms) form->sync(setup->run);
    for (ListForm* list : m_lists) list->sync(setup->run);
    if (const std::size_t controls = fields().size(); controls != m_controls) {
        m_controls = controls;
        tabInReadingOrder(this);
    }
    setEnabled(context().setup.isOpen());
}

std::vector<RunPage::Field> RunPage::fields() const {
    std::vector<Field> all;
    for (const Form* form : m_forms)
        for (FieldEditor* editor : form->shown()) all.emplace_back(editor->field().path, editor);
    for (const ListForm* list : m_lists)
        for (Field& field : list->shown()) all.push_back(std::move(field));
    return all;
}

FieldEditor* RunPage::nearest(const std::vector<Field>& fields, std::string path) {
    while (!path.empty()) {
        for (const auto& [at, editor] : fields)
            if (at == path) return editor;
        // `data.split`: the first field inside.
        for (const auto& [at, editor] : fields)
            if (at.rfind(path + ".", 0) == 0 || at.rfind(path + "[", 0) == 0) return editor;
        // `optimizer.betas[1]`: the field that holds it.
        const std::size_t cut = path.find_last_of(".[");
        path.resize(cut == std::string::npos ? 0 : cut);
    }
    return nullptr;
}

void RunPage::showAnalysis() {
    const auto analysis = context().analyser.latest();
    const std::vector<Field> all = fields();
    std::map<FieldEditor*, std::pair<QString, bool>> problems; // text, and whether nothing was given
    for (const Error& problem : analysis->problems) {
        if (!problem.where().layer.empty()) continue;
        FieldEditor* editor = nearest(all, pathOf(problem));
        if (!editor) continue;
        const QString hint = QString::fromStdString(problem.hint());
        QString text = QString::fromStdString(problem.text());
        if (!hint.isEmpty()) text += '\n' + hint;
        problems.try_emplace(editor, text, problem.id() == "spec.missing_key");
    }
    for (const auto& [path, editor] : all) {
        const auto found = problems.find(editor);
        found == problems.end() ? editor->setProblem({}) : editor->setProblem(found->second.first, found->second.second);
    }
    m_curve->setRates(analysis->learningRate, analysis->steps);
    const spec::Json* batch = jsonAt(context().setup.current()->run, "data.batch_size");
    m_summary->show(*analysis, batch ? batch->integer : 0);
}

bool RunPage::reveal(const QString& place) {
    if (place.startsWith("layer:") || place.isEmpty()) return false;
    FieldEditor* editor = nearest(fields(), place.toStdString());
    if (!editor) return false;
    for (const auto& [form, fold] : m_folds)
        if (form->isAncestorOf(editor)) fold->setChecked(true);
    m_scroll->ensureWidgetVisible(editor, 0, space(10));
    editor->touch();
    editor->control()->setFocus(Qt::ShortcutFocusReason);
    return true;
}

} // namespace lockstep::ui
