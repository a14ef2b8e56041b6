#include "ui/forms/run_fields.h"

#include "ui/forms/field_maker.h"

namespace lockstep::ui {

namespace {

using spec::Json;

QString tr(const char* text) { return QCoreApplication::translate("RunFields", text); }

FieldGroup trainingGroup() {
    return {
        "training",
        tr("Training"),
        {Make("epochs", FieldKind::Int, tr("Epochs"), tr("How often each sample is seen. Takes the place of steps."))
             .fallbackOf([](const Json& document) { return document.find("steps") ? Json() : Json::ofInt(1); })
             .range(1)
             .empty(tr("by steps"))
             .excludes("steps"),
         Make("steps", FieldKind::Int, tr("Steps"), tr("Number of updates of the weights. Takes the place of epochs."))
             .range(0)
             .empty(tr("by epochs"))
             .excludes("epochs"),
         Make("seed", FieldKind::Int, tr("Seed"),
              tr("Of initial weights, order, dropout and augmentation: the same seed gives the same run."))
             .fallback(Json::ofInt(1))
             .range(0),
         Make("evaluate_every", FieldKind::Int, tr("Evaluate every"), tr("How often the validation data is measured."))
             .range(1)
             .unit(tr("steps"))
             .empty(tr("each epoch")),
         Make("clip_grad_norm", FieldKind::Number, tr("Clip gradient norm"),
              tr("Gradients longer than this are shortened to it; steadies training. Above 0."))
             .empty(tr("not clipped")),
         Make("accumulate", FieldKind::Int, tr("Accumulate"), tr("Parts that a batch is cut into, to save memory. The result is the same."))
             .fallback(Json::ofInt(1))
             .range(1)
             .unit(tr("parts")),
         Make("init", FieldKind::File, tr("Initial weights"),
              tr("A safetensors file whose tensors have the names of the parameters; relative to the document."))
             .empty(tr("drawn by the seed"))},
        {},
        false};
}

FieldGroup deviceGroup() {
    return {"device",
            tr("Device and checkpoints"),
            {Make("device", FieldKind::Choice, tr("Device"), tr("What the run is computed on."))
                 .fallback(Json::ofString("auto"))
                 .choices({"auto", "cpu", "ref"}, {tr("Automatic"), tr("Processor (CPU)"), tr("Reference (slow, exact)")})
                 .later({"cuda"}),
             Make("threads", FieldKind::Int, tr("Threads"), tr("Of the processor.")).range(1, 4096).empty(tr("all cores")),
             Make("precision.policy", FieldKind::Choice, tr("Precision"), tr("Type of the numbers that are computed with."))
                 .fallback(Json::ofString("f32"))
                 .choices({"f32"}, {tr("f32 (native)")})
                 .later({"tf32", "bf16", "f16", "fp8", "auto"}),
             Make("checkpoint.every_steps", FieldKind::Int, tr("Checkpoint every"), tr("One is always written at the end and at a stop."))
                 .range(1)
                 .unit(tr("steps"))
                 .empty(tr("only at the end")),
             Make("checkpoint.keep", FieldKind::Int, tr("Keep"), tr("How many checkpoints stay; the best is kept besides."))
                 .fallback(Json::ofInt(3))
                 .range(1),
             Make("probe.every_steps", FieldKind::Int, tr("Probe every"),
                  tr("Statistics of the values in each layer, for the heat map; 0 is off. They change no result."))
                 .fallback(Json::ofInt(0))
                 .range(0)
                 .unit(tr("steps"))},
            {},
            false};
}

FieldGroup namesGroup() {
    return {"names",
            tr("Name and notes"),
            {Make("name", FieldKind::Text, tr("Name of the run"), tr("Shown in all lists.")).fallback(Json::ofString("")),
             Make("tags", FieldKind::Names, tr("Tags"), tr("Words to find the run by, with commas.")).empty(tr("none")),
             Make("notes", FieldKind::Text, tr("Notes"), tr("For yourself.")).fallback(Json::ofString(""))},
            {},
            false};
}

FieldGroup advancedGroup() {
    return {
        "advanced",
        tr("Advanced"),
        {Make("data.workers", FieldKind::Int, tr("Loader threads"), tr("Threads that read samples ahead. They never change the result."))
             .fallback(Json::ofInt(2))
             .range(0, 256),
         Make("data.drop_last", FieldKind::Bool, tr("Drop the short last batch"), tr("Leave out the samples that do not fill a batch."))
             .fallback(Json::ofBool(false)),
         Make("data.sampling", FieldKind::Choice, tr("Sampling"), tr("How often samples of each class are taken."))
             .fallback(Json::ofString("uniform"))
             .choices({"uniform", "balanced"}, {tr("As they come"), tr("Classes equally often")})},
        {},
        true};
}

} // namespace

std::vector<FieldGroup> runFieldGroups() {
    return {namesGroup(), dataGroup(), trainingGroup(), optimizerGroup(), scheduleGroup(), deviceGroup(), advancedGroup()};
}

} // namespace lockstep::ui
