// Runs compiled programs on one device, over one persistent and one scratch arena. A step allocates nothing and takes no lock.
#pragma once

#include "backends/device.h"
#include "base/result.h"
#include "compile/program_set.h"
#include "numerics/host_tensor.h"
#include "program/trace.h"

#include <array>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::exec {

/// How a run ended. `Dropped`: a stop was seen before the first node that changes a parameter, a
/// running statistic or optimizer state; nothing of these changed. `NotFinite`: the guarded value was not finite before the
/// first update; no parameter and no optimizer state changed (running statistics may have).
enum class Outcome : std::uint8_t { Finished, Dropped, NotFinite };

/// Nanoseconds by phase of the last run; `transfer` is the copying of inputs.
struct PhaseTimes {
    std::int64_t transfer = 0, compute = 0, communication = 0, optimizer = 0, probe = 0, wall = 0;
};

class Executor {
public:
    /// Allocates the persistent arena (zeroed). Programs must come from a set over this layout.
    static Result<std::unique_ptr<Executor>> create(backends::Device& device, const program::PersistentLayout& layout);
    ~Executor();

    /// Binds a program to memory, growing the scratch arena if it needs more. Done on first run; call before for a steady first step.
    Status bind(const compile::CompiledProgram& program);

    /// Sets the value of an input or scalar for the next run of this program. Input: bytes in the value's type and shape, read during
    /// run().
    Status setInput(const compile::CompiledProgram& program, std::string_view name, const std::byte* data, std::size_t bytes);
    Status setScalar(const compile::CompiledProgram& program, std::string_view name, double value);
    bool hasScalar(const compile::CompiledProgram& program, std::string_view name) const;

    /// `stop` is polled at each node until the first one that changes something that lasts; nullptr: never. `guard`: name of a fetched
    /// scalar; if it is known and not finite when the first update node's turn comes, the run ends there.
    Result<Outcome> run(const compile::CompiledProgram& program, const std::atomic<bool>* stop = nullptr, program::Trace* trace = nullptr,
                        std::string_view guard = {});

    /// Runs the program again, with the inputs of its last run, up to its first update node, and looks at every value: the name of the
    /// first one with an infinity or NaN in it, in the order of the nodes, what a node reads before what it makes. Slow, and running
    /// statistics move once more: for a run that has failed.
    struct Suspect {
        std::string value; ///< as in the graph: `fc1.weight`
        std::string layer; ///< empty: of no layer
        ir::Phase phase = ir::Phase::Forward;
        bool persistent = false; ///< a parameter or buffer was so before the run
    };
    Result<std::optional<Suspect>> firstNotFinite(const compile::CompiledProgram& program);

    /// Called after each run with the times of its nodes; none (the default): they are not measured. Not copied while a run is on.
    using Observer = std::function<void(const compile::CompiledProgram&, const program::Trace&)>;
    void observe(Observer observer) { m_observer = std::move(observer); }

    /// A fetched value of the last run of this program.
    Result<HostTensor> fetch(const compile::CompiledProgram& program, std::string_view name) const;
    Result<double> fetchScalar(const compile::CompiledProgram& program, std::string_view name) const;
    std::vector<std::string> fetchNames(const compile::CompiledProgram& program) const;

    Result<HostTensor> read(std::string_view persistent) const;
    /// The bytes of a tensor in pieces of at most 1 MB, in order: device memory is not copied as a whole.
    Status stream(std::string_view persistent, const std::function<Status(std::span<const std::byte>)>& take) const;
    Status write(std::string_view persistent, const HostTensor& tensor);

    const PhaseTimes& times() const { return m_times; }
    std::size_t allocatedBytes() const;

private:
    struct Bound;
    Executor(backends::Device& device, const program::PersistentLayout& layout);
    Result<Bound*> bound(const compile::CompiledProgram& program);
    Status upload(const Bound& bound);
    void runStep(Bound& bound, std::size_t step);
    Result<bool> violated(const compile::CompiledProgram& program, const Bound& bound, std::size_t next, std::string_view guard) const;
    bool finite(const ir::Graph& graph, ir::ValueId value, const std::byte* address, std::vector<std::byte>& scratch) const;

    backends::Device& m_device;
    const program::PersistentLayout& m_layout;
    std::unique_ptr<backends::Buffer> m_persistent, m_scratch;
    std::map<const compile::CompiledProgram*, std::unique_ptr<Bound>> m_bound;
    PhaseTimes m_times;
    Observer m_observer;
    program::Trace m_trace; ///< of the last observed run
};

} // namespace lockstep::exec
