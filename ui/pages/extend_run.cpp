#include "ui/pages/extend_run.h"

#include "ui/dialogs/dialogs.h"
#include "ui/models/number_text.h"

#include <QCoreApplication>

#include <cmath>
#include <optional>

namespace lockstep::ui {

namespace {

constexpr double kMostSteps = 1e12;

QString tr(const char* text) { return QCoreApplication::translate("ExtendRun", text); }

/// Steps to add; nothing: not such a number.
std::optional<std::int64_t> addedSteps(const ExtendFrom& from, const Amount& amount) {
    bool ok = false;
    const double value = amount.value.toDouble(&ok);
    if (!ok || !(value > 0)) return std::nullopt;
    const double steps = amount.unit == "epochs" ? value * from.stepsPerEpoch : value;
    const double rounded = std::ceil(steps - 1e-9);
    if (amount.unit == "steps" && rounded != value) return std::nullopt;
    return rounded + static_cast<double>(from.steps) <= kMostSteps ? std::optional(static_cast<std::int64_t>(rounded)) : std::nullopt;
}

QString problemOf(const ExtendFrom& from, const Amount& amount) {
    if (addedSteps(from, amount)) return {};
    return amount.unit == "epochs" ? tr("Type how many epochs more, above 0.") : tr("Type how many steps more, a whole number from 1 on.");
}

QString noteOf(const ExtendFrom& from, const Amount& amount) {
    const auto added = addedSteps(from, amount);
    if (!added) return {};
    return tr("The run goes on from step %1 to step %2. A learning-rate schedule is drawn out to the new end.")
        .arg(countText(from.steps), countText(from.steps + *added));
}

} // namespace

void askToExtend(const ExtendFrom& from, Dialogs& dialogs, QObject* context, std::function<void(const session::ResumeRun&)> done) {
    AmountRequest request;
    request.id = "extend-run";
    request.title = tr("Train run %1 on").arg(from.run);
    request.text = tr("All %1 planned steps are done. How much more?").arg(countText(from.steps));
    request.label = tr("Train");
    request.suggested = {QString::number(std::max<std::int64_t>(1, from.steps / 2)), "steps"};
    request.units = {"steps"};
    request.unitTexts = {tr("steps more")};
    if (from.stepsPerEpoch > 0) {
        request.units << "epochs";
        request.unitTexts << tr("epochs more");
    }
    request.accept = tr("Train on");
    request.problem = [from](const Amount& amount) { return problemOf(from, amount); };
    request.note = [from](const Amount& amount) { return noteOf(from, amount); };
    dialogs.askAmount(request, context, [from, done = std::move(done)](const std::optional<Amount>& amount) {
        const auto added = amount ? addedSteps(from, *amount) : std::nullopt;
        if (!added) return;
        session::ResumeRun command;
        command.run = from.run;
        command.sets = {"steps=" + std::to_string(from.steps + *added)};
        done(command);
    });
}

} // namespace lockstep::ui
