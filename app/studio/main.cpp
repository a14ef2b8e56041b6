// lockstep-studio [DOCUMENT] [--db FILE] [--run ID] [--safe-mode]: wiring of session, theme and window.
#include "base/thread.h"
#include "cli/devices.h"
#include "cli/waiting_threads.h"
#include "session/make_session.h"
#include "store/run_store.h"
#include "studio/background.h"
#include "studio/termination.h"
#include "ui/dialogs/desktop_dialogs.h"
#include "ui/dialogs/desktop_notifier.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/setup/setup_keeper.h"
#include "ui/shell/main_window.h"
#include "ui/shell/run_focus.h"
#include "ui/shell/settings.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFileInfo>
#include <QIcon>
#include <QMessageBox>
#include <QStandardPaths>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <string_view>

using namespace lockstep;

namespace {

struct Options {
    QString document, database;
    session::RunId run = 0;
    bool safeMode = false;
};

Options parse(const QCoreApplication& app) {
    QCommandLineParser parser;
    parser.setApplicationDescription(QCoreApplication::translate("Main", "A desktop studio for training neural networks."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument("document", QCoreApplication::translate("Main", "A run or model document to open."), "[document]");
    parser.addOptions({{"db", QCoreApplication::translate("Main", "The run store."), "file"},
                       {"run", QCoreApplication::translate("Main", "Show this run."), "id"},
                       {"safe-mode", QCoreApplication::translate("Main", "Ignore remembered layout and settings.")}});
    parser.process(app);
    return {parser.positionalArguments().value(0), parser.value("db"), parser.value("run").toLongLong(), parser.isSet("safe-mode")};
}

QString dataFolder() { return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + "/lockstep"; }

/// Qt reads the scale before the application exists; the settings file is read by hand for it.
void applyScale(const QString& settingsFile) {
    if (!qEnvironmentVariableIsEmpty("QT_SCALE_FACTOR")) return;
    const int percent = QSettings(settingsFile, QSettings::IniFormat).value(ui::kScaleKey, 100).toInt();
    if (percent != 100 && percent >= 75 && percent <= 200) qputenv("QT_SCALE_FACTOR", QByteArray::number(percent / 100.0));
}

bool isSafeMode(int argc, char** argv) {
    for (int i = 1; i < argc; ++i)
        if (std::string_view(argv[i]) == "--safe-mode") return true;
    return false;
}

int cannotOpen(const Error& error) {
    const QString text = QString::fromStdString(error.message()), hint = QString::fromStdString(error.hint());
    std::fprintf(stderr, "lockstep-studio: %s\n%s\n", qPrintable(text), qPrintable(hint));
    QMessageBox::critical(nullptr, QCoreApplication::translate("Main", "The run store cannot be opened"), text + "\n\n" + hint);
    return 2;
}

bool asks(int argc, char** argv, std::initializer_list<std::string_view> words) {
    return std::any_of(argv + 1, argv + argc,
                       [&](const char* given) { return std::find(words.begin(), words.end(), given) != words.end(); });
}

/// While QApplication is made: Qt aborts where no display can be reached; this says what to do about it instead.
void onStartMessage(QtMsgType type, const QMessageLogContext& context, const QString& text) {
    const bool ofDisplay = context.category && std::string_view(context.category).starts_with("qt.qpa");
    if (type != QtFatalMsg) {
        if (!ofDisplay) std::fprintf(stderr, "%s\n", qPrintable(text));
        return;
    }
    const auto given = [](const char* name) { return !qEnvironmentVariableIsEmpty(name); };
    const QString what = given("QT_QPA_PLATFORM") ? text.section('\n', 0, 0)
                         : given("DISPLAY") || given("WAYLAND_DISPLAY")
                             ? QString("the display can't be reached (DISPLAY, WAYLAND_DISPLAY)")
                             : QString("there is no display (DISPLAY and WAYLAND_DISPLAY are not set)");
    std::fprintf(stderr, "lockstep-studio: %s\nStart it in a desktop session; without one, `lockstep` trains on the command line.\n",
                 qPrintable(what));
    std::_Exit(2);
}

} // namespace

int main(int argc, char** argv) {
    cli::waitBriefly(argv);
    QCoreApplication::setApplicationName("lockstep-studio");
    QCoreApplication::setApplicationVersion(LOCKSTEP_VERSION);
    if (asks(argc, argv, {"--help", "-h", "--help-all", "--version", "-v"})) parse(QCoreApplication(argc, argv)); // ends here
    const QString settingsFile = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + "/lockstep/studio.ini";
    if (!isSafeMode(argc, argv)) applyScale(settingsFile);
    qInstallMessageHandler(onStartMessage);
    QApplication app(argc, argv);
    qInstallMessageHandler(nullptr);
    QGuiApplication::setDesktopFileName("lockstep-studio");
    const Options options = parse(app);
    studio::Termination termination; // from here on a signal ends nothing unsaved

    ui::Settings settings(settingsFile, !options.safeMode);
    ui::Theme theme;
    theme.setMode(static_cast<ui::Theme::Mode>(settings.value(ui::kThemeKey, 0).toInt()));
    QApplication::setWindowIcon(QIcon(":/icons/lockstep-studio.svg"));

    session::SessionOptions sessionOptions;
    const QString database =
        QFileInfo(options.database.isEmpty() ? QString::fromStdString(store::RunStore::defaultPath()) : options.database)
            .absoluteFilePath();
    sessionOptions.database = database.toStdString();
    sessionOptions.devices = cli::deviceFactory();
    sessionOptions.pauseOnFailedSave = true;
    sessionOptions.checksStore = true;
    auto session = session::makeSession(std::move(sessionOptions)); // before this is the window's thread: it may wait for the store
    if (!session.ok()) return cannotOpen(session.error());
    markGuiThread();

    ui::DesktopDialogs dialogs;
    ui::DesktopNotifier notifier;
    auto window = std::make_unique<ui::MainWindow>(
        ui::WindowParts{**session, dialogs, settings, dataFolder() + "/recovery", !studio::commandLineProgram().isEmpty(), &notifier});
    dialogs.setParent(window.get());
    session::RunId background = 0;
    QObject::connect(window.get(), &ui::MainWindow::backgroundWanted, &app, [&](session::RunId run) { background = run; });
    QObject::connect(window.get(), &ui::MainWindow::quitNowRequested, &app, [] { std::_Exit(0); }); // safe: a kill is safe
    QObject::connect(&termination, &studio::Termination::asked, window.get(), &ui::MainWindow::quitSaved);
    QObject::connect(
        window.get(), &ui::MainWindow::quitReady, &app, [] { QCoreApplication::exit(0); }, Qt::QueuedConnection);
    window->show();
    if (!options.document.isEmpty()) window->context().keeper.openFile(QFileInfo(options.document).absoluteFilePath());
    if (options.run > 0) {
        window->context().focus.setRun(options.run);
        window->showPage("live");
    }
    const int status = QApplication::exec();
    window.reset();
    session->reset(); // lets go of the run's lock
    if (background > 0 && studio::goOnInBackground(background, database) == 0) {
        std::fprintf(stderr, "lockstep-studio: run %lld could not be started again; it is kept as stopped\n",
                     static_cast<long long>(background));
        return 1;
    }
    return status;
}
