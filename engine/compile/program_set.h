// All Programs of one run on one device, over one persistent arena. Compiled when first asked for, cached by key.
#pragma once

#include "backends/device.h"
#include "base/result.h"
#include "compile/model_info.h"
#include "ir/capability.h"
#include "program/persistent_layout.h"
#include "program/program.h"
#include "spec/run_doc.h"

#include <cstdint>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace lockstep::compile {

enum class ProgramKind : std::uint8_t {
    /// Forward, loss, backward, update. Inputs by id and `target/<output>`; scalars `scalar/step`, `scalar/first_sample`, `scalar/t`,
    /// `loss_scale/<output>`, `lr/<group>` (with a slash, which no layer's or parameter's name has); fetches `loss` and `grad_norm`.
    Train,
    MicroFirst, ///< forward, loss, backward; gradients written to their persistent values
    Micro,      ///< as MicroFirst, gradients added
    Update,     ///< clip and update from the persistent gradients
    Evaluate,   ///< inference mode; fetches `loss.<output>` and `y.<output>`
    Predict,    ///< inference mode; fetches `y.<output>`
    Gradients,  ///< as MicroFirst: persistent gradients `grad/<parameter>` of every parameter, zeros where unused; training mode, before
                ///< clipping
};

struct ProgramKey {
    ProgramKind kind = ProgramKind::Train;
    std::int64_t batch = 1; ///< samples
    bool probe = false;     ///< fetches `probe.<value>` besides
    bool operator<(const ProgramKey& other) const { return std::tie(kind, batch, probe) < std::tie(other.kind, other.batch, other.probe); }
};

/// A Program with its kernels, made by the device it was compiled for.
struct CompiledProgram {
    std::shared_ptr<const program::Program> program;
    std::vector<std::unique_ptr<backends::Kernel>> kernels; ///< by position in the schedule; nullptr: a free view
    double compileMs = 0;
    std::vector<std::pair<std::string, double>> passMs; ///< name, milliseconds
};

/// Groups of the optimizer document; parameters that no group matches are in the last one.
struct OptimizerGroup {
    spec::OptimizerDoc settings; ///< with the group's own values put in
    std::vector<std::string> parameters;
};

/// What the persistent arena must hold: parameters and buffers; with optimizer state (and gradients if accumulating); or with gradients.
enum class Purpose : std::uint8_t { Training, Inference, Gradients };

/// A batch cut as numpy's array_split does: the first (batch mod parts) one longer, empty ones left out.
std::vector<std::int64_t> microBatchSizes(std::int64_t batch, std::int64_t parts);

class ProgramSet {
public:
    /// Checks shapes and arguments by lowering the model; errors name the layer. The device outlives the set.
    /// `stop`: looked at between passes and kernels, here and in get(), until setStop(): an error "cancelled".
    static Result<std::unique_ptr<ProgramSet>> create(const spec::RunDoc& run, backends::Device& device,
                                                      Purpose purpose = Purpose::Training, std::stop_token stop = {});
    ~ProgramSet();

    void setStop(std::stop_token stop) { m_stop = std::move(stop); }
    const ModelInfo& model() const { return m_model; }
    const std::vector<OptimizerGroup>& groups() const { return m_groups; }
    Result<const CompiledProgram*> get(const ProgramKey& key);
    /// Known after create(): parameters, buffers, optimizer state, and (with accumulate) gradients. Grows only by ProgramKind::Gradients.
    const program::PersistentLayout& persistent() const { return m_persistent; }
    /// Persistent bytes + the largest scratch of the programs compiled so far.
    std::size_t plannedBytes() const;
    std::size_t scratchBytes() const { return m_scratchBytes; }

    /// The graph as text (or dot) after a pass; an empty name: the finished program with kernels, offsets, FLOPs and bytes.
    Result<std::string> explain(const ProgramKey& key, std::string_view afterPass, bool dot);

private:
    ProgramSet(const spec::RunDoc& run, backends::Device& device, Purpose purpose);
    /// What a program of a graph would take; kernels of nodes that are alike are made once.
    ir::PlanFn planFunction() const;

    std::unique_ptr<spec::RunDoc> m_run;
    backends::Device& m_device;
    Purpose m_purpose;
    std::stop_token m_stop;
    ModelInfo m_model;
    std::vector<OptimizerGroup> m_groups;
    program::PersistentLayout m_persistent;
    std::map<ProgramKey, std::unique_ptr<CompiledProgram>> m_programs;
    std::size_t m_scratchBytes = 0;
};

/// Shapes and sizes only, no device: for editors. Errors name the layer; all of them, not just the first.
struct ModelAnalysis {
    ModelInfo info; ///< layers up to the first problem on each branch
    std::vector<Error> problems;
};
ModelAnalysis analyseModel(const spec::ModelDoc& model, const std::map<std::string, spec::LossDoc>& losses);

} // namespace lockstep::compile
