#include "numerics/shape.h"

#include <algorithm>

namespace lockstep {

Shape Shape::withBatch(std::int64_t batch) const {
    Shape out{batch};
    for (const auto d : dims()) out.push(d);
    return out;
}

std::optional<std::int64_t> Shape::checkedElements() const {
    std::int64_t n = 1;
    for (const auto d : dims()) {
        if (d < 0) return std::nullopt;
        if (__builtin_mul_overflow(n, d, &n) || n > (std::int64_t{1} << 62)) return std::nullopt;
    }
    return n;
}

bool Shape::operator==(const Shape& o) const { return std::ranges::equal(dims(), o.dims()); }

std::string Shape::str() const {
    std::string out = "[";
    for (std::size_t i = 0; i < m_rank; ++i) {
        if (i) out += ", ";
        out += std::to_string(m_dims[i]);
    }
    return out + "]";
}

} // namespace lockstep
