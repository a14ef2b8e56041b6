// The run that trains in this process: the trainer's thread, and what it says, waiting for the control thread.
#pragma once

#include "base/queue.h"
#include "cost/peaks.h"
#include "train/trainer.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace lockstep::session {

class ActiveRun final : public train::Observer {
public:
    using Probe = std::function<Result<cost::DeviceProfile>(backends::Device& device, bool full, const std::stop_token& stop)>;

    /// Starts the thread. `probe`: measures the device first (quick); may be empty. `wake` is called from the thread when a message or
    /// the outcome waits; steps alone don't wake.
    ActiveRun(train::TrainJob job, std::unique_ptr<backends::Device> device, Probe probe, std::function<void()> wake);
    /// Asks to stop, and joins.
    ~ActiveRun() override;

    train::Control& control() { return m_control; }

    // --- control thread
    /// The next step, oldest first.
    std::optional<train::StepSample> nextSample() { return m_samples.pop(); }
    std::vector<train::Message> takeMessages();
    /// What the probe measured, once.
    std::optional<cost::DeviceProfile> takeProfile();
    /// Set once the trainer has ended; all samples and messages came before.
    std::optional<train::TrainOutcome> outcome();

    /// Whether the trainer waits until all it said is kept; settled() says that it is.
    bool settling() const { return m_settling; }
    void settled();

    // --- trainer's thread
    void settle() override;
    void stepped(const train::StepSample& sample) override;
    void tell(train::Message message) override;

private:
    void work();
    void measure();

    train::TrainJob m_job;
    std::unique_ptr<backends::Device> m_device;
    Probe m_probe;
    std::function<void()> m_wake;
    train::Control m_control;
    SpscRing<train::StepSample> m_samples{std::size_t{1} << 14};
    std::atomic<bool> m_closing{false}; ///< nobody takes samples any more
    std::atomic<bool> m_settling{false};
    std::condition_variable m_settled;
    std::mutex m_mutex;
    std::deque<train::Message> m_messages;
    std::optional<cost::DeviceProfile> m_profile;
    std::optional<train::TrainOutcome> m_outcome;
    std::jthread m_thread; ///< last: joins first
};

} // namespace lockstep::session
