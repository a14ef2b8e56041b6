#include "ui/pages/live_page_stats.h"

#include "session/run_view.h"
#include "ui/models/number_text.h"
#include "ui/pages/live_page_values.h"
#include "ui/theme/metrics.h"
#include "ui/theme/style_drawing.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace lockstep::ui {

namespace {

QLabel* makeLabel(QWidget* parent, const QFont& font) {
    auto* label = new QLabel(parent);
    label->setFont(font);
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

LivePanel::LivePanel(QWidget* parent) : QFrame(parent) {
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void LivePanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    drawBox(&painter, rect(), colors().surface, colors().border, 1.5 * cornerRadius());
}

StatTile::StatTile(const QString& label, QWidget* parent) : LivePanel(parent) {
    m_label = makeLabel(this, scaledFont(0.9));
    m_value = makeLabel(this, scaledFont(1.4, true));
    m_remark = makeLabel(this, scaledFont(0.9));
    for (auto* muted : {m_label, m_remark}) muted->setForegroundRole(QPalette::PlaceholderText);
    m_label->setText(label);
    m_remark->setMinimumWidth(1); // a long remark is cut with a tooltip, it never widens the page
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(space(3), space(2), space(3), space(2));
    layout->setSpacing(space(0.5));
    for (auto* part : {m_label, m_value, m_remark}) layout->addWidget(part);
}

void StatTile::show(const QString& value, const QString& remark, const QString& toolTip) {
    m_value->setText(value);
    m_remark->setText(remark);
    setToolTip(toolTip.isEmpty() ? remark : toolTip);
    m_remark->setToolTip(this->toolTip());
    setAccessibleName(QStringLiteral("%1: %2").arg(m_label->text(), value));
    setAccessibleDescription(remark);
    setVisible(true);
}

QString StatTile::value() const { return m_value->text(); }
QString StatTile::remark() const { return m_remark->text(); }

LiveStats::LiveStats(QWidget* parent) : QWidget(parent) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space(2));
    const std::pair<const char*, QString> tiles[] = {{"loss", tr("Training loss")},      {"validation", tr("Validation loss")},
                                                     {"metric", tr("Metric")},           {"throughput", tr("Throughput")},
                                                     {"utilisation", tr("Utilisation")}, {"memory", tr("Memory")}};
    for (const auto& [id, label] : tiles) {
        auto* tile = new StatTile(label, this);
        tile->setObjectName(QLatin1String(id));
        tile->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        layout->addWidget(tile, 1);
        m_tiles[QLatin1String(id)] = tile;
    }
}

StatTile* LiveStats::tile(const QString& id) const { return m_tiles.at(id); }

void LiveStats::show(const session::RunView& view) {
    showLosses(view);
    showSpeed(view);
    showMemory(view);
}

void LiveStats::showLosses(const session::RunView& view) {
    const auto loss = lastPoint(view, "loss");
    tile("loss")->show(loss ? numberText(loss->value) : QStringLiteral("—"),
                       loss ? tr("at step %1").arg(countText(loss->step)) : QString());
    const auto validation = lastPoint(view, "validation/loss");
    tile("validation")->setVisible(validation.has_value());
    if (validation) {
        const auto best = bestPoint(view, "validation/loss");
        tile("validation")
            ->show(numberText(validation->value),
                   best ? tr("best %1 at step %2").arg(numberText(best->value), countText(best->step)) : QString());
    }
    const auto metric = firstMetric(view);
    tile("metric")->setVisible(!metric.isEmpty());
    if (metric.isEmpty()) return;
    const auto value = lastPoint(view, metric.toStdString());
    tile("metric")->show(numberText(value->value), tr("Validation %1, step %2").arg(metricTitle(metric).toLower(), countText(value->step)));
}

void LiveStats::showSpeed(const session::RunView& view) {
    const auto& p = view.progress;
    tile("throughput")
        ->show(p.samplesPerS > 0 ? tr("%1").arg(rateText(p.samplesPerS)) : QStringLiteral("—"),
               p.stepMsMedian > 0 ? tr("samples, %1 ms a step").arg(numberText(p.stepMsMedian)) : tr("samples"));
    auto* utilisation = tile("utilisation");
    utilisation->setVisible(p.peakFlops > 0 && p.achievedFlops > 0); // else nothing was measured
    if (!utilisation->isVisibleTo(this)) return;
    const auto peak =
        p.peakMeasured ? tr("of %1, measured").arg(flopsText(p.peakFlops)) : tr("of %1, from the vendor").arg(flopsText(p.peakFlops));
    utilisation->show(percentText(p.utilization), peak,
                      tr("%1 achieved, %2 the peak of the types used").arg(flopsText(p.achievedFlops), peak));
}

void LiveStats::showMemory(const session::RunView& view) {
    const auto& p = view.progress;
    const auto bytes = [](std::size_t value) { return bytesText(static_cast<double>(value)); };
    tile("memory")->setVisible(p.usedBytes || p.plannedBytes);
    if (!tile("memory")->isVisibleTo(this)) return;
    tile("memory")->show(p.usedBytes ? bytes(p.usedBytes) : QStringLiteral("—"), tr("planned %1").arg(bytes(p.plannedBytes)),
                         tr("Device memory in use %1, planned %2; process %3 now, %4 at most")
                             .arg(bytes(p.usedBytes), bytes(p.plannedBytes), bytes(p.rssBytes), bytes(p.peakRssBytes)));
}

} // namespace lockstep::ui
