#include "report/compose.h"

#include "base/clock.h"
#include "base/text.h"
#include "report/document_difference.h"
#include "report/model_section.h"
#include "report/plot.h"
#include "report/result_name.h"
#include "spec/json.h"

#include <algorithm>
#include <cstdio>
#include <set>

namespace lockstep::report {
namespace {

std::string number(double value, const char* format = "%.4g") {
    char text[48];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string duration(double seconds) {
    char text[48];
    const auto whole = static_cast<long long>(seconds);
    if (whole < 60) return number(seconds, "%.1f s");
    if (whole < 3600)
        std::snprintf(text, sizeof text, "%lld min %02lld s", whole / 60, whole % 60);
    else
        std::snprintf(text, sizeof text, "%lld h %02lld min", whole / 3600, whole / 60 % 60);
    return text;
}

std::string labelOf(const RunData& run) { return "run " + std::to_string(run.id) + (run.name.empty() ? "" : " · " + run.name); }

std::string percent(double share) { return number(100 * share, "%.1f %%"); }

std::string bytesOrUnknown(std::size_t bytes) { return bytes ? humanBytes(static_cast<double>(bytes)) : "not known"; }

class Composer {
public:
    Composer(const std::vector<RunData>& runs, const Environment& environment) : m_runs(runs), m_environment(environment) {}

    Report make() {
        m_report.title = m_runs.size() == 1 ? labelOf(m_runs.front()) : "Comparison of " + std::to_string(m_runs.size()) + " runs";
        for (const RunData& run : m_runs) {
            if (!run.failure.empty()) add(Notice{labelOf(run) + ": " + run.failure});
        }
        addSummary();
        addResults();
        addCurves();
        addModel();
        addBreakdown();
        addCheckpoints();
        addDifferences();
        addEvents();
        addEnvironment();
        addDocuments();
        return std::move(m_report);
    }

private:
    void add(Block block) { m_report.blocks.push_back(std::move(block)); }

    /// Of a run that failed before its first step nothing was measured.
    static std::string measured(double value, const char* format) { return value > 0 ? number(value, format) : "not measured"; }

    static std::string stepsOf(const RunData& run) {
        return run.steps > 0 ? std::to_string(run.step) + " of " + std::to_string(run.steps) : "none";
    }

    void addSummary() {
        Table table{{"", "status", "steps", "time", "samples/s", "step, median", "utilisation", "planned memory", "peak RSS"}, {}};
        for (const RunData& run : m_runs) {
            const std::string use = run.peakMeasured && run.utilization > 0
                                        ? percent(run.utilization) + " of " + number(run.peakFlops * 1e-9, "%.0f GFLOP/s (measured)")
                                        : "not measured";
            table.rows.push_back({labelOf(run), run.status, stepsOf(run), duration(run.activeSeconds), measured(run.samplesPerS, "%.0f"),
                                  measured(run.stepMsMedian, "%.3g ms"), use, bytesOrUnknown(run.plannedBytes),
                                  bytesOrUnknown(run.peakRssBytes)});
        }
        add(std::move(table));
    }

    void addResults() {
        std::set<std::string> names;
        for (const RunData& run : m_runs) {
            for (const auto& [name, value] : run.results) names.insert(name);
        }
        if (names.empty()) return;
        Table table{{"result"}, {}};
        for (const RunData& run : m_runs) table.columns.push_back(labelOf(run));
        for (const auto& name : names) {
            std::vector<std::string> row{resultName(name)};
            for (const RunData& run : m_runs) {
                const auto at = run.results.find(name);
                row.push_back(at == run.results.end() ? "" : number(at->second, "%.6g"));
            }
            table.rows.push_back(std::move(row));
        }
        add(Heading{"Results"});
        add(std::move(table));
    }

    static monitors::Series scaled(const monitors::Series& series, double scale) {
        if (scale == 1) return series;
        monitors::Series out;
        for (const auto& piece : series.pieces()) {
            out.startPiece();
            for (std::size_t i = 0; i < piece.size(); ++i) out.append({piece[i].step, piece[i].wall, piece[i].value * scale});
        }
        return out;
    }

    void addPlot(const std::string& title, const std::vector<std::string>& series, const std::string& yTitle, bool logY = false,
                 double scale = 1) {
        std::vector<Curve> curves;
        for (const RunData& run : m_runs) {
            for (const auto& name : series) {
                const auto at = run.series.find(name);
                if (at == run.series.end() || at->second.empty()) continue;
                const std::string label = series.size() == 1 ? labelOf(run) : labelOf(run) + ", " + name;
                curves.push_back(
                    {label, scaled(at->second, scale), run.ordinal, name.starts_with("validation/") || name.starts_with("test/")});
            }
        }
        if (!curves.empty()) add(plot(curves, {.title = title, .yTitle = yTitle, .logY = logY}));
    }

    void addCurves() {
        add(Heading{"Curves"});
        addPlot("Loss", {"loss", "validation/loss"}, "loss", true);
        std::set<std::string> metrics;
        for (const RunData& run : m_runs) {
            for (const auto& [name, series] : run.series) {
                if (name.starts_with("validation/") && name != "validation/loss") metrics.insert(name);
            }
        }
        for (const auto& name : metrics) addPlot(name, {name}, name.substr(11));
        addPlot("Learning rate", {"lr"}, "rate");
        addPlot("Gradient norm", {"grad_norm"}, "norm", true);
        addPlot("Throughput", {"samples_per_s"}, "samples/s");
        addPlot("Memory", {"memory"}, "MB", false, 1e-6);
    }

    /// Once for runs of the same model.
    void addModel() {
        std::set<std::string> seen;
        for (const RunData& run : m_runs) {
            if (!seen.insert(run.modelDocument.empty() ? run.resolvedDocument : run.modelDocument).second) continue;
            auto blocks = modelSection(run);
            if (blocks.empty()) continue;
            add(Heading{m_runs.size() == 1 ? "Model" : "Model of " + labelOf(run)});
            for (auto& block : blocks) add(std::move(block));
        }
    }

    void addCheckpoints() {
        Table table{{"run", "step", "size", "", "folder"}, {}};
        for (const RunData& run : m_runs) {
            for (const auto& c : run.checkpoints)
                table.rows.push_back(
                    {std::to_string(run.id), std::to_string(c.step), bytesOrUnknown(c.bytes), c.best ? "best" : "", c.folder});
        }
        if (table.rows.empty()) return;
        add(Heading{"Checkpoints"});
        add(std::move(table));
    }

    static bool timed(const RunData& run) {
        return std::ranges::any_of(run.breakdown, [](const auto& share) { return share.second > 0; });
    }

    void addBreakdown() {
        if (std::ranges::none_of(m_runs, timed)) return;
        Table table{{"share of a step's wall time"}, {}};
        for (const RunData& run : m_runs) {
            table.columns.push_back(labelOf(run));
            for (std::size_t i = 0; i < run.breakdown.size(); ++i) {
                if (table.rows.size() <= i) table.rows.push_back({run.breakdown[i].first});
                table.rows[i].resize(table.columns.size());
                table.rows[i].back() = timed(run) ? percent(run.breakdown[i].second) : "not measured";
            }
        }
        if (table.rows.empty()) return;
        add(Heading{"Where the time went"});
        add(std::move(table));
    }

    void addDifferences() {
        if (m_runs.size() < 2) return;
        std::vector<std::string> documents;
        Table table{{"setting"}, {}};
        for (const RunData& run : m_runs) {
            documents.push_back(run.resolvedDocument.empty() ? run.runDocument : run.resolvedDocument);
            table.columns.push_back(labelOf(run));
        }
        for (auto& row : differences(documents)) table.rows.push_back(std::move(row));
        add(Heading{"What differs"});
        if (table.rows.empty())
            add(Paragraph{"The resolved documents are equal."});
        else
            add(std::move(table));
    }

    void addEvents() {
        Table table{{"run", "step", "time", "event", ""}, {}};
        for (const RunData& run : m_runs) {
            const std::size_t first = run.events.size() > 200 ? run.events.size() - 200 : 0;
            for (std::size_t i = first; i < run.events.size(); ++i) {
                const EventLine& e = run.events[i];
                table.rows.push_back({std::to_string(run.id), std::to_string(e.step), isoTime(e.wall), e.kind, e.text});
            }
        }
        if (table.rows.empty()) return;
        add(Heading{"Events"});
        add(std::move(table));
    }

    void addEnvironment() {
        KeyValues rows;
        for (const RunData& run : m_runs) {
            std::string last; // a resume elsewhere adds a line
            for (const EventLine& e : run.events) {
                if (e.kind != "device" || e.text == last) continue;
                rows.rows.emplace_back(labelOf(run) + (last.empty() ? "" : ", from step " + std::to_string(e.step)), e.text);
                last = e.text;
            }
        }
        for (const auto& [key, value] : m_environment.rows) rows.rows.emplace_back("this report was written on: " + key, value);
        if (rows.rows.empty()) return;
        add(Heading{"Device and machine"});
        add(std::move(rows));
    }

    /// What the document alone does not repeat.
    std::string exceptions(const RunData& run) const {
        std::string out;
        if (run.parent) out += "It went on from a checkpoint of run " + std::to_string(*run.parent) + ", where the document starts anew. ";
        for (const EventLine& e : run.events) {
            if (e.kind == "edit") return out + "Fields were changed while it ran: see its events. ";
        }
        return out;
    }

    static std::string howToTrain(const std::string& file) { return "# save the document below as " + file + "\nlockstep train " + file; }

    void addDocuments() {
        add(Heading{"To repeat it"});
        for (const RunData& run : m_runs) {
            const std::string file = "run-" + std::to_string(run.id) + ".run.json";
            if (const auto but = exceptions(run); !but.empty()) add(Paragraph{labelOf(run) + ": " + but});
            add(Code{labelOf(run), howToTrain(file)});
            add(Code{file, run.resolvedDocument.empty() ? run.runDocument : run.resolvedDocument});
        }
    }

    const std::vector<RunData>& m_runs;
    const Environment& m_environment;
    Report m_report;
};

} // namespace

Report compose(const std::vector<RunData>& runs, const Environment& environment) { return Composer(runs, environment).make(); }

} // namespace lockstep::report
