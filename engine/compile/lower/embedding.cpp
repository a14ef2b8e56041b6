#include "compile/lower/families.h"

#include <cmath>

namespace lockstep::compile {

static constexpr ErrorCode kPadding{"compile.padding_idx", LOCKSTEP_TR("error", "padding_idx {0} is outside a vocabulary of {1}"), ""};
static constexpr ErrorCode kTooLong{"compile.sequence_too_long", LOCKSTEP_TR("error", "a sequence of {0} is longer than max_len {1}"),
                                    LOCKSTEP_TR("error", "make max_len at least {0}")};
static constexpr ErrorCode kMatrices{"compile.matmul_shapes",
                                     LOCKSTEP_TR("error", "{0} ({1}) and {2} ({3}) can't be multiplied as matrices"),
                                     LOCKSTEP_TR("error", "all sizes but the last two must be equal, and the inner ones too")};

Result<ir::ValueId> lowerEmbedding(LowerContext& c) {
    const std::int64_t rows = c.integer("num_embeddings"), width = c.integer("embedding_dim");
    ir::Attributes attrs;
    std::int64_t padding = -1;
    if (!c.isNull("padding_idx")) {
        padding = c.integer("padding_idx");
        if (padding < -rows || padding >= rows) return c.error(kPadding, {std::to_string(padding), std::to_string(rows)});
        if (padding < 0) padding += rows;
        attrs.set("padding_idx", padding);
    }
    LOCKSTEP_ASSIGN(const ir::ValueId weight, c.weight({rows, width}, {InitRule::Kind::Normal, 1}));
    if (padding >= 0) c.zeroRow(padding);
    return c.add("embedding", {c.input(), weight}, attrs);
}

Result<ir::ValueId> lowerPositionEmbedding(LowerContext& c) {
    LOCKSTEP_TRY(c.wantRank(2, 2));
    const std::int64_t length = c.shape()[1], width = c.shape()[2], most = c.integer("max_len");
    if (length > most) return c.error(kTooLong, {std::to_string(length), std::to_string(most)});
    LOCKSTEP_ASSIGN(ir::ValueId rows, c.weight({most, width}, {InitRule::Kind::Normal, 0.02}));
    if (length < most) {
        LOCKSTEP_ASSIGN(rows, c.add("slice", {rows}, {{"axis", std::int64_t{0}}, {"start", std::int64_t{0}}, {"end", length}}, "rows"));
    }
    LOCKSTEP_ASSIGN(rows, c.reshape(rows, {1, length, width}, "positions"));
    return c.add("add", {c.input(), rows});
}

Result<ir::ValueId> lowerMatMul(LowerContext& c) {
    const Shape a = c.shape(0), b = c.shape(1);
    const bool transposed = c.flag("transpose_b");
    bool fits = a.rank() == b.rank() && a.rank() >= 3;
    for (std::size_t d = 0; fits && d + 2 < a.rank(); ++d) fits = a[d] == b[d];
    if (!fits || a.back() != b[b.rank() - (transposed ? 1 : 2)]) {
        const auto& ids = c.layer().inputs;
        return c.error(kMatrices, {ids[0], a.slice(1, a.rank()).str(), ids[1], b.slice(1, b.rank()).str()});
    }
    return c.add("matmul", {c.input(0), c.input(1)}, {{"transpose_b", transposed}});
}

} // namespace lockstep::compile
