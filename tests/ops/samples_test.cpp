#include "ops/builtin.h"
#include "support/gradient_check.h"
#include "support/op_samples.h"

#include <gtest/gtest.h>
#include <set>

using namespace lockstep;
using namespace lockstep::test;

namespace {

TEST(Samples, EveryOpHasOneAndEveryGradientIsChecked) {
    std::set<std::string> sampled, differentiated, names;
    for (const OpSample& sample : opSamples()) {
        EXPECT_TRUE(names.insert(sample.name).second) << sample.name << " is there twice";
        sampled.insert(sample.op);
        if (!sample.wrt.empty()) differentiated.insert(sample.op);
    }
    for (const ir::OpSchema* op : ops::builtinOps().all()) {
        EXPECT_TRUE(sampled.contains(std::string(op->name))) << op->name << " has no sample";
        EXPECT_EQ(differentiated.contains(std::string(op->name)), op->gradient != nullptr) << op->name;
    }
}

TEST(Samples, GradientsAreThoseOfFiniteDifferences) {
    for (const OpSample& sample : opSamples()) {
        if (sample.wrt.empty()) continue;
        SCOPED_TRACE(sample.name);
        GradientProblem problem;
        problem.build = [&sample](ir::Rewriter& rw) -> Result<ir::ValueId> {
            LOCKSTEP_ASSIGN(const auto outputs, addSample(rw, sample, DType::F64));
            return outputs.front();
        };
        problem.inputs = sampleTensors(sample, DType::F64);
        for (const std::size_t i : sample.wrt) problem.wrt.push_back("in" + std::to_string(i));
        expectGradients(problem);
    }
}

} // namespace
