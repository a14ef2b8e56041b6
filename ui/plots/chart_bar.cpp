#include "ui/plots/chart_bar.h"

#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QStandardItemModel>
#include <QTimer>
#include <QToolButton>

#include <cmath>

namespace lockstep::ui {

namespace {
constexpr int kSliderSteps = 99; // 0 to 0.99
constexpr double kMostSmoothing = 0.999;
constexpr int kHintMs = 3000;
constexpr int kNoMethod = -1;
} // namespace

ChartBar::ChartBar(QWidget* parent)
    : QWidget(parent), m_smoothing(new QSlider(Qt::Horizontal, this)), m_smoothingBox(new QDoubleSpinBox(this)),
      m_raw(new QCheckBox(tr("Show raw"), this)), m_logY(new QCheckBox(tr("Log y"), this)), m_linked(new QCheckBox(tr("Link x"), this)),
      m_method(new QComboBox(this)), m_axis(new QComboBox(this)), m_lastStrength(ChartOptions().smoothing), m_hint(new QLabel(this)) {
    makeSmoothing();
    m_raw->setToolTip(tr("Draw the values as recorded behind the smoothed line."));
    m_logY->setToolTip(tr("Logarithmic y axis. Values at or below zero are counted at the lower edge."));
    m_linked->setToolTip(tr("Zooming one chart zooms the steps of all."));
    m_linked->setChecked(true);
    makeAxis();
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    auto* fit = new QToolButton(this);
    fit->setIcon(icon(QStringLiteral("fit"), IconTone::Muted));
    fit->setAutoRaise(true);
    fit->setAccessibleName(tr("Fit all charts"));
    fit->setToolTip(tr("Fit all charts and follow new steps"));
    connect(fit, &QToolButton::clicked, this, &ChartBar::fitRequested);

    auto* smoothingLabel = new QLabel(tr("Smoothing"), this);
    smoothingLabel->setBuddy(m_method);
    auto* axisLabel = new QLabel(tr("X axis"), this);
    axisLabel->setBuddy(m_axis);
    const auto row = [](std::initializer_list<QWidget*> parts) {
        auto* made = new QHBoxLayout;
        made->setSpacing(space(2));
        for (auto* part : parts) made->addWidget(part);
        return made;
    };
    auto* first = row({smoothingLabel, m_method, m_smoothing, m_smoothingBox, m_raw});
    auto* second = row({axisLabel, m_axis, m_logY, m_linked});
    second->addWidget(m_hint, 1);
    second->addWidget(fit);
    m_rows = new QBoxLayout(QBoxLayout::LeftToRight, this);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(space(2));
    m_rows->addLayout(first);
    m_rows->addLayout(second, 1);
    for (auto* box : {m_raw, m_logY}) connect(box, &QCheckBox::toggled, this, &ChartBar::changed);
    connect(m_axis, &QComboBox::currentIndexChanged, this, &ChartBar::changed);
    m_method->setObjectName(QStringLiteral("chart-method"));
    m_axis->setObjectName(QStringLiteral("chart-axis"));
    m_smoothingBox->setObjectName(QStringLiteral("chart-strength"));
    setOptions({});
}

void ChartBar::makeAxis() {
    const std::pair<QString, XAxis> axes[] = {
        {tr("Step"), XAxis::Step},          {tr("Epoch"), XAxis::Epoch},          {tr("Samples"), XAxis::Samples},
        {tr("Active time"), XAxis::Active}, {tr("Elapsed time"), XAxis::Elapsed}, {tr("Clock"), XAxis::Clock}};
    for (const auto& [text, axis] : axes) m_axis->addItem(text, int(axis));
    m_axis->setAccessibleName(tr("X axis"));
    m_axis->setToolTip(tr("What the x axis counts. Elapsed time counts from the first step, active time leaves pauses out, samples are "
                          "steps times the batch size."));
}

void ChartBar::setAvailable(bool samples, bool epochs) {
    const auto mark = [this](XAxis axis, bool known, const QString& why) {
        const int row = m_axis->findData(int(axis));
        auto* item = qobject_cast<QStandardItemModel*>(m_axis->model())->item(row);
        item->setEnabled(known);
        item->setToolTip(known ? QString() : why);
        if (!known && m_axis->currentIndex() == row) m_axis->setCurrentIndex(m_axis->findData(int(XAxis::Step)));
    };
    mark(XAxis::Samples, samples, tr("A run shown here does not tell its batch size, or changes it on the way."));
    mark(XAxis::Epoch, epochs, tr("A run shown here does not tell its epochs."));
}

/// "None" is strength 0; another method brings back the strength from before.
void ChartBar::methodChosen() {
    if (m_setting) return;
    auto options = m_options;
    const int method = m_method->currentData().toInt();
    if (method == kNoMethod) {
        options.smoothing = 0;
    } else {
        options.method = static_cast<monitors::SmoothingMethod>(method);
        if (options.smoothing == 0) options.smoothing = m_lastStrength;
    }
    setOptions(options);
    emit optionsChanged(options);
}

void ChartBar::makeSmoothing() {
    using Method = monitors::SmoothingMethod;
    m_method->addItem(tr("Exponential"), int(Method::Exponential));
    m_method->addItem(tr("Gaussian"), int(Method::Gaussian));
    m_method->addItem(tr("Running mean"), int(Method::RunningMean));
    m_method->addItem(tr("None"), kNoMethod);
    m_method->setAccessibleName(tr("Smoothing method"));
    m_method->setToolTip(tr("How training curves are smoothed. The same strength calms noise as much by every method."));
    connect(m_method, &QComboBox::currentIndexChanged, this, &ChartBar::methodChosen);
    m_smoothing->setRange(0, kSliderSteps);
    m_smoothing->setMinimumWidth(space(14));
    m_smoothing->setMaximumWidth(space(28));
    m_smoothing->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_smoothing->setAccessibleName(tr("Smoothing"));
    m_smoothing->setToolTip(tr("How strongly training curves are smoothed; 0 draws them as recorded (default 0.6)."));
    m_smoothingBox->setRange(0, kMostSmoothing);
    m_smoothingBox->setDecimals(3);
    m_smoothingBox->setSingleStep(0.01);
    m_smoothingBox->setMinimumWidth(m_smoothingBox->sizeHint().width() + m_smoothingBox->fontMetrics().horizontalAdvance(QLatin1Char('0')));
    m_smoothingBox->setAccessibleName(tr("Smoothing, as a number"));
    connect(m_smoothing, &QSlider::valueChanged, this, [this](int value) {
        if (!m_setting) m_smoothingBox->setValue(value / 100.0);
    });
    connect(m_smoothingBox, &QDoubleSpinBox::valueChanged, this, &ChartBar::changed);
}

void ChartBar::setOptions(const ChartOptions& options) {
    m_setting = true;
    m_options = options;
    if (options.smoothing > 0) m_lastStrength = options.smoothing;
    m_method->setCurrentIndex(m_method->findData(options.smoothing > 0 ? int(options.method) : kNoMethod));
    m_smoothing->setValue(std::min(kSliderSteps, static_cast<int>(std::lround(options.smoothing * 100))));
    m_smoothingBox->setValue(options.smoothing);
    m_raw->setChecked(options.showRaw);
    m_logY->setChecked(options.logY);
    m_axis->setCurrentIndex(m_axis->findData(int(options.xAxis)));
    m_setting = false;
}

void ChartBar::changed() {
    if (m_setting) return;
    auto options = m_options;
    options.smoothing = m_smoothingBox->value();
    options.showRaw = m_raw->isChecked();
    options.logY = m_logY->isChecked();
    options.xAxis = static_cast<XAxis>(m_axis->currentData().toInt());
    setOptions(options);
    emit optionsChanged(options);
}

/// One row where both halves fit side by side, else two.
void ChartBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const int wanted = m_rows->itemAt(0)->sizeHint().width() + m_rows->spacing() + m_rows->itemAt(1)->sizeHint().width();
    const auto direction = wanted <= width() ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
    if (m_rows->direction() != direction) m_rows->setDirection(direction);
}

/// The narrowest it can be is two rows: a row must not force the window wider.
QSize ChartBar::minimumSizeHint() const {
    const auto first = m_rows->itemAt(0)->minimumSize(), second = m_rows->itemAt(1)->minimumSize();
    return {std::max(first.width(), second.width()), QWidget::minimumSizeHint().height()};
}

bool ChartBar::isLinked() const { return m_linked->isChecked(); }

void ChartBar::showHint(const QString& text) {
    m_hint->setText(text);
    QTimer::singleShot(kHintMs, m_hint, &QLabel::clear);
}

} // namespace lockstep::ui
