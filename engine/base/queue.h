// Queues between threads.
#pragma once

#include <atomic>
#include <bit>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace lockstep {

/// Fixed ring for one producer and one consumer; push never waits or allocates.
template <class T> class SpscRing {
public:
    explicit SpscRing(std::size_t capacity) : m_slots(std::bit_ceil(capacity)) {}

    /// False if full; the item is not taken.
    bool push(const T& item) {
        const auto head = m_head.load(std::memory_order_relaxed);
        if (head - m_tail.load(std::memory_order_acquire) == m_slots.size()) return false;
        m_slots[head & (m_slots.size() - 1)] = item;
        m_head.store(head + 1, std::memory_order_release);
        return true;
    }
    std::optional<T> pop() {
        const auto tail = m_tail.load(std::memory_order_relaxed);
        if (tail == m_head.load(std::memory_order_acquire)) return std::nullopt;
        T item = std::move(m_slots[tail & (m_slots.size() - 1)]);
        m_tail.store(tail + 1, std::memory_order_release);
        return item;
    }

private:
    std::vector<T> m_slots;
    alignas(64) std::atomic<std::size_t> m_head{0};
    alignas(64) std::atomic<std::size_t> m_tail{0};
};

/// Queue for any number of producers and consumers; pop waits. Bounded if `capacity` > 0: push then waits for room.
template <class T> class BlockingQueue {
public:
    explicit BlockingQueue(std::size_t capacity = 0) : m_capacity(capacity) {}

    /// False if the queue is closed or a stop was asked for.
    bool push(T item, std::stop_token stop = {}) {
        std::unique_lock lock(m_mutex);
        if (m_capacity) m_changed.wait(lock, stop, [&] { return m_closed || m_items.size() < m_capacity; });
        if (m_closed || (stop.stop_possible() && stop.stop_requested())) return false;
        m_items.push_back(std::move(item));
        m_changed.notify_all();
        return true;
    }
    /// Nothing once closed and empty, or when a stop was asked for.
    std::optional<T> pop(std::stop_token stop = {}) {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, stop, [&] { return m_closed || !m_items.empty(); });
        return take();
    }
    std::optional<T> tryPop() {
        std::lock_guard lock(m_mutex);
        return take();
    }
    void close() {
        std::lock_guard lock(m_mutex);
        m_closed = true;
        m_changed.notify_all();
    }

private:
    std::optional<T> take() {
        if (m_items.empty()) return std::nullopt;
        T item = std::move(m_items.front());
        m_items.pop_front();
        m_changed.notify_all();
        return item;
    }

    std::size_t m_capacity;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<T> m_items;
    bool m_closed = false;
};

} // namespace lockstep
