// What people should know until they close it: trouble with the store, runs that wait for a word. Below the header, one at a time.
#pragma once

#include <QFrame>

#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace lockstep::ui {

struct NoticeAct {
    QString id, text; ///< `id` names the button
    std::function<void()> done;
    bool primary = false;
    QString help{}; ///< shown over the button
};

struct Notice {
    enum class Tone { Info, Warning, Danger };

    QString id; ///< one notice an id: a later one takes its place
    Tone tone = Tone::Info;
    QString text, hint;
    std::vector<NoticeAct> acts{};
};

/// Hidden while there is none. The newest is in front; arrows lead to the others.
class NoticeBar : public QFrame {
    Q_OBJECT

public:
    explicit NoticeBar(QWidget* parent = nullptr);

    /// One that says the same already stays where it is.
    void put(const Notice& notice);
    void remove(const QString& id);
    bool has(const QString& id) const;
    int count() const { return static_cast<int>(m_notices.size()); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void show(const Notice& notice);
    void drawSign();
    void fillActs(const Notice& notice);
    void turn(int by);
    QToolButton* tool(const char* name, const char* iconName, const QString& help);

    std::vector<Notice> m_notices; ///< oldest first
    std::size_t m_front = 0;
    QLabel* m_sign;
    QLabel* m_text;
    QLabel* m_hint;
    QLabel* m_place;
    QHBoxLayout* m_acts;
    QToolButton *m_previous, *m_next;
};

} // namespace lockstep::ui
