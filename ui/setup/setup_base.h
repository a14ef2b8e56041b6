// The run that the setup comes from: what was changed since it was started.
#pragma once

#include "ui/setup/json_diff.h"
#include "ui/setup/setup.h"

#include <QObject>

namespace lockstep::session {
struct RunView;
}

namespace lockstep::ui {

class SetupDocument;

class SetupBase : public QObject {
    Q_OBJECT

public:
    explicit SetupBase(SetupDocument& document, QObject* parent = nullptr);

    /// The setup as it is now was started as this run, or was opened from it.
    void set(const std::shared_ptr<const session::RunView>& run);
    void clear();
    session::RunId run() const { return m_run; } ///< 0: none
    /// From the run to the setup; paths of layers begin with `model`.
    const std::vector<JsonDifference>& differences() const { return m_differences; }
    /// The setup becomes that of the run, in one step.
    void takeBack();

signals:
    void changed();

private:
    void compare();

    SetupDocument& m_document;
    session::RunId m_run = 0;
    spec::Json m_runDocument, m_model;
    std::vector<JsonDifference> m_differences;
};

} // namespace lockstep::ui
