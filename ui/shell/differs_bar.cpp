#include "ui/shell/differs_bar.h"

#include "ui/models/number_text.h"
#include "ui/setup/problem_place.h"
#include "ui/setup/setup_base.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace lockstep::ui {

namespace {

constexpr std::size_t kMostListed = 30;
constexpr qsizetype kLongest = 40; ///< of a value in the list

/// `model.layers[fc1].args.bias` is a place of layer fc1.
QString placeOfPath(const std::string& path) {
    const QString text = QString::fromStdString(path);
    if (!text.startsWith("model.layers[")) return text.startsWith("model.") ? QString("model") : text;
    return "layer:" + text.section('[', 1).section(']', 0, 0);
}

QString textOfPath(const std::string& path) {
    const QString place = placeOfPath(path), text = QString::fromStdString(path);
    if (!place.startsWith("layer:")) return placeText(text);
    const QString inside = text.section("]", 1).remove(0, 1).remove("args.");
    return inside.isEmpty() ? placeText(place) : placeText(place) + QString::fromUtf8(" › ") + placeText(inside);
}

QString shortened(const QString& value) {
    if (value.isEmpty()) return QString::fromUtf8("–");
    return value.size() <= kLongest ? value : value.left(kLongest) + QString::fromUtf8("…");
}

} // namespace

DiffersBar::DiffersBar(SetupBase& base, QWidget* parent) : QFrame(parent), m_base(base), m_text(new QLabel), m_menu(new QMenu(this)) {
    setObjectName("differs-bar");
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(space(5), space(1), space(4), space(1));
    row->setSpacing(space(2));
    m_text->setObjectName("differs-text");
    auto* show = new QToolButton;
    show->setObjectName("differs-show");
    show->setText(tr("Show"));
    show->setToolTip(tr("List the fields; choose one to go there"));
    show->setPopupMode(QToolButton::InstantPopup);
    show->setMenu(m_menu);
    show->setMinimumHeight(targetSize());
    auto* back = new QPushButton(tr("Back to the run"));
    back->setObjectName("differs-back");
    back->setProperty("look", "quiet");
    back->setToolTip(tr("Set all of them as they were in the run; undo brings your changes back"));
    auto* close = new QToolButton;
    close->setObjectName("differs-close");
    close->setIcon(icon("close", IconTone::Muted));
    close->setAutoRaise(true);
    close->setMinimumSize(targetSize(), targetSize());
    close->setToolTip(tr("No longer compare with this run"));
    close->setAccessibleName(close->toolTip());
    row->addWidget(m_text);
    row->addWidget(show);
    row->addWidget(back);
    row->addStretch(1);
    row->addWidget(close);
    connect(m_menu, &QMenu::aboutToShow, this, &DiffersBar::fillMenu);
    connect(back, &QPushButton::clicked, &base, &SetupBase::takeBack);
    connect(close, &QToolButton::clicked, &base, &SetupBase::clear);
    connect(&base, &SetupBase::changed, this, &DiffersBar::refresh);
    refresh();
}

void DiffersBar::setWanted(bool wanted) {
    m_wanted = wanted;
    refresh();
}

void DiffersBar::refresh() {
    const auto count = static_cast<qint64>(m_base.differences().size());
    setVisible(m_wanted && m_base.run() && count > 0);
    m_text->setText(count == 1 ? tr("Differs from run %1 in 1 field").arg(m_base.run())
                               : tr("Differs from run %1 in %2 fields").arg(m_base.run()).arg(countText(count)));
}

void DiffersBar::fillMenu() {
    m_menu->clear();
    const auto& all = m_base.differences();
    for (std::size_t i = 0; i < std::min(all.size(), kMostListed); ++i) {
        const JsonDifference& d = all[i];
        QAction* action =
            m_menu->addAction(tr("%1:  %2  →  %3").arg(textOfPath(d.path), shortened(d.before), shortened(d.after)).replace('&', "&&"));
        connect(action, &QAction::triggered, this, [this, place = placeOfPath(d.path)] { emit placeChosen(place); });
    }
    if (all.size() > kMostListed) m_menu->addAction(tr("and %1 more").arg(all.size() - kMostListed))->setEnabled(false);
}

void DiffersBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().infoSoft);
    painter.fillRect(QRect(0, height() - 1, width(), 1), colors().border);
}

} // namespace lockstep::ui
