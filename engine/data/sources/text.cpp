// `text`: windows of tokens, and the tokens one later; or with `mask` the hidden ones.
#include "base/rng.h"
#include "data/data_errors.h"
#include "data/source_options.h"
#include "data/text_file.h"
#include "files/file_errors.h"
#include "spec/run_doc.h"

#include <cstring>
#include <span>
#include <utility>

namespace lockstep::data {

namespace {

using files::Element;

constexpr std::int64_t kIgnored = -100;

/// Tokens of a whole file, in as few bytes as they need.
struct Tokens {
    Element type = Element::U8;
    std::vector<std::byte> bytes;
    std::int64_t count = 0;
    std::string path;

    void read(std::int64_t from, std::span<std::int64_t> out) const {
        files::convert(type, bytes.data() + static_cast<std::size_t>(from) * files::byteSize(type), DType::S64,
                       reinterpret_cast<std::byte*>(out.data()), static_cast<std::int64_t>(out.size()));
    }
};

std::shared_ptr<const Tokens> packed(const std::vector<std::int64_t>& ids, std::int64_t vocabulary, const std::string& path) {
    auto tokens = std::make_shared<Tokens>();
    tokens->type = vocabulary <= 1 << 8 ? Element::U8 : vocabulary <= 1 << 16 ? Element::U16 : Element::U32;
    tokens->count = static_cast<std::int64_t>(ids.size());
    tokens->path = path;
    const std::size_t each = files::byteSize(tokens->type);
    tokens->bytes.resize(ids.size() * each);
    for (std::size_t i = 0; i < ids.size(); ++i) std::memcpy(tokens->bytes.data() + i * each, &ids[i], each); // little-endian
    return tokens;
}

struct Window {
    std::int64_t context, stride, vocabulary;
    std::optional<double> mask;
    std::uint64_t seed;
};

class TextSource final : public Source {
public:
    TextSource(std::shared_ptr<const Tokens> tokens, std::shared_ptr<const Tokenizer> tokenizer, const Window& window, std::int64_t from,
               std::int64_t to)
        : m_tokens(std::move(tokens)), m_tokenizer(std::move(tokenizer)), m_window(window), m_from(from), m_to(to) {
        m_inputs = {{Element::S64, {window.context}}};
        m_targets = {{Element::S64, {window.context}}};
    }

    /// Those that fit with the token behind them; a masked window needs none.
    std::int64_t samples() const override {
        const std::int64_t needed = m_window.context + (m_window.mask ? 0 : 1), have = m_to - m_from;
        return have < needed ? 0 : (have - needed) / m_window.stride + 1;
    }
    std::int64_t tokens() const override { return m_to - m_from; }
    std::int64_t idLimit() const override { return m_window.vocabulary + (m_window.mask ? 1 : 0); }
    std::shared_ptr<const Source> cut(std::int64_t from, std::int64_t to) const override {
        return std::make_shared<TextSource>(m_tokens, m_tokenizer, m_window, m_from + from, m_from + to);
    }
    const std::shared_ptr<const Tokenizer>& tokenizer() const { return m_tokenizer; }
    Where where(std::int64_t) const override {
        Where where;
        where.file = m_tokens->path;
        return where;
    }

    Status read(std::span<const std::int64_t> indices, const SampleBlock& out) const override {
        const auto width = static_cast<std::size_t>(m_window.context), bytes = width * sizeof(std::int64_t);
        std::vector<std::int64_t> x(width + (m_window.mask ? 0 : 1)), hidden(width);
        for (std::size_t i = 0; i < indices.size(); ++i) {
            const std::int64_t start = m_from + indices[i] * m_window.stride;
            m_tokens->read(start, x);
            if (m_window.mask) hide(start, x, hidden);
            const std::int64_t* y = m_window.mask ? hidden.data() : x.data() + 1;
            if (!out.inputs.empty() && out.inputs[0]) std::memcpy(out.inputs[0] + i * bytes, x.data(), bytes);
            if (!out.targets.empty() && out.targets[0]) std::memcpy(out.targets[0] + i * bytes, y, bytes);
        }
        return {};
    }

private:
    /// By the place in the file: the same window hides the same tokens whatever the split.
    void hide(std::int64_t start, std::vector<std::int64_t>& x, std::vector<std::int64_t>& y) const {
        const Rng rng(m_window.seed, RngPurpose::Sampling, 1);
        for (std::size_t k = 0; k < x.size(); ++k) {
            const bool hides = rng.uniform(static_cast<std::uint64_t>(start) * x.size() + k) < *m_window.mask;
            y[k] = hides ? std::exchange(x[k], m_window.vocabulary) : kIgnored;
        }
    }

    std::shared_ptr<const Tokens> m_tokens;
    std::shared_ptr<const Tokenizer> m_tokenizer;
    Window m_window;
    std::int64_t m_from, m_to;
};

} // namespace

SourceResult openText(const spec::DataDoc& doc, const SourceOptions& options) {
    if (options.needs.inputs.size() != 1 || options.needs.targets.size() != 1)
        return Error(kFieldCount, {"one", "input and target",
                                   std::to_string(options.needs.inputs.size()) + " and " + std::to_string(options.needs.targets.size())});
    const std::string path = located(doc.path, options);
    // The numbers of validation's and test's tokens are those of the training text, whatever they hold themselves.
    const auto* training = dynamic_cast<const TextSource*>(options.training);
    LOCKSTEP_ASSIGN(const auto file, training ? TextFile::openLike(path, *training->tokenizer()) : TextFile::open(path, doc.tokenizer));
    auto ids = file.tokenizer.encode(file.text);
    if (!ids) return std::move(ids).error().inFile(path);
    const std::int64_t vocabulary = file.tokenizer.size();
    const Window window{doc.context, doc.stride.value_or(doc.context), vocabulary, doc.mask, options.seed};
    auto source = std::make_shared<TextSource>(packed(*ids, vocabulary, path), std::make_shared<const Tokenizer>(file.tokenizer), window, 0,
                                               static_cast<std::int64_t>(ids->size()));
    if (source->samples() == 0) return Error(kTextTooShort, {std::to_string(ids->size()), std::to_string(doc.context)}).inFile(path);
    return std::shared_ptr<const Source>(std::move(source));
}

} // namespace lockstep::data
