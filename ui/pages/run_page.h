// How the model is trained: forms of the run document, what it comes to, and Start with its reason.
#pragma once

#include "ui/shell/page.h"

#include <map>
#include <vector>

class QLabel;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace lockstep::session {
struct DeviceList;
}

namespace lockstep::ui {

struct FieldGroup;
struct FieldSpec;
class Form;
class RateCurve;
class SetupSummary;

class RunPage : public Page {
    Q_OBJECT

public:
    explicit RunPage(const StudioContext& context, QWidget* parent = nullptr);

    void activated() override;
    bool reveal(const QString& place) override;

private:
    QWidget* buildGroup(const FieldGroup& group);
    void sync();
    void showAnalysis();
    void showDevices(const session::DeviceList& list);

    QScrollArea* m_scroll;
    std::vector<Form*> m_forms;
    RateCurve* m_curve = nullptr;
    QLabel* m_devices = nullptr;
    SetupSummary* m_summary;
    std::map<Form*, QToolButton*> m_folds;
};

} // namespace lockstep::ui
