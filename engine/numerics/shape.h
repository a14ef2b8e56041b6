// Sizes of a tensor, row-major, outermost first. Rank 0 is a scalar.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

class Shape {
public:
    static constexpr std::size_t kMaxRank = 8;

    Shape() = default;
    Shape(std::initializer_list<std::int64_t> dims) : Shape(std::span(dims.begin(), dims.size())) {}
    explicit Shape(std::span<const std::int64_t> dims) {
        assert(dims.size() <= kMaxRank);
        for (const auto d : dims) push(d);
    }

    std::size_t rank() const { return m_rank; }
    std::int64_t operator[](std::size_t i) const { return assert(i < m_rank), m_dims[i]; }
    /// From the end: back() is the innermost size, back(1) the one before.
    std::int64_t back(std::size_t i = 0) const { return (*this)[m_rank - 1 - i]; }
    void set(std::size_t i, std::int64_t size) { assert(i < m_rank), m_dims[i] = size; }
    void push(std::int64_t size) { assert(m_rank < kMaxRank), m_dims[m_rank++] = size; }
    std::span<const std::int64_t> dims() const { return {m_dims.data(), m_rank}; }
    /// As attributes hold them.
    std::vector<std::int64_t> list() const { return {dims().begin(), dims().end()}; }
    /// Dimensions [from, to).
    Shape slice(std::size_t from, std::size_t to) const { return Shape(dims().subspan(from, to - from)); }
    /// `this` with one more dimension in front.
    Shape withBatch(std::int64_t batch) const;

    /// Number of elements; the caller knows that it does not overflow (checkedElements for outside data).
    std::int64_t elements() const {
        std::int64_t n = 1;
        for (const auto d : dims()) n *= d;
        return n;
    }
    /// Nothing on overflow of 2^62 or a negative size.
    std::optional<std::int64_t> checkedElements() const;
    /// Product of the sizes of [from, to).
    std::int64_t elements(std::size_t from, std::size_t to) const {
        std::int64_t n = 1;
        for (std::size_t i = from; i < to; ++i) n *= m_dims[i];
        return n;
    }

    bool operator==(const Shape& o) const;
    /// `[128, 64]`
    std::string str() const;

private:
    std::array<std::int64_t, kMaxRank> m_dims{};
    std::size_t m_rank = 0;
};

} // namespace lockstep
