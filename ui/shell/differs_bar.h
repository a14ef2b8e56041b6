// "Differs from run 7 in 3 fields": which, and back.
#pragma once

#include <QFrame>

class QLabel;
class QMenu;

namespace lockstep::ui {

class SetupBase;

class DiffersBar : public QFrame {
    Q_OBJECT

public:
    explicit DiffersBar(SetupBase& base, QWidget* parent = nullptr);

    /// Whether the page in front edits the setup; the bar shows only there.
    void setWanted(bool wanted);

signals:
    void placeChosen(const QString& place);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void fillMenu();

    SetupBase& m_base;
    QLabel* m_text;
    QMenu* m_menu;
    bool m_wanted = false;
};

} // namespace lockstep::ui
