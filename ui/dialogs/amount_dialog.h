// A number, its unit, and what comes of it, said while it is typed.
#pragma once

#include "ui/dialogs/dialogs.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockstep::ui {

class AmountDialog : public QDialog {
    Q_OBJECT

public:
    explicit AmountDialog(AmountRequest request, QWidget* parent = nullptr);

signals:
    void answered(const std::optional<lockstep::ui::Amount>& amount); ///< once

private:
    Amount amount() const;
    void check();

    AmountRequest m_request;
    QLineEdit* m_value;
    QComboBox* m_unit;
    QLabel* m_note;
    QPushButton* m_accept;
};

} // namespace lockstep::ui
