// The last 50 steps: throughput, median step time, time left, what the time went into (GUI.md C18).
#pragma once

#include "session/run_view.h"
#include "train/samples.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace lockstep::session {

class StepWindow {
public:
    static constexpr std::size_t kSteps = 50;

    void add(const train::StepSample& sample);
    /// Seconds; 0 before the first step.
    double medianStep() const;
    /// Over the window.
    double samplesPerSecond() const;
    double itemsPerSecond() const;
    Breakdown recent() const;
    /// Over all steps since the start of this process.
    Breakdown whole() const;
    std::int64_t count() const { return m_count; }

private:
    struct Sums {
        std::int64_t data = 0, transfer = 0, compute = 0, communication = 0, optimizer = 0, wall = 0, samples = 0, items = 0;
        void add(const train::StepSample& sample);
        Breakdown shares() const;
    };
    std::size_t filled() const { return std::min<std::size_t>(kSteps, static_cast<std::size_t>(m_count)); }
    Sums window() const;

    std::array<train::StepSample, kSteps> m_last{};
    std::int64_t m_count = 0;
    Sums m_all;
};

} // namespace lockstep::session
