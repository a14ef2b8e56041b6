#include "base/text.h"
#include "cli/cli_errors.h"
#include "cli/commands.h"
#include "cli/devices.h"
#include "cli/door.h"
#include "monitors/utilisation.h"
#include "session/documents.h"
#include "spec/templates.h"
#include "train/bench.h"

#include <cstdio>
#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep::cli {

using spec::Json;

namespace {

std::vector<std::string> allWorkloads() {
    std::vector<std::string> names;
    for (const auto& info : spec::templates()) {
        if (info.speedWorkload() && spec::templateRun(info.name).ok()) names.emplace_back(info.name);
    }
    return names;
}

Result<spec::RunDoc> workloadRun(const Context& context, const BenchRequest& request, const std::string& name) {
    const auto known = allWorkloads();
    if (std::find(known.begin(), known.end(), name) == known.end()) return Error(kNoWorkload, {name, join(known, ", ")});
    std::vector<std::string> sets = context.sets;
    if (request.batch) sets.push_back("data.batch_size=" + std::to_string(*request.batch));
    if (!request.device.empty()) sets.push_back("device=" + request.device);
    sets.push_back("precision.policy=" + request.precision);
    LOCKSTEP_ASSIGN(const auto setup, session::loadSetup("template:" + name, sets));
    return session::readSetup(setup);
}

double part(std::int64_t ns, std::int64_t whole) { return whole ? static_cast<double>(ns) / static_cast<double>(whole) : 0; }

Json breakdown(const train::BenchResult& r) {
    const auto& t = r.times;
    Json json = Json::object();
    json.set("data", number(0));
    json.set("transfer", number(part(t.transfer, r.wallNs)));
    json.set("compute", number(part(t.compute, r.wallNs)));
    json.set("communication", number(part(t.communication, r.wallNs)));
    json.set("optimizer", number(part(t.optimizer, r.wallNs)));
    json.set("other", number(part(r.wallNs - t.transfer - t.compute - t.communication - t.optimizer, r.wallNs)));
    return json;
}

std::int64_t peakRss() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::int64_t>(usage.ru_maxrss) * 1024;
}

Json resultOf(const BenchRequest& request, const std::string& name, const train::BenchResult& r, std::optional<double> peak) {
    const double seconds = r.stepMsMedian * 1e-3;
    Json json = Json::object();
    json.set("workload", text(name));
    json.set("precision", text(request.precision));
    json.set("mode", text(request.mode));
    json.set("batch", Json::ofInt(r.batch));
    json.set("steps", Json::ofInt(r.steps));
    json.set("seconds", number(r.seconds));
    json.set("samples_per_s", number(static_cast<double>(r.batch) / seconds));
    json.set("items_per_s", number(static_cast<double>(r.batch) / seconds));
    json.set("step_ms_median", number(r.stepMsMedian));
    json.set("model_flops_per_step", number(r.flopsPerStep));
    const monitors::TypedWork work[] = {{r.flopsPerStep, peak.value_or(0)}};
    const auto used = monitors::utilisation(work, seconds);
    json.set("achieved_flops", number(used.achievedFlops));
    if (peak) json.set("utilization", number(used.share));
    json.set("peak_memory_bytes", Json::ofInt(static_cast<std::int64_t>(r.usedBytes)));
    json.set("planned_memory_bytes", Json::ofInt(static_cast<std::int64_t>(r.plannedBytes)));
    json.set("peak_rss_bytes", Json::ofInt(peakRss()));
    json.set("breakdown", breakdown(r));
    return json;
}

/// The measured peak of a device, if a probe was kept in the store.
std::optional<double> probedPeak(const Context& context, const std::string& device) {
    const auto door = Door::open(context);
    if (!door) return std::nullopt;
    const auto list = (*door)->ask<session::DeviceList>(session::ListDevices{});
    if (!list) return std::nullopt;
    for (const auto& row : list->devices) {
        if (row.id == device) return row.matmulPeakF32;
    }
    return std::nullopt;
}

Result<Json> benchHere(const Context& context, const BenchRequest& request, const std::string& name) {
    LOCKSTEP_ASSIGN(auto run, workloadRun(context, request, name));
    LOCKSTEP_ASSIGN(const auto device, session::makeDevice(deviceFactory(), run));
    LOCKSTEP_ASSIGN(const auto result, train::bench(run, *device, request.mode == "infer"));
    return resultOf(request, name, result, probedPeak(context, run.device));
}

/// One process a workload, so that none finds another's memory or caches.
Result<Json> benchInChild(const Context& context, const BenchRequest& request, const std::string& name) {
    int ends[2];
    if (pipe(ends) != 0) return Error(kChild, {name, "no pipe"});
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        std::vector<std::string> words{"lockstep",    "bench",           name,     "--child",   "--json", "--db", context.databasePath(),
                                       "--precision", request.precision, "--mode", request.mode};
        if (request.batch) words.insert(words.end(), {"--batch", std::to_string(*request.batch)});
        if (!request.device.empty()) words.insert(words.end(), {"--device", request.device});
        for (const auto& set : context.sets) words.insert(words.end(), {"--set", set});
        std::vector<char*> arguments;
        arguments.reserve(words.size() + 1);
        for (auto& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        execv("/proc/self/exe", arguments.data());
        _exit(127);
    }
    close(ends[1]);
    std::string out;
    char piece[4096];
    for (ssize_t n = 0; (n = read(ends[0], piece, sizeof piece)) > 0;) out.append(piece, static_cast<std::size_t>(n));
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return Error(kChild, {name, std::to_string(status)});
    return spec::parseJson(out, name);
}

void printLine(const Json& json) {
    std::printf("%-10s %-6s %-6s %10.3f ms/step %12.1f samples/s %8.1f GFLOP/s %8.1f MB RSS\n", json.find("workload")->text.c_str(),
                json.find("precision")->text.c_str(), json.find("mode")->text.c_str(), json.find("step_ms_median")->number,
                json.find("samples_per_s")->number, json.find("achieved_flops")->number * 1e-9, json.find("peak_rss_bytes")->number * 1e-6);
    std::fflush(stdout);
}

} // namespace

int bench(const Context& context, const BenchRequest& request) {
    const auto names = request.workloads.empty() ? allWorkloads() : request.workloads;
    if (request.child) {
        const auto json = benchHere(context, request, names.front());
        return json ? (print(*json), kDone) : fail(context, json.error());
    }
    Json results = Json::array();
    for (const auto& name : names) {
        if (const auto run = workloadRun(context, request, name); !run) return fail(context, run.error());
        auto json = benchInChild(context, request, name);
        if (!json) return fail(context, json.error(), kRunFailed);
        if (!context.json) printLine(*json);
        results.items.push_back(*std::move(json));
    }
    Json json = Json::object();
    json.set("results", std::move(results));
    if (context.json) print(json);
    return kDone;
}

} // namespace lockstep::cli
