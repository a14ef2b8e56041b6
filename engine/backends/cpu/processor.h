// What the operating system tells of this processor.
#pragma once

#include <cstddef>
#include <string>

namespace lockstep::backends::cpu {

/// `AMD EPYC 9454 (avx2, avx512f, avx512_bf16)`
std::string processorName();
/// Cores that this process may use.
int availableCores();
std::size_t physicalMemory();

} // namespace lockstep::backends::cpu
