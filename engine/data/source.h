// Where samples come from: one implementation for each `source` of a run document.
#pragma once

#include "base/result.h"
#include "data/fields.h"
#include "files/raw_array.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lockstep::data {

/// One input or target as the source stores it; `shape` is of one sample.
struct Field {
    files::Element type = files::Element::F32;
    Shape shape;

    std::int64_t elements() const { return shape.elements(); }
    std::size_t bytes() const { return static_cast<std::size_t>(elements()) * files::byteSize(type); }
};

/// The caller's memory for a number of samples, one sample after another: a pointer for each input and each target, null
/// (or an empty list) for those that are not wanted. Any alignment.
struct SampleBlock {
    std::vector<std::byte*> inputs, targets;
};

/// Immutable after opening; read() may be called by several threads at once.
class Source {
public:
    virtual ~Source() = default;

    virtual std::int64_t samples() const = 0;
    const std::vector<Field>& inputs() const { return m_inputs; }
    const std::vector<Field>& targets() const { return m_targets; }
    /// Names of the classes where the source knows them (folders, categories), by id; else empty.
    const std::vector<std::string>& classNames() const { return m_classNames; }
    /// What is odd about the files but no error, a line each.
    const std::vector<std::string>& notes() const { return m_notes; }
    /// Whether NaN in an input stands for "missing, take the mean" (csv).
    virtual bool fillsMissing() const { return false; }
    /// Text is split by its tokens, before windows are cut: how many there are, and a source of some of them. 0, null: split by samples.
    virtual std::int64_t tokens() const { return 0; }
    virtual std::shared_ptr<const Source> cut(std::int64_t, std::int64_t) const { return nullptr; }
    /// Ids of inputs are below this; 0: not known.
    virtual std::int64_t idLimit() const { return 0; }
    /// Writes the samples of these indices, unconverted. Errors: damaged or changed files.
    virtual Status read(std::span<const std::int64_t> indices, const SampleBlock& out) const = 0;
    /// File and line of a sample, for errors.
    virtual Where where(std::int64_t sample) const = 0;
    /// File of an input, for errors about all its samples.
    virtual Where whereInput(std::size_t) const { return where(0); }
    /// A source of the same data's test part, where the data bring one (idx: t10k-*).
    virtual std::shared_ptr<const Source> testPart() const { return nullptr; }

protected:
    std::vector<Field> m_inputs, m_targets;
    std::vector<std::string> m_classNames, m_notes;
};

} // namespace lockstep::data
