// The one door to oneDNN: hides what differs between its 2.x and 3.x interfaces. Makers throw dnnl::error where nothing fits.
#pragma once

#include <cstdint>
#include <dnnl.hpp>

namespace lockstep::backends::cpu::onednn {

using Desc = dnnl::memory::desc;
using Dims = dnnl::memory::dims;

inline const dnnl::engine& engine() {
    static const dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
    return cpu;
}

/// In order and stateless on the CPU: shared by all threads.
inline const dnnl::stream& stream() {
    static const dnnl::stream cpu(engine());
    return cpu;
}

/// Scratch memory comes from the caller, so that it is planned.
inline dnnl::primitive_attr userScratchpad() {
    dnnl::primitive_attr attr;
    attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    return attr;
}

/// Row-major c = alpha * a b + beta * c on this thread alone where it is one of a team; `ta`, `tb`: stored with rows and columns swapped.
inline void gemm(bool ta, bool tb, std::int64_t m, std::int64_t n, std::int64_t k, float alpha, const float* a, std::int64_t lda,
                 const float* b, std::int64_t ldb, float beta, float* c, std::int64_t ldc) {
    const auto status = dnnl_sgemm(ta ? 'T' : 'N', tb ? 'T' : 'N', m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    if (status != dnnl_success) throw dnnl::error(status, "sgemm failed");
}

/// An empty `bias`: none.
struct ConvShape {
    Desc src, weights, bias, dst;
    Dims strides, dilation, before, after; ///< dilation 0: dense
    bool hasBias = false;
};

using ConvForward = dnnl::convolution_forward::primitive_desc;
using ConvBackwardData = dnnl::convolution_backward_data::primitive_desc;
using ConvBackwardWeights = dnnl::convolution_backward_weights::primitive_desc;
using Matmul = dnnl::matmul::primitive_desc;
using InnerProduct = dnnl::inner_product_forward::primitive_desc;
using InnerProductBackwardWeights = dnnl::inner_product_backward_weights::primitive_desc;

#if DNNL_VERSION_MAJOR >= 3

inline Matmul matmul(const Desc& a, const Desc& b, const Desc* bias, const Desc& c) {
    return bias ? Matmul(engine(), a, b, *bias, c, userScratchpad()) : Matmul(engine(), a, b, c, userScratchpad());
}

inline ConvForward convForward(const ConvShape& s, bool training) {
    const auto prop = training ? dnnl::prop_kind::forward_training : dnnl::prop_kind::forward_inference;
    const auto direct = dnnl::algorithm::convolution_direct;
    if (s.hasBias)
        return ConvForward(engine(), prop, direct, s.src, s.weights, s.bias, s.dst, s.strides, s.dilation, s.before, s.after,
                           userScratchpad());
    return ConvForward(engine(), prop, direct, s.src, s.weights, s.dst, s.strides, s.dilation, s.before, s.after, userScratchpad());
}

inline ConvBackwardData convBackwardData(const ConvShape& s, const ConvForward& hint) {
    return ConvBackwardData(engine(), dnnl::algorithm::convolution_direct, s.src, s.weights, s.dst, s.strides, s.dilation, s.before,
                            s.after, hint, userScratchpad());
}

inline ConvBackwardWeights convBackwardWeights(const ConvShape& s, const ConvForward& hint) {
    const auto direct = dnnl::algorithm::convolution_direct;
    if (s.hasBias)
        return ConvBackwardWeights(engine(), direct, s.src, s.weights, s.bias, s.dst, s.strides, s.dilation, s.before, s.after, hint,
                                   userScratchpad());
    return ConvBackwardWeights(engine(), direct, s.src, s.weights, s.dst, s.strides, s.dilation, s.before, s.after, hint, userScratchpad());
}

inline InnerProduct innerProduct(const Desc& x, const Desc& w, const Desc* bias, const Desc& y) {
    const auto prop = dnnl::prop_kind::forward_training;
    return bias ? InnerProduct(engine(), prop, x, w, *bias, y, userScratchpad()) : InnerProduct(engine(), prop, x, w, y, userScratchpad());
}

inline InnerProductBackwardWeights innerProductBackwardWeights(const Desc& x, const Desc& w, const Desc& y) {
    return {engine(), x, w, y, innerProduct(x, w, nullptr, y), userScratchpad()};
}

inline Dims dimsOf(const Desc& desc) { return desc.get_dims(); }

#else

inline Matmul matmul(const Desc& a, const Desc& b, const Desc* bias, const Desc& c) {
    const auto desc = bias ? dnnl::matmul::desc(a, b, *bias, c) : dnnl::matmul::desc(a, b, c);
    return Matmul(desc, userScratchpad(), engine());
}

inline ConvForward convForward(const ConvShape& s, bool training) {
    using Op = dnnl::convolution_forward::desc;
    const auto prop = training ? dnnl::prop_kind::forward_training : dnnl::prop_kind::forward_inference;
    const auto direct = dnnl::algorithm::convolution_direct;
    const Op desc = s.hasBias ? Op(prop, direct, s.src, s.weights, s.bias, s.dst, s.strides, s.dilation, s.before, s.after)
                              : Op(prop, direct, s.src, s.weights, s.dst, s.strides, s.dilation, s.before, s.after);
    return ConvForward(desc, userScratchpad(), engine());
}

inline ConvBackwardData convBackwardData(const ConvShape& s, const ConvForward& hint) {
    const dnnl::convolution_backward_data::desc desc(dnnl::algorithm::convolution_direct, s.src, s.weights, s.dst, s.strides, s.dilation,
                                                     s.before, s.after);
    return ConvBackwardData(desc, userScratchpad(), engine(), hint);
}

inline ConvBackwardWeights convBackwardWeights(const ConvShape& s, const ConvForward& hint) {
    using Op = dnnl::convolution_backward_weights::desc;
    const auto direct = dnnl::algorithm::convolution_direct;
    const Op desc = s.hasBias ? Op(direct, s.src, s.weights, s.bias, s.dst, s.strides, s.dilation, s.before, s.after)
                              : Op(direct, s.src, s.weights, s.dst, s.strides, s.dilation, s.before, s.after);
    return ConvBackwardWeights(desc, userScratchpad(), engine(), hint);
}

inline InnerProduct innerProduct(const Desc& x, const Desc& w, const Desc* bias, const Desc& y) {
    using Forward = dnnl::inner_product_forward::desc;
    const auto prop = dnnl::prop_kind::forward_training;
    return {bias ? Forward(prop, x, w, *bias, y) : Forward(prop, x, w, y), userScratchpad(), engine()};
}

inline InnerProductBackwardWeights innerProductBackwardWeights(const Desc& x, const Desc& w, const Desc& y) {
    return {dnnl::inner_product_backward_weights::desc(x, w, y), userScratchpad(), engine(), innerProduct(x, w, nullptr, y)};
}

inline Dims dimsOf(const Desc& desc) { return desc.dims(); }

#endif

inline dnnl::reorder::primitive_desc reorder(const Desc& from, const Desc& to) {
    return dnnl::reorder::primitive_desc(engine(), from, engine(), to, userScratchpad());
}

} // namespace lockstep::backends::cpu::onednn
