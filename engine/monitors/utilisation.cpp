#include "monitors/utilisation.h"

namespace lockstep::monitors {

Utilisation utilisation(std::span<const TypedWork> parts, double stepSeconds) {
    double flops = 0, secondsAtPeak = 0;
    bool known = true;
    for (const auto& part : parts) {
        if (part.flops <= 0) continue;
        flops += part.flops;
        known = known && part.peakFlops > 0;
        if (known) secondsAtPeak += part.flops / part.peakFlops;
    }
    Utilisation out;
    if (stepSeconds > 0) out.achievedFlops = flops / stepSeconds;
    if (!known || secondsAtPeak <= 0) return out;
    out.peakFlops = flops / secondsAtPeak;
    out.share = out.achievedFlops / out.peakFlops;
    return out;
}

} // namespace lockstep::monitors
