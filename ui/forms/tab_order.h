// Tab goes as the eye does: in the order of layouts, not of construction.
#pragma once

class QWidget;

namespace lockstep::ui {

/// Chains the controls inside `root` in reading order. Call it again when controls were added.
void tabInReadingOrder(QWidget* root);

} // namespace lockstep::ui
