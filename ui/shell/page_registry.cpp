#include "ui/shell/page_registry.h"

#include "ui/pages/live_page.h"
#include "ui/pages/model_page.h"
#include "ui/pages/run_page.h"
#include "ui/pages/runs_page.h"
#include "ui/pages/start_page.h"

namespace lockstep::ui {

namespace {
#define TEXT(text) QT_TRANSLATE_NOOP("Pages", text)

template <class P> Page* make(const StudioContext& context, QWidget* parent) { return new P(context, parent); }
} // namespace

const std::vector<PageRow>& pageRegistry() {
    static const std::vector<PageRow> kRows = {
        {0, "start", TEXT("Start"), "home", TEXT("Templates, recent runs and files"), make<StartPage>},
        {1, "model", TEXT("Model"), "model", TEXT("Layers, shapes, parameters"), make<ModelPage>},
        {3, "run", TEXT("Run"), "run", TEXT("Data, optimizer, schedule, device: how the model is trained"), make<RunPage>},
        {4, "live", TEXT("Live"), "live", TEXT("Watch the run: curves, speed, memory, events"), make<LivePage>},
        {7, "runs", TEXT("Runs"), "runs", TEXT("All runs: find, overlay, resume, report"), make<RunsPage>},
    };
    return kRows;
}

} // namespace lockstep::ui
