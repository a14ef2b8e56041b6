// Runs a graph on a device node by node, without program or plan: every value has memory of its own.
#pragma once

#include "backends/device.h"
#include "numerics/host_tensor.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::test {

using Tensors = std::map<std::string, HostTensor>;

class GraphRunner {
public:
    /// Prepares the kernels of all nodes. Graph and device must outlive the runner.
    static Result<GraphRunner> make(const ir::Graph& graph, backends::Device& device);

    /// `inputs`: every value without producer, by value name. Returns what is fetched, by fetch name; storages that nodes changed are
    /// read back under their own value's name.
    Tensors run(const Tensors& inputs);

    /// Node name to the implementation taken.
    const std::map<std::string, std::string>& implementations() const { return m_implementations; }

private:
    GraphRunner(const ir::Graph& graph, backends::Device& device) : m_graph(&graph), m_device(&device) {}
    Status allocate();
    Status prepare(ir::NodeId id);
    std::byte* address(ir::ValueId id) const;
    HostTensor read(ir::ValueId id) const;

    struct Step {
        std::unique_ptr<backends::Kernel> kernel;
        std::unique_ptr<backends::Buffer> workspace;
        backends::KernelArgs args;
    };

    const ir::Graph* m_graph;
    backends::Device* m_device;
    std::vector<std::unique_ptr<backends::Buffer>> m_buffers; ///< by ValueId, where it is its own storage
    std::vector<Step> m_steps;
    std::map<std::string, std::string> m_implementations;
};

/// make() and run() at once.
Result<Tensors> runGraph(const ir::Graph& graph, backends::Device& device, const Tensors& inputs);

} // namespace lockstep::test
