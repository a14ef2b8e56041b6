#include "spec/bundled_sets.h"
#include "spec/run_parts.h"
#include "spec/spec_errors.h"

#include "base/text.h"

#include <cmath>

namespace lockstep::spec {
namespace {

const Choices kSources{{"bundled", "csv", "idx", "cifar", "images", "npz", "npy", "safetensors", "synthetic", "text"}, {}};

std::vector<std::string_view> bundledNames() {
    std::vector<std::string_view> names;
    for (const auto& set : bundledSets()) names.push_back(set.name);
    return names;
}

SplitDoc readSplit(const Value& value) {
    SplitDoc split;
    Fields fields(value);
    if (!fields.ok()) return split;
    std::optional<double> train;
    std::optional<std::int64_t> seed;
    const std::size_t before = value.problems().count();
    fields.read("train", train, {0, 1});
    fields.read("validation", split.validation, {0, 1});
    fields.read("test", split.test, {0, 1});
    fields.read("shuffle", split.shuffle);
    fields.read("seed", seed, {0});
    fields.finish();
    if (seed) split.seed = static_cast<std::uint64_t>(*seed);
    const double others = split.validation + split.test;
    const double sum = train.value_or(std::max(0.0, 1 - others)) + others;
    // As written, in decimal: 0.7 + 0.2 + 0.1 is not exactly 1 in binary.
    if (value.problems().count() == before && std::abs(sum - 1) > 1e-9) value.fail(Error(kSplitSum, {shortest(sum)}));
    split.train = train.value_or(std::round((1 - others) * 1e12) / 1e12);
    return split;
}

AugmentDoc readAugment(const Value& value) {
    AugmentDoc augment;
    Fields fields(value);
    if (!fields.ok()) return augment;
    if (const auto type = fields.need("type")) augment.type = type->choice({{"flip", "crop", "cutout"}, {}}).value_or("");
    const auto needSize = [&](std::string_view key, std::int64_t& target) {
        if (const auto size = fields.need(key)) target = size->integer(kPositive).value_or(0);
    };
    if (augment.type == "flip") fields.read("p", augment.p, {0, 1});
    if (augment.type == "crop") needSize("padding", augment.padding);
    if (augment.type == "cutout") needSize("size", augment.size);
    if (augment.type.empty()) return augment;
    fields.notWith({"p", "padding", "size"}, "augmentation " + inQuotes(augment.type));
    fields.finish();
    return augment;
}

class DataReader {
public:
    DataReader(const Value& value, const DataDoc* parent) : m_fields(value), m_parent(parent) {}

    DataDoc read() {
        m_data.line = m_fields.object().json().line;
        m_data.path_ = m_fields.object().path();
        if (!m_fields.ok()) return m_data;
        if (const auto source = m_fields.need("source")) m_data.source = source->choice(kSources, "data source").value_or("");
        readCommon();
        // The keys of a source that is not known can't be judged.
        if (m_data.source.empty()) return m_data;
        readSource();
        if (!m_parent) readTrainingOnly();
        m_fields.notWith({"name", "path", "x_path", "y_path", "target", "columns", "missing", "size", "tokenizer", "tokenizer_model",
                          "context", "stride", "mask", "split", "validation", "test", "augment", "sampling"},
                         m_parent ? "a separate validation or test source of kind " + inQuotes(m_data.source)
                                  : "source " + inQuotes(m_data.source));
        m_fields.finish();
        return m_data;
    }

private:
    void readCommon() {
        if (m_parent) {
            m_data.batchSize = m_parent->batchSize;
            m_data.workers = m_parent->workers;
            m_data.normalize = m_parent->normalize;
            m_fields.read("batch_size", m_data.batchSize, kPositive);
        } else if (const auto size = m_fields.need("batch_size")) {
            m_data.batchSize = size->integer(kPositive).value_or(1);
        }
        m_fields.read("shuffle", m_data.shuffle);
        m_fields.read("drop_last", m_data.dropLast);
        m_fields.read("workers", m_data.workers, {0, 256});
        if (const auto value = m_fields.given("normalize")) m_data.normalize = value->choice({{"none", "unit", "standard"}, {}});
    }

    void needPath(std::string_view key, std::string& target) {
        const auto value = m_fields.need(key);
        const auto text = value ? value->text() : std::nullopt;
        if (!text) return;
        target = *text;
        if (target.empty() || target.find('\0') != std::string::npos)
            value->fail(Error(kOutOfRange, {inQuotes(target), "the path of a file"}));
    }

    void readSource() {
        const std::string& source = m_data.source;
        if (source == "bundled") {
            if (const auto name = m_fields.need("name")) m_data.name = name->choice({bundledNames(), {}}).value_or("");
        } else if (source == "npy") {
            needPath("x_path", m_data.xPath);
            needPath("y_path", m_data.yPath);
        } else if (source == "synthetic") {
            m_fields.read("size", m_data.size, kPositive);
        } else {
            needPath("path", m_data.path);
        }
        if (source == "csv") readCsv();
        if (source == "text") readText();
    }

    void readText() {
        if (const auto name = m_fields.get("tokenizer"))
            m_data.tokenizer = name->choice({{"char", "byte"}, {"sentencepiece"}}, "tokenizer").value_or("char");
        if (const auto context = m_fields.need("context")) m_data.context = context->integer(kPositive).value_or(1);
        m_fields.read("stride", m_data.stride, kPositive);
        m_fields.read("mask", m_data.mask, {0, 1, true});
    }

    void readCsv() {
        if (const auto target = m_fields.need("target")) {
            if (target->is(Json::Kind::String))
                m_data.target = target->json().text;
            else if (!target->json().isNumber())
                target->wrongType("the name or the index of a column");
            else if (const auto index = target->integer(kCount))
                m_data.target = *index;
        }
        if (const auto columns = m_fields.given("columns")) readColumns(*columns);
        if (const auto missing = m_fields.get("missing")) m_data.missing = missing->choice({{"error", "mean"}, {}}).value_or("error");
    }

    void readColumns(const Value& value) {
        const auto items = value.items("a list of column names or indices");
        if (!items) return;
        if (items->empty()) value.fail(Error(kEmptyList, {"at least one column"}));
        for (const auto& item : *items) {
            if (item.is(Json::Kind::String))
                m_data.columns.push_back(item.json().text);
            else if (!item.json().isNumber())
                item.wrongType("the name or the index of a column");
            else if (const auto index = item.integer(kCount))
                m_data.columns.push_back(std::to_string(*index));
        }
    }

    void readTrainingOnly() {
        if (const auto split = m_fields.given("split")) m_data.split = readSplit(*split);
        if (const auto list = m_fields.given("augment"))
            for (const auto& item : list->items().value_or(std::vector<Value>{})) m_data.augment.push_back(readAugment(item));
        if (const auto value = m_fields.get("sampling"))
            m_data.sampling = value->choice({{"uniform", "balanced"}, {}}, "sampling").value_or("uniform");
        m_data.validation = readSeparate("validation");
        m_data.test = readSeparate("test");
    }

    std::shared_ptr<const DataDoc> readSeparate(std::string_view key) {
        const auto value = m_fields.given(key);
        return value ? std::make_shared<const DataDoc>(DataReader(*value, &m_data).read()) : nullptr;
    }

    Fields m_fields;
    const DataDoc* m_parent; ///< of a separate validation or test source
    DataDoc m_data;
};

} // namespace

DataDoc readData(const Value& value) { return DataReader(value, nullptr).read(); }

} // namespace lockstep::spec
