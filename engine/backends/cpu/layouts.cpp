#include "backends/cpu/layouts.h"

#include <algorithm>
#include <array>

namespace lockstep::backends::cpu {

using Tag = dnnl::memory::format_tag;

static dnnl::memory::data_type typeOf(DType type) {
    switch (type) {
    case DType::U8: return dnnl::memory::data_type::u8;
    case DType::S32: return dnnl::memory::data_type::s32;
    case DType::BF16: return dnnl::memory::data_type::bf16;
    default: return dnnl::memory::data_type::f32;
    }
}

static Tag tagOf(ir::LayoutId layout) { return layout == kBlocked16 ? Tag::aBcd16b : layout == kBlocked8 ? Tag::aBcd8b : Tag::acdb; }

onednn::Dims dimsOf(const Shape& shape) { return {shape.dims().begin(), shape.dims().end()}; }

onednn::Desc plainDesc(const onednn::Dims& dims, DType type) {
    onednn::Dims strides(dims.size(), 1);
    for (std::size_t i = dims.size(); i-- > 1;) strides[i - 1] = strides[i] * dims[i];
    return {dims, typeOf(type), strides};
}

onednn::Desc anyDesc(const onednn::Dims& dims, DType type) { return {dims, typeOf(type), Tag::any}; }

Layouts& Layouts::instance() {
    static Layouts layouts;
    return layouts;
}

ir::LayoutId Layouts::intern(const onednn::Desc& desc, DType type) {
    const auto dims = onednn::dimsOf(desc);
    if (desc == plainDesc(dims, type)) return ir::kPlain;
    if (dims.size() == 4) {
        for (const ir::LayoutId id : std::array{kBlocked16, kBlocked8, kChannelsLast}) {
            if (desc == onednn::Desc(dims, typeOf(type), tagOf(id))) return id;
        }
    }
    const std::lock_guard lock(m_mutex);
    const auto found = std::ranges::find(m_opaque, desc);
    if (found != m_opaque.end()) return kFirstOpaque + static_cast<ir::LayoutId>(found - m_opaque.begin());
    m_opaque.push_back(desc);
    return kFirstOpaque + static_cast<ir::LayoutId>(m_opaque.size() - 1);
}

onednn::Desc Layouts::desc(const ir::TensorType& type, ir::LayoutId layout) const {
    if (layout == ir::kPlain) return plainDesc(dimsOf(type.shape), type.dtype);
    if (layout < kFirstOpaque) return {dimsOf(type.shape), typeOf(type.dtype), tagOf(layout)};
    const std::lock_guard lock(m_mutex);
    return m_opaque[layout - kFirstOpaque];
}

std::string Layouts::name(ir::LayoutId layout) const {
    switch (layout) {
    case ir::kPlain: return "plain";
    case kBlocked16: return "nChw16c";
    case kBlocked8: return "nChw8c";
    case kChannelsLast: return "nhwc";
    default: return "packed" + std::to_string(layout - kFirstOpaque);
    }
}

} // namespace lockstep::backends::cpu
