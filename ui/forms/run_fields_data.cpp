// Fields of `data`: source, batches, split, augmentation, separate sources.
#include "spec/bundled_sets.h"
#include "ui/forms/field_maker.h"
#include "ui/forms/run_fields.h"

namespace lockstep::ui {

namespace {

using spec::Json;

QString tr(const char* text) { return QCoreApplication::translate("RunFields", text); }

QString text(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }

QStringList bundledNames() {
    QStringList names;
    for (const auto& set : spec::bundledSets()) names << text(set.name);
    return names;
}

QStringList bundledTitles() {
    QStringList titles;
    for (const auto& set : spec::bundledSets()) titles << text(set.title);
    return titles;
}

/// Where samples come from. `at`: "data." in the document, empty within a separate source.
std::vector<FieldSpec> sourceFields(const std::string& at) {
    const auto source = [&](const QStringList& values) { return isOneOf(at + "source", values); };
    return {Make(at + "source", FieldKind::Choice, tr("Source"), tr("Where samples come from."))
                .needed()
                .choices({"bundled", "csv", "idx", "cifar", "images", "npz", "npy", "safetensors", "text", "synthetic"},
                         {tr("Bundled data set"), tr("CSV table"), tr("IDX files (MNIST)"), tr("CIFAR, binary version"),
                          tr("Folders of images"), tr("NumPy archive (npz)"), tr("NumPy arrays (npy)"), tr("Safetensors, x and y"),
                          tr("Text"), tr("Synthetic")}),
            Make(at + "name", FieldKind::Choice, tr("Data set"), tr("Which bundled data set."))
                .needed()
                .choices(bundledNames(), bundledTitles())
                .when(source({"bundled"})),
            Make(at + "path", FieldKind::File, tr("File"), tr("The file to read; relative to the document."))
                .needed()
                .when(source({"csv", "npz", "safetensors", "text"})),
            Make(at + "path", FieldKind::Folder, tr("Folder"), tr("The folder to read; relative to the document."))
                .needed()
                .when(source({"idx", "images", "cifar"})),
            Make(at + "x_path", FieldKind::File, tr("Inputs"), tr("Array of inputs, one sample a row.")).needed().when(source({"npy"})),
            Make(at + "y_path", FieldKind::File, tr("Targets"), tr("Array of targets, one a sample.")).needed().when(source({"npy"})),
            Make(at + "target", FieldKind::Column, tr("Target column"), tr("Name of the column to predict, or its index from 0."))
                .needed()
                .when(source({"csv"})),
            Make(at + "columns", FieldKind::Columns, tr("Input columns"), tr("Names or indices of the columns to learn from, with commas."))
                .empty(tr("all others"))
                .when(source({"csv"})),
            Make(at + "missing", FieldKind::Choice, tr("Missing values"), tr("What to do with empty cells."))
                .fallback(Json::ofString("error"))
                .choices({"error", "mean"}, {tr("Report an error"), tr("Take the column's mean")})
                .when(source({"csv"})),
            Make(at + "tokenizer", FieldKind::Choice, tr("Tokens"), tr("What a token is."))
                .fallback(Json::ofString("char"))
                .choices({"char", "byte"}, {tr("Characters"), tr("Bytes")})
                .later({"sentencepiece"})
                .when(source({"text"})),
            Make(at + "context", FieldKind::Int, tr("Context"), tr("Tokens of a sample; the model's input has this length."))
                .needed()
                .range(1)
                .unit(tr("tokens"))
                .when(source({"text"})),
            Make(at + "stride", FieldKind::Int, tr("Stride"), tr("Tokens from one sample's start to the next one's."))
                .range(1)
                .empty(tr("the context"))
                .unit(tr("tokens"))
                .when(source({"text"})),
            Make(at + "mask", FieldKind::Number, tr("Hidden share"),
                 tr("Hides this share of tokens, which are to be found; empty: the next token is."))
                .range(0, 1)
                .empty(tr("none"))
                .when(source({"text"})),
            Make(at + "size", FieldKind::Int, tr("Samples"), tr("How many samples are made up."))
                .range(1)
                .empty(tr("16 batches"))
                .when(source({"synthetic"}))};
}

std::vector<FieldSpec> batchFields() {
    const auto hasSplit = [](const Json& document, const Json&) { return jsonAt(document, "data.split") != nullptr; };
    const auto splitAtRandom = [](const Json& document, const Json&) {
        const Json* shuffle = jsonAt(document, "data.split.shuffle");
        return shuffle && shuffle->boolean;
    };
    return {
        Make("data.batch_size", FieldKind::Int, tr("Batch size"),
             tr("Samples a step. Larger batches use the processor better and take more memory."))
            .startsRow()
            .needed()
            .range(1)
            .unit(tr("samples"))
            .slide(FieldSlider::PowersOfTwo, 1, 4096),
        Make("data.normalize", FieldKind::Choice, tr("Normalise"), tr("How inputs are scaled before the model sees them."))
            .choices({"none", "unit", "standard"}, {tr("As they are"), tr("Bytes divided by 255"), tr("Mean 0, deviation 1")})
            .fallbackOf([](const Json& document) {
                const QString source = textAt(document, "data.source"), name = textAt(document, "data.name");
                if (source == "idx" || source == "images" || source == "cifar") return Json::ofString("unit");
                return Json::ofString(source == "csv" || name == "breast_cancer" ? "standard" : "none");
            }),
        Make("data.split.validation", FieldKind::Number, tr("Validation share"), tr("Share of the samples for measuring during training."))
            .fallback(Json::ofDouble(0))
            .range(0, 1)
            .slide(FieldSlider::Linear, 0, 0.5),
        Make("data.split.test", FieldKind::Number, tr("Test share"), tr("Share of the samples for measuring at the end."))
            .fallback(Json::ofDouble(0))
            .range(0, 1)
            .slide(FieldSlider::Linear, 0, 0.5),
        Make("data.split.train", FieldKind::Number, tr("Training share"),
             tr("Share of the samples to learn from; what the others leave, if empty."))
            .range(0, 1)
            .empty(tr("the rest"))
            .when(hasSplit),
        Make("data.split.shuffle", FieldKind::Bool, tr("Split at random"), tr("Draw the shares at random rather than in file order."))
            .fallback(Json::ofBool(false))
            .when(hasSplit),
        Make("data.shuffle", FieldKind::Bool, tr("Shuffle"), tr("Take training samples in a new random order each epoch."))
            .fallback(Json::ofBool(false)),
        Make("data.split.seed", FieldKind::Int, tr("Seed of the split"), tr("The same seed draws the same shares, whatever the run's is."))
            .range(0)
            .empty(tr("the run's"))
            .when(splitAtRandom)};
}

ListSpec augmentList() {
    const auto type = [](const QStringList& values) { return isOneOf("type", values); };
    return {"data.augment",
            tr("Augmentation"),
            tr("Changes of training images, drawn anew each epoch, in this order."),
            tr("Add a change"),
            tr("Change %1"),
            {Make("type", FieldKind::Choice, tr("Change"), tr("What is done to an image."))
                 .needed()
                 .choices({"flip", "crop", "cutout"},
                          {tr("Mirror left and right"), tr("Shift, by padding and cropping"), tr("Cut a square out")}),
             Make("p", FieldKind::Number, tr("Probability"), tr("How often an image is mirrored."))
                 .fallback(Json::ofDouble(0.5))
                 .range(0, 1)
                 .slide(FieldSlider::Linear, 0, 1)
                 .when(type({"flip"})),
             Make("padding", FieldKind::Int, tr("Padding"), tr("By how much an image may shift in each direction."))
                 .needed()
                 .range(1)
                 .unit(tr("pixels"))
                 .when(type({"crop"})),
             Make("size", FieldKind::Int, tr("Edge"), tr("Edge of the square that is set to zero."))
                 .needed()
                 .range(1)
                 .unit(tr("pixels"))
                 .when(type({"cutout"}))},
            [](const Json&) {
                Json item = Json::object();
                item.set("type", Json::ofString("flip"));
                return item;
            }};
}

ListSpec separateSource(const char* key, const QString& title, const QString& help, const QString& addText) {
    return {std::string("data.") + key,
            title,
            help,
            addText,
            title,
            sourceFields({}),
            [](const Json& document) {
                Json item = Json::object();
                item.set("source", Json::ofString(textAt(document, "data.source", "csv").toStdString()));
                return item;
            },
            true};
}

} // namespace

FieldGroup dataGroup() {
    std::vector<FieldSpec> fields = sourceFields("data.");
    for (FieldSpec& field : batchFields()) fields.push_back(std::move(field));
    return {
        "data",
        tr("Data"),
        std::move(fields),
        {augmentList(),
         separateSource("validation", tr("Validation from another source"), tr("Takes the place of the validation share."),
                        tr("Add a source for validation")),
         separateSource("test", tr("Test from another source"), tr("Takes the place of the test share."), tr("Add a source for the test"))},
        false};
}

} // namespace lockstep::ui
