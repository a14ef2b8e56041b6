// Ctrl+K: any act, layer or field by a few letters of its name.
#pragma once

#include <QDialog>

#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace lockstep::ui {

struct StudioContext;

class CommandList : public QDialog {
    Q_OBJECT

public:
    CommandList(const StudioContext& context, QWidget* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Entry {
        QString text, detail;
        std::function<void()> run;
        bool enabled = true;
    };

    void collect(const StudioContext& context);
    void filter(const QString& letters);
    void runCurrent();

    std::vector<Entry> m_entries;
    QLineEdit* m_line;
    QListWidget* m_list;
};

} // namespace lockstep::ui
