// How the model is trained: forms of the run document, what it comes to, and Start with its reason.
#pragma once

#include "ui/shell/page.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace lockstep::session {
struct DeviceList;
}
namespace lockstep::spec {
struct Json;
}

namespace lockstep::ui {

struct FieldGroup;
struct FieldSpec;
class FieldEditor;
class Form;
class ListForm;
class RateCurve;
class SetupSummary;

class RunPage : public Page {
    Q_OBJECT

public:
    explicit RunPage(const StudioContext& context, QWidget* parent = nullptr);

    void activated() override;
    bool reveal(const QString& place) override;

private:
    /// A shown editor and its path in the document.
    using Field = std::pair<std::string, FieldEditor*>;

    QWidget* buildGroup(const FieldGroup& group);
    Form* addForm(const FieldGroup& group, QVBoxLayout* layout);
    void addLists(const FieldGroup& group, QVBoxLayout* layout);
    QToolButton* foldButton(const FieldGroup& group, Form* form);
    QWidget* buildSide();
    QWidget* buildLoss();
    void syncLoss();
    void toggleLosses();
    void edit(const FieldSpec& field, const std::optional<spec::Json>& value);
    std::vector<std::string> leftOver(const spec::Json& before, const spec::Json& after) const;
    void sync();
    void showAnalysis();
    void showDevices(const session::DeviceList& list);
    std::vector<Field> fields() const;
    /// The editor at the path, else the nearest that holds it, else the first one below it; nullptr: none.
    static FieldEditor* nearest(const std::vector<Field>& fields, std::string path);

    QScrollArea* m_scroll;
    std::vector<Form*> m_forms; ///< in reading order
    std::vector<ListForm*> m_lists;
    RateCurve* m_curve = nullptr;
    QLabel* m_devices = nullptr;
    SetupSummary* m_summary;
    std::map<Form*, QToolButton*> m_folds;
    QVBoxLayout* m_lossPlace = nullptr;
    Form* m_loss = nullptr;
    QPushButton* m_lossEach = nullptr;
    QString m_lossKey; ///< what the loss form was made for
    std::size_t m_controls = 0;
};

} // namespace lockstep::ui
