// What a run's data become before the trainer sees them.
#include "train/feed.h"

#include "compile/program_set.h"
#include "support/run_documents.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lockstep::train {
namespace {

constexpr const char* kTokens = R"({"format": "lockstep-model/1", "name": "tokens",
  "inputs": [{"id": "x", "shape": [16], "dtype": "s64"}],
  "layers": [{"id": "e", "type": "Embedding", "inputs": ["x"], "args": {"num_embeddings": 7, "embedding_dim": 3}},
             {"id": "y", "type": "Linear", "inputs": ["e"], "args": {"out_features": 5}}],
  "outputs": ["y"]})";

TEST(Feed, SyntheticTokensAreAllThatTheEmbeddingKnows) {
    const auto run = test::runWith(kTokens, {}, 32);
    EXPECT_EQ(knownIds(run.model, "x"), 7);
    EXPECT_EQ(knownIds(run.model, "e"), 0);
    const auto analysis = compile::analyseModel(run.model, run.losses);
    ASSERT_TRUE(analysis.problems.empty());
    const auto feed = Feed::open(run, analysis.info);
    ASSERT_TRUE(feed.ok()) << feed.error().message();
    const auto stream = (*feed)->sequential(Split::Train);
    const auto batch = (*stream)->next();
    ASSERT_TRUE(batch.ok()) << batch.error().message();
    const auto ids = (*batch)->inputs[0].as<std::int64_t>(), targets = (*batch)->targets[0].as<std::int64_t>();
    EXPECT_EQ(std::ranges::min(ids), 0);
    EXPECT_EQ(std::ranges::max(ids), 6);
    EXPECT_EQ(std::ranges::max(targets), 4);
}

} // namespace
} // namespace lockstep::train
