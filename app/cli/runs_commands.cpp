#include "cli/cli_errors.h"
#include "cli/commands.h"
#include "cli/delete_run.h"
#include "cli/door.h"
#include "cli/progress.h"
#include "cli/run_json.h"
#include "cli/signals.h"
#include "report/result_name.h"
#include "session/session_errors.h"

#include <atomic>
#include <cstdio>
#include <set>

namespace lockstep::cli {

using spec::Json;

static int statusOf(const Context& context, const Status& status) { return status ? kDone : fail(context, status.error()); }

// --- list

static std::string cell(const std::optional<double>& value) {
    if (!value) return "-";
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", *value);
    return text;
}

/// A metric other than the loss is named.
static std::string bestOf(const session::RunRow& row) {
    return cell(row.bestValidation) + (row.bestValidation && !row.bestMetric.empty() ? " " + row.bestMetric : "");
}

static void printRow(const session::RunRow& row) {
    std::printf("%5ld  %-24.24s %-12s %9ld/%-9ld %-10s %-10s %s\n", static_cast<long>(row.id), row.name.c_str(), row.status.c_str(),
                static_cast<long>(row.step), static_cast<long>(row.steps), cell(row.lastLoss).c_str(), bestOf(row).c_str(),
                duration(row.activeSeconds).c_str());
}

int runsList(const Context& context, const std::string& filter, bool archived) {
    const auto list = [&]() -> Status {
        LOCKSTEP_ASSIGN(const auto door, Door::open(context));
        session::ListRuns query;
        query.filter = filter;
        query.archived = archived;
        query.descending = false; // oldest first
        LOCKSTEP_ASSIGN(const auto runs, door->ask<session::RunList>(query));
        if (!context.json) {
            std::printf("%5s  %-24s %-12s %9s/%-9s %-10s %-10s %s\n", "run", "name", "status", "step", "steps", "loss", "best", "time");
            for (const auto& row : runs.rows) printRow(row);
            return {};
        }
        Json rows = Json::array();
        for (const auto& row : runs.rows) rows.items.push_back(rowJson(row));
        Json json = Json::object();
        json.set("runs", std::move(rows));
        print(json);
        return {};
    };
    return statusOf(context, list());
}

// --- show

static Json document(const std::shared_ptr<const std::string>& text) {
    auto json = spec::parseJson(text ? *text : "null", "document");
    return json ? *std::move(json) : Json();
}

static Result<session::RunRow> rowOf(Door& door, std::int64_t run) {
    for (const bool archived : {false, true}) {
        session::ListRuns query;
        query.archived = archived;
        LOCKSTEP_ASSIGN(const auto runs, door.ask<session::RunList>(query));
        for (const auto& row : runs.rows) {
            if (row.id == run) return row;
        }
    }
    return Error(kNotARun, {std::to_string(run)});
}

static Json checkpointsJson(const session::RunView& view) {
    Json rows = Json::array();
    for (const auto& row : view.checkpoints) {
        Json json = Json::object();
        json.set("step", Json::ofInt(row.step));
        json.set("folder", text(row.folder));
        json.set("bytes", Json::ofInt(static_cast<std::int64_t>(row.bytes)));
        json.set("best", Json::ofBool(row.best));
        rows.items.push_back(std::move(json));
    }
    return rows;
}

static Json showJson(const session::RunRow& row, const session::RunView& view) {
    auto json = rowJson(row);
    const auto result = resultJson(view);
    for (const auto& [key, value] : result.fields) json.set(key, value);
    json.set("checkpoints", checkpointsJson(view));
    if (view.failure) json.set("failure", text(view.failure->message()));
    json.set("model", document(view.modelDocument));
    json.set("run", document(view.runDocument));
    json.set("resolved", document(view.resolvedDocument));
    return json;
}

int runsShow(const Context& context, std::int64_t run) {
    const auto show = [&]() -> Status {
        LOCKSTEP_ASSIGN(const auto door, Door::open(context));
        LOCKSTEP_ASSIGN(const auto view, door->openRun(run));
        LOCKSTEP_ASSIGN(const auto row, rowOf(*door, run));
        if (context.json) return print(showJson(row, *view)), Status();
        std::printf("run %ld \"%s\": %s at step %ld of %ld, %s\n", static_cast<long>(run), row.name.c_str(), row.status.c_str(),
                    static_cast<long>(row.step), static_cast<long>(row.steps), duration(row.activeSeconds).c_str());
        if (view->failure) std::printf("  %s\n", view->failure->message().c_str());
        for (const auto& [name, value] : view->results) std::printf("  %-24s %.6g\n", report::resultName(name).c_str(), value);
        for (const auto& c : view->checkpoints)
            std::printf("  checkpoint at step %ld%s: %s\n", static_cast<long>(c.step), c.best ? " (best)" : "", c.folder.c_str());
        // As given: `--json` has what was resolved, too.
        std::printf("\nmodel document\n%s\n", spec::writeJson(document(view->modelDocument)).c_str());
        std::printf("\nrun document\n%s\n", spec::writeJson(document(view->runDocument)).c_str());
        return {};
    };
    return statusOf(context, show());
}

// --- compare

/// Leaves of a document by path.
static void flatten(const Json& json, const std::string& path, std::map<std::string, std::string>& out) {
    if (json.kind == Json::Kind::Object && !json.fields.empty()) {
        const std::string stem = path.empty() ? path : path + ".";
        for (const auto& [key, value] : json.fields) flatten(value, stem + key, out);
    } else if (json.kind == Json::Kind::Array && !json.items.empty()) {
        for (std::size_t i = 0; i < json.items.size(); ++i) flatten(json.items[i], path + "[" + std::to_string(i) + "]", out);
    } else {
        out[path] = spec::writeJson(json, 0);
    }
}

using Columns = std::vector<std::map<std::string, std::string>>;

/// Rows in which the columns differ.
static std::vector<std::string> differing(const Columns& columns) {
    std::set<std::string> keys;
    for (const auto& column : columns) {
        for (const auto& [key, value] : column) keys.insert(key);
    }
    std::vector<std::string> rows;
    for (const auto& key : keys) {
        std::set<std::string> values;
        for (const auto& column : columns) values.insert(column.contains(key) ? column.at(key) : "-");
        if (values.size() > 1) rows.push_back(key);
    }
    return rows;
}

static Json compareJson(const std::vector<std::int64_t>& runs, const Columns& columns) {
    Json rows = Json::array();
    for (const auto& key : differing(columns)) {
        Json values = Json::array();
        for (const auto& column : columns) {
            auto value = column.contains(key) ? spec::parseJson(column.at(key), key) : Result<Json>(Json());
            values.items.push_back(value ? *std::move(value) : Json());
        }
        Json row = Json::object();
        row.set("path", text(key));
        row.set("values", std::move(values));
        rows.items.push_back(std::move(row));
    }
    Json ids = Json::array();
    for (const auto run : runs) ids.items.push_back(Json::ofInt(run));
    Json json = Json::object();
    json.set("runs", std::move(ids));
    json.set("differences", std::move(rows));
    return json;
}

int runsCompare(const Context& context, const std::vector<std::int64_t>& runs) {
    const auto compare = [&]() -> Status {
        LOCKSTEP_ASSIGN(const auto door, Door::open(context));
        Columns columns;
        for (const auto run : runs) {
            LOCKSTEP_ASSIGN(const auto view, door->openRun(run));
            flatten(document(view->resolvedDocument), "", columns.emplace_back());
            for (const auto& [name, value] : view->results)
                columns.back()["results." + report::resultName(name)] = spec::writeJson(number(value), 0);
        }
        if (context.json) return print(compareJson(runs, columns)), Status();
        std::printf("%-40s", "");
        for (const auto run : runs) std::printf("  %-20s", ("run " + std::to_string(run)).c_str());
        std::printf("\n");
        for (const auto& key : differing(columns)) {
            std::printf("%-40s", key.c_str());
            for (const auto& column : columns) std::printf("  %-20s", column.contains(key) ? column.at(key).c_str() : "-");
            std::printf("\n");
        }
        return {};
    };
    return statusOf(context, compare());
}

// --- archive, delete

/// A run that another program trains is refused before anything is changed.
static Result<session::RunRow> idleRow(Door& door, std::int64_t run) {
    LOCKSTEP_ASSIGN(auto row, rowOf(door, run));
    if (row.elsewhere) return Error(session::kElsewhere, {std::to_string(run)});
    return row;
}

static Status setArchived(Door& door, std::int64_t run, bool archived) {
    session::AnnotateRun change;
    change.run = run;
    change.archived = archived;
    LOCKSTEP_TRY(door.run(change));
    return {};
}

int runsArchive(const Context& context, const std::vector<std::int64_t>& runs, bool archived) {
    const auto change = [&]() -> Status {
        LOCKSTEP_ASSIGN(const auto door, Door::open(context));
        for (const auto run : runs) LOCKSTEP_TRY(archived ? idleRow(*door, run) : rowOf(*door, run));
        Json ids = Json::array();
        for (const auto run : runs) {
            LOCKSTEP_TRY(setArchived(*door, run, archived));
            ids.items.push_back(Json::ofInt(run));
            if (!context.json) say(context, "run " + std::to_string(run) + (archived ? " is in the archive" : " is out of the archive"));
        }
        if (!context.json) return {};
        Json json = Json::object();
        json.set("runs", std::move(ids));
        json.set("archived", Json::ofBool(archived));
        print(json);
        return {};
    };
    return statusOf(context, change());
}

// Only what is in the archive is deleted: it goes there first, and comes back if it can't be deleted.
Status deleteRun(Door& door, std::int64_t run) {
    LOCKSTEP_ASSIGN(const auto row, idleRow(door, run));
    if (!row.archived) LOCKSTEP_TRY(setArchived(door, run, true));
    const auto deleted = door.run(session::DeleteRun{run});
    if (deleted) return {};
    if (!row.archived) (void)setArchived(door, run, false);
    return deleted.error();
}

int runsDelete(const Context& context, std::int64_t run) {
    const auto remove = [&]() -> Status {
        LOCKSTEP_ASSIGN(const auto door, Door::open(context));
        LOCKSTEP_TRY(deleteRun(*door, run));
        if (!context.json) return say(context, "run " + std::to_string(run) + " is deleted"), Status();
        Json json = Json::object();
        json.set("run_id", Json::ofInt(run));
        json.set("deleted", Json::ofBool(true));
        print(json);
        return {};
    };
    return statusOf(context, remove());
}

} // namespace lockstep::cli
