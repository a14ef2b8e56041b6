// What pages ask people: files and questions. They never see QFileDialog or QMessageBox; tests queue the answers.
#pragma once

#include <QPointer>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

namespace lockstep::ui {

struct FileRequest {
    QString title;
    QStringList filters; ///< "Run documents (*.run.json)"
    QString folder;
    QString suggestedName; ///< saving
    QString suffix;        ///< appended where the name has none: "run.json"
};

struct Choice {
    QString id, text;
    enum class Kind { Primary, Plain, Danger } kind = Kind::Plain;
};

/// One question; closing the window or Esc answers with `escape`.
struct Question {
    QString id; ///< stable: tests and "remember" use it
    QString title, text, detail;
    std::vector<Choice> choices;
    QString escape;
};

/// A number with its unit.
struct Amount {
    QString value, unit;
};

/// Asks for one; `problem` and `note` are asked while it is typed.
struct AmountRequest {
    QString id, title, text, label;
    Amount suggested;
    QStringList units, unitTexts;
    QString accept; ///< text of the button that answers
    std::function<QString(const Amount&)> problem, note;
};

class Dialogs {
public:
    virtual ~Dialogs() = default;

    /// `done` runs later on the GUI thread with the path, or an empty string if it was dismissed; never if `context` is gone.
    virtual void openFile(const FileRequest& request, QObject* context, std::function<void(const QString&)> done) = 0;
    virtual void openFolder(const FileRequest& request, QObject* context, std::function<void(const QString&)> done) = 0;
    virtual void saveFile(const FileRequest& request, QObject* context, std::function<void(const QString&)> done) = 0;
    virtual void ask(const Question& question, QObject* context, std::function<void(const QString& choice)> done) = 0;
    /// `done` gets nothing if it was dismissed.
    virtual void askAmount(const AmountRequest& request, QObject* context, std::function<void(const std::optional<Amount>&)> done) = 0;

    /// A question with one answer.
    void tell(const QString& id, const QString& title, const QString& text, QObject* context, const QString& detail = {});
};

} // namespace lockstep::ui
