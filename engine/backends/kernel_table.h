// Ordered implementations per op, best first, each of which may refuse with a reason.
#pragma once

#include "backends/device.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::backends {

/// A kernel, or the reason why there is none.
struct KernelOffer {
    std::unique_ptr<Kernel> kernel;
    std::string refusal;

    KernelOffer(std::unique_ptr<Kernel> made) : kernel(std::move(made)) {}
    static KernelOffer refuse(std::string reason) { return KernelOffer(nullptr, std::move(reason)); }

private:
    KernelOffer(std::unique_ptr<Kernel> made, std::string reason) : kernel(std::move(made)), refusal(std::move(reason)) {}
};

using MakeKernel = std::function<KernelOffer(const NodeView&)>;

class KernelTable {
public:
    /// Appends an implementation to the op's list (so the first added is tried first).
    void add(std::string_view op, std::string implementation, MakeKernel make);
    /// Appends all of another table's lists after this one's.
    void append(const KernelTable& other);
    Result<KernelChoice> choose(const NodeView& node, std::string_view device) const;
    bool has(std::string_view op) const;

private:
    struct Entry {
        std::string implementation;
        MakeKernel make;
    };
    std::map<std::string, std::vector<Entry>, std::less<>> m_lists;
};

/// A kernel from a callable `void(const KernelArgs&)`.
template <class F> std::unique_ptr<Kernel> kernelOf(F run, std::size_t workspaceBytes = 0) {
    struct Wrapped final : Kernel {
        Wrapped(F f, std::size_t bytes) : m_run(std::move(f)), m_bytes(bytes) {}
        std::size_t workspaceBytes() const override { return m_bytes; }
        void run(const KernelArgs& args) override { m_run(args); }
        F m_run;
        std::size_t m_bytes;
    };
    return std::make_unique<Wrapped>(std::move(run), workspaceBytes);
}

} // namespace lockstep::backends
