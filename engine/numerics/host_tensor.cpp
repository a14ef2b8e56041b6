#include "numerics/host_tensor.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace lockstep {

HostTensor::HostTensor(DType type, Shape shape) : m_type(type), m_shape(shape) {
    const std::size_t padded = (std::max<std::size_t>(bytes(), 1) + 63) / 64 * 64;
    m_bytes = static_cast<std::byte*>(std::aligned_alloc(64, padded));
    if (!m_bytes) throw std::bad_alloc();
    m_owner = std::shared_ptr<const void>(m_bytes, [](const void* p) { std::free(const_cast<void*>(p)); });
}

HostTensor HostTensor::zeros(DType type, Shape shape) {
    HostTensor t(type, shape);
    std::memset(t.data(), 0, t.bytes());
    return t;
}

HostTensor HostTensor::view(DType type, Shape shape, std::byte* bytes, std::shared_ptr<const void> owner) {
    HostTensor t;
    t.m_type = type;
    t.m_shape = shape;
    t.m_owner = std::move(owner);
    t.m_bytes = bytes;
    return t;
}

HostTensor HostTensor::clone() const {
    HostTensor t(m_type, m_shape);
    std::memcpy(t.data(), data(), bytes());
    return t;
}

HostTensor HostTensor::reshaped(Shape shape) const {
    assert(shape.elements() == elements());
    HostTensor t = *this;
    t.m_shape = shape;
    return t;
}

} // namespace lockstep
