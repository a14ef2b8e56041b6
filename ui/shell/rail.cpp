#include "ui/shell/rail.h"

#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/style_drawing.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QPainter>
#include <QVBoxLayout>

namespace lockstep::ui {

namespace {

/// An icon over its name; the chosen one lies on a tinted box with a bar, so that colour is not the only sign.
class RailButton : public QAbstractButton {
public:
    RailButton(const QString& title, const QString& iconName, QWidget* parent) : QAbstractButton(parent), m_icon(iconName) {
        setText(title);
        setCheckable(true);
        setAttribute(Qt::WA_Hover);
        setFocusPolicy(Qt::StrongFocus);
    }

    QSize sizeHint() const override { return {space(18), space(14)}; }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const Colors& c = colors();
        const QRect box = rect().adjusted(space(1.5), space(0.5), -space(1.5), -space(0.5));
        if (isChecked())
            drawBox(&painter, box, c.accentSoft, {}, cornerRadius() * 1.5);
        else if (underMouse())
            drawBox(&painter, box, c.raised, {}, cornerRadius() * 1.5);
        if (hasFocus()) drawBox(&painter, box, {}, c.accent, cornerRadius() * 1.5, 2);
        if (isChecked()) drawBox(&painter, QRect(0, box.top() + space(3), space(0.75), box.height() - space(6)), c.accent, {}, 2);
        const QFont font = scaledFont(0.92, isChecked());
        const int edge = railIconSize(), text = QFontMetrics(font).height(), gap = space(0.75);
        const int top = (height() - edge - text - gap) / 2;
        ui::icon(m_icon, isChecked() ? IconTone::Accent : IconTone::Muted).paint(&painter, QRect((width() - edge) / 2, top, edge, edge));
        painter.setFont(font);
        painter.setPen(isChecked() ? c.accentText : c.textMuted);
        painter.drawText(QRect(0, top + edge + gap, width(), text), Qt::AlignCenter, QAbstractButton::text());
    }

private:
    QString m_icon;
};

} // namespace

Rail::Rail(QWidget* parent) : QFrame(parent), m_group(new QButtonGroup(this)) {
    m_group->setExclusive(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, space(2), 0, space(2));
    column->setSpacing(space(0.5));
    column->addStretch();
    setAccessibleName(tr("Pages"));
}

void Rail::addPage(const QString& id, const QString& title, const QString& iconName, const QString& help) {
    auto* button = new RailButton(title, iconName, this);
    button->setObjectName("rail-" + id);
    button->setAccessibleName(title);
    button->setAccessibleDescription(help);
    button->setToolTip(help);
    button->setProperty("page", id);
    m_group->addButton(button);
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->insertWidget(column->count() - 1, button);
    connect(button, &QAbstractButton::clicked, this, [this, id] { emit chosen(id); });
}

void Rail::setCurrent(const QString& id) {
    const QList<QAbstractButton*> buttons = m_group->buttons();
    for (QAbstractButton* button : buttons)
        if (button->property("page") == id) button->setChecked(true);
}

void Rail::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().rail);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), colors().border);
}

} // namespace lockstep::ui
