#include "session/active_run.h"

#include "backends/device.h"
#include "base/thread.h"
#include "session/session_errors.h"

#include <exception>
#include <new>

namespace lockstep::session {

ActiveRun::ActiveRun(train::TrainJob job, std::unique_ptr<backends::Device> device, Probe probe, std::function<void()> wake)
    : m_job(std::move(job)), m_device(std::move(device)), m_probe(std::move(probe)), m_wake(std::move(wake)) {
    m_job.device = m_device.get();
    m_thread = std::jthread([this] { work(); });
}

ActiveRun::~ActiveRun() {
    m_closing = true;
    settled();
    m_control.stop();
}

static train::TrainOutcome failed(Error error) {
    train::TrainOutcome outcome;
    outcome.status = train::TrainOutcome::Status::Failed;
    outcome.error = std::move(error);
    return outcome;
}

/// Exceptions stop here.
static train::TrainOutcome guarded(const train::TrainJob& job, train::Control& control, train::Observer& observer) {
    try {
        return train::train(job, control, observer);
    } catch (const std::bad_alloc&) { return failed(Error(kOutOfMemory)); } catch (const std::exception& fault) {
        return failed(Error(kInternal, {fault.what()}));
    }
}

/// A device that can't be measured trains all the same, without utilisation.
void ActiveRun::measure() {
    if (!m_probe) return;
    tell(train::Phase{"measuring the device"});
    auto profile = [&]() -> Result<cost::DeviceProfile> {
        try {
            return m_probe(*m_device, false, m_control.stopToken());
        } catch (const std::exception& fault) { return Error(kInternal, {fault.what()}); }
    }();
    if (m_control.stopping()) return; // cut short: a figure of this would be wrong for ever
    if (!profile) return tell(train::Notice{0, "log", profile.error().message()});
    std::lock_guard lock(m_mutex);
    m_profile = *std::move(profile);
}

std::optional<cost::DeviceProfile> ActiveRun::takeProfile() {
    std::lock_guard lock(m_mutex);
    return std::exchange(m_profile, std::nullopt);
}

void ActiveRun::work() {
    nameThisThread("trainer");
    lowerThisThreadPriority();
    measure();
    auto outcome = guarded(m_job, m_control, *this);
    {
        std::lock_guard lock(m_mutex);
        m_outcome = std::move(outcome);
    }
    m_wake();
}

void ActiveRun::stepped(const train::StepSample& sample) {
    // Full only if the control thread is held up for long (a disk that does not answer): nothing is thinned, so training waits.
    while (!m_samples.push(sample) && !m_closing) {
        m_wake();
        std::this_thread::yield();
    }
}

void ActiveRun::tell(train::Message message) {
    {
        std::lock_guard lock(m_mutex);
        m_messages.push_back(std::move(message));
    }
    m_wake();
}

void ActiveRun::settle() {
    m_settling = true;
    m_wake();
    std::unique_lock lock(m_mutex);
    m_settled.wait(lock, [&] { return !m_settling || m_closing; });
}

void ActiveRun::settled() {
    std::lock_guard lock(m_mutex);
    m_settling = false;
    m_settled.notify_all();
}

std::vector<train::Message> ActiveRun::takeMessages() {
    std::lock_guard lock(m_mutex);
    std::vector<train::Message> messages(std::make_move_iterator(m_messages.begin()), std::make_move_iterator(m_messages.end()));
    m_messages.clear();
    return messages;
}

std::optional<train::TrainOutcome> ActiveRun::outcome() {
    std::lock_guard lock(m_mutex);
    return m_outcome;
}

} // namespace lockstep::session
