// One theme for all tests of a program that makes no window of its own; light, whatever the desktop says.
#include "support/qt_main.h"

#include "ui/theme/theme.h"

namespace lockstep::testing {

static const bool themed = registerQtSetup([]() -> std::shared_ptr<void> {
    auto theme = std::make_shared<ui::Theme>();
    theme->setMode(ui::Theme::Mode::Light);
    return theme;
});

} // namespace lockstep::testing
