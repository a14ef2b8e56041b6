// A titled surface on the page's ground.
#pragma once

#include <QFrame>

class QLabel;
class QVBoxLayout;

namespace lockstep::ui {

class TitledCard : public QFrame {
    Q_OBJECT

public:
    explicit TitledCard(const QString& title = {}, QWidget* parent = nullptr);

    /// Where the content goes.
    QVBoxLayout* body() const { return m_body; }
    /// A muted line under the title.
    void setSubtitle(const QString& text);
    /// A widget at the right of the title.
    void setCorner(QWidget* widget);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QVBoxLayout* m_body;
    QLabel* m_title = nullptr;
    QLabel* m_subtitle = nullptr;
    class QHBoxLayout* m_head = nullptr;
};

/// Text in the muted colour, following the theme.
QLabel* mutedLabel(const QString& text, QWidget* parent = nullptr);

} // namespace lockstep::ui
