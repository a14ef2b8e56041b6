#include "data/loader.h"

#include "base/thread.h"
#include "data/data_errors.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <thread>

namespace lockstep::data {

namespace {

/// A batch and the full-size tensors behind it; a short batch sees the front of them.
struct Slot {
    Batch batch;
    std::vector<std::shared_ptr<HostTensor>> inputs, targets;
    std::optional<Error> error;
    std::int64_t number = -1; ///< of the batch it holds ready
};

std::vector<std::shared_ptr<HostTensor>> shared(std::vector<HostTensor> tensors) {
    std::vector<std::shared_ptr<HostTensor>> out;
    out.reserve(tensors.size());
    for (auto& tensor : tensors) out.push_back(std::make_shared<HostTensor>(std::move(tensor)));
    return out;
}

void fit(std::vector<HostTensor>& seen, const std::vector<std::shared_ptr<HostTensor>>& whole, std::int64_t size) {
    seen.resize(whole.size());
    for (std::size_t i = 0; i < whole.size(); ++i) {
        Shape shape = whole[i]->shape();
        shape.set(0, size);
        seen[i] = HostTensor::view(whole[i]->dtype(), shape, whole[i]->data(), whole[i]);
    }
}

} // namespace

struct Loader::State {
    State(std::shared_ptr<const Dataset> dataset, LoaderOptions options)
        : set(std::move(dataset)), options(std::move(options)),
          sampler({set->samples(this->options.part), this->options.batchSize, this->options.shuffle, this->options.dropLast,
                   this->options.seed, this->options.classes}),
          claimed(this->options.firstBatch), wanted(this->options.firstBatch) {
        if (sampler.batchesPerEpoch() == 0) this->options.endBatch = this->options.firstBatch;
        const std::int64_t largest = std::min(this->options.batchSize, std::max<std::int64_t>(set->samples(this->options.part), 1));
        slots.resize(static_cast<std::size_t>(std::max<std::int64_t>(this->options.workers, 0) +
                                              std::max<std::int64_t>(this->options.ahead, 1) + 1));
        if (this->options.workers <= 0) slots.resize(1);
        for (auto& slot : slots) {
            slot.inputs = shared(set->makeInputs(largest));
            slot.targets = shared(set->makeTargets(largest));
        }
    }

    std::shared_ptr<const Dataset> set;
    LoaderOptions options;
    Sampler sampler;
    std::vector<Slot> slots;
    std::mutex mutex;
    std::condition_variable_any changed;
    std::int64_t claimed;              ///< the next batch that a worker takes
    std::int64_t wanted;               ///< the next batch that next() hands out; the one before is still in the caller's hands
    std::vector<std::byte> scratch;    ///< without workers
    std::vector<std::jthread> threads; ///< last: they end before what they use

    Slot& slotOf(std::int64_t number) { return slots[static_cast<std::size_t>(number) % slots.size()]; }

    Status read(Slot& slot, std::int64_t number, std::vector<std::byte>& scratch) {
        Batch& batch = slot.batch;
        batch.number = number;
        batch.epoch = sampler.epochOf(number);
        batch.size = sampler.sizeOf(number);
        sampler.positions(number, batch.samples);
        fit(batch.inputs, slot.inputs, batch.size);
        fit(batch.targets, slot.targets, batch.size);
        const Augmenter augmenter(options.augment, set->needs(), options.seed, number);
        return set->read(options.part, batch.samples, batch.inputs, batch.targets, scratch, options.augment.empty() ? nullptr : &augmenter);
    }

    void fill(Slot& slot, std::int64_t number, std::vector<std::byte>& scratch) {
        slot.error.reset();
        try {
            if (auto status = read(slot, number, scratch); !status.ok()) slot.error = std::move(status).error();
        } catch (const std::bad_alloc&) { slot.error = Error(kOutOfMemory); } catch (const std::exception& fault) {
            slot.error = Error(kReadFault, {fault.what()});
        }
    }

    /// A batch may be filled once next() has moved past the one that held its slot.
    bool mayClaim() const { return claimed < wanted - 1 + static_cast<std::int64_t>(slots.size()); }

    void work(const std::stop_token& stop) {
        nameThisThread("loader");
        lowerThisThreadPriority();
        std::vector<std::byte> scratch;
        std::unique_lock lock(mutex);
        while (changed.wait(lock, stop, [&] { return mayClaim() || claimed >= options.endBatch; }) && claimed < options.endBatch) {
            const std::int64_t number = claimed++;
            Slot& slot = slotOf(number);
            lock.unlock();
            fill(slot, number, scratch);
            lock.lock();
            slot.number = number;
            changed.notify_all();
        }
    }
};

LoaderOptions onePass(const Dataset& dataset, Part part, std::int64_t batchSize, std::int64_t workers) {
    LoaderOptions options;
    options.part = part;
    options.batchSize = batchSize;
    options.workers = workers;
    const std::int64_t size = std::max<std::int64_t>(batchSize, 1);
    options.endBatch = (dataset.samples(part) + size - 1) / size;
    return options;
}

Loader::Loader(std::shared_ptr<const Dataset> dataset, LoaderOptions options)
    : m_state(std::make_unique<State>(std::move(dataset), std::move(options))) {
    for (std::int64_t i = 0; i < m_state->options.workers; ++i) {
        m_state->threads.emplace_back([state = m_state.get()](const std::stop_token& stop) { state->work(stop); });
    }
}

Loader::~Loader() {
    for (auto& thread : m_state->threads) thread.request_stop();
}

const Sampler& Loader::sampler() const { return m_state->sampler; }

Result<const Batch*> Loader::next(const std::stop_token& stop) {
    State& s = *m_state;
    if (s.wanted >= s.options.endBatch || stop.stop_requested()) return static_cast<const Batch*>(nullptr);
    Slot& slot = s.slotOf(s.wanted);
    if (s.threads.empty()) {
        s.fill(slot, s.wanted, s.scratch);
    } else {
        std::unique_lock lock(s.mutex);
        if (!s.changed.wait(lock, stop, [&] { return slot.number == s.wanted; })) return static_cast<const Batch*>(nullptr);
    }
    if (slot.error) return *slot.error; // `wanted` stays, and so does the error
    {
        std::lock_guard lock(s.mutex);
        s.wanted += 1;
    }
    s.changed.notify_all();
    return static_cast<const Batch*>(&slot.batch);
}

} // namespace lockstep::data
