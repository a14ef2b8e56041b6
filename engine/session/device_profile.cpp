#include "session/device_profile.h"

#include "spec/json.h"

namespace lockstep::session {

using spec::Json;

static Json pointJson(const cost::MatmulPoint& point) {
    Json json = Json::object();
    json.set("dtype", Json::ofString(std::string(name(point.dtype))));
    json.set("m", Json::ofInt(point.m));
    json.set("n", Json::ofInt(point.n));
    json.set("k", Json::ofInt(point.k));
    json.set("flops_per_s", Json::ofDouble(point.flopsPerSecond));
    return json;
}

std::string writeProfile(const cost::DeviceProfile& profile) {
    Json json = Json::object(), points = Json::array();
    for (const auto& point : profile.matmuls) points.items.push_back(pointJson(point));
    json.set("device", Json::ofString(profile.device));
    json.set("description", Json::ofString(profile.description));
    json.set("threads", Json::ofInt(profile.threads));
    json.set("full", Json::ofBool(profile.full));
    json.set("probed_at", Json::ofInt(profile.probedAtUnix));
    json.set("matmuls", std::move(points));
    json.set("memory_bytes_per_s", Json::ofDouble(profile.memoryBytesPerSecond));
    json.set("copy_bytes_per_s", Json::ofDouble(profile.copyBytesPerSecond));
    json.set("launch_s", Json::ofDouble(profile.launchSeconds));
    return spec::writeJson(json, 0);
}

namespace {

double number(const Json& json, const char* key) {
    const auto* found = json.find(key);
    return found && found->isNumber() ? found->number : 0;
}
std::string text(const Json& json, const char* key) {
    const auto* found = json.find(key);
    return found ? found->text : std::string();
}

cost::MatmulPoint pointOf(const Json& json) {
    cost::MatmulPoint point;
    point.dtype = dtypeNamed(text(json, "dtype")).value_or(DType::F32);
    point.m = static_cast<std::int64_t>(number(json, "m"));
    point.n = static_cast<std::int64_t>(number(json, "n"));
    point.k = static_cast<std::int64_t>(number(json, "k"));
    point.flopsPerSecond = number(json, "flops_per_s");
    return point;
}

} // namespace

std::optional<cost::DeviceProfile> readProfile(const std::string& source) {
    const auto json = spec::parseJson(source, "device profile");
    if (!json || json->kind != Json::Kind::Object) return std::nullopt;
    cost::DeviceProfile profile;
    profile.device = text(*json, "device");
    profile.description = text(*json, "description");
    profile.threads = static_cast<int>(number(*json, "threads"));
    const auto* full = json->find("full");
    profile.full = full && full->boolean;
    profile.probedAtUnix = static_cast<std::int64_t>(number(*json, "probed_at"));
    if (const auto* points = json->find("matmuls")) {
        for (const auto& point : points->items) profile.matmuls.push_back(pointOf(point));
    }
    profile.memoryBytesPerSecond = number(*json, "memory_bytes_per_s");
    profile.copyBytesPerSecond = number(*json, "copy_bytes_per_s");
    profile.launchSeconds = number(*json, "launch_s");
    return profile;
}

} // namespace lockstep::session
