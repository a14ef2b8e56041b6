#include "ui/plots/drawn_cache.h"

namespace lockstep::ui {

DrawnCache::Drawn DrawnCache::drawn(const QString& key, const monitors::Series& series, const CurveRequest& request) {
    auto& entry = m_entries[key];
    entry.used = true;
    if (entry.drawn && entry.request == request && entry.series.sharesWith(series)) return entry.drawn;
    entry.series = series;
    entry.request = request;
    entry.drawn = std::make_shared<const DrawnCurve>(drawCurve(series, request));
    ++m_misses;
    return entry.drawn;
}

void DrawnCache::beginPass() {
    for (auto& [key, entry] : m_entries) entry.used = false;
}

void DrawnCache::endPass() {
    std::erase_if(m_entries, [](const auto& item) { return !item.second.used; });
}

} // namespace lockstep::ui
