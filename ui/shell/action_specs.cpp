// The table of all acts and keys (GUI.md section 5). To add one: a row here, and one connect where it is done.
#include "ui/shell/action_table.h"

namespace lockstep::ui {

namespace {

#define TEXT(text) QT_TRANSLATE_NOOP("Actions", text)

QKeySequence key(const char* text) { return QKeySequence(QString::fromLatin1(text), QKeySequence::PortableText); }

std::vector<ActionSpec> makeSpecs() {
    using C = ActionContext;
    return {
        {"new", TEXT("&New"), TEXT("Start a new setup"), {key("Ctrl+N")}, C::Window, "new", "file"},
        {"open", TEXT("&Open…"), TEXT("Open a run or model document"), {key("Ctrl+O")}, C::Window, "open", "file"},
        {"save", TEXT("&Save"), TEXT("Save the setup"), {key("Ctrl+S")}, C::Window, "save", "file"},
        {"save-as", TEXT("Save &as…"), TEXT("Save the setup under another name"), {key("Ctrl+Shift+S")}, C::Window, "", "file"},
        {"copy-command",
         TEXT("&Copy as command"),
         TEXT("Copy the setup as a lockstep command line"),
         {key("Ctrl+Shift+C")},
         C::Window,
         "terminal",
         "file"},
        {"preferences", TEXT("&Preferences…"), TEXT("Theme and size"), {key("Ctrl+,")}, C::Window, "settings", "file"},
        {"quit", TEXT("&Quit"), TEXT("Close the program"), {key("Ctrl+Q")}, C::Window, "", "file"},

        {"undo", TEXT("&Undo"), TEXT("Take back the last change"), {key("Ctrl+Z")}, C::Window, "undo", "edit"},
        {"redo", TEXT("&Redo"), TEXT("Do the change again"), {key("Ctrl+Shift+Z"), key("Ctrl+Y")}, C::Window, "redo", "edit"},
        {"find", TEXT("&Find…"), TEXT("Find on this page"), {key("Ctrl+F")}, C::Window, "search", "edit"},
        {"commands", TEXT("&Commands…"), TEXT("Find any command, layer or field"), {key("Ctrl+K")}, C::Window, "search", "edit"},

        {"page-1", TEXT("Model"), TEXT("Show the model"), {key("Ctrl+1")}},
        {"page-2", TEXT("Data"), TEXT("Show the data"), {key("Ctrl+2")}},
        {"page-3", TEXT("Run"), TEXT("Show the settings of the run"), {key("Ctrl+3")}},
        {"page-4", TEXT("Live"), TEXT("Watch the run"), {key("Ctrl+4")}},
        {"page-5", TEXT("What-if"), TEXT("Show predictions"), {key("Ctrl+5")}},
        {"page-6", TEXT("Quantize"), TEXT("Show quantization"), {key("Ctrl+6")}},
        {"page-7", TEXT("Runs"), TEXT("Show all runs"), {key("Ctrl+7")}},
        {"page-8", TEXT("Report"), TEXT("Show the report"), {key("Ctrl+8")}},
        {"show-problems", TEXT("&Problems and log"), TEXT("Show or hide the panel below"), {key("Ctrl+J")}, C::Window, "log", "view", true},
        {"zoom-in", TEXT("Zoom &in"), TEXT("Show larger"), {key("Ctrl++"), key("Ctrl+=")}, C::Window, "zoom-in", "view"},
        {"zoom-out", TEXT("Zoom &out"), TEXT("Show smaller"), {key("Ctrl+-")}, C::Window, "zoom-out", "view"},
        {"zoom-fit", TEXT("&Fit"), TEXT("Show everything"), {key("Ctrl+0")}, C::Window, "fit", "view"},
        {"full-screen", TEXT("F&ull screen"), TEXT("Fill the screen"), {key("F11")}, C::Window, "", "view", true},
        {"switch-theme", TEXT("&Light or dark"), TEXT("Switch between light and dark"), {key("Ctrl+Shift+L")}, C::Window, "theme", "view"},

        {"start", TEXT("&Start"), TEXT("Start a new run, or resume the paused one"), {key("F5")}, C::Window, "play", "run"},
        {"pause", TEXT("&Pause"), TEXT("Pause after the current step"), {key("F6")}, C::Window, "pause", "run"},
        {"stop", TEXT("S&top"), TEXT("Stop and save"), {key("Shift+F5")}, C::Window, "stop", "run"},
        {"discard", TEXT("&Discard"), TEXT("End now, without saving what came after the last checkpoint"), {}, C::Window, "close", "run"},
        {"checkpoint", TEXT("Save a &checkpoint"), TEXT("Save the weights now"), {key("F8")}, C::Window, "checkpoint", "run"},
        {"evaluate", TEXT("&Evaluate now"), TEXT("Evaluate on the validation data now"), {key("F7")}, C::Window, "evaluate", "run"},

        {"shortcuts", TEXT("&Keyboard shortcuts"), TEXT("List all keys"), {key("Ctrl+/")}, C::Window, "keyboard", "help"},
        {"help", TEXT("&Help on the field"), TEXT("Explain the field that has the focus"), {key("F1")}, C::Window, "info", "help"},
        {"about", TEXT("&About Lockstep Studio"), TEXT("Version and licence"), {}, C::Window, "", "help"},

        {"canvas-delete", TEXT("Delete layer"), TEXT("Remove the selected layer"), {key("Del")}, C::Canvas, "trash"},
        {"canvas-duplicate", TEXT("Duplicate layer"), TEXT("Insert a copy after the selected layer"), {key("Ctrl+D")}, C::Canvas, "copy"},
        {"canvas-rename", TEXT("Rename layer"), TEXT("Change the id of the selected layer"), {key("F2")}, C::Canvas},

        {"chart-previous", TEXT("Previous step"), TEXT("Move the step cursor back"), {key("Left")}, C::Chart},
        {"chart-next", TEXT("Next step"), TEXT("Move the step cursor on"), {key("Right")}, C::Chart},
        {"chart-previous-10", TEXT("Ten steps back"), TEXT("Move the step cursor back by ten"), {key("Shift+Left")}, C::Chart},
        {"chart-next-10", TEXT("Ten steps on"), TEXT("Move the step cursor on by ten"), {key("Shift+Right")}, C::Chart},
        {"chart-first", TEXT("First step"), TEXT("Move the step cursor to the start"), {key("Home")}, C::Chart},
        {"chart-last", TEXT("Last step"), TEXT("Move the step cursor to the end"), {key("End")}, C::Chart},
        {"chart-best", TEXT("Best value"), TEXT("Move the step cursor to the best value"), {key("B")}, C::Chart},
        {"chart-next-event", TEXT("Next event"), TEXT("Move the step cursor to the next event or non-finite value"), {key("N")}, C::Chart},
        {"chart-log-y", TEXT("Logarithmic y"), TEXT("Switch the y axis between linear and logarithmic"), {key("L")}, C::Chart},
        {"chart-log-x", TEXT("Logarithmic x"), TEXT("Switch the x axis between linear and logarithmic"), {key("Shift+L")}, C::Chart},
        {"chart-fit", TEXT("Fit the chart"), TEXT("Show all points and follow again"), {key("F")}, C::Chart},
        {"chart-pin", TEXT("Pin the chart"), TEXT("Keep the chart at the top"), {key("P")}, C::Chart},
        {"chart-table", TEXT("Data table"), TEXT("Show the points as a table"), {key("T")}, C::Chart},

        {"runs-eye",
         TEXT("Keep in charts"),
         TEXT("Keep the chosen runs' curves in the charts, or no longer"),
         {key("Space")},
         C::Runs,
         "eye"},
        {"runs-archive", TEXT("Archive"), TEXT("Move the chosen runs to the archive, or back"), {key("A")}, C::Runs, "archive"},
        {"runs-compare",
         TEXT("Compare"),
         TEXT("Lay the chosen runs over each other and list how their settings differ"),
         {key("Ctrl+Return")},
         C::Runs,
         "table"},
        {"runs-rename", TEXT("Rename run"), TEXT("Change the name of the run in the table"), {key("F2")}, C::Runs},
        {"runs-tag", TEXT("Tags of the run"), TEXT("Change the tags of the run in the table"), {key("T")}, C::Runs},
        {"compare-next", TEXT("Next difference"), TEXT("Go to the next difference of the compared runs"), {key("Alt+Down")}, C::Runs},
        {"compare-previous", TEXT("Previous difference"), TEXT("Go to the previous difference"), {key("Alt+Up")}, C::Runs},
    };
}

} // namespace

const std::vector<ActionSpec>& actionSpecs() {
    static const std::vector<ActionSpec> kSpecs = makeSpecs();
    return kSpecs;
}

} // namespace lockstep::ui
