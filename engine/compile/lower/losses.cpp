#include "compile/lower/elementwise_loss.h"
#include "compile/lower/lower.h"

namespace lockstep::compile {

static constexpr ErrorCode kNoClasses{"compile.loss_shape",
                                      LOCKSTEP_TR("error", "cross_entropy wants an output of one, two or three dimensions (classes; steps, "
                                                           "classes; or classes, height, width), and {0} has the shape {1}"),
                                      LOCKSTEP_TR("error", "put a Flatten or Reshape before the output, or choose another loss")};
static constexpr ErrorCode kOneClass{
    "compile.one_class", LOCKSTEP_TR("error", "cross_entropy needs two or more classes, and output {0} has one"),
    LOCKSTEP_TR("error", "for values set loss.type to mse; for classes make the last layer as wide as there are classes")};
static constexpr ErrorCode kWeights{"compile.class_weights",
                                    LOCKSTEP_TR("error", "class_weights has {0} numbers and output {1} has {2} classes"),
                                    LOCKSTEP_TR("error", "give one weight for each class")};

Result<OutputInfo> describeOutput(const std::string& id, const Shape& shape, const spec::LossDoc& loss) {
    OutputInfo info{id, shape, loss.type};
    if (loss.type != "cross_entropy") {
        info.targetDtype = DType::F32;
        info.targetShape = shape;
        if (loss.type == "bce_with_logits") info.classAxis = shape.rank() == 3 ? 0 : static_cast<int>(shape.rank()) - 1;
        return info;
    }
    if (shape.rank() < 1 || shape.rank() > 3) return Error(kNoClasses, {id, shape.str()});
    info.classAxis = shape.rank() == 3 ? 0 : static_cast<int>(shape.rank()) - 1;
    info.classes = shape[static_cast<std::size_t>(info.classAxis)];
    info.ignoreIndex = loss.ignoreIndex;
    if (info.classes < 2) return Error(kOneClass, {id});
    if (!loss.classWeights.empty() && static_cast<std::int64_t>(loss.classWeights.size()) != info.classes)
        return Error(kWeights, {std::to_string(loss.classWeights.size()), id, std::to_string(info.classes)});
    for (std::size_t d = 0; d < shape.rank(); ++d) {
        if (static_cast<int>(d) != info.classAxis) info.targetShape.push(shape[d]);
    }
    return info;
}

static Result<ir::ValueId> addLoss(ir::Rewriter& rw, ir::ValueId output, const OutputInfo& info, const spec::LossDoc& loss) {
    const std::int64_t batch = rw.graph().value(output).type.shape[0];
    const ir::ValueId target =
        rw.addValue("target/" + info.id, {info.targetDtype, info.targetShape.withBatch(batch)}, ir::ValueKind::Input);
    const ir::ValueId scale = rw.addValue("loss_scale/" + info.id, {DType::F64, {}}, ir::ValueKind::Scalar);
    const std::string name = "loss." + info.id;
    if (info.loss != "cross_entropy") return addElementwiseLoss(rw, {info, loss, output, target, scale}, name);
    const ir::Attributes attrs{{"class_axis", static_cast<std::int64_t>(info.classAxis + 1)},
                               {"label_smoothing", loss.labelSmoothing},
                               {"ignore_index", loss.ignoreIndex},
                               {"class_weights", loss.classWeights}};
    return rw.add1("cross_entropy", name, {output, target, scale}, attrs, {});
}

Result<ir::ValueId> addLosses(ir::Rewriter& rw, const std::map<std::string, ir::ValueId>& outputs, const std::vector<OutputInfo>& infos,
                              const std::map<std::string, spec::LossDoc>& losses) {
    ir::ValueId sum = ir::kNone;
    for (const OutputInfo& info : infos) {
        LOCKSTEP_ASSIGN(const ir::ValueId loss, addLoss(rw, outputs.at(info.id), info, losses.at(info.id)));
        rw.fetch("loss." + info.id, loss);
        if (sum == ir::kNone) {
            sum = loss;
            continue;
        }
        LOCKSTEP_ASSIGN(sum, rw.add1("add", "loss", {sum, loss}, {}, {}));
    }
    return sum;
}

} // namespace lockstep::compile
