#include "ui/pages/setup_summary.h"

#include "session/answers.h"
#include "ui/models/number_text.h"
#include "ui/theme/metrics.h"

#include <QGridLayout>
#include <QLabel>

namespace lockstep::ui {

SetupSummary::SetupSummary(QWidget* parent) : TitledCard(tr("Before the start"), parent) {
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(space(4));
    grid->setVerticalSpacing(space(2));
    grid->setColumnStretch(1, 1);
    addRow(grid, "parameters", tr("Parameters"), tr("Numbers that are learnt."));
    addRow(grid, "flops", tr("Work a step"),
           tr("Floating-point operations of a training step: matrix products and convolutions, forward and back."));
    addRow(grid, "memory", tr("Memory, planned"),
           tr("What the plan takes: weights, optimizer state, activations. The plan is the allocation."));
    addRow(grid, "training", tr("Training samples"), tr("Samples to learn from."));
    addRow(grid, "validation", tr("Validation samples"), tr("Samples for measuring during training."));
    addRow(grid, "test", tr("Test samples"), tr("Samples for measuring at the end."));
    addRow(grid, "steps", tr("Steps"), tr("Updates of the weights."));
    addRow(grid, "epochs", tr("Epochs"), tr("How often each training sample is seen."));
    body()->addLayout(grid);
}

void SetupSummary::addRow(QGridLayout* grid, const char* id, const QString& title, const QString& help) {
    auto* name = mutedLabel(title);
    name->setToolTip(help);
    auto* value = new QLabel(QString::fromUtf8("–"));
    value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    value->setFont(scaledFont(1, true));
    value->setToolTip(help);
    value->setAccessibleName(title);
    value->setObjectName(QString("summary-") + id);
    const int row = grid->rowCount();
    grid->addWidget(name, row, 0);
    grid->addWidget(value, row, 1);
    m_values[id] = value;
}

void SetupSummary::set(const char* id, const QString& text) { m_values.at(id)->setText(text.isEmpty() ? QString::fromUtf8("–") : text); }

void SetupSummary::show(const session::SetupAnalysis& analysis, qint64 batchSize) {
    const auto count = [](std::int64_t n) { return n > 0 ? countText(n) : QString(); };
    set("parameters", count(analysis.parameters));
    set("flops", analysis.flopsPerStep > 0 ? flopsText(analysis.flopsPerStep).remove("/s") : QString());
    set("memory", analysis.plannedMemoryBytes ? bytesText(static_cast<double>(analysis.plannedMemoryBytes)) : QString());
    set("training", count(analysis.trainSamples));
    set("validation", count(analysis.validationSamples));
    set("test", count(analysis.testSamples));
    set("steps", count(analysis.steps));
    const std::int64_t perEpoch = batchSize > 0 ? (analysis.trainSamples + batchSize - 1) / batchSize : 0;
    const double epochs = perEpoch > 0 ? static_cast<double>(analysis.steps) / static_cast<double>(perEpoch) : 0;
    set("epochs", epochs > 0 ? QString::number(epochs, 'f', 1) : QString());
}

} // namespace lockstep::ui
