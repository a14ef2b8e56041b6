#include "ui/plots/chart_bar.h"

#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QTimer>
#include <QToolButton>

#include <cmath>

namespace lockstep::ui {

namespace {
constexpr int kSliderSteps = 99; // 0 to 0.99
constexpr double kMostSmoothing = 0.999;
constexpr int kHintMs = 3000;
} // namespace

ChartBar::ChartBar(QWidget* parent)
    : QWidget(parent), m_smoothing(new QSlider(Qt::Horizontal, this)), m_smoothingBox(new QDoubleSpinBox(this)),
      m_raw(new QCheckBox(tr("Show raw"), this)), m_logY(new QCheckBox(tr("Log y"), this)), m_linked(new QCheckBox(tr("Link x"), this)),
      m_axis(new QComboBox(this)), m_hint(new QLabel(this)) {
    makeSmoothing();
    m_raw->setToolTip(tr("Draw the values as recorded behind the smoothed line."));
    m_logY->setToolTip(tr("Logarithmic y axis. Values at or below zero are counted at the lower edge."));
    m_linked->setToolTip(tr("Zooming one chart zooms the steps of all."));
    m_linked->setChecked(true);
    m_axis->addItem(tr("Step"), int(XAxis::Step));
    m_axis->addItem(tr("Elapsed time"), int(XAxis::Elapsed));
    m_axis->addItem(tr("Clock"), int(XAxis::Clock));
    m_axis->setAccessibleName(tr("X axis"));
    m_axis->setToolTip(tr("What the x axis counts. Elapsed time counts from the first step."));
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    auto* fit = new QToolButton(this);
    fit->setIcon(icon(QStringLiteral("fit"), IconTone::Muted));
    fit->setAutoRaise(true);
    fit->setAccessibleName(tr("Fit all charts"));
    fit->setToolTip(tr("Fit all charts and follow new steps"));
    connect(fit, &QToolButton::clicked, this, &ChartBar::fitRequested);

    auto* smoothingLabel = new QLabel(tr("Smoothing"), this);
    smoothingLabel->setBuddy(m_smoothing);
    auto* axisLabel = new QLabel(tr("X axis"), this);
    axisLabel->setBuddy(m_axis);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(space(2));
    for (QWidget* part :
         std::initializer_list<QWidget*>{smoothingLabel, m_smoothing, m_smoothingBox, m_raw, axisLabel, m_axis, m_logY, m_linked})
        layout->addWidget(part);
    layout->addWidget(m_hint, 1);
    layout->addWidget(fit);

    for (auto* box : {m_raw, m_logY}) connect(box, &QCheckBox::toggled, this, &ChartBar::changed);
    connect(m_axis, &QComboBox::currentIndexChanged, this, &ChartBar::changed);
    setOptions({});
}

void ChartBar::makeSmoothing() {
    m_smoothing->setRange(0, kSliderSteps);
    m_smoothing->setFixedWidth(space(28));
    m_smoothing->setAccessibleName(tr("Smoothing"));
    m_smoothing->setToolTip(tr("Exponential moving average of the training curves; 0 draws them as recorded (default 0.6)."));
    m_smoothingBox->setRange(0, kMostSmoothing);
    m_smoothingBox->setDecimals(3);
    m_smoothingBox->setSingleStep(0.01);
    m_smoothingBox->setAccessibleName(tr("Smoothing, as a number"));
    connect(m_smoothing, &QSlider::valueChanged, this, [this](int value) {
        if (!m_setting) m_smoothingBox->setValue(value / 100.0);
    });
    connect(m_smoothingBox, &QDoubleSpinBox::valueChanged, this, &ChartBar::changed);
}

void ChartBar::setOptions(const ChartOptions& options) {
    m_setting = true;
    m_options = options;
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

bool ChartBar::isLinked() const { return m_linked->isChecked(); }

void ChartBar::showHint(const QString& text) {
    m_hint->setText(text);
    QTimer::singleShot(kHintMs, m_hint, &QLabel::clear);
}

} // namespace lockstep::ui
