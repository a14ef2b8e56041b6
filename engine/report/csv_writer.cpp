#include "base/text.h"
#include "report/writers.h"

namespace lockstep::report {

/// Points in time order; where a resume repeated steps, only the newest piece has them.
static void eachPoint(const monitors::Series& series, const auto& f) {
    const auto& pieces = series.pieces();
    for (std::size_t p = 0; p < pieces.size(); ++p)
        for (std::size_t i = 0, end = series.keptPoints(p); i < end; ++i) f(pieces[p][i]);
}

/// RFC 4180: quoted only where it must be. Layer names are the user's.
static std::string field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
    return out + "\"";
}

std::string writeCsv(const std::vector<RunData>& runs) {
    const bool several = runs.size() != 1;
    std::string out = several ? "run,step,wall_s,name,value\n" : "step,wall_s,name,value\n";
    for (const RunData& run : runs) {
        const std::string prefix = several ? std::to_string(run.id) + "," : "";
        for (const auto& [name, series] : run.series) {
            const std::string column = field(name);
            eachPoint(series, [&](const monitors::SeriesPoint& p) {
                out += prefix;
                for (const std::string& cell : {std::to_string(p.step), shortest(p.wall - run.createdWall), column})
                    out.append(cell).append(",");
                out.append(shortest(p.value)).append("\n");
            });
        }
    }
    return out;
}

} // namespace lockstep::report
