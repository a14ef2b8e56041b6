// A run document (FORMATS.md "Run") as values, defaults filled in.
#pragma once

#include "base/result.h"
#include "spec/json.h"
#include "spec/model_doc.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lockstep::spec {

struct SplitDoc {
    double train = 1, validation = 0, test = 0;
    bool shuffle = false;
    std::optional<std::uint64_t> seed; ///< none: the run's
};

struct AugmentDoc {
    std::string type; ///< flip crop cutout
    double p = 0.5;
    std::int64_t padding = 0, size = 0;
};

struct DataDoc {
    std::string source; ///< bundled csv idx cifar images text npz npy safetensors synthetic
    std::string name;   ///< bundled
    std::string path, xPath, yPath;
    std::int64_t batchSize = 0;
    bool shuffle = false, dropLast = false;
    std::int64_t workers = 2;
    std::optional<SplitDoc> split;
    std::shared_ptr<const DataDoc> validation, test; ///< separate sources
    std::optional<std::string> normalize;            ///< none unit standard; absent: by source
    std::vector<AugmentDoc> augment;
    std::string sampling = "uniform";
    // csv
    std::variant<std::monostate, std::string, std::int64_t> target; ///< column name or index
    std::vector<std::string> columns;                               ///< empty: all others
    std::string missing = "error";                                  ///< error mean
    bool ignoresTarget = false; ///< of no document: rows to predict, of which none needs an answer (csv and arrays)
    // text
    std::string tokenizer = "char";     ///< char byte
    std::int64_t context = 0;           ///< tokens of a window
    std::optional<std::int64_t> stride; ///< absent: the context
    std::optional<double> mask;         ///< share of hidden tokens
    // synthetic
    std::optional<std::int64_t> size; ///< absent: 16 batches
    int line = 0;
    std::string path_; ///< JSON path, for errors
};

struct LossDoc {
    std::string type = "cross_entropy"; ///< cross_entropy bce_with_logits mse l1 smooth_l1 huber formula
    double labelSmoothing = 0;
    std::int64_t ignoreIndex = -100;
    std::vector<double> classWeights; ///< empty: none
    std::vector<double> posWeight;    ///< bce_with_logits; empty: none; one number, or one a class
    bool posWeightIsList = false;     ///< as written
    double beta = 1, delta = 1;       ///< smooth_l1, huber
    std::string expr;                 ///< formula
};

struct OptimizerGroupDoc {
    std::string match;
    std::optional<double> lr, weightDecay, eps, momentum;
    std::optional<std::pair<double, double>> betas;
};

struct OptimizerDoc {
    std::string type = "adamw"; ///< sgd adam adamw rmsprop adagrad lion
    double lr = 1e-3, momentum = 0, dampening = 0, weightDecay = 0, eps = 1e-8, alpha = 0.99, lrDecay = 0;
    bool nesterov = false, amsgrad = false, centered = false;
    std::pair<double, double> betas{0.9, 0.999};
    std::vector<OptimizerGroupDoc> groups;
};

struct ScheduleDoc {
    std::string type = "constant"; ///< constant cosine linear step exponential wsd onecycle plateau
    std::int64_t warmupSteps = 0, stepSize = 0, patience = 10;
    double minLr = 0, gamma = 0.1, decayFraction = 0.2, maxLr = 0, pctStart = 0.3, factor = 0.1;
};

struct CheckpointDoc {
    std::optional<std::int64_t> everySteps;
    std::int64_t keep = 3;
};

struct EarlyStopDoc {
    std::string metric = "validation/loss"; ///< or validation/<metric of the run>
    std::int64_t patience = 5;              ///< evaluations
    double minDelta = 0;
};

struct RecomputeDoc {
    std::string what = "none"; ///< none, selective, full, fit
    std::int64_t fitBytes = 0; ///< of fit
};

struct RunDoc {
    std::string name, notes;
    std::vector<std::string> tags;
    std::uint64_t seed = 1;
    ModelDoc model;                                           ///< loaded
    std::string modelReference;                               ///< as written: "template:NAME", a file, or empty for an inline document
    std::optional<std::string> init;                          ///< safetensors file, as written
    std::vector<std::pair<std::string, std::string>> initMap; ///< glob over the file's names, replacement
    bool initStrict = true;                                   ///< false: what fits in name and shape is taken, the rest starts as usual
    DataDoc data;
    std::map<std::string, LossDoc> losses; ///< by output id; always one for each output
    OptimizerDoc optimizer;
    ScheduleDoc schedule;
    std::optional<std::int64_t> steps;
    std::int64_t epochs = 1; ///< used when `steps` is absent
    std::int64_t accumulate = 1;
    std::optional<double> clipGradNorm;
    std::optional<std::int64_t> evaluateEvery;
    std::vector<std::string> metrics; ///< filled in by the losses where the document has none
    std::string device = "auto";
    std::optional<std::int64_t> threads;
    RecomputeDoc recompute;
    std::string precisionPolicy = "f32";
    CheckpointDoc checkpoint;
    std::optional<EarlyStopDoc> earlyStop;
    std::optional<double> emaDecay;
    std::vector<std::string> freeze; ///< globs over names of parameters
    std::int64_t probeEverySteps = 0;
    std::string baseDirectory; ///< paths in the document are relative to it
    std::string file;          ///< named in errors
    Json json;                 ///< as read (after --set), `model` as written

    /// A path of the document, from where the program stands.
    std::string located(const std::string& path) const;
};

/// How readRun reaches other documents: given a path (already joined with the base directory), the text. `spec` opens no file itself.
using TextLoader = std::function<Result<std::string>(const std::string& path)>;

struct ReadRunOptions {
    std::string file;                ///< of the run document, for errors
    std::string baseDirectory = "."; ///< of the run document
    std::vector<std::string> sets;   ///< `a.b=value`, in order
    TextLoader load;                 ///< for model files
    bool allowMissingModel = false;  ///< editors
};

Result<RunDoc> readRun(const Json& json, const ReadRunOptions& options);
/// As readRun, but all problems rather than the first.
std::vector<Error> checkRun(const Json& json, const ReadRunOptions& options);
/// The model of a run document, where nothing is wrong with it, whatever is wrong with the rest.
std::optional<ModelDoc> soundModel(const Json& json, const ReadRunOptions& options);
/// Applies one `a.b.0.c=value` (value is JSON, or a bare string) to a document.
Status applySet(Json& json, std::string_view assignment);

/// How the inputs are normalized: none, unit or standard; the source decides where the document does not (FORMATS.md "Data").
std::string normalizeOf(const DataDoc& data);

/// A copy with every default written out: what the store keeps as the resolved document. `auto` values are filled in by the session.
Json resolvedJson(const RunDoc& run);

} // namespace lockstep::spec
