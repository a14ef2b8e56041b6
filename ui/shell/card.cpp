#include "ui/shell/card.h"

#include "ui/theme/metrics.h"
#include "ui/theme/style_drawing.h"
#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace lockstep::ui {

TitledCard::TitledCard(const QString& title, QWidget* parent) : QFrame(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(space(4), space(3.5), space(4), space(4));
    column->setSpacing(space(3));
    if (!title.isEmpty()) {
        m_head = new QHBoxLayout;
        auto* names = new QVBoxLayout;
        names->setSpacing(space(0.5));
        m_title = new QLabel(title);
        m_title->setFont(scaledFont(1.1, true));
        m_subtitle = mutedLabel({});
        m_subtitle->setWordWrap(true);
        m_subtitle->hide();
        names->addWidget(m_title);
        names->addWidget(m_subtitle);
        m_head->addLayout(names, 1);
        column->addLayout(m_head);
        setAccessibleName(title);
    }
    m_body = new QVBoxLayout;
    m_body->setSpacing(space(2.5));
    column->addLayout(m_body, 1);
}

void TitledCard::setSubtitle(const QString& text) {
    m_subtitle->setText(text);
    m_subtitle->setVisible(!text.isEmpty());
}

void TitledCard::setCorner(QWidget* widget) { m_head->addWidget(widget, 0, Qt::AlignTop); }

void TitledCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    drawBox(&painter, rect(), colors().surface, colors().border, cornerRadius() * 1.6);
}

QLabel* mutedLabel(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setForegroundRole(QPalette::PlaceholderText); // the theme's muted text
    return label;
}

} // namespace lockstep::ui
