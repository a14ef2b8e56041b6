// Parameters, buffers and optimizer state between the executor's arena and named tensors.
#pragma once

#include "compile/program_set.h"
#include "exec/executor.h"
#include "train/checkpoint.h"

#include <cstdint>
#include <string>

namespace lockstep::train {

/// Writes initial values of every parameter and buffer.
Status initialise(const compile::ModelInfo& model, std::uint64_t seed, exec::Executor& executor);
/// Writes `tensors` over parameters and buffers; missing, surplus and misshapen ones are one error that lists them all.
Status loadWeights(const compile::ModelInfo& model, const NamedTensors& tensors, const std::string& file, exec::Executor& executor);
/// The weights of the document's `init` file, its names mapped. Unless strict, what does not fit starts as usual. Returns in words what
/// matched.
Result<std::string> loadInitFile(const compile::ModelInfo& model, const spec::RunDoc& run, const std::string& path,
                                 exec::Executor& executor);
/// Writes optimizer state; all of the layout's states must be there in their shapes.
Status loadOptimizer(const program::PersistentLayout& layout, const NamedTensors& tensors, exec::Executor& executor);

/// For a branch: writes the states that fit (unless `all`: running averages only); the others stay as they are. Returns their names.
Result<std::vector<std::string>> takeOptimizer(const program::PersistentLayout& layout, const NamedTensors& tensors, bool all,
                                               exec::Executor& executor);

/// For a checkpoint: they are read from the executor while they're written, so it must live and stand still until then.
std::vector<files::StreamedTensor> streamWeights(const compile::ModelInfo& model, const exec::Executor& executor);
std::vector<files::StreamedTensor> streamOptimizer(const program::PersistentLayout& layout, const exec::Executor& executor);

} // namespace lockstep::train
