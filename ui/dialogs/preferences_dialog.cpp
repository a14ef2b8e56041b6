#include "ui/dialogs/preferences_dialog.h"

#include "ui/shell/card.h"
#include "ui/shell/settings.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockstep::ui {

namespace {
constexpr int kScales[] = {75, 100, 125, 150, 175, 200};
}

PreferencesDialog::PreferencesDialog(Settings& settings, QWidget* parent) : QDialog(parent) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Preferences"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space(6), space(5), space(6), space(5));
    column->setSpacing(space(4));
    auto* title = new QLabel(tr("Preferences"));
    title->setFont(scaledFont(1.25, true));
    column->addWidget(title);

    auto* theme = new QComboBox;
    theme->setObjectName("theme");
    theme->addItem(tr("As the desktop"), static_cast<int>(Theme::Mode::Auto));
    theme->addItem(tr("Light"), static_cast<int>(Theme::Mode::Light));
    theme->addItem(tr("Dark"), static_cast<int>(Theme::Mode::Dark));
    theme->setCurrentIndex(theme->findData(static_cast<int>(Theme::instance().mode())));
    theme->setAccessibleName(tr("Theme"));
    connect(theme, &QComboBox::activated, this, [theme, &settings] {
        settings.setValue(kThemeKey, theme->currentData());
        Theme::instance().setMode(static_cast<Theme::Mode>(theme->currentData().toInt()));
    });
    auto* scale = new QComboBox;
    scale->setObjectName("scale");
    for (const int percent : kScales) scale->addItem(tr("%1 %").arg(percent), percent);
    scale->setCurrentIndex(scale->findData(settings.value(kScaleKey, 100).toInt()));
    scale->setAccessibleName(tr("Size of the window's text and controls"));
    connect(scale, &QComboBox::activated, this, [scale, &settings] { settings.setValue(kScaleKey, scale->currentData()); });

    auto* tell = new QCheckBox(tr("Tell of alerts and ends of runs by the desktop"));
    tell->setObjectName("notify");
    tell->setToolTip(tr("Only while another window is in front."));
    tell->setChecked(settings.value(kNotifyKey, true).toBool());
    connect(tell, &QCheckBox::toggled, this, [&settings](bool on) { settings.setValue(kNotifyKey, on); });

    auto* form = new QFormLayout;
    form->setHorizontalSpacing(space(4));
    form->setVerticalSpacing(space(3));
    form->addRow(tr("&Theme"), theme);
    form->addRow(tr("&Size"), scale);
    form->addRow({}, mutedLabel(tr("A new size counts from the next start on.")));
    form->addRow({}, tell);
    column->addLayout(form);
    auto* close = new QPushButton(tr("Close"));
    close->setProperty("look", "primary");
    close->setDefault(true);
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    column->addWidget(close, 0, Qt::AlignRight);
    setMinimumWidth(space(100));
}

} // namespace lockstep::ui
