#include "ui_support/window_fixture.h"

#include "base/thread.h"
#include "ui/shell/action_table.h"
#include "ui/theme/theme.h"
#include "ui_support/spec_analysis.h"

#include <QApplication>

namespace lockstep::testing {

WindowFixture::WindowFixture(FakeSession::Options options) : m_session(std::make_unique<FakeSession>(options)) {
    static ui::Theme* theme = new ui::Theme(qApp);
    theme->setMode(ui::Theme::Mode::Light);
    markGuiThread();
    m_session->configure([](FakeEngine& engine) { engine.analyse = analyseBySpec; });
    m_settings = std::make_unique<ui::Settings>(path("settings.ini"));
    open();
}

WindowFixture::~WindowFixture() = default;

void WindowFixture::open() {
    m_window = std::make_unique<ui::MainWindow>(ui::WindowParts{*m_session, m_dialogs, *m_settings, path("recovery"), true, &m_told});
    m_window->resize(1280, 800);
    m_window->show();
}

void WindowFixture::reopen() {
    m_window.reset();
    open();
}

void WindowFixture::trigger(const QString& action) { m_window->context().actions.action(action)->trigger(); }

} // namespace lockstep::testing
