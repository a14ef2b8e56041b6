// The programs of a training step: nodes, kernels, offsets, and with --profile what each node takes.
#include "cli/cli_errors.h"
#include "cli/commands.h"
#include "cli/devices.h"
#include "cli/documents.h"
#include "cli/door.h"
#include "cli/profile.h"
#include "compile/program_set.h"

#include <cstdio>

namespace lockstep::cli {

using compile::ProgramKey;
using compile::ProgramKind;
using spec::Json;

namespace {

/// What a full batch runs: one program, or the parts and the update.
std::vector<ProgramKey> keysOf(const spec::RunDoc& run) {
    const bool probe = run.probeEverySteps > 0;
    if (run.accumulate <= 1) return {{ProgramKind::Train, run.data.batchSize, probe}};
    const auto sizes = compile::microBatchSizes(run.data.batchSize, run.accumulate);
    std::vector<ProgramKey> keys{{ProgramKind::MicroFirst, sizes.front(), probe}};
    for (std::size_t i = 1; i < sizes.size(); ++i) {
        if (i == 1 || sizes[i] != sizes[i - 1]) keys.push_back({ProgramKind::Micro, sizes[i], false});
    }
    keys.push_back({ProgramKind::Update, 1, false});
    return keys;
}

std::string_view regionName(program::Region region) {
    return region == program::Region::Persistent ? "persistent" : region == program::Region::Scratch ? "scratch" : "none";
}

Json bytes(std::size_t count) { return Json::ofInt(static_cast<std::int64_t>(count)); }

Json valueJson(const program::Program& program, ir::ValueId id, const ir::LayoutQuery* layouts) {
    const ir::Value& value = program.graph().value(id);
    const auto& place = program.placement(id);
    Json shape = Json::array();
    for (std::size_t i = 0; i < value.type.shape.rank(); ++i) shape.items.push_back(Json::ofInt(value.type.shape[i]));
    Json json = Json::object();
    json.set("name", text(value.name));
    json.set("dtype", text(name(value.type.dtype)));
    json.set("shape", std::move(shape));
    json.set("layout", text(value.layout != ir::kPlain && layouts ? layouts->layoutName(value.layout) : "plain"));
    json.set("region", text(regionName(place.region)));
    json.set("offset", bytes(place.offset));
    json.set("bytes", bytes(place.bytes));
    return json;
}

Json nodeJson(const program::Program& program, ir::NodeId id, const ir::LayoutQuery* layouts) {
    const ir::Node& node = program.graph().node(id);
    const ir::OpCost cost = program.graph().cost(node);
    const auto& workspace = program.plan().workspaces[static_cast<std::size_t>(id)];
    Json outputs = Json::array(), refused = Json::array();
    for (const ir::ValueId v : node.outputs) outputs.items.push_back(valueJson(program, v, layouts));
    for (const auto& [kernel, reason] : program.choice(id).refused) {
        Json entry = Json::object();
        entry.set("kernel", text(kernel));
        entry.set("reason", text(reason));
        refused.items.push_back(std::move(entry));
    }
    Json json = Json::object();
    json.set("name", text(node.name));
    json.set("op", text(node.op->name));
    json.set("kernel", text(program.choice(id).implementation));
    json.set("flops", number(cost.flops));
    json.set("bytes", number(cost.bytes));
    json.set("workspace_bytes", bytes(workspace.bytes));
    json.set("outputs", std::move(outputs));
    json.set("refused", std::move(refused));
    return json;
}

Json programJson(const compile::CompiledProgram& compiled, const ir::LayoutQuery* layouts, const ProgramProfile* measured) {
    const program::Program& program = *compiled.program;
    Json passes = Json::array(), nodes = Json::array();
    for (const auto& [pass, ms] : compiled.passMs) {
        Json entry = Json::object();
        entry.set("name", text(pass));
        entry.set("ms", number(ms));
        passes.items.push_back(std::move(entry));
    }
    const auto profiles = measured ? profileJson(*measured) : std::map<ir::NodeId, Json>();
    for (const ir::NodeId id : program.schedule()) {
        auto node = nodeJson(program, id, layouts);
        if (const auto found = profiles.find(id); found != profiles.end()) node.set("profile", found->second);
        nodes.items.push_back(std::move(node));
    }
    Json json = Json::object();
    json.set("name", text(program.name()));
    json.set("model_flops", number(program.modelFlops()));
    json.set("scratch_bytes", bytes(program.scratchBytes()));
    json.set("live_bytes", bytes(program.plan().liveBytes));
    json.set("compile_ms", number(compiled.compileMs));
    if (measured) json.set("seconds", number(measured->wallSeconds));
    json.set("passes", std::move(passes));
    json.set("nodes", std::move(nodes));
    return json;
}

Result<cost::DeviceProfile> peaksOf(const Context& context, const std::string& device) {
    LOCKSTEP_ASSIGN(const auto door, Door::open(context));
    cost::DeviceProfile peaks;
    // What the store does not know yet is measured first, as before a first run.
    for (const bool again : {false, true}) {
        if (again) LOCKSTEP_TRY(door->run(session::ProbeDevice{false}));
        LOCKSTEP_ASSIGN(const auto list, door->ask<session::DeviceList>(session::ListDevices{}));
        for (const auto& row : list.devices) {
            if (row.id != device || !row.matmulPeakF32) continue;
            peaks.matmuls.push_back({DType::F32, 0, 0, 0, *row.matmulPeakF32});
            peaks.memoryBytesPerSecond = row.bandwidth.value_or(0);
            return peaks;
        }
        if (device != "cpu") break; // nothing is measured of the reference
    }
    return peaks;
}

const ProgramProfile* named(const std::vector<ProgramProfile>& profiles, const std::string& name) {
    for (const auto& p : profiles) {
        if (p.program->name() == name) return &p;
    }
    return nullptr;
}

Status explainInto(const Context& context, const ExplainRequest& request, spec::RunDoc run) {
    LOCKSTEP_ASSIGN(const auto device, session::makeDevice(deviceFactory(), run));
    LOCKSTEP_ASSIGN(const auto set, compile::ProgramSet::create(run, *device));
    std::vector<ProgramProfile> profiles;
    if (request.profile) {
        LOCKSTEP_ASSIGN(const auto peaks, peaksOf(context, run.device));
        LOCKSTEP_ASSIGN(profiles, profile(run, *device, peaks));
    }
    std::string words = profileText(profiles);
    Json programs = Json::array();
    for (const auto& key : keysOf(run)) {
        if (!request.profile) {
            auto part = set->explain(key, request.after, request.dot);
            if (!part && !words.empty() && !request.after.empty()) continue; // the update alone has fewer passes
            if (!part) return std::move(part).error();
            words += (words.empty() ? "" : "\n") + *part;
        }
        if (!context.json || !request.after.empty() || request.dot) continue;
        LOCKSTEP_ASSIGN(const auto* compiled, set->get(key));
        programs.items.push_back(programJson(*compiled, device->layouts(), named(profiles, compiled->program->name())));
    }
    if (!context.json) return std::fputs(words.c_str(), stdout), Status();
    Json json = Json::object();
    if (!programs.items.empty()) json.set("programs", std::move(programs));
    json.set("text", text(words));
    print(json);
    return {};
}

} // namespace

int explain(const Context& context, const ExplainRequest& request) {
    auto documents = readDocuments(context, request.run);
    if (!documents) return kWrongRequest;
    const auto status = explainInto(context, request, std::move(documents->run));
    return status ? kDone : fail(context, status.error());
}

} // namespace lockstep::cli
