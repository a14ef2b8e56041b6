// Builds sample cases; one function an op family.
#pragma once

#include "support/op_samples.h"

namespace lockstep::test {

using Ints = std::vector<std::int64_t>;

class SampleMaker {
public:
    /// Real numbers in (low, high), none within 0.02 of zero (kinks).
    SampleInput real(Shape shape, double low = -1, double high = 1);
    /// Whole numbers in [low, high].
    SampleInput whole(Shape shape, int low = -4, int high = 4);
    /// real() or whole().
    SampleInput numbers(bool whole, Shape shape) { return whole ? this->whole(shape) : real(shape); }
    /// Class ids, s64.
    SampleInput classes(Shape shape, int count);
    static SampleInput scalar(double value, DType type = DType::F64);
    static SampleInput values(Shape shape, std::vector<double> values, DType type = DType::F32);
    static SampleInput absent() { return {.present = false}; }

    OpSample& add(OpSample sample);
    std::vector<OpSample> take() { return std::move(m_samples); }

private:
    double uniform();

    std::uint64_t m_drawn = 0;
    std::vector<OpSample> m_samples;
};

void linearSamples(SampleMaker& maker);
void convSamples(SampleMaker& maker);
void poolSamples(SampleMaker& maker);
void activationSamples(SampleMaker& maker);
void normSamples(SampleMaker& maker);
void movementSamples(SampleMaker& maker);
void lossSamples(SampleMaker& maker);
void updateSamples(SampleMaker& maker);
void attentionSamples(SampleMaker& maker);
void recurrenceSamples(SampleMaker& maker);
void lookupSamples(SampleMaker& maker);
void formulaSamples(SampleMaker& maker);

} // namespace lockstep::test
