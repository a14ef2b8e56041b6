// The pages, declared once: number (Ctrl+1..8, fixed), id, title, icon, maker. Only pages that exist have a row.
#pragma once

#include "ui/shell/page.h"

#include <functional>
#include <vector>

namespace lockstep::ui {

struct PageRow {
    int number;
    const char* id;    ///< "model"
    const char* title; ///< English, translated in the context "Pages"
    const char* icon;
    const char* help;
    std::function<Page*(const StudioContext&, QWidget* parent)> make;
};

const std::vector<PageRow>& pageRegistry();

} // namespace lockstep::ui
