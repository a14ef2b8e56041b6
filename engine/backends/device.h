// A device: memory, and kernels for nodes. Backends implement it; `app` and tests build it and pass it in.
#pragma once

#include "base/result.h"
#include "ir/capability.h"
#include "ir/graph.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::backends {

struct ValueView {
    ir::TensorType type;
    ir::LayoutId layout = ir::kPlain;
    bool present = true;
};

/// A node as a kernel maker sees it: types and layouts, no graph.
struct NodeView {
    const ir::Node* node;
    std::vector<ValueView> inputs, outputs;

    const ir::Attributes& attrs() const { return node->attrs; }
    const Shape& in(std::size_t i) const { return inputs[i].type.shape; }
    const Shape& out(std::size_t i = 0) const { return outputs[i].type.shape; }
    bool has(std::size_t i) const { return i < inputs.size() && inputs[i].present; }
    /// Whether every present input and output is row-major.
    bool allPlain() const;
};
NodeView viewOf(const ir::Graph& graph, const ir::Node& node);

/// Pointers to the values of one execution; absent inputs are nullptr. Set once when a program is bound to its memory, then reused.
struct KernelArgs {
    std::vector<const std::byte*> inputs;
    std::vector<std::byte*> outputs;
    std::byte* workspace = nullptr;

    template <class T> const T* in(std::size_t i) const { return i < inputs.size() ? reinterpret_cast<const T*>(inputs[i]) : nullptr; }
    template <class T> T* out(std::size_t i = 0) const { return reinterpret_cast<T*>(outputs[i]); }
};

/// One node made ready to run again and again: allocates nothing, creates nothing, waits for nothing but its own team.
/// An updating output has the pointer of the input that it changes. In-place outputs too, where the plan decided so.
class Kernel {
public:
    virtual ~Kernel() = default;
    virtual std::size_t workspaceBytes() const { return 0; } ///< 64-byte aligned scratch for the time of run()
    virtual void bind(const KernelArgs&) {}                  ///< called when addresses are known, before the first run
    virtual void run(const KernelArgs& args) = 0;
};

struct Refusal {
    std::string implementation, reason;
};
/// The kernel taken, and why those before it in the list were not.
struct KernelChoice {
    std::string implementation;
    std::unique_ptr<Kernel> kernel;
    std::vector<Refusal> refused;
};

struct DeviceInfo {
    std::string id;          ///< `cpu`, `ref`, `cuda:0`
    std::string description; ///< processor name, instruction sets
    std::size_t memoryBytes = 0;
    int threads = 1;
};

/// Device memory, freed with the object. On `cpu` and `ref` plain, page-aligned host memory.
class Buffer {
public:
    virtual ~Buffer() = default;
    virtual std::byte* data() = 0;
    virtual std::size_t bytes() const = 0;
};

class Device {
public:
    virtual ~Device() = default;

    virtual const DeviceInfo& info() const = 0;
    /// The best kernel for a node; an error if none of the list, `ref` included, can run it.
    virtual Result<KernelChoice> prepare(const NodeView& node) = 0;
    /// nullptr: row-major only.
    virtual const ir::LayoutQuery* layouts() const { return nullptr; }
    virtual Result<std::unique_ptr<Buffer>> allocate(std::size_t bytes) = 0;
    virtual void upload(std::byte* device, const std::byte* host, std::size_t bytes) = 0;
    virtual void download(std::byte* host, const std::byte* device, std::size_t bytes) = 0;
    virtual void zero(std::byte* device, std::size_t bytes) = 0;
    /// Called once on each thread that prepares or runs kernels: sets the width of its team.
    virtual void enterThread() {}
    /// Around each kernel; the fenced test device opens its memory here.
    virtual void beginKernel() {}
    virtual void endKernel() {}
};

} // namespace lockstep::backends
