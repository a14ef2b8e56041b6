#include "exec/executor.h"

#include "base/clock.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lockstep::exec {

static constexpr ErrorCode kNoSuchInput{"exec.no_such_input", "program {0} has no input {1}", ""};
static constexpr ErrorCode kInputSize{"exec.input_size", "input {0} wants {1} bytes and gets {2}", ""};
static constexpr ErrorCode kNoSuchFetch{"exec.no_such_result", "program {0} has no result {1}", ""};
static constexpr ErrorCode kNoSuchTensor{"exec.no_such_tensor", "there is no tensor {0}", ""};
static constexpr ErrorCode kTensorType{"exec.tensor_type", LOCKSTEP_TR("error", "{0} has the type {1}, expected is {2}"), ""};

/// One kernel with the addresses that it works on.
struct Step {
    backends::Kernel* kernel;
    backends::KernelArgs args;
    ir::NodeId node;
    ir::Phase phase;
    bool commits; ///< changes a parameter, buffer or optimizer state: from here on the step must be finished
};

struct HostInput {
    std::string name;
    std::byte* device;
    std::size_t bytes;
    const std::byte* host = nullptr;
};

struct HostScalar {
    std::string name;
    std::byte* device;
    double value = 0;
};

struct Executor::Bound {
    std::shared_ptr<const program::Program> program;
    std::vector<Step> steps;
    std::vector<HostInput> inputs;
    std::vector<HostScalar> scalars;
};

Executor::Executor(backends::Device& device, const program::PersistentLayout& layout) : m_device(device), m_layout(layout) {}
Executor::~Executor() = default;

Result<std::unique_ptr<Executor>> Executor::create(backends::Device& device, const program::PersistentLayout& layout) {
    std::unique_ptr<Executor> made(new Executor(device, layout));
    device.enterThread();
    LOCKSTEP_ASSIGN(made->m_persistent, device.allocate(std::max<std::size_t>(layout.bytes(), 1)));
    device.zero(made->m_persistent->data(), made->m_persistent->bytes());
    return made;
}

static std::byte* addressOf(const program::Program& program, ir::ValueId value, std::byte* persistent, std::byte* scratch) {
    const auto& place = program.placement(value);
    return (place.region == program::Region::Persistent ? persistent : scratch) + place.offset;
}

/// Gradients don't count: the next step writes them anew.
static bool commits(const ir::Graph& graph, const ir::Node& node) {
    return std::ranges::any_of(node.outputs, [&](ir::ValueId out) {
        const ir::ValueKind kind = graph.value(graph.value(out).storage).kind;
        return ir::isPersistent(kind) && kind != ir::ValueKind::Gradient;
    });
}

Status Executor::bind(const compile::CompiledProgram& compiled) {
    const auto& program = *compiled.program;
    if (!m_scratch || m_scratch->bytes() < program.scratchBytes()) {
        m_bound.clear();
        m_scratch.reset(); // first, so that both never exist at once
        LOCKSTEP_ASSIGN(m_scratch, m_device.allocate(std::max<std::size_t>(program.scratchBytes(), 1)));
    }
    if (m_bound.contains(&compiled)) return {};
    const ir::Graph& graph = program.graph();
    const auto address = [&](ir::ValueId v) { return addressOf(program, v, m_persistent->data(), m_scratch->data()); };

    auto bound = std::make_unique<Bound>();
    bound->program = compiled.program;
    for (std::size_t i = 0; i < program.schedule().size(); ++i) {
        if (!compiled.kernels[i]) continue;
        const ir::NodeId id = program.schedule()[i];
        const ir::Node& node = graph.node(id);
        Step step{compiled.kernels[i].get(), {}, id, node.phase, commits(graph, node)};
        for (const ir::ValueId in : node.inputs) step.args.inputs.push_back(in == ir::kNone ? nullptr : address(in));
        for (const ir::ValueId out : node.outputs) step.args.outputs.push_back(address(out));
        const auto& workspace = program.plan().workspaces[static_cast<std::size_t>(id)];
        if (workspace.bytes) step.args.workspace = m_scratch->data() + workspace.offset;
        step.kernel->bind(step.args);
        bound->steps.push_back(std::move(step));
    }
    for (const ir::ValueId v : program.inputs()) bound->inputs.push_back({graph.value(v).name, address(v), graph.value(v).type.bytes()});
    for (const ir::ValueId v : program.scalars()) bound->scalars.push_back({graph.value(v).name, address(v)});
    m_bound.emplace(&compiled, std::move(bound));
    return {};
}

Result<Executor::Bound*> Executor::bound(const compile::CompiledProgram& program) {
    if (const auto known = m_bound.find(&program); known != m_bound.end()) return known->second.get();
    LOCKSTEP_TRY(bind(program));
    return m_bound.at(&program).get();
}

Status Executor::setInput(const compile::CompiledProgram& program, std::string_view name, const std::byte* data, std::size_t bytes) {
    LOCKSTEP_ASSIGN(Bound * b, bound(program));
    const auto at = std::ranges::find(b->inputs, name, &HostInput::name);
    const ir::ValueId unread = program.program->graph().findValue(name);
    if (at == b->inputs.end() && unread != ir::kNone && program.program->graph().value(unread).kind == ir::ValueKind::Input) return {};
    if (at == b->inputs.end()) return Error(kNoSuchInput, {program.program->name(), std::string(name)});
    if (at->bytes != bytes) return Error(kInputSize, {std::string(name), std::to_string(at->bytes), std::to_string(bytes)});
    at->host = data;
    return {};
}

Status Executor::setScalar(const compile::CompiledProgram& program, std::string_view name, double value) {
    LOCKSTEP_ASSIGN(Bound * b, bound(program));
    const auto at = std::ranges::find(b->scalars, name, &HostScalar::name);
    if (at == b->scalars.end()) return Error(kNoSuchInput, {program.program->name(), std::string(name)});
    at->value = value;
    return {};
}

bool Executor::hasScalar(const compile::CompiledProgram& program, std::string_view name) const {
    const ir::Graph& graph = program.program->graph();
    return std::ranges::any_of(program.program->scalars(), [&](ir::ValueId v) { return graph.value(v).name == name; });
}

static std::int64_t& timeOf(PhaseTimes& times, ir::Phase phase) {
    switch (phase) {
    case ir::Phase::Communication: return times.communication;
    case ir::Phase::Optimizer: return times.optimizer;
    case ir::Phase::Probe: return times.probe;
    default: return times.compute;
    }
}

Status Executor::upload(const Bound& bound) {
    for (const HostInput& input : bound.inputs) {
        if (!input.host) return Error(kNoSuchInput, {bound.program->name(), input.name + " (not set)"});
        m_device.upload(input.device, input.host, input.bytes);
    }
    for (const HostScalar& scalar : bound.scalars)
        m_device.upload(scalar.device, reinterpret_cast<const std::byte*>(&scalar.value), sizeof(double));
    return {};
}

void Executor::runStep(Bound& bound, std::size_t step) {
    m_device.beginKernel();
    bound.steps[step].kernel->run(bound.steps[step].args);
    m_device.endKernel();
}

/// Whether the guarded value, if the node that makes it has run, is not finite.
Result<bool> Executor::violated(const compile::CompiledProgram& program, const Bound& bound, std::size_t next,
                                std::string_view guard) const {
    const ir::Graph& graph = program.program->graph();
    const auto fetch = std::ranges::find(graph.fetches(), guard, &ir::Fetch::name);
    if (fetch == graph.fetches().end()) return false;
    const ir::NodeId maker = graph.value(fetch->value).producer;
    const auto end = bound.steps.begin() + static_cast<std::ptrdiff_t>(next);
    if (std::ranges::find(bound.steps.begin(), end, maker, &Step::node) == end) return false;
    LOCKSTEP_ASSIGN(const double value, fetchScalar(program, guard));
    return !std::isfinite(value);
}

Result<Outcome> Executor::run(const compile::CompiledProgram& program, const std::atomic<bool>* stop, program::Trace* trace,
                              std::string_view guard) {
    LOCKSTEP_ASSIGN(Bound * b, bound(program));
    m_times = {};
    if (m_observer && !trace) {
        trace = &m_trace;
        m_trace.spans.clear();
    }
    const std::int64_t start = monotonicNs();
    LOCKSTEP_TRY(upload(*b));
    std::int64_t before = monotonicNs();
    m_times.transfer = before - start;
    bool committed = false, guarded = !guard.empty();
    for (std::size_t i = 0; i < b->steps.size(); ++i) {
        const Step& step = b->steps[i];
        if (stop && !committed && stop->load(std::memory_order_relaxed)) return Outcome::Dropped;
        if (guarded && step.commits && step.phase == ir::Phase::Optimizer) {
            LOCKSTEP_ASSIGN(const bool bad, violated(program, *b, i, guard));
            if (bad) return Outcome::NotFinite;
            guarded = false;
        }
        committed |= step.commits;
        runStep(*b, i);
        const std::int64_t now = monotonicNs();
        timeOf(m_times, step.phase) += now - before;
        if (trace) trace->spans.push_back({step.node, before - start, now - start});
        before = now;
    }
    m_times.wall = before - start;
    if (trace) trace->wallNs = m_times.wall;
    if (m_observer) m_observer(program, *trace);
    return Outcome::Finished;
}

/// Values in a blocked layout too: what pads them is 0.
bool Executor::finite(const ir::Graph& graph, ir::ValueId value, const std::byte* address, std::vector<std::byte>& scratch) const {
    const ir::TensorType& type = graph.value(value).type;
    if (type.dtype != DType::F32 && type.dtype != DType::F64) return true;
    scratch.resize(type.bytes());
    m_device.download(scratch.data(), address, scratch.size());
    const auto all = [&]<class T>(T) {
        const auto* values = reinterpret_cast<const T*>(scratch.data());
        return std::all_of(values, values + scratch.size() / sizeof(T), [](T x) { return std::isfinite(x); });
    };
    return type.dtype == DType::F32 ? all(0.0f) : all(0.0);
}

Result<std::optional<Executor::Suspect>> Executor::firstNotFinite(const compile::CompiledProgram& program) {
    LOCKSTEP_ASSIGN(Bound * b, bound(program));
    const ir::Graph& graph = program.program->graph();
    std::vector<std::byte> scratch;
    const auto bad = [&](ir::ValueId id) {
        return !finite(graph, id, addressOf(*program.program, id, m_persistent->data(), m_scratch->data()), scratch);
    };
    const auto suspect = [&](ir::ValueId id, const ir::Node& node, bool persistent) {
        return std::optional(Suspect{graph.value(id).name, node.layer, node.phase, persistent});
    };
    LOCKSTEP_TRY(upload(*b));
    for (std::size_t i = 0; i < b->steps.size(); ++i) {
        const ir::Node& node = graph.node(b->steps[i].node);
        if (node.phase == ir::Phase::Optimizer) break;
        for (const ir::ValueId in : node.inputs) {
            const bool given = in != ir::kNone && graph.value(in).producer == ir::kNone;
            if (given && bad(in)) return suspect(in, node, ir::isPersistent(graph.value(in).kind));
        }
        runStep(*b, i);
        for (const ir::ValueId out : node.outputs) {
            if (bad(out)) return suspect(out, node, false);
        }
    }
    return std::optional<Suspect>();
}

Result<HostTensor> Executor::fetch(const compile::CompiledProgram& program, std::string_view name) const {
    const ir::Graph& graph = program.program->graph();
    for (const ir::Fetch& f : graph.fetches()) {
        if (f.name != name || !m_scratch) continue;
        const ir::TensorType& type = graph.value(f.value).type;
        HostTensor out(type.dtype, type.shape);
        m_device.download(out.data(), addressOf(*program.program, f.value, m_persistent->data(), m_scratch->data()), out.bytes());
        return out;
    }
    return Error(kNoSuchFetch, {program.program->name(), std::string(name)});
}

Result<double> Executor::fetchScalar(const compile::CompiledProgram& program, std::string_view name) const {
    LOCKSTEP_ASSIGN(const HostTensor t, fetch(program, name));
    return t.dtype() == DType::F64 ? t.as<double>()[0] : static_cast<double>(t.as<float>()[0]);
}

std::vector<std::string> Executor::fetchNames(const compile::CompiledProgram& program) const {
    std::vector<std::string> names;
    for (const ir::Fetch& f : program.program->graph().fetches()) names.push_back(f.name);
    return names;
}

Result<HostTensor> Executor::read(std::string_view persistent) const {
    const auto* entry = m_layout.find(persistent);
    if (!entry) return Error(kNoSuchTensor, {std::string(persistent)});
    HostTensor out(entry->type.dtype, entry->type.shape);
    m_device.download(out.data(), m_persistent->data() + entry->offset, out.bytes());
    return out;
}

Status Executor::stream(std::string_view persistent, const std::function<Status(std::span<const std::byte>)>& take) const {
    const auto* entry = m_layout.find(persistent);
    if (!entry) return Error(kNoSuchTensor, {std::string(persistent)});
    constexpr std::size_t kPiece = std::size_t{1} << 20;
    const std::size_t size = entry->type.bytes();
    std::vector<std::byte> piece(std::min(kPiece, size));
    for (std::size_t at = 0; at < size; at += piece.size()) {
        piece.resize(std::min(piece.size(), size - at));
        m_device.download(piece.data(), m_persistent->data() + entry->offset + at, piece.size());
        LOCKSTEP_TRY(take(piece));
    }
    return {};
}

Status Executor::write(std::string_view persistent, const HostTensor& tensor) {
    const auto* entry = m_layout.find(persistent);
    if (!entry) return Error(kNoSuchTensor, {std::string(persistent)});
    const ir::TensorType type{tensor.dtype(), tensor.shape()};
    if (!(type == entry->type)) return Error(kTensorType, {std::string(persistent), type.str(), entry->type.str()});
    m_device.upload(m_persistent->data() + entry->offset, tensor.data(), tensor.bytes());
    return {};
}

std::size_t Executor::allocatedBytes() const { return m_persistent->bytes() + (m_scratch ? m_scratch->bytes() : 0); }

} // namespace lockstep::exec
