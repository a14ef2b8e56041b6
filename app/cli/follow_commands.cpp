// Series and events of a run as text: exported once, or followed as they come.
#include "base/text.h"
#include "cli/cli_errors.h"
#include "cli/commands.h"
#include "cli/door.h"
#include "cli/progress.h"
#include "cli/run_json.h"
#include "cli/signals.h"
#include "files/atomic_write.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>

namespace lockstep::cli {

using spec::Json;

// --- export --metrics: CSV

namespace {

struct CsvPoint {
    double wall;
    std::int64_t step;
    const std::string* name;
    double value;
};

/// The newest piece counts: of steps taken twice, only the last.
std::vector<CsvPoint> newestPoints(const session::RunView& view) {
    std::vector<CsvPoint> points;
    for (const auto& [name, series] : view.series) {
        std::int64_t before = std::numeric_limits<std::int64_t>::max();
        for (auto piece = series.pieces().rbegin(); piece != series.pieces().rend(); ++piece) {
            if (piece->empty()) continue;
            for (std::size_t i = 0; i < piece->size() && (*piece)[i].step < before; ++i)
                points.push_back({(*piece)[i].wall - view.createdWall, (*piece)[i].step, &name, (*piece)[i].value});
            before = std::min(before, piece->front().step);
        }
    }
    std::stable_sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
    return points;
}

std::string csvOf(const session::RunView& view) {
    std::string out = "step,wall_s,name,value\n";
    for (const auto& p : newestPoints(view))
        out += std::to_string(p.step) + "," + shortest(p.wall) + "," + *p.name + "," + shortest(p.value) + "\n";
    return out;
}

/// What `--metrics -` prints where standard output must be one JSON object.
Json pointsJson(const session::RunView& view) {
    Json rows = Json::array();
    for (const auto& p : newestPoints(view)) {
        Json row = Json::object();
        row.set("step", Json::ofInt(p.step));
        row.set("wall_s", number(p.wall));
        row.set("name", text(*p.name));
        row.set("value", number(p.value));
        rows.items.push_back(std::move(row));
    }
    Json json = Json::object();
    json.set("run_id", Json::ofInt(view.id));
    json.set("metrics", std::move(rows));
    return json;
}

} // namespace

int runsExport(const Context& context, std::int64_t run, const std::string& metrics) {
    const auto write = [&]() -> Status {
        LOCKSTEP_TRY(checkFolderOf(metrics));
        LOCKSTEP_ASSIGN(const auto door, Door::open(context));
        LOCKSTEP_ASSIGN(const auto view, door->openRun(run));
        const auto csv = csvOf(*view);
        if (metrics == "-") return context.json ? print(pointsJson(*view)) : void(std::fputs(csv.c_str(), stdout)), Status();
        LOCKSTEP_TRY(files::writeWhole(metrics, csv));
        if (!context.json) return {};
        Json json = Json::object();
        json.set("path", text(metrics));
        json.set("bytes", Json::ofInt(static_cast<std::int64_t>(csv.size())));
        print(json);
        return {};
    };
    const auto status = write();
    return status ? kDone : fail(context, status.error());
}

// --- follow

namespace {

/// NaN and infinities as strings: JSON has none.
Json jsonNumber(double value) { return std::isfinite(value) ? number(value) : text(shortest(value)); }

/// One JSON object a line, one object at the end, or words.
enum class FollowForm { Lines, Object, Words };

/// Prints what a view has more than the one before; `do` names the kind of an object.
class Follower {
public:
    explicit Follower(FollowForm form) : m_form(form) {}

    /// After the last view.
    void finish(const session::RunView& view) {
        if (m_form != FollowForm::Object) return;
        Json json = resultJson(view);
        json.set("events", std::move(m_kept));
        cli::print(json);
    }

    void show(const session::RunView& view) {
        points(view);
        events(view);
        if (m_state != view.state || m_first) {
            Json line = start("state");
            line.set("state", text(name(view.state)));
            print(line, "state: " + std::string(name(view.state)));
        }
        m_state = view.state;
        m_first = false;
        std::fflush(stdout);
    }

private:
    static Json start(const char* kind) {
        Json line = Json::object();
        line.set("do", text(kind));
        return line;
    }
    void print(const Json& line, const std::string& words) {
        if (m_form == FollowForm::Object)
            m_kept.items.push_back(line);
        else
            std::printf("%s\n", m_form == FollowForm::Lines ? spec::writeJson(line, 0).c_str() : words.c_str());
    }

    void points(const session::RunView& view) {
        for (const auto& [name, series] : view.series) {
            auto& [piece, index] = m_seen[name];
            for (; piece < series.pieces().size(); ++piece, index = 0) {
                const auto& points = series.pieces()[piece];
                if (index == 0 && piece > 0 && name == "loss" && !points.empty()) resumed(points.front().step);
                for (; index < points.size(); ++index) point(name, points[index]);
                if (piece + 1 == series.pieces().size()) break;
            }
        }
    }
    void resumed(std::int64_t step) {
        Json line = start("resume");
        line.set("step", Json::ofInt(step));
        print(line, "goes on at step " + std::to_string(step));
    }
    void point(const std::string& name, const monitors::SeriesPoint& p) {
        if (m_form == FollowForm::Words && name != "loss" && name.find("/loss") == std::string::npos) return;
        Json line = start("point");
        line.set("series", text(name));
        line.set("step", Json::ofInt(p.step));
        line.set("wall", number(p.wall));
        line.set("value", jsonNumber(p.value));
        print(line, "step " + std::to_string(p.step) + "  " + name + " " + shortest(p.value));
    }
    void events(const session::RunView& view) {
        if (!view.events) return;
        for (const auto& event : *view.events) {
            if (event.sequence <= m_lastEvent) continue;
            m_lastEvent = event.sequence;
            Json line = start("event");
            line.set("kind", text(event.kind));
            line.set("step", Json::ofInt(event.step));
            line.set("wall", number(event.wall));
            line.set("text", text(event.text));
            print(line, event.kind + ": " + event.text);
        }
    }

    FollowForm m_form;
    Json m_kept = Json::array();
    bool m_first = true;
    session::RunState m_state = session::RunState::Queued;
    std::map<std::string, std::pair<std::size_t, std::size_t>> m_seen; // piece, index
    std::int64_t m_lastEvent = 0;
};

} // namespace

int runsFollow(const Context& context, std::int64_t run, bool jsonl) {
    std::atomic<bool> stopped{false};
    Bell bell;
    const Signals signals([&] {
        stopped = true;
        bell.ring();
    });
    auto door = Door::open(context, &bell);
    if (!door) return fail(context, door.error());
    auto view = (*door)->openRun(run);
    if (!view) return fail(context, view.error());
    Follower follower(jsonl ? FollowForm::Lines : context.json ? FollowForm::Object : FollowForm::Words);
    std::uint64_t version = 0;
    while (!stopped) {
        const auto now = (*door)->view(run);
        if (!now) break; // deleted by another program
        if (now->version != version) follower.show(*now);
        version = now->version;
        if (!isActive(now->state) && now->state != session::RunState::Queued) break;
        (*door)->wait(1000);
    }
    const auto last = (*door)->view(run);
    if (!last) return fail(context, Error(kRunGone, {std::to_string(run)}), kRunFailed);
    follower.finish(*last);
    return stopped ? kInterrupted : kDone;
}

} // namespace lockstep::cli
