#include "ui/setup/command_text.h"

namespace lockstep::ui {

namespace {
QString quoted(QString path) { return '\'' + path.replace("'", "'\\''") + '\''; }
} // namespace

QString commandText(const Setup& setup, bool saved) {
    if (saved && !setup.runFile.isEmpty()) return "lockstep train " + quoted(setup.runFile);
    const QString text = QString::fromStdString(setupText(setup).run);
    return QString("cat > setup.run.json <<'END'\n%1\nEND\nlockstep train setup.run.json").arg(text);
}

} // namespace lockstep::ui
