// Fields of loss, metrics, optimizer and schedule.
#include "ui/forms/field_maker.h"
#include "ui/forms/run_fields.h"

namespace lockstep::ui {

namespace {

using spec::Json;

QString tr(const char* text) { return QCoreApplication::translate("RunFields", text); }

auto optimizer(const QStringList& values) { return isOneOf("optimizer.type", values, "adamw"); }
auto schedule(const QStringList& values) { return isOneOf("schedule.type", values, "constant"); }

/// One loss at `at` ("loss." or "loss.fc2."). `of`: behind labels, where there are several.
void addLoss(std::vector<FieldSpec>& fields, const std::string& at, const QString& output) {
    const auto label = [&](const QString& text) { return output.isEmpty() ? text : tr("%1 of %2").arg(text, output); };
    const auto type = [&](const QStringList& values) { return isOneOf(at + "type", values, "cross_entropy"); };
    fields.push_back(Make(at + "type", FieldKind::Choice, label(tr("Loss")), tr("What training makes small."))
                         .fallback(Json::ofString("cross_entropy"))
                         .choices({"cross_entropy", "mse"}, {tr("Cross entropy (classes)"), tr("Mean squared error (numbers)")})
                         .later({"bce_with_logits", "l1", "smooth_l1", "huber", "formula", "distill"}));
    fields.push_back(Make(at + "label_smoothing", FieldKind::Number, label(tr("Label smoothing")),
                          tr("Share of the target that is spread over all classes; keeps the model from being too sure."))
                         .fallback(Json::ofDouble(0))
                         .range(0, 1)
                         .slide(FieldSlider::Linear, 0, 0.5)
                         .when(type({"cross_entropy"})));
    fields.push_back(Make(at + "class_weights", FieldKind::Numbers, label(tr("Class weights")),
                          tr("One number a class, with commas: how much its samples count."))
                         .empty(tr("all the same"))
                         .when(type({"cross_entropy"})));
    fields.push_back(Make(at + "ignore_index", FieldKind::Int, label(tr("Ignored class")), tr("Targets of this value count for nothing."))
                         .fallback(Json::ofInt(-100))
                         .when(type({"cross_entropy"})));
}

/// What is recorded where the document says nothing.
QStringList usualMetrics(const Json& document, const std::string& lossPath) {
    const QString loss = textAt(document, lossPath + "type", "cross_entropy");
    return loss == "mse" ? QStringList{"mae", "rmse"} : QStringList{"accuracy"};
}

FieldSpec metricsField(const QStringList& outputs, bool each) {
    const QStringList names{"accuracy", "mae", "rmse"}, texts{tr("Accuracy"), tr("Mean absolute error"), tr("Root mean squared error")};
    QStringList choices, choiceTexts;
    const bool several = outputs.size() > 1;
    for (const QString& output : several ? outputs : QStringList{QString()})
        for (qsizetype i = 0; i < names.size(); ++i) {
            choices << (several ? output + '.' + names[i] : names[i]);
            choiceTexts << (several ? tr("%1 of %2").arg(texts[i], output) : texts[i]);
        }
    return Make("metrics", FieldKind::Choices, tr("Metrics"),
                tr("Measured on the validation and test data. Accuracy goes with cross entropy, the errors with mean squared error."))
        .choices(choices, choiceTexts)
        .later(several ? QStringList{} : QStringList{"top5", "auc", "mean_iou", "perplexity"})
        .fallbackOf([outputs, each, several](const Json& document) {
            std::vector<Json> usual;
            for (const QString& output : several ? outputs : QStringList{QString()})
                for (const QString& name : usualMetrics(document, each ? "loss." + output.toStdString() + "." : "loss."))
                    usual.push_back(Json::ofString((several ? output + '.' + name : name).toStdString()));
            return Json::array(std::move(usual));
        });
}

ListSpec groupsList() {
    const auto method = [](const QStringList& values) { return documentIsOneOf("optimizer.type", values, "adamw"); };
    return {
        "optimizer.groups",
        tr("Parameter groups"),
        tr("Parameters whose names match take these values instead; the first group that matches wins."),
        tr("Add a group"),
        tr("Group %1"),
        {Make("match", FieldKind::Text, tr("Parameters"), tr("Pattern of names: * stands for anything, as in *.bias.")).needed(),
         Make("lr", FieldKind::Number, tr("Learning rate"), tr("Size of the updates of these parameters.")).range(0).empty(tr("as above")),
         Make("weight_decay", FieldKind::Number, tr("Weight decay"), tr("Pulls these weights towards zero at each update."))
             .range(0)
             .empty(tr("as above")),
         Make("momentum", FieldKind::Number, tr("Momentum"), tr("Share of the last update that is kept."))
             .range(0)
             .empty(tr("as above"))
             .when(method({"sgd"})),
         Make("betas", FieldKind::Ints, tr("Betas"), tr("Decay of the averages of gradient and squared gradient."))
             .empty(tr("as above"))
             .when(method({"adam", "adamw"})),
         Make("eps", FieldKind::Number, tr("Epsilon"), tr("Keeps the division of the update away from zero."))
             .range(0)
             .empty(tr("as above"))
             .when(method({"adam", "adamw"}))},
        [](const Json&) {
            Json item = Json::object();
            item.set("match", Json::ofString("*.bias"));
            item.set("weight_decay", Json::ofDouble(0));
            return item;
        }};
}

} // namespace

FieldGroup lossGroup(const QStringList& outputs, bool each) {
    FieldGroup group{"loss", tr("Loss and metrics"), {}, {}, false};
    if (!each) addLoss(group.fields, "loss.", {});
    for (const QString& output : each ? outputs : QStringList{}) addLoss(group.fields, "loss." + output.toStdString() + ".", output);
    group.fields.push_back(metricsField(outputs, each));
    return group;
}

FieldGroup optimizerGroup() {
    return {
        "optimizer",
        tr("Optimizer"),
        {Make("optimizer.type", FieldKind::Choice, tr("Method"), tr("How gradients become updates."))
             .fallback(Json::ofString("adamw"))
             .choices({"adamw", "adam", "sgd"}, {"AdamW", "Adam", "SGD"})
             .later({"rmsprop", "adagrad", "lion"}),
         Make("optimizer.lr", FieldKind::Number, tr("Learning rate"), tr("Size of the updates: the setting that matters most."))
             .fallback(Json::ofDouble(1e-3))
             .range(0)
             .slide(FieldSlider::Log, 1e-5, 1),
         Make("optimizer.weight_decay", FieldKind::Number, tr("Weight decay"), tr("Pulls weights towards zero at each update."))
             .fallbackOf(
                 [](const Json& document) { return Json::ofDouble(textAt(document, "optimizer.type", "adamw") == "adamw" ? 0.01 : 0.0); })
             .range(0),
         Make("optimizer.momentum", FieldKind::Number, tr("Momentum"), tr("Share of the last update that is kept."))
             .fallback(Json::ofDouble(0))
             .range(0)
             .slide(FieldSlider::Linear, 0, 0.99)
             .when(optimizer({"sgd"})),
         Make("optimizer.dampening", FieldKind::Number, tr("Dampening"), tr("Share by which a new gradient counts less in the momentum."))
             .fallback(Json::ofDouble(0))
             .when(optimizer({"sgd"})),
         Make("optimizer.nesterov", FieldKind::Bool, tr("Nesterov"), tr("Look ahead along the momentum; needs momentum, no dampening."))
             .fallback(Json::ofBool(false))
             .when(optimizer({"sgd"})),
         Make("optimizer.betas", FieldKind::Ints, tr("Betas"), tr("Decay of the averages of gradient and squared gradient."))
             .fallback(Json::array({Json::ofDouble(0.9), Json::ofDouble(0.999)}))
             .when(optimizer({"adam", "adamw"})),
         Make("optimizer.eps", FieldKind::Number, tr("Epsilon"), tr("Keeps the division of the update away from zero."))
             .fallback(Json::ofDouble(1e-8))
             .range(0)
             .when(optimizer({"adam", "adamw"})),
         Make("optimizer.amsgrad", FieldKind::Bool, tr("AMSGrad"), tr("Divide by the largest average so far rather than the last."))
             .fallback(Json::ofBool(false))
             .when(optimizer({"adam", "adamw"}))},
        {groupsList()},
        false};
}

FieldGroup scheduleGroup() {
    return {"schedule",
            tr("Learning-rate schedule"),
            {Make("schedule.type", FieldKind::Choice, tr("Form"), tr("How the learning rate changes over the run."))
                 .fallback(Json::ofString("constant"))
                 .choices({"constant", "cosine", "step"}, {tr("Constant"), tr("Cosine"), tr("Steps")})
                 .later({"linear", "exponential", "wsd", "onecycle", "plateau"}),
             Make("schedule.warmup_steps", FieldKind::Int, tr("Warm-up"), tr("Updates over which the rate rises from near zero."))
                 .fallback(Json::ofInt(0))
                 .range(0)
                 .unit(tr("steps")),
             Make("schedule.min_lr", FieldKind::Number, tr("Lowest rate"), tr("Where the rate ends."))
                 .fallback(Json::ofDouble(0))
                 .range(0)
                 .when(schedule({"cosine"})),
             Make("schedule.step_size", FieldKind::Int, tr("Every"), tr("Updates between two drops of the rate."))
                 .needed()
                 .range(1)
                 .unit(tr("steps"))
                 .when(schedule({"step"})),
             Make("schedule.gamma", FieldKind::Number, tr("Times"), tr("What the rate is multiplied with at each drop."))
                 .fallback(Json::ofDouble(0.1))
                 .range(0)
                 .slide(FieldSlider::Linear, 0, 1)
                 .when(schedule({"step"}))},
            {},
            false};
}

} // namespace lockstep::ui
