// Samples that lie in dense arrays, mapped or in memory: most sources end here.
#pragma once

#include "base/result.h"
#include "data/source.h"
#include "files/raw_array.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep::data {

struct NamedArray {
    std::string name; ///< for errors: the file, and the array in it
    files::RawArray array;
};

/// Zeros in place of targets, for rows that are only predicted: as many as `inputs` has samples.
NamedArray noAnswers(const TargetSpec& target, const files::RawArray& inputs);

/// Each array's first dimension counts the samples.
class ArraySource : public Source {
public:
    static Result<std::shared_ptr<ArraySource>> make(std::vector<NamedArray> inputs, std::vector<NamedArray> targets);

    void setClassNames(std::vector<std::string> names) { m_classNames = std::move(names); }
    void setTestPart(std::shared_ptr<const Source> test) { m_test = std::move(test); }

    std::int64_t samples() const override { return m_samples; }
    Status read(std::span<const std::int64_t> indices, const SampleBlock& out) const override;
    Where where(std::int64_t sample) const override;
    Where whereInput(std::size_t input) const override;
    std::shared_ptr<const Source> testPart() const override { return m_test; }

private:
    std::vector<NamedArray> m_inputArrays, m_targetArrays;
    std::int64_t m_samples = 0;
    std::shared_ptr<const Source> m_test;
};

} // namespace lockstep::data
