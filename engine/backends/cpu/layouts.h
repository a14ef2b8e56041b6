// Layout ids and oneDNN's memory descriptors; thread-safe, one for the process.
#pragma once

#include "backends/cpu/layout_ids.h"
#include "backends/cpu/onednn.h"

#include <mutex>
#include <string>
#include <vector>

namespace lockstep::backends::cpu {

onednn::Dims dimsOf(const Shape& shape);
/// Row-major; `any`: whatever the primitive likes best.
onednn::Desc plainDesc(const onednn::Dims& dims, DType type);
onednn::Desc anyDesc(const onednn::Dims& dims, DType type);

class Layouts {
public:
    static Layouts& instance();

    /// The id of that layout, whatever the sizes; weights and other layouts are known with their sizes.
    ir::LayoutId intern(const onednn::Desc& desc, DType type);
    /// How a value lies in memory.
    onednn::Desc desc(const ir::TensorType& type, ir::LayoutId layout) const;
    std::string name(ir::LayoutId layout) const;

private:
    mutable std::mutex m_mutex;
    std::vector<onednn::Desc> m_opaque;
};

} // namespace lockstep::backends::cpu
