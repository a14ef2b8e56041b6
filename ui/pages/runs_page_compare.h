// Settings of several runs side by side, by their path; what is the same in all is left out unless asked for.
#pragma once

#include <QWidget>

#include <map>
#include <memory>
#include <string>
#include <vector>

class QCheckBox;
class QLabel;
class QTableWidget;

namespace lockstep::session {
struct RunView;
}

namespace lockstep::ui {

class RunsCompare : public QWidget {
    Q_OBJECT

public:
    explicit RunsCompare(QWidget* parent = nullptr);

    /// The first is the base that the others are held against.
    void setRuns(const std::vector<std::shared_ptr<const session::RunView>>& runs);
    void next();
    void previous();
    QTableWidget* table() const { return m_table; }
    int differenceCount() const { return static_cast<int>(m_different.size()); }

signals:
    void closeRequested();

private:
    void fill();
    void move(int direction);

    QLabel* m_title;
    QCheckBox* m_only;
    QTableWidget* m_table;
    std::vector<QString> m_names;
    std::vector<std::map<std::string, QString>> m_values;      ///< of each run, by path
    std::vector<int> m_different;                              ///< rows that differ, as shown
    std::vector<std::pair<std::int64_t, std::uint64_t>> m_key; ///< what is shown: run and version of its documents
};

} // namespace lockstep::ui
