#include "ui/pages/run_page.h"

#include "ui/bridge/engine_bridge.h"
#include "ui/forms/field_editor.h"
#include "ui/forms/form.h"
#include "ui/forms/rate_curve.h"
#include "ui/forms/run_fields.h"
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
    for (const FieldGroup& group : runFieldGroups()) column->addWidget(buildGroup(group));
    column->addStretch();
    m_scroll->setWidget(content);
    row->addWidget(m_scroll, 1);

    auto* side = new QVBoxLayout;
    side->setContentsMargins(space(2), space(5), space(6), space(6));
    side->setSpacing(space(3));
    m_summary = new SetupSummary;
    m_summary->setFixedWidth(space(72));
    side->addWidget(m_summary);
    auto* copy = new QPushButton(icon("terminal"), tr("Copy as command"));
    copy->setObjectName("copy-command");
    copy->setToolTip(context.actions.action("copy-command")->toolTip());
    connect(copy, &QPushButton::clicked, context.actions.action("copy-command"), &QAction::trigger);
    side->addWidget(copy);
    side->addStretch();
    row->addLayout(side);

    connect(&context.setup, &SetupDocument::changed, this, &RunPage::sync);
    connect(&context.analyser, &SetupAnalyser::analysed, this, &RunPage::showAnalysis);
    sync();
}

QWidget* RunPage::buildGroup(const FieldGroup& group) {
    auto* card = new TitledCard(group.title);
    card->setObjectName("group-" + group.id);
    auto* form = new Form(group.fields, &context().dialogs, 2);
    m_forms.push_back(form);
    if (group.id == "schedule") {
        m_curve = new RateCurve;
        card->body()->addWidget(m_curve);
    }
    card->body()->addWidget(form);
    if (group.id == "device") {
        m_devices = mutedLabel({});
        m_devices->setWordWrap(true);
        card->body()->addWidget(m_devices);
    }
    if (group.folded) {
        auto* fold = new QToolButton;
        fold->setCheckable(true);
        fold->setIcon(icon("chevron-down"));
        fold->setAutoRaise(true);
        fold->setMinimumSize(targetSize(), targetSize());
        fold->setAccessibleName(tr("Show %1").arg(group.title));
        fold->setToolTip(tr("Show or hide"));
        card->setCorner(fold);
        form->hide();
        connect(fold, &QToolButton::toggled, this, [fold, form](bool open) {
            form->setVisible(open);
            fold->setIcon(icon(open ? "chevron-up" : "chevron-down"));
        });
        m_folds[form] = fold;
    }
    connect(form, &Form::edited, this, [this](const FieldSpec& field, const std::optional<spec::Json>& value) {
        const QString path = QString::fromStdString(field.path);
        context().setup.editRun({tr("change %1").arg(field.label.toLower()), "run", path}, field.path, value);
    });
    return card;
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
    for (Form* form : m_forms) form->sync(setup->run);
    setEnabled(context().setup.isOpen());
}

void RunPage::showAnalysis() {
    const auto analysis = context().analyser.latest();
    std::map<std::string, QString> problems;
    for (const Error& problem : analysis->problems) {
        const QString hint = QString::fromStdString(problem.hint());
        QString text = QString::fromStdString(problem.text());
        if (!hint.isEmpty()) text += '\n' + hint;
        problems.try_emplace(problem.where().path, text);
    }
    for (Form* form : m_forms) form->setProblems(problems);
    m_curve->setRates(analysis->learningRate, analysis->steps);
    const spec::Json* batch = jsonAt(context().setup.current()->run, "data.batch_size");
    m_summary->show(*analysis, batch ? batch->integer : 0);
}

bool RunPage::reveal(const QString& place) {
    if (place.startsWith("layer:")) return false;
    std::string path = place.toStdString();
    while (!path.empty()) {
        for (Form* form : m_forms) {
            FieldEditor* editor = form->editor(path);
            if (!editor) continue;
            if (const auto fold = m_folds.find(form); fold != m_folds.end()) fold->second->setChecked(true);
            m_scroll->ensureWidgetVisible(editor, 0, space(10));
            editor->control()->setFocus(Qt::ShortcutFocusReason);
            return true;
        }
        // `optimizer.betas[1]`, `data.split`: the nearest field that holds it.
        const std::size_t cut = path.find_last_of(".[");
        if (cut == std::string::npos) break;
        path.resize(cut);
    }
    for (Form* form : m_forms)
        for (FieldEditor* editor : form->editors())
            if (editor->isVisibleTo(form) && QString::fromStdString(editor->field().path).startsWith(place + '.')) {
                m_scroll->ensureWidgetVisible(editor);
                editor->control()->setFocus(Qt::ShortcutFocusReason);
                return true;
            }
    return false;
}

} // namespace lockstep::ui
