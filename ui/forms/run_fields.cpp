#include "ui/forms/run_fields.h"

#include "ui/setup/json_path.h"

#include <QCoreApplication>

namespace lockstep::ui {

namespace {

using spec::Json;

QString tr(const char* text) { return QCoreApplication::translate("RunFields", text); }

/// Builds a FieldSpec by what it has; anything not named stays at its default.
struct Make {
    FieldSpec field;
    Make(std::string path, FieldKind kind, QString label, QString help) {
        field.path = std::move(path);
        field.kind = kind;
        field.label = std::move(label);
        field.help = std::move(help);
    }
    Make& fallback(Json value) { return field.fallback = std::move(value), *this; }
    Make& needed() { return field.required = true, *this; }
    Make& empty(QString text) { return field.emptyText = std::move(text), *this; }
    Make& range(double min, double max = std::numeric_limits<double>::infinity()) { return field.min = min, field.max = max, *this; }
    Make& unit(QString text) { return field.unit = std::move(text), *this; }
    Make& choices(QStringList values, QStringList texts = {}) {
        return field.choices = std::move(values), field.choiceTexts = std::move(texts), *this;
    }
    Make& later(const QStringList& values) {
        field.blockedChoices = values;
        for (qsizetype i = 0; i < values.size(); ++i) field.blockedReasons << tr("Not available in this version");
        return *this;
    }
    Make& slide(FieldSlider kind, double min, double max) {
        return field.slider = kind, field.sliderMin = min, field.sliderMax = max, *this;
    }
    Make& when(std::function<bool(const Json&)> applies) { return field.applies = std::move(applies), *this; }
    operator FieldSpec() const { return field; }
};

std::function<bool(const Json&)> isOneOf(std::string path, QStringList values, QString fallback) {
    return [path = std::move(path), values = std::move(values), fallback = std::move(fallback)](const Json& document) {
        return values.contains(textAt(document, path, fallback));
    };
}

auto source(const QStringList& values) { return isOneOf("data.source", values, {}); }
auto optimizer(const QStringList& values) { return isOneOf("optimizer.type", values, "adamw"); }
auto schedule(const QStringList& values) { return isOneOf("schedule.type", values, "constant"); }

FieldGroup dataGroup() {
    return {
        "data",
        tr("Data"),
        {Make("data.source", FieldKind::Choice, tr("Source"), tr("Where samples come from."))
             .needed()
             .choices({"bundled", "csv", "idx", "images", "npz", "npy", "synthetic"},
                      {tr("Bundled data set"), tr("CSV table"), tr("IDX files (MNIST)"), tr("Folders of images"), tr("NumPy archive (npz)"),
                       tr("NumPy arrays (npy)"), tr("Synthetic")})
             .later({"cifar", "text", "safetensors"}),
         Make("data.name", FieldKind::Choice, tr("Data set"), tr("Which bundled data set."))
             .needed()
             .choices({"digits", "breast_cancer"}, {tr("Digits, 8×8 pixels"), tr("Breast cancer, 30 features")})
             .when(source({"bundled"})),
         Make("data.path", FieldKind::File, tr("File"), tr("The file to read; relative to the document."))
             .needed()
             .when(source({"csv", "npz"})),
         Make("data.path", FieldKind::Folder, tr("Folder"), tr("The folder to read; relative to the document."))
             .needed()
             .when(source({"idx", "images"})),
         Make("data.x_path", FieldKind::File, tr("Inputs"), tr("Array of inputs, one sample a row.")).needed().when(source({"npy"})),
         Make("data.y_path", FieldKind::File, tr("Targets"), tr("Array of targets, one a sample.")).needed().when(source({"npy"})),
         Make("data.target", FieldKind::Text, tr("Target column"), tr("Name or index of the column to predict.")).when(source({"csv"})),
         Make("data.missing", FieldKind::Choice, tr("Missing values"), tr("What to do with empty cells."))
             .fallback(Json::ofString("error"))
             .choices({"error", "mean"}, {tr("Report an error"), tr("Take the column's mean")})
             .when(source({"csv"})),
         Make("data.size", FieldKind::Int, tr("Samples"), tr("How many samples are made up."))
             .range(1)
             .empty(tr("16 batches"))
             .when(source({"synthetic"})),
         Make("data.batch_size", FieldKind::Int, tr("Batch size"),
              tr("Samples a step. Larger batches use the processor better and take more memory."))
             .needed()
             .range(1)
             .unit(tr("samples"))
             .slide(FieldSlider::PowersOfTwo, 1, 4096),
         Make("data.normalize", FieldKind::Choice, tr("Normalise"), tr("How inputs are scaled before the model sees them."))
             .choices({"none", "unit", "standard"}, {tr("As they are"), tr("Bytes divided by 255"), tr("Mean 0, deviation 1")})
             .empty(tr("by source")),
         Make("data.shuffle", FieldKind::Bool, tr("Shuffle"), tr("Take training samples in a new random order each epoch."))
             .fallback(Json::ofBool(false)),
         Make("data.split.train", FieldKind::Number, tr("Training share"),
              tr("Share of the samples to learn from; what the others leave, if empty."))
             .range(0, 1)
             .empty(tr("the rest")),
         Make("data.split.validation", FieldKind::Number, tr("Validation share"), tr("Share of the samples for measuring during training."))
             .fallback(Json::ofDouble(0))
             .range(0, 1)
             .slide(FieldSlider::Linear, 0, 0.5),
         Make("data.split.test", FieldKind::Number, tr("Test share"), tr("Share of the samples for measuring at the end."))
             .fallback(Json::ofDouble(0))
             .range(0, 1)
             .slide(FieldSlider::Linear, 0, 0.5),
         Make("data.split.shuffle", FieldKind::Bool, tr("Split at random"), tr("Draw the shares at random rather than in file order."))
             .fallback(Json::ofBool(false))}};
}

FieldGroup trainingGroup() {
    return {
        "training",
        tr("Training"),
        {Make("epochs", FieldKind::Int, tr("Epochs"), tr("How often each sample is seen. Not together with steps."))
             .fallback(Json::ofInt(1))
             .range(1)
             .when([](const Json& document) { return !document.find("steps"); }),
         Make("steps", FieldKind::Int, tr("Steps"), tr("Number of updates of the weights. Not together with epochs."))
             .range(1)
             .empty(tr("by epochs"))
             .when([](const Json& document) { return !document.find("epochs"); }),
         Make("seed", FieldKind::Int, tr("Seed"), tr("Of initial weights, order and dropout: the same seed gives the same run."))
             .fallback(Json::ofInt(1))
             .range(0),
         Make("evaluate_every", FieldKind::Int, tr("Evaluate every"), tr("How often the validation data is measured."))
             .range(1)
             .unit(tr("steps"))
             .empty(tr("each epoch")),
         Make("clip_grad_norm", FieldKind::Number, tr("Clip gradient norm"),
              tr("Gradients longer than this are shortened to it; steadies training."))
             .range(0)
             .empty(tr("not clipped")),
         Make("accumulate", FieldKind::Int, tr("Accumulate"), tr("Parts that a batch is cut into, to save memory. The result is the same."))
             .fallback(Json::ofInt(1))
             .range(1)
             .unit(tr("parts"))}};
}

FieldGroup optimizerGroup() {
    return {"optimizer",
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
                 .empty(tr("by method"))
                 .range(0),
             Make("optimizer.momentum", FieldKind::Number, tr("Momentum"), tr("Share of the last update that is kept."))
                 .fallback(Json::ofDouble(0))
                 .range(0)
                 .slide(FieldSlider::Linear, 0, 0.99)
                 .when(optimizer({"sgd"})),
             Make("optimizer.nesterov", FieldKind::Bool, tr("Nesterov"), tr("Look ahead along the momentum."))
                 .fallback(Json::ofBool(false))
                 .when(optimizer({"sgd"})),
             Make("optimizer.betas", FieldKind::Ints, tr("Betas"), tr("Decay of the averages of gradient and squared gradient."))
                 .fallback(Json::array({Json::ofDouble(0.9), Json::ofDouble(0.999)}))
                 .when(optimizer({"adam", "adamw"})),
             Make("optimizer.eps", FieldKind::Number, tr("Epsilon"), tr("Keeps the division of the update away from zero."))
                 .fallback(Json::ofDouble(1e-8))
                 .range(0)
                 .when(optimizer({"adam", "adamw"}))}};
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
                 .when(schedule({"step"}))}};
}

FieldGroup deviceGroup() {
    return {"device",
            tr("Device and checkpoints"),
            {Make("device", FieldKind::Choice, tr("Device"), tr("What the run is computed on."))
                 .fallback(Json::ofString("auto"))
                 .choices({"auto", "cpu", "ref"}, {tr("Automatic"), tr("Processor (CPU)"), tr("Reference (slow, exact)")}),
             Make("threads", FieldKind::Int, tr("Threads"), tr("Of the processor.")).range(1).empty(tr("all cores")),
             Make("checkpoint.every_steps", FieldKind::Int, tr("Checkpoint every"), tr("One is always written at the end and at a stop."))
                 .range(1)
                 .unit(tr("steps"))
                 .empty(tr("only at the end")),
             Make("checkpoint.keep", FieldKind::Int, tr("Keep"), tr("How many checkpoints stay; the best is kept besides."))
                 .fallback(Json::ofInt(3))
                 .range(1)}};
}

FieldGroup advancedGroup() {
    return {
        "advanced",
        tr("Advanced"),
        {Make("name", FieldKind::Text, tr("Name of the run"), tr("Shown in all lists.")).fallback(Json::ofString("")),
         Make("notes", FieldKind::Text, tr("Notes"), tr("For yourself.")).fallback(Json::ofString("")),
         Make("data.workers", FieldKind::Int, tr("Loader threads"), tr("Threads that read samples ahead. They never change the result."))
             .fallback(Json::ofInt(2))
             .range(0),
         Make("data.drop_last", FieldKind::Bool, tr("Drop the short last batch"), tr("Leave out the samples that do not fill a batch."))
             .fallback(Json::ofBool(false)),
         Make("probe.every_steps", FieldKind::Int, tr("Probe every"), tr("Statistics per layer; 0 is off. They change no result."))
             .fallback(Json::ofInt(0))
             .range(0)
             .unit(tr("steps"))},
        true};
}

} // namespace

std::vector<FieldGroup> runFieldGroups() {
    return {dataGroup(), trainingGroup(), optimizerGroup(), scheduleGroup(), deviceGroup(), advancedGroup()};
}

} // namespace lockstep::ui
