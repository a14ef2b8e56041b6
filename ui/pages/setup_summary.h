// What the setup comes to before it is started: sizes, memory, steps; and the first thing that is wrong.
#pragma once

#include "ui/shell/card.h"

#include <map>

class QGridLayout;
class QLabel;

namespace lockstep::session {
struct SetupAnalysis;
}

namespace lockstep::ui {

class SetupSummary : public TitledCard {
    Q_OBJECT

public:
    explicit SetupSummary(QWidget* parent = nullptr);

    void show(const session::SetupAnalysis& analysis, qint64 batchSize);

private:
    void addRow(QGridLayout* grid, const char* id, const QString& title, const QString& help);
    void set(const char* id, const QString& text);

    std::map<std::string, QLabel*> m_values;
};

} // namespace lockstep::ui
