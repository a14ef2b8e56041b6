// Metrics of an evaluation, accumulated over batches on the host.
#pragma once

#include "compile/model_info.h"
#include "numerics/host_tensor.h"
#include "spec/run_doc.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep::train {

/// One metric of one output over one split.
class Metric {
public:
    virtual ~Metric() = default;
    /// `y`: raw outputs [n, ..] f32; `target`: as the loss wants it.
    virtual void add(const HostTensor& y, const HostTensor& target) = 0;
    /// NaN if nothing was counted.
    virtual double value() const = 0;
};

struct NamedMetric {
    std::string name;   ///< `accuracy`, with several outputs `<output>.accuracy`
    std::size_t output; ///< index into ModelInfo::outputs
    std::unique_ptr<Metric> metric;
};

/// The metrics that the run asks for; names that a model's outputs can't have are left out (documents are checked before).
std::vector<NamedMetric> makeMetrics(const std::vector<std::string>& names, const compile::ModelInfo& model);

} // namespace lockstep::train
