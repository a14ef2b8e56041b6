// How much of the hardware a step used: the one place for this formula.
#pragma once

#include <span>

namespace lockstep::monitors {

/// Model FLOPs of a step that ran in one type, and the rate (FLOP/s) that this type reaches at best on the device.
struct TypedWork {
    double flops = 0;
    double peakFlops = 0;
};

struct Utilisation {
    double achievedFlops = 0; ///< FLOP/s
    double peakFlops = 0;     ///< the denominator, FLOP/s; 0: no peak known for some of the work
    double share = 0;         ///< achieved over peak; 0 where no peak is known
};

/// With F the FLOPs and P the peak of each part: peak = sum F / sum (F / P), the rate at which all of it would run at its
/// peaks; utilisation = sum F / (seconds * peak). With one type this is the model FLOPs utilisation of Chowdhery et al.,
/// "PaLM: Scaling Language Modeling with Pathways" (2022), appendix B: recomputed FLOPs do not count.
Utilisation utilisation(std::span<const TypedWork> parts, double stepSeconds);

} // namespace lockstep::monitors
