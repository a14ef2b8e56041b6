#include "ui/theme/elided_label.h"

#include <QPainter>

namespace lockstep::ui {

namespace {
constexpr int kLeastLetters = 8;
}

void ElidedLabel::setLine(const QString& text) {
    const QString line = QString(text).replace('\n', ' ');
    if (line == QLabel::text()) return;
    setText(line);
    setToolTip(text);
    setAccessibleName(text);
    update();
}

QSize ElidedLabel::minimumSizeHint() const {
    const QSize whole = QLabel::minimumSizeHint();
    return {std::min(whole.width(), fontMetrics().averageCharWidth() * kLeastLetters), whole.height()};
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, foregroundRole()));
    painter.drawText(contentsRect(), static_cast<int>(Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine),
                     fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width()));
}

} // namespace lockstep::ui
