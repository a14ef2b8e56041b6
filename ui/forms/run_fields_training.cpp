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
    fields.push_back(
        Make(at + "type", FieldKind::Choice, label(tr("Loss")), tr("What training makes small."))
            .fallback(Json::ofString("cross_entropy"))
            .choices({"cross_entropy", "bce_with_logits", "mse", "l1", "smooth_l1", "huber", "formula"},
                     {tr("Cross entropy (classes)"), tr("Binary cross entropy (yes or no)"), tr("Mean squared error (numbers)"),
                      tr("Mean absolute error (numbers)"), tr("Smooth L1 (numbers)"), tr("Huber (numbers)"), tr("Formula")})
            .later({"distill"}));
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
    fields.push_back(Make(at + "pos_weight", FieldKind::Numbers, label(tr("Weight of yes")),
                          tr("How much a target of 1 counts; above 1 where they are rare. One number, or one for each output."))
                         .empty("1")
                         .when(type({"bce_with_logits"})));
    fields.push_back(
        Make(at + "beta", FieldKind::Number, label(tr("Beta")), tr("Below this distance the error counts squared, above it plainly."))
            .fallback(Json::ofDouble(1))
            .range(0)
            .when(type({"smooth_l1"})));
    fields.push_back(
        Make(at + "delta", FieldKind::Number, label(tr("Delta")), tr("Below this distance the error counts squared, above it plainly."))
            .fallback(Json::ofDouble(1))
            .range(0)
            .when(type({"huber"})));
    fields.push_back(
        Make(at + "expr", FieldKind::Text, label(tr("Formula")),
             tr("Over output, target and the inputs by their names, as in (output - target)**2; training makes its mean small."))
            .needed()
            .when(type({"formula"})));
}

/// What is recorded where the document says nothing.
QStringList usualMetrics(const Json& document, const std::string& lossPath) {
    const QString loss = textAt(document, lossPath + "type", "cross_entropy");
    if (loss == "bce_with_logits") return {"accuracy", "auc"};
    return loss == "cross_entropy" ? QStringList{"accuracy"} : QStringList{"mae", "rmse"};
}

FieldSpec metricsField(const QStringList& outputs, bool each) {
    const QStringList names{"accuracy", "top5", "auc", "mean_iou", "perplexity", "mae", "rmse"};
    const QStringList texts{tr("Accuracy"),   tr("Accuracy, best five"), tr("Area under ROC"),         tr("Mean overlap (IoU)"),
                            tr("Perplexity"), tr("Mean absolute error"), tr("Root mean squared error")};
    QStringList choices, choiceTexts;
    const bool several = outputs.size() > 1;
    for (const QString& output : several ? outputs : QStringList{QString()})
        for (qsizetype i = 0; i < names.size(); ++i) {
            choices << (several ? output + '.' + names[i] : names[i]);
            choiceTexts << (several ? tr("%1 of %2").arg(texts[i], output) : texts[i]);
        }
    return Make(
               "metrics", FieldKind::Choices, tr("Metrics"),
               tr("Measured on the validation and test data. Those of classes go with cross entropy, the errors with losses over numbers."))
        .choices(choices, choiceTexts)
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
             .when(method({"sgd", "rmsprop"})),
         Make("betas", FieldKind::Ints, tr("Betas"), tr("Decay of the averages of gradient and squared gradient."))
             .empty(tr("as above"))
             .when(method({"adam", "adamw", "lion"})),
         Make("eps", FieldKind::Number, tr("Epsilon"), tr("Keeps the division of the update away from zero."))
             .range(0)
             .empty(tr("as above"))
             .when(method({"adam", "adamw", "rmsprop", "adagrad"}))},
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
             .choices({"adamw", "adam", "sgd", "rmsprop", "adagrad", "lion"}, {"AdamW", "Adam", "SGD", "RMSprop", "Adagrad", "Lion"}),
         Make("optimizer.lr", FieldKind::Number, tr("Learning rate"), tr("Size of the updates: the setting that matters most."))
             .fallbackOf([](const Json& document) {
                 const QString type = textAt(document, "optimizer.type", "adamw");
                 return Json::ofDouble(type == "lion" ? 1e-4 : type == "rmsprop" || type == "adagrad" ? 1e-2 : 1e-3);
             })
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
             .when(optimizer({"sgd", "rmsprop"})),
         Make("optimizer.dampening", FieldKind::Number, tr("Dampening"), tr("Share by which a new gradient counts less in the momentum."))
             .fallback(Json::ofDouble(0))
             .when(optimizer({"sgd"})),
         Make("optimizer.nesterov", FieldKind::Bool, tr("Nesterov"), tr("Look ahead along the momentum; needs momentum, no dampening."))
             .fallback(Json::ofBool(false))
             .when(optimizer({"sgd"})),
         Make("optimizer.betas", FieldKind::Ints, tr("Betas"), tr("Decay of the averages of gradient and squared gradient."))
             .fallbackOf([](const Json& document) {
                 const bool lion = textAt(document, "optimizer.type", "adamw") == "lion";
                 return Json::array({Json::ofDouble(0.9), Json::ofDouble(lion ? 0.99 : 0.999)});
             })
             .when(optimizer({"adam", "adamw", "lion"})),
         Make("optimizer.alpha", FieldKind::Number, tr("Alpha"), tr("Decay of the average of the squared gradient."))
             .fallback(Json::ofDouble(0.99))
             .range(0, 1)
             .when(optimizer({"rmsprop"})),
         Make("optimizer.centered", FieldKind::Bool, tr("Centered"), tr("Divide by the deviation of the gradient rather than its size."))
             .fallback(Json::ofBool(false))
             .when(optimizer({"rmsprop"})),
         Make("optimizer.lr_decay", FieldKind::Number, tr("Rate decay"), tr("How fast the rate falls with the updates done."))
             .fallback(Json::ofDouble(0))
             .range(0)
             .when(optimizer({"adagrad"})),
         Make("optimizer.eps", FieldKind::Number, tr("Epsilon"), tr("Keeps the division of the update away from zero."))
             .fallbackOf([](const Json& document) {
                 return Json::ofDouble(textAt(document, "optimizer.type", "adamw") == "adagrad" ? 1e-10 : 1e-8);
             })
             .range(0)
             .when(optimizer({"adam", "adamw", "rmsprop", "adagrad"})),
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
                 .choices({"constant", "cosine", "linear", "step", "exponential", "wsd", "onecycle", "plateau"},
                          {tr("Constant"), tr("Cosine"), tr("Linear"), tr("Steps"), tr("Exponential"), tr("Hold, then decay"),
                           tr("One cycle"), tr("Plateau")}),
             Make("schedule.warmup_steps", FieldKind::Int, tr("Warm-up"), tr("Updates over which the rate rises from near zero."))
                 .fallback(Json::ofInt(0))
                 .range(0)
                 .unit(tr("steps"))
                 .when(schedule({"constant", "cosine", "linear", "step", "exponential", "wsd"})),
             Make("schedule.max_lr", FieldKind::Number, tr("Highest rate"), tr("Where the rate rises to; it starts at a 25th of this."))
                 .needed()
                 .range(0)
                 .slide(FieldSlider::Log, 1e-5, 1)
                 .when(schedule({"onecycle"})),
             Make("schedule.pct_start", FieldKind::Number, tr("Rising"), tr("Share of the run in which the rate rises."))
                 .fallback(Json::ofDouble(0.3))
                 .range(0, 1)
                 .when(schedule({"onecycle"})),
             Make("schedule.decay_fraction", FieldKind::Number, tr("Decay"), tr("Share of the run, at its end, in which the rate falls."))
                 .fallback(Json::ofDouble(0.2))
                 .range(0, 1)
                 .when(schedule({"wsd"})),
             Make("schedule.factor", FieldKind::Number, tr("Times"),
                  tr("What the rate is multiplied with when the validation loss stands still."))
                 .fallback(Json::ofDouble(0.1))
                 .range(0, 1)
                 .when(schedule({"plateau"})),
             Make("schedule.patience", FieldKind::Int, tr("Patience"),
                  tr("Evaluations without a better validation loss before the rate falls."))
                 .fallback(Json::ofInt(10))
                 .range(0)
                 .when(schedule({"plateau"})),
             Make("schedule.min_lr", FieldKind::Number, tr("Lowest rate"), tr("Where the rate ends."))
                 .fallback(Json::ofDouble(0))
                 .range(0)
                 .when(schedule({"cosine", "linear", "wsd", "plateau"})),
             Make("schedule.step_size", FieldKind::Int, tr("Every"), tr("Updates between two drops of the rate."))
                 .needed()
                 .range(1)
                 .unit(tr("steps"))
                 .when(schedule({"step"})),
             Make("schedule.gamma", FieldKind::Number, tr("Times"), tr("What the rate is multiplied with at each drop."))
                 .fallback(Json::ofDouble(0.1))
                 .range(0)
                 .slide(FieldSlider::Linear, 0, 1)
                 .when(schedule({"step", "exponential"}))},
            {},
            false};
}

} // namespace lockstep::ui
