#include "support/op_samples.h"

#include "ops/builtin.h"
#include "support/sample_maker.h"

#include <stdexcept>

namespace lockstep::test {

using namespace ir;

template <class T> static HostTensor filled(const Shape& shape, const std::vector<double>& values) {
    std::vector<T> typed;
    for (const double v : values) typed.push_back(static_cast<T>(v));
    return HostTensor::of<T>(shape, typed);
}

HostTensor tensorOf(DType type, const Shape& shape, const std::vector<double>& values) {
    switch (type) {
    case DType::F32: return filled<float>(shape, values);
    case DType::F64: return filled<double>(shape, values);
    case DType::S64: return filled<std::int64_t>(shape, values);
    case DType::S32: return filled<std::int32_t>(shape, values);
    case DType::U8: return filled<std::uint8_t>(shape, values);
    default: throw std::invalid_argument("no test tensors of this type");
    }
}

std::vector<double> valuesOf(const HostTensor& tensor) {
    const auto list = [&]<class T>(T) {
        const auto span = tensor.as<T>();
        return std::vector<double>(span.begin(), span.end());
    };
    switch (tensor.dtype()) {
    case DType::F32: return list(float{});
    case DType::F64: return list(double{});
    case DType::S64: return list(std::int64_t{});
    case DType::S32: return list(std::int32_t{});
    case DType::U8: return list(std::uint8_t{});
    default: throw std::invalid_argument("no test tensors of this type");
    }
}

static std::string inputName(std::size_t i) { return "in" + std::to_string(i); }

Result<std::vector<ValueId>> addSample(Rewriter& rewriter, const OpSample& sample, DType floating) {
    std::vector<ValueId> inputs;
    for (std::size_t i = 0; i < sample.inputs.size(); ++i) {
        const SampleInput& in = sample.inputs[i];
        inputs.push_back(in.present ? rewriter.addValue(inputName(i), {in.typeFor(floating), in.shape}, ValueKind::Parameter) : kNone);
    }
    Attributes attrs = sample.attrs;
    if (sample.op == "fill") attrs.set("dtype", std::string(lockstep::name(floating)));
    return rewriter.add(sample.op, "node", std::move(inputs), std::move(attrs), {.layer = "sample"});
}

Tensors sampleTensors(const OpSample& sample, DType floating) {
    Tensors out;
    for (std::size_t i = 0; i < sample.inputs.size(); ++i) {
        const SampleInput& in = sample.inputs[i];
        if (in.present) out[inputName(i)] = tensorOf(in.typeFor(floating), in.shape, in.values);
    }
    return out;
}

Result<Tensors> runSample(const OpSample& sample, backends::Device& device, DType floating) {
    Graph graph(ops::builtinOps());
    Rewriter rewriter(graph);
    LOCKSTEP_ASSIGN(const auto outputs, addSample(rewriter, sample, floating));
    for (std::size_t i = 0; i < outputs.size(); ++i) rewriter.fetch("out" + std::to_string(i), outputs[i]);
    LOCKSTEP_TRY(rewriter.finish());
    return runGraph(graph, device, sampleTensors(sample, floating));
}

std::vector<OpSample> opSamples() {
    SampleMaker maker;
    for (const auto family : {linearSamples, convSamples, poolSamples, activationSamples, normSamples, movementSamples, lossSamples,
                              updateSamples, formulaSamples, lookupSamples, attentionSamples, recurrenceSamples})
        family(maker);
    return maker.take();
}

} // namespace lockstep::test
