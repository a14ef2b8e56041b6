// A dense tensor in host memory, row-major. What files, loaders, checkpoints and tests exchange.
#pragma once

#include "numerics/dtype.h"
#include "numerics/shape.h"

#include <cassert>
#include <cstddef>
#include <memory>
#include <span>

namespace lockstep {

/// Copies share the bytes; clone() makes new ones. 64-byte aligned.
class HostTensor {
public:
    HostTensor() = default;
    /// Uninitialised bytes.
    HostTensor(DType type, Shape shape);
    static HostTensor zeros(DType type, Shape shape);
    template <class T> static HostTensor of(Shape shape, std::span<const T> values) {
        HostTensor t(dtypeOf<T>, shape);
        assert(static_cast<std::int64_t>(values.size()) == shape.elements());
        std::copy(values.begin(), values.end(), t.as<T>().begin());
        return t;
    }
    /// Borrows memory kept alive by `owner` (a mapped file, say).
    static HostTensor view(DType type, Shape shape, std::byte* bytes, std::shared_ptr<const void> owner);

    DType dtype() const { return m_type; }
    const Shape& shape() const { return m_shape; }
    std::int64_t elements() const { return m_shape.elements(); }
    std::size_t bytes() const { return static_cast<std::size_t>(elements()) * byteSize(m_type); }
    bool empty() const { return m_bytes == nullptr; }

    std::byte* data() { return m_bytes; }
    const std::byte* data() const { return m_bytes; }
    template <class T> std::span<T> as() {
        return assert(dtypeOf<T> == m_type), std::span<T>(reinterpret_cast<T*>(m_bytes), static_cast<std::size_t>(elements()));
    }
    template <class T> std::span<const T> as() const {
        return assert(dtypeOf<T> == m_type), std::span<const T>(reinterpret_cast<const T*>(m_bytes), static_cast<std::size_t>(elements()));
    }

    HostTensor clone() const;
    /// Same bytes seen in another shape of equal element count.
    HostTensor reshaped(Shape shape) const;

private:
    DType m_type = DType::F32;
    Shape m_shape;
    std::shared_ptr<const void> m_owner;
    std::byte* m_bytes = nullptr;
};

} // namespace lockstep
