#include "ui/pages/model_page.h"

#include "ui/canvas/canvas.h"
#include "ui/canvas/node_item.h"
#include "ui/forms/layer_form.h"
#include "ui/models/number_text.h"
#include "ui/pages/layer_panel.h"
#include "ui/pages/model_outline.h"
#include "ui/setup/model_edits.h"
#include "ui/setup/problem_place.h"
#include "ui/setup/setup_analyser.h"
#include "ui/setup/setup_document.h"
#include "ui/shell/action_table.h"
#include "ui/shell/card.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockstep::ui {

namespace {

constexpr double kZoomStep = 1.25;

/// A strip in the colour of surfaces, with a hairline.
class Strip : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.fillRect(rect(), colors().surface);
        painter.fillRect(QRect(0, 0, width(), 1), colors().border);
        painter.fillRect(QRect(0, height() - 1, width(), 1), colors().border);
    }
};

QToolButton* toolButton(QAction* action) {
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    button->setMinimumSize(targetSize(), targetSize());
    button->setAccessibleName(QString(action->text()).remove('&'));
    return button;
}

} // namespace

ModelPage::ModelPage(const StudioContext& context, QWidget* parent) : Page(context, parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_split = new QSplitter(Qt::Horizontal);
    m_split->setHandleWidth(1);
    m_panel = new LayerPanel(context);
    m_split->addWidget(buildLeft());
    m_split->addWidget(buildMiddle());
    m_split->addWidget(m_panel);
    m_split->setStretchFactor(1, 1);
    m_split->setSizes({space(74), space(150), space(70)});
    m_split->setChildrenCollapsible(false);
    column->addWidget(m_split, 1);
    column->addWidget(buildTotals());
    connectActs();
    refresh();
}

QWidget* ModelPage::buildLeft() {
    auto* left = new Strip;
    left->setMinimumWidth(space(45));
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(space(3), space(3), space(1), space(2));
    column->setSpacing(space(2));
    m_find = new QLineEdit;
    m_find->setObjectName("find-layer");
    m_find->setPlaceholderText(tr("Find a layer"));
    m_find->setAccessibleName(tr("Find a layer"));
    m_find->setClearButtonEnabled(true);
    m_find->addAction(icon("search", IconTone::Muted), QLineEdit::LeadingPosition);
    m_outline = new ModelOutline;
    column->addWidget(m_find);
    column->addWidget(m_outline, 1);
    connect(m_find, &QLineEdit::textChanged, this, [this](const QString& letters) {
        const QString first = m_outline->filter(letters);
        if (!letters.isEmpty() && !first.isEmpty()) select(first);
    });
    connect(m_outline, &ModelOutline::chosen, this, &ModelPage::select);
    return left;
}

QWidget* ModelPage::buildMiddle() {
    auto* middle = new QWidget;
    auto* column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* bar = new Strip;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(space(3), space(1), space(3), space(1));
    row->setSpacing(space(1));
    m_add = new QToolButton;
    m_add->setObjectName("add-layer");
    m_add->setIcon(icon("plus"));
    m_add->setText(tr("Add layer"));
    m_add->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_add->setPopupMode(QToolButton::InstantPopup);
    m_add->setAutoRaise(true);
    m_add->setToolTip(tr("Add a layer behind the selected one"));
    m_add->setAccessibleName(tr("Add a layer"));
    m_add->setMinimumHeight(space(7));
    auto* menu = new QMenu(m_add);
    for (const LayerChoice& choice : layerChoices()) {
        QMenu* group = menu->addMenu(choice.group);
        group->setToolTipsVisible(true);
        for (const QString& type : choice.types) {
            QAction* action = group->addAction(type, this, [this, type] { addLayer(type); });
            action->setToolTip(layerHelp(type));
        }
    }
    m_add->setMenu(menu);
    row->addWidget(m_add);
    row->addWidget(toolButton(context().actions.action("canvas-duplicate")));
    row->addWidget(toolButton(context().actions.action("canvas-delete")));
    row->addStretch();
    for (const char* id : {"zoom-out", "zoom-in", "zoom-fit"}) row->addWidget(toolButton(context().actions.action(id)));
    m_canvas = new Canvas;
    m_canvas->setObjectName("canvas");
    column->addWidget(bar);
    column->addWidget(m_canvas, 1);
    return middle;
}

QWidget* ModelPage::buildTotals() {
    auto* bar = new Strip;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(space(4), space(1.5), space(4), space(1.5));
    m_totals = new QLabel;
    m_totals->setObjectName("model-totals");
    row->addWidget(m_totals);
    row->addStretch();
    return bar;
}

void ModelPage::connectActs() {
    context().actions.attach(this, ActionContext::Canvas);
    const auto on = [this](const char* id, auto act) { connect(context().actions.action(id), &QAction::triggered, this, act); };
    on("canvas-delete", [this] { removeLayer(); });
    on("canvas-duplicate", [this] { duplicateLayer(); });
    on("canvas-rename", [this] {
        if (auto* id = m_panel->findChild<QLineEdit*>("layer-id")) id->setFocus(Qt::ShortcutFocusReason), id->selectAll();
    });
    connect(m_canvas, &Canvas::selectionMoved, this, [this](const QString& id) {
        if (id != m_selected) select(id);
    });
    connect(m_panel, &LayerPanel::renamed, this, [this](const QString&, const QString& to) { select(to); });
    connect(&context().setup, &SetupDocument::changed, this, &ModelPage::refresh);
    connect(&context().setup, &SetupDocument::replaced, this, [this] {
        m_find->clear();
        select({});
    });
    connect(&context().analyser, &SetupAnalyser::analysed, this, &ModelPage::refresh);
}

void ModelPage::refresh() {
    const spec::Json* model = modelOf(*context().setup.current());
    const auto analysis = context().analyser.latest();
    const GraphView graph = model ? makeGraphView(*model, *analysis, m_canvas->graph(), NodeItem::size()) : GraphView{};
    m_canvas->setGraph(graph);
    m_outline->setGraph(graph);
    m_add->setEnabled(model != nullptr);
    if (!m_wanted.isEmpty())
        select(std::exchange(m_wanted, {}));
    else if (!m_selected.isEmpty() && !m_canvas->item(m_selected))
        select({});
    m_panel->refresh();
    showTotals();
}

void ModelPage::showTotals() {
    const auto analysis = context().analyser.latest();
    if (!context().setup.isOpen()) return m_totals->setText(tr("Open a document or a template to see its model"));
    const auto layers = static_cast<int>(m_canvas->graph().size());
    QStringList parts{pluralText(layers, tr("1 layer"), tr("%1 layers"))};
    if (!analysis->layers.empty()) parts << pluralText(analysis->parameters, tr("1 parameter"), tr("%1 parameters")); // else not known
    if (analysis->flopsPerStep > 0) parts << tr("%1FLOP a training step").arg(shortCount(analysis->flopsPerStep));
    if (analysis->plannedMemoryBytes) parts << tr("%1 memory planned").arg(bytesText(static_cast<double>(analysis->plannedMemoryBytes)));
    if (!analysis->problems.empty())
        parts << pluralText(static_cast<qint64>(analysis->problems.size()), tr("1 problem"), tr("%1 problems"));
    m_totals->setText(parts.join(QString::fromUtf8("   ·   ")));
}

void ModelPage::select(const QString& id) {
    m_selected = id;
    m_canvas->select(id);
    m_outline->select(id);
    m_panel->setLayer(id);
    const spec::Json* model = modelOf(*context().setup.current());
    const bool layer = model && layerOf(*model, id);
    const QString reason = layer ? QString() : tr("Select a layer first");
    for (const char* act : {"canvas-delete", "canvas-duplicate", "canvas-rename"}) context().actions.setBlocked(act, reason);
}

void ModelPage::addLayer(const QString& type) {
    const SetupPtr setup = context().setup.current();
    const spec::Json* model = modelOf(*setup);
    if (!model || m_canvas->graph().empty()) return;
    const QString after = m_selected.isEmpty() ? m_canvas->graph().back().id : m_selected;
    spec::Json next = withLayerAfter(*model, after, type, &m_wanted);
    context().setup.edit({tr("add %1").arg(type), "model", {}}, withModel(*setup, std::move(next)));
}

void ModelPage::removeLayer() {
    const SetupPtr setup = context().setup.current();
    const spec::Json* model = modelOf(*setup);
    if (!model || m_selected.isEmpty()) return;
    context().setup.edit({tr("delete %1").arg(m_selected), "model", {}}, withModel(*setup, withoutLayer(*model, m_selected)));
}

void ModelPage::duplicateLayer() {
    const SetupPtr setup = context().setup.current();
    const spec::Json* model = modelOf(*setup);
    if (!model || m_selected.isEmpty()) return;
    spec::Json next = withDuplicate(*model, m_selected, &m_wanted);
    context().setup.edit({tr("duplicate %1").arg(m_selected), "model", {}}, withModel(*setup, std::move(next)));
}

bool ModelPage::reveal(const QString& place) {
    const spec::Json* model = modelOf(*context().setup.current());
    if (!place.startsWith("layer:")) {
        const NodeField node = model ? nodeFieldAt(*model, place) : NodeField{};
        if (node.id.isEmpty() || !m_canvas->item(node.id)) {
            static const QStringList kParts{"model", "inputs", "layers", "outputs", "init"};
            return kParts.contains(place.section('.', 0, 0).section('[', 0, 0));
        }
        select(node.id);
        m_panel->focusField(node.field);
        return true;
    }
    const QString id = place.mid(6);
    if (!m_canvas->item(id)) return false;
    select(id);
    std::string field;
    for (const Error& problem : context().analyser.latest()->problems)
        if (placeOf(problem) == place && field.empty()) field = m_panel->fieldOf(problem);
    m_panel->focusField(field);
    return true;
}

void ModelPage::find() {
    m_find->setFocus(Qt::ShortcutFocusReason);
    m_find->selectAll();
}

void ModelPage::zoomIn() { m_canvas->zoomBy(kZoomStep); }

void ModelPage::zoomOut() { m_canvas->zoomBy(1 / kZoomStep); }

void ModelPage::zoomFit() {
    m_canvas->fit();
    m_canvas->keepView();
}

} // namespace lockstep::ui
