#include "session/run_manager.h"

#include "base/clock.h"
#include "session/device_profile.h"
#include "session/session_errors.h"

#include <algorithm>
#include <utility>

namespace lockstep::session {

static constexpr std::int64_t kPublishNs = 33'000'000;      // 30 snapshots a second
static constexpr std::int64_t kCommitNs = 1'000'000'000;    // the store within a second
static constexpr std::int64_t kOthersNs = 500'000'000;      // other processes' changes
static constexpr std::int64_t kReconcileNs = 2'000'000'000; // their deaths

RunManager::RunManager(std::unique_ptr<RunStore> store, DeviceFactory devices, RunPolicy policy, RunHooks hooks)
    : m_store(std::move(store)), m_devices(std::move(devices)), m_policy(policy), m_hooks(std::move(hooks)) {
    if (!m_store->readOnly()) {
        if (auto dead = m_store->reconcile(); !dead) m_hooks.trouble(std::move(dead).error());
    }
}

Result<RunId> RunManager::handle(const Command& command) {
    return std::visit([this](const auto& c) { return on(c); }, command);
}

// --- looking after the active run

void RunManager::poll() {
    pollOthers();
    if (!m_active) return;
    // First: samples and messages that come before these are then all there.
    const auto outcome = m_active->outcome();
    const bool settling = m_active->settling();
    // Samples are taken first but added last: what was told before them (where the run starts, its FLOPs) is then known.
    m_samples.clear();
    while (const auto sample = m_active->nextSample()) m_samples.push_back(*sample);
    for (const auto& message : m_active->takeMessages()) m_record->add(message);
    for (const auto& sample : m_samples) m_record->add(sample);
    if (const auto profile = m_active->takeProfile()) {
        m_record->setPeak(profile->peakFlops(DType::F32));
        if (auto kept = keepProfile(*profile); !kept) m_hooks.trouble(std::move(kept).error());
    }
    if (outcome) return finish(*outcome);
    const auto now = monotonicNs();
    if (settling || now - m_committedNs >= kCommitNs) commit();
    if (settling) m_active->settled(); // even if it failed: training does not wait for a full disk
    if (now - m_publishedNs >= kPublishNs) publish();
}

void RunManager::publish() {
    m_publishedNs = monotonicNs();
    if (!m_record->changed() && m_record->state() == RunState::Paused) return;
    auto view = m_record->snapshot();
    m_versions[view->id] = view->version;
    m_hooks.publish(std::move(view));
}

bool RunManager::commit() {
    m_committedNs = monotonicNs();
    if (!m_unsaved) m_unsaved = m_record->takeDelta();
    auto status = m_store->commit(*m_unsaved);
    if (!status) {
        if (!m_troubled) m_hooks.trouble(std::move(status).error());
        m_troubled = true;
        return false;
    }
    m_troubled = false;
    m_unsaved.reset();
    if (m_record->layerSamples() > RunStore::kMaxLayerSamples) {
        if (auto kept = m_store->layerSamples(m_record->id())) m_record->setLayerSamples(*std::move(kept));
    }
    m_hooks.listChanged();
    return true;
}

void RunManager::finish(const train::TrainOutcome& outcome) {
    // What a full disk does not take now it may take in a second: the end of the run is not given up until the program ends.
    if (m_ended && monotonicNs() - m_committedNs < kCommitNs) return;
    if (!m_ended) m_record->end(outcome);
    const bool saved = (!m_unsaved || commit()) && commit();
    if (!std::exchange(m_ended, true)) publish();
    if (!saved && !m_closing) return;
    m_ended = false;
    m_active.reset();
    m_store->release(m_record->id());
    m_opened[m_record->id()];
    m_record.reset();
    m_unsaved.reset();
    m_hooks.listChanged();
    if (m_policy.worksQueue && !m_closing) startQueued();
}

void RunManager::shutDown() {
    m_closing = true; // the queue waits until somebody starts one of its runs
    if (!m_active || m_ended) return;
    endActive();
    commit();
}

void RunManager::endActive() {
    if (!m_active || m_ended) return;
    m_active->control().stop();
    m_active->settled(); // it may be waiting for a commit that will not come
    m_record->setState(RunState::Stopping);
}

// --- other processes

void RunManager::pollOthers() {
    const auto now = monotonicNs();
    if (now - m_polledNs < kOthersNs) return;
    m_polledNs = now;
    std::vector<RunId> changed;
    if (!m_store->readOnly() && now - m_reconciledNs >= kReconcileNs) {
        m_reconciledNs = now;
        if (auto dead = m_store->reconcile()) changed = *std::move(dead);
    }
    const bool elsewhere = m_store->changedElsewhere();
    if (!elsewhere && changed.empty()) return;
    m_hooks.listChanged();
    std::vector<RunId> gone;
    for (auto& [run, followed] : m_opened) {
        if (const auto status = follow(run, followed); !status && RunStore::unknown(status.error())) gone.push_back(run);
    }
    for (const auto run : gone) forget(run);
}

/// It was deleted: nobody finds it any more.
void RunManager::forget(RunId run) {
    m_opened.erase(run);
    m_hooks.forget(run);
    m_hooks.listChanged();
}

/// Publishes what is new of it.
Status RunManager::follow(RunId run, Followed& followed) {
    LOCKSTEP_ASSIGN(auto view, m_store->refresh(run, followed.view.get(), followed.stamp));
    if (!view) return {};
    view->version = ++m_versions[run];
    followed.view = view;
    m_hooks.publish(std::move(view));
    return {};
}

void RunManager::reload(RunId run) {
    Followed once; // not to be followed if it is not
    const auto opened = m_opened.find(run);
    const auto status = follow(run, opened == m_opened.end() ? once : opened->second);
    if (!status && RunStore::unknown(status.error())) forget(run);
}

Status RunManager::open(RunId run) {
    if (m_record && m_record->id() == run) return publish(), Status();
    auto& followed = m_opened[run];
    followed = {}; // all of it: files may have changed, too
    auto status = follow(run, followed);
    if (!status) m_opened.erase(run);
    return status;
}

Result<std::shared_ptr<const RunView>> RunManager::stored(RunId run) {
    LOCKSTEP_ASSIGN(auto view, m_store->load(run));
    return std::shared_ptr<const RunView>(std::move(view));
}

// --- devices

std::optional<cost::DeviceProfile> RunManager::profileOf(const std::string& device) {
    const auto text = m_store->deviceProfile(device);
    return text && *text ? readProfile(**text) : std::nullopt;
}

DeviceList RunManager::deviceList() {
    DeviceList list{m_devices.list()};
    for (auto& row : list.devices) {
        const auto profile = profileOf(row.id);
        if (!profile || profile->description != row.description) continue;
        if (const double peak = profile->peakFlops(DType::F32); peak > 0) row.matmulPeakF32 = peak;
        if (profile->memoryBytesPerSecond > 0) row.bandwidth = profile->memoryBytesPerSecond;
    }
    return list;
}

/// The measured peak, or 0 for a device of which this store has no profile made under as many threads.
double RunManager::peakOf(const backends::DeviceInfo& device) {
    const auto profile = profileOf(device.id);
    const bool same = profile && profile->description == device.description && profile->threads == device.threads;
    return same ? profile->peakFlops(DType::F32) : 0;
}

Status RunManager::keepProfile(const cost::DeviceProfile& profile) {
    if (profile.matmuls.empty() || m_store->readOnly()) return {};
    return m_store->setDeviceProfile(profile.device, writeProfile(profile));
}

Status RunManager::mayMeasure() const {
    if (m_active) return Error(kBusy, {std::to_string(m_record->id())});
    if (!m_devices.probe) return Error(kNotAvailable, {"measuring devices"});
    return {};
}

Status RunManager::keepProfiles(const std::vector<cost::DeviceProfile>& profiles) {
    for (const auto& profile : profiles) LOCKSTEP_TRY(keepProfile(profile));
    return {};
}

} // namespace lockstep::session
