// The first thing seen: templates, recent runs, recent files, unsaved work of a killed program; drop a document to open it.
#pragma once

#include "session/answers.h"
#include "ui/setup/autosave.h"
#include "ui/shell/page.h"

class QVBoxLayout;

namespace lockstep::ui {

class TitledCard;

class StartPage : public Page {
    Q_OBJECT

public:
    explicit StartPage(const StudioContext& context, QWidget* parent = nullptr);

    void activated() override;

private:
    QWidget* buildHead();
    QWidget* buildTemplates();
    void showRuns(const session::RunList& list);
    void showFiles();
    void showRecoveries(const std::vector<SwapFile>& swaps);

    QVBoxLayout* m_column = nullptr;
    TitledCard* m_runs = nullptr;
    TitledCard* m_files = nullptr;
    TitledCard* m_recovery = nullptr;
};

} // namespace lockstep::ui
