// All keys, from the table of acts.
#pragma once

#include <QDialog>

namespace lockstep::ui {

class ActionTable;

class ShortcutSheet : public QDialog {
    Q_OBJECT

public:
    explicit ShortcutSheet(const ActionTable& actions, QWidget* parent = nullptr);
};

} // namespace lockstep::ui
