#include "base/text.h"
#include "cli/cli_errors.h"
#include "cli/commands.h"
#include "cli/door.h"

#include <cstdio>

namespace lockstep::cli {

using spec::Json;

static Json optional(const std::optional<double>& value) { return value ? number(*value) : Json(); }

static Json deviceJson(const session::DeviceRow& row) {
    Json json = Json::object();
    json.set("id", text(row.id));
    json.set("description", text(row.description));
    json.set("available", Json::ofBool(row.available));
    json.set("reason", row.reason.empty() ? Json() : text(row.reason));
    json.set("memory_bytes", Json::ofInt(static_cast<std::int64_t>(row.memoryBytes)));
    json.set("free_bytes", Json::ofInt(static_cast<std::int64_t>(row.freeBytes)));
    json.set("threads", Json::ofInt(row.threads));
    json.set("matmul_peak_f32", optional(row.matmulPeakF32));
    json.set("bandwidth", optional(row.bandwidth));
    return json;
}

static void printDevices(const Context& context, const session::DeviceList& list) {
    if (context.json) {
        Json rows = Json::array();
        for (const auto& row : list.devices) rows.items.push_back(deviceJson(row));
        Json json = Json::object();
        json.set("devices", std::move(rows));
        return print(json);
    }
    for (const auto& row : list.devices) {
        std::printf("%-8s %s, %d threads, %s", row.id.c_str(), row.description.c_str(), row.threads,
                    humanBytes(static_cast<double>(row.memoryBytes)).c_str());
        if (row.matmulPeakF32) std::printf(", f32 matmul %.1f GFLOP/s measured", *row.matmulPeakF32 * 1e-9);
        if (row.bandwidth) std::printf(", memory %.1f GB/s measured", *row.bandwidth * 1e-9);
        std::printf("%s\n", row.available ? "" : (": " + row.reason).c_str());
    }
}

static Status devicesInto(const Context& context, bool probe) {
    LOCKSTEP_ASSIGN(const auto door, Door::open(context));
    if (probe) {
        say(context, "measuring");
        LOCKSTEP_TRY(door->run(session::ProbeDevice{true}));
    }
    LOCKSTEP_ASSIGN(const auto list, door->ask<session::DeviceList>(session::ListDevices{}));
    printDevices(context, list);
    return {};
}

int devices(const Context& context, bool probe) {
    const auto status = devicesInto(context, probe);
    return status ? kDone : fail(context, status.error());
}

static Status written(const Context& context, const std::string& path, session::Query query) {
    LOCKSTEP_TRY(checkFolderOf(path));
    LOCKSTEP_ASSIGN(const auto door, Door::open(context));
    LOCKSTEP_ASSIGN(const auto file, door->ask<session::FileWritten>(std::move(query)));
    if (context.json) {
        Json json = Json::object();
        json.set("path", text(file.path));
        json.set("bytes", Json::ofInt(static_cast<std::int64_t>(file.bytes)));
        if (!file.note.empty()) json.set("note", text(file.note));
        print(json);
    } else {
        std::printf("%s, %s\n", file.path.c_str(), humanBytes(static_cast<double>(file.bytes)).c_str());
        if (!file.note.empty()) std::printf("%s\n", file.note.c_str());
    }
    return {};
}

int report(const Context& context, const std::vector<std::int64_t>& runs, const std::string& out) {
    if (out.ends_with(".pdf")) return fail(context, Error(kNotAvailable, {"a report as PDF"}));
    const auto status = written(context, out, session::ExportReport{runs, out});
    return status ? kDone : fail(context, status.error());
}

int exportWeights(const Context& context, std::int64_t run, const std::string& checkpoint, const std::string& out) {
    for (const auto* later : {".onnx", ".py"}) {
        if (out.ends_with(later)) return fail(context, Error(kNotAvailable, {std::string("export to ") + later}));
    }
    if (!out.ends_with(".safetensors")) return fail(context, Error(kUsage, {"the name of the export must end in .safetensors"}));
    const auto status = written(context, out, session::ExportWeights{run, checkpoint, out});
    return status ? kDone : fail(context, status.error());
}

int notAvailable(const Context& context, const std::string& command) { return fail(context, Error(kNotAvailable, {"`" + command + "`"})); }

} // namespace lockstep::cli
