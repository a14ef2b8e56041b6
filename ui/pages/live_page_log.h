// Event log of a run: newest last, follows the tail until scrolled up (GUI.md C25).
#pragma once

#include <QWidget>

#include <cstdint>

class QLabel;
class QListView;
class QStandardItemModel;
class QToolButton;

namespace lockstep::session {
struct RunView;
}

namespace lockstep::ui {

class LiveLog : public QWidget {
    Q_OBJECT

public:
    explicit LiveLog(QWidget* parent = nullptr);
    void show(const session::RunView& view);
    void clear();
    bool followsTail() const { return m_follow; }
    QListView* list() const { return m_list; }

private:
    void scrollToTail();
    void showHints();

    QListView* m_list;
    QStandardItemModel* m_model;
    QToolButton* m_toTail;
    QLabel* m_hintCount; ///< of warnings by rules of thumb, which raise no alert
    std::int64_t m_run = 0;
    std::size_t m_count = 0, m_hints = 0;
    bool m_follow = true, m_scrolling = false;
};

} // namespace lockstep::ui
