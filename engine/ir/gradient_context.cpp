#include "ir/gradient_context.h"

namespace lockstep::ir {

Result<std::vector<ValueId>> GradientContext::emit(std::string_view op, std::string_view suffix, std::vector<ValueId> inputs,
                                                   Attributes attrs) {
    const Node& forward = node();
    return m_rewriter.add(op, forward.name + "/" + std::string(suffix), std::move(inputs), std::move(attrs),
                          {.layer = forward.layer, .phase = Phase::Backward, .sequence = -1, .outputNames = {}});
}

Result<ValueId> GradientContext::emit1(std::string_view op, std::string_view suffix, std::vector<ValueId> inputs, Attributes attrs) {
    LOCKSTEP_ASSIGN(const auto outputs, emit(op, suffix, std::move(inputs), std::move(attrs)));
    return outputs.front();
}

} // namespace lockstep::ir
