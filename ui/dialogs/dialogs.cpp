#include "ui/dialogs/dialogs.h"

#include <QCoreApplication>

namespace lockstep::ui {

void Dialogs::tell(const QString& id, const QString& title, const QString& text, QObject* context, const QString& detail) {
    const Choice close{"close", QCoreApplication::translate("Dialogs", "Close"), Choice::Kind::Primary};
    ask({id, title, text, detail, {close}, "close"}, context, [](const QString&) {});
}

} // namespace lockstep::ui
