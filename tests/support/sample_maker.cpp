#include "support/sample_maker.h"

#include "base/rng.h"

#include <cmath>

namespace lockstep::test {

double SampleMaker::uniform() { return Rng(7, RngPurpose::Test).uniform(m_drawn++); }

SampleInput SampleMaker::real(Shape shape, double low, double high) {
    SampleInput out{.shape = shape};
    while (static_cast<std::int64_t>(out.values.size()) < shape.elements()) {
        const double v = low + (high - low) * uniform();
        if (std::fabs(v) > 0.02) out.values.push_back(v);
    }
    return out;
}

SampleInput SampleMaker::whole(Shape shape, int low, int high) {
    SampleInput out{.shape = shape};
    for (std::int64_t i = 0; i < shape.elements(); ++i) out.values.push_back(low + std::floor((high - low + 1) * uniform()));
    return out;
}

SampleInput SampleMaker::classes(Shape shape, int count) {
    SampleInput out = whole(shape, 0, count - 1);
    out.dtype = DType::S64;
    return out;
}

SampleInput SampleMaker::scalar(double value, DType type) { return {.dtype = type, .shape = {}, .values = {value}, .fixed = true}; }

SampleInput SampleMaker::values(Shape shape, std::vector<double> values, DType type) {
    return {.dtype = type, .shape = shape, .values = std::move(values)};
}

OpSample& SampleMaker::add(OpSample sample) {
    m_samples.push_back(std::move(sample));
    return m_samples.back();
}

} // namespace lockstep::test
