#include "session/run_list.h"

#include "session/session_errors.h"
#include "train/best_rule.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <regex>

namespace lockstep::session {

static bool matches(const RunRow& row, const std::regex& filter) {
    if (std::regex_search(row.name, filter) || std::regex_search(row.status, filter)) return true;
    return std::any_of(row.tags.begin(), row.tags.end(), [&](const auto& tag) { return std::regex_search(tag, filter); });
}

static double valueOr(const std::optional<double>& value) {
    return value && !std::isnan(*value) ? *value : std::numeric_limits<double>::infinity();
}

/// Losses first, then metric by metric, the better before the worse.
static bool isBetter(const RunRow& a, const RunRow& b) {
    if (a.bestMetric != b.bestMetric) return a.bestMetric < b.bestMetric;
    const bool higher = train::BestRule::isHigherBetter(a.bestMetric) && a.bestValidation && b.bestValidation;
    return higher ? *a.bestValidation > *b.bestValidation : valueOr(a.bestValidation) < valueOr(b.bestValidation);
}

using Less = std::function<bool(const RunRow&, const RunRow&)>;

static Less lessBy(const std::string& column) {
    if (column == "name") return [](const RunRow& a, const RunRow& b) { return a.name < b.name; };
    if (column == "status") return [](const RunRow& a, const RunRow& b) { return a.status < b.status; };
    if (column == "created") return [](const RunRow& a, const RunRow& b) { return a.createdWall < b.createdWall; };
    if (column == "best") return isBetter;
    if (column == "last") return [](const RunRow& a, const RunRow& b) { return valueOr(a.lastLoss) < valueOr(b.lastLoss); };
    if (column == "duration") return [](const RunRow& a, const RunRow& b) { return a.activeSeconds < b.activeSeconds; };
    if (column == "steps") return [](const RunRow& a, const RunRow& b) { return a.step < b.step; };
    return [](const RunRow& a, const RunRow& b) { return a.id < b.id; };
}

Result<std::vector<RunRow>> selectRuns(std::vector<RunRow> rows, const ListRuns& query) {
    std::erase_if(rows, [&](const RunRow& row) { return row.archived != query.archived; });
    if (!query.filter.empty()) {
        try {
            const std::regex filter(query.filter, std::regex::ECMAScript | std::regex::icase);
            std::erase_if(rows, [&](const RunRow& row) { return !matches(row, filter); });
        } catch (const std::regex_error& error) { return Error(kBadFilter, {query.filter, error.what()}); }
    }
    const auto less = lessBy(query.sortBy);
    std::stable_sort(rows.begin(), rows.end(),
                     [&](const RunRow& a, const RunRow& b) { return query.descending ? less(b, a) : less(a, b); });
    return rows;
}

} // namespace lockstep::session
