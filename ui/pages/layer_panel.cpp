#include "ui/pages/layer_panel.h"

#include "ui/canvas/graph_view.h"
#include "ui/forms/field_editor.h"
#include "ui/forms/form.h"
#include "ui/forms/layer_form.h"
#include "ui/models/number_text.h"
#include "ui/setup/json_path.h"
#include "ui/setup/model_edits.h"
#include "ui/setup/problem_place.h"
#include "ui/setup/setup_analyser.h"
#include "ui/setup/setup_document.h"
#include "ui/shell/card.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

namespace lockstep::ui {

namespace {

QLabel* wrapped(QLabel* label) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

LayerPanel::LayerPanel(const StudioContext& context, QWidget* parent) : QWidget(parent), m_context(context) {
    setObjectName("layer-panel");
    setAccessibleName(tr("Properties of the layer"));
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setBackgroundRole(QPalette::Base);
    scroll->viewport()->setBackgroundRole(QPalette::Base);
    outer->addWidget(scroll);
    auto* content = new QWidget;
    content->setAutoFillBackground(true);
    content->setBackgroundRole(QPalette::Base);
    auto* all = new QVBoxLayout(content);
    all->setContentsMargins(space(4), space(4), space(4), space(4));
    m_empty = wrapped(mutedLabel(tr("Select a layer on the canvas or in the outline to see and change its properties.")));
    all->addWidget(m_empty);
    m_body = new QWidget;
    all->addWidget(m_body);
    all->addStretch();
    scroll->setWidget(content);

    auto* column = new QVBoxLayout(m_body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space(3));
    m_title = new QLabel;
    m_title->setFont(scaledFont(1.3, true));
    m_help = wrapped(mutedLabel({}));
    m_problem = wrapped(new QLabel);
    m_problem->setForegroundRole(QPalette::BrightText);
    m_problem->setObjectName("layer-problem");
    auto* idLabel = new QLabel(tr("&Name"));
    m_id = new QLineEdit;
    m_id->setObjectName("layer-id");
    m_id->setAccessibleName(tr("Name of the layer"));
    m_id->setToolTip(tr("Letters, digits and underscores; weights are saved under this name."));
    idLabel->setBuddy(m_id);
    m_facts = wrapped(mutedLabel({}));
    m_facts->setObjectName("layer-facts");
    column->addWidget(m_title);
    column->addWidget(m_help);
    column->addWidget(m_problem);
    auto* name = new QVBoxLayout;
    name->setSpacing(space(0.75));
    name->addWidget(idLabel);
    name->addWidget(m_id);
    column->addLayout(name);
    m_formPlace = new QVBoxLayout;
    column->addLayout(m_formPlace);
    column->addWidget(m_facts);
    connect(m_id, &QLineEdit::editingFinished, this, &LayerPanel::rename);
    setLayer({});
}

void LayerPanel::setLayer(const QString& id) {
    m_layer = id;
    refresh();
}

void LayerPanel::refresh() {
    const spec::Json* model = modelOf(*m_context.setup.current());
    const std::string path = model ? pathOfNode(*model, m_layer) : std::string();
    const spec::Json* layer = path.empty() ? nullptr : jsonAt(*model, path);
    m_empty->setVisible(!layer);
    m_body->setVisible(layer != nullptr);
    if (!layer) return;
    const bool input = path.starts_with("inputs");
    const QString type = input ? tr("Input") : textAt(*layer, "type");
    if (type != m_type || !m_form) rebuildForm(type, input ? inputFields() : layerFields(type));
    m_title->setText(type);
    m_help->setText(input ? tr("What comes into the model: one sample of the data has this shape.") : layerHelp(type));
    if (!m_id->hasFocus()) m_id->setText(m_layer);
    m_form->sync(*layer);
    showFacts();
    showProblems();
}

void LayerPanel::rebuildForm(const QString& type, std::vector<FieldSpec> fields) {
    delete m_form;
    m_type = type;
    m_form = new Form(std::move(fields), nullptr, 1);
    m_formPlace->addWidget(m_form);
    connect(m_form, &Form::edited, this, [this](const FieldSpec& field, const std::optional<spec::Json>& value) {
        const spec::Json* model = modelOf(*m_context.setup.current());
        const std::string node = model ? pathOfNode(*model, m_layer) : std::string();
        if (node.empty()) return;
        const std::string path = node + "." + field.path;
        const EditLabel label{tr("change %1 of %2").arg(field.label.toLower(), m_layer), "model", QString::fromStdString(path)};
        m_context.setup.editModel(label, path, value);
    });
}

void LayerPanel::showFacts() {
    const auto analysis = m_context.analyser.latest();
    QStringList lines;
    for (const session::LayerAnalysis& layer : analysis->layers) {
        if (QString::fromStdString(layer.id) != m_layer) continue;
        if (!layer.outputShape.empty()) lines << tr("Output: %1").arg(shapeText(layer.outputShape));
        lines << tr("Parameters: %1").arg(countText(layer.parameters));
        if (layer.flopsPerSample > 0) lines << tr("Work: %1FLOP a sample, forward").arg(shortCount(layer.flopsPerSample));
        if (layer.activationBytesPerSample > 0) lines << tr("Output size: %1 a sample").arg(bytesText(layer.activationBytesPerSample));
    }
    m_facts->setText(lines.join('\n'));
}

void LayerPanel::showProblems() {
    const spec::Json* model = modelOf(*m_context.setup.current());
    std::map<std::string, QString> fields;
    QStringList whole;
    for (const Error& problem : m_context.analyser.latest()->problems) {
        const QString place = placeOf(problem);
        if (place != "layer:" + m_layer && (!model || nodeFieldAt(*model, place).id != m_layer)) continue;
        const QString hint = QString::fromStdString(problem.hint());
        const QString text = QString::fromStdString(problem.text()) + (hint.isEmpty() ? QString() : '\n' + hint);
        const std::string field = fieldOf(problem);
        if (m_form->editor(field))
            fields.try_emplace(field, text);
        else
            whole << text;
    }
    m_form->setProblems(fields);
    m_problem->setText(whole.join('\n'));
    m_problem->setVisible(!whole.isEmpty());
}

void LayerPanel::rename() {
    const QString wish = m_id->text().trimmed();
    const spec::Json* model = modelOf(*m_context.setup.current());
    if (wish == m_layer || wish.isEmpty() || !model) {
        m_id->setText(m_layer);
        return;
    }
    if (layerIds(*model).contains(wish)) {
        m_context.log(tr("There is a layer %1 already").arg(wish));
        m_id->setText(m_layer);
        return;
    }
    const QString before = m_layer;
    m_layer = wish;
    m_context.setup.edit({tr("rename %1 to %2").arg(before, wish), "model", {}},
                         withModel(*m_context.setup.current(), withRenamed(*model, before, wish)));
    emit renamed(before, wish);
}

void LayerPanel::focusField(const std::string& path) {
    if (!m_form) return;
    FieldEditor* field = m_form->editor(path);
    if (!field && !m_form->editors().empty()) field = m_form->editors().front();
    if (field)
        field->control()->setFocus(Qt::ShortcutFocusReason);
    else
        m_id->setFocus(Qt::ShortcutFocusReason);
}

std::string LayerPanel::fieldOf(const Error& problem) const {
    if (problem.id() == "data.id_type") return "dtype";
    if (problem.id() == "data.shape_mismatch") return "shape";
    if (problem.id() == "data.label_range" || problem.id() == "data.target_mismatch") return "args.out_features";
    const spec::Json* model = modelOf(*m_context.setup.current());
    return model ? nodeFieldAt(*model, QString::fromStdString(pathOf(problem))).field : std::string();
}

} // namespace lockstep::ui
