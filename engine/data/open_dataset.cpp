// Opening a data set: sources, split, statistics, checks.
#include "base/text.h"
#include "data/data_errors.h"
#include "data/dataset.h"
#include "data/resources.h"
#include "data/sampler.h"
#include "data/source_options.h"
#include "spec/run_doc.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lockstep::data {

namespace {

/// For the program's whole-part passes: enough samples to be fast, few enough to be small.
std::int64_t blockSize(std::size_t sampleBytes) {
    return std::clamp<std::int64_t>((std::int64_t{4} << 20) / static_cast<std::int64_t>(std::max<std::size_t>(sampleBytes, 1)), 1, 4096);
}

template <class Do> Status inBlocks(std::int64_t count, std::int64_t size, const std::stop_token& stop, Do work) {
    std::vector<std::int64_t> positions;
    for (std::int64_t at = 0; at < count; at += size) {
        if (stop.stop_requested()) return Error(kCancelled);
        positions.resize(static_cast<std::size_t>(std::min(size, count - at)));
        for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = at + static_cast<std::int64_t>(i);
        LOCKSTEP_TRY(work(positions));
    }
    return {};
}

Status checkInput(const Field& field, const InputSpec& wanted, const Where& where, const std::vector<std::string>& notes,
                  std::size_t classes) {
    const auto fail = [&](Error error) {
        error.where() = where;
        return error;
    };
    if (field.elements() != wanted.shape.elements())
        return fail(Error(notes.empty() ? kShapeMismatch : kShapeWithNote,
                          {wanted.id, field.shape.str(), wanted.shape.str(), join(notes, "; "), std::to_string(classes)}));
    if (wanted.dtype == DType::S64 && files::isFloating(field.type))
        return fail(Error(kIdType, {wanted.id, std::string(files::name(field.type)), wanted.id}));
    return {};
}

Status checkTarget(const Field& field, const TargetSpec& wanted, const Where& where) {
    const auto fail = [&](Error error) {
        error.where() = where;
        return error;
    };
    if (wanted.classes > 0 && files::isFloating(field.type)) return fail(Error(kLabelType, {"y", std::string(files::name(field.type))}));
    if (field.elements() != wanted.shape.elements())
        return fail(Error(kTargetShape, {"y", field.shape.str(), wanted.shape.str(), wanted.output}));
    return {};
}

Status checkFields(const Source& source, const ModelNeeds& needs) {
    if (source.inputs().size() != needs.inputs.size())
        return Error(kFieldCount, {std::to_string(source.inputs().size()), "inputs", std::to_string(needs.inputs.size())});
    if (source.targets().size() != needs.targets.size())
        return Error(kFieldCount, {std::to_string(source.targets().size()), "targets", std::to_string(needs.targets.size())});
    const Where where = source.where(0);
    if (source.samples() == 0) {
        Error error(kNoSamples);
        error.where().file = where.file;
        return error;
    }
    const bool classifies = needs.targets.size() == 1 && needs.targets.front().classes > 0;
    const std::size_t classes = classifies ? source.classNames().size() : 0;
    for (std::size_t i = 0; i < needs.inputs.size(); ++i)
        LOCKSTEP_TRY(checkInput(source.inputs()[i], needs.inputs[i], source.whereInput(i), source.notes(), classes));
    for (const InputSpec& input : needs.inputs) {
        if (input.knownIds > 0 && source.idLimit() > input.knownIds)
            return Error(kIdLimit, {std::to_string(source.idLimit()), input.id, std::to_string(input.knownIds)});
    }
    for (std::size_t i = 0; i < needs.targets.size(); ++i) LOCKSTEP_TRY(checkTarget(source.targets()[i], needs.targets[i], where));
    return {};
}

NormalizeKind kindOf(const spec::DataDoc& doc) { return normalizeKindNamed(spec::normalizeOf(doc)).value_or(NormalizeKind::None); }

} // namespace

class DatasetOpener {
public:
    DatasetOpener(const spec::DataDoc& doc, const ModelNeeds& needs, const OpenOptions& options)
        : m_doc(doc), m_options(options), m_set(std::make_shared<Dataset>()) {
        m_set->m_needs = needs;
        if (m_options.resourceDirectory.empty()) m_options.resourceDirectory = findResources();
        if (m_options.cacheDirectory.empty()) m_options.cacheDirectory = defaultCacheDirectory();
    }

    Result<std::shared_ptr<const Dataset>> open() {
        LOCKSTEP_ASSIGN(const auto source, checked(m_doc, Part::Train, nullptr));
        LOCKSTEP_ASSIGN(const auto validation, separate(m_doc.validation.get(), Part::Validation, source, nullptr));
        LOCKSTEP_ASSIGN(const auto test, separate(m_doc.test.get(), Part::Test, source, source->testPart()));
        LOCKSTEP_TRY(split(source, validation, test));
        LOCKSTEP_TRY(checkBatch());
        LOCKSTEP_TRY(measure());
        if (m_doc.sampling == "balanced") LOCKSTEP_TRY(prepareBalance());
        for (const Part part : kParts) LOCKSTEP_TRY(checkLabels(part));
        if (m_balances >= 0)
            m_set->m_classPositions = std::make_shared<const std::vector<std::vector<std::uint32_t>>>(std::move(m_byClass));
        warnOfSources();
        for (std::size_t i = 0; i < m_set->m_needs.targets.size(); ++i) warnOfClasses(i);
        return std::shared_ptr<const Dataset>(m_set);
    }

private:
    SourceResult checked(const spec::DataDoc& doc, Part part, const Source* training) const {
        const SourceOptions options{m_set->m_needs,
                                    m_options.baseDirectory,
                                    m_options.resourceDirectory,
                                    m_options.cacheDirectory,
                                    m_options.inMemoryBytes,
                                    m_options.seed,
                                    training,
                                    part,
                                    m_options.stop};
        if (m_options.stop.stop_requested()) return Error(kCancelled);
        LOCKSTEP_ASSIGN(auto source, openSource(doc, options));
        LOCKSTEP_TRY(checkFields(*source, m_set->m_needs));
        return source;
    }

    SourceResult separate(const spec::DataDoc* doc, Part part, const std::shared_ptr<const Source>& training,
                          std::shared_ptr<const Source> own) const {
        if (doc) return checked(*doc, part, training.get());
        if (own) LOCKSTEP_TRY(checkFields(*own, m_set->m_needs));
        return own;
    }

    PartView& part(Part which) { return m_set->m_parts[static_cast<std::size_t>(which)]; }

    /// In the order train, validation, test of the file, or of a permutation; a separate source takes precedence.
    Status split(const std::shared_ptr<const Source>& source, const std::shared_ptr<const Source>& validation,
                 const std::shared_ptr<const Source>& test) {
        const bool cuts = source->tokens() > 0;
        const std::int64_t n = cuts ? source->tokens() : source->samples();
        const spec::SplitDoc fractions = m_doc.split.value_or(spec::SplitDoc());
        const auto share = [&](double fraction) { return static_cast<std::int64_t>(std::floor(fraction * static_cast<double>(n))); };
        const std::int64_t v = validation ? 0 : share(fractions.validation), t = test ? 0 : share(fractions.test);
        const std::int64_t rest = std::max<std::int64_t>(n - v - t, 0);
        if (cuts) return cutTokens(*source, validation, test, {rest, v, t});
        std::shared_ptr<const std::vector<std::uint32_t>> order;
        const bool shuffles = m_doc.shuffle || (m_doc.split && fractions.shuffle);
        if (shuffles && n > std::int64_t{std::numeric_limits<std::uint32_t>::max()}) return Error(kTooManySamples, {std::to_string(n)});
        if (m_doc.split && fractions.shuffle)
            order = std::make_shared<const std::vector<std::uint32_t>>(permutation(n, fractions.seed.value_or(m_options.seed), true, 0));
        part(Part::Train) = {source, 0, rest, order};
        part(Part::Validation) = validation ? PartView{validation, 0, validation->samples(), nullptr} : PartView{source, rest, v, order};
        part(Part::Test) = test ? PartView{test, 0, test->samples(), nullptr} : PartView{source, rest + v, t, order};
        if (rest == 0) return Error(kNoTraining, {std::to_string(n)}).atPath(m_doc.path_ + ".split");
        return {};
    }

    /// Of text: each part's tokens, in which windows are cut. `counts`: of training, validation, test.
    Status cutTokens(const Source& source, const std::shared_ptr<const Source>& validation, const std::shared_ptr<const Source>& test,
                     const std::array<std::int64_t, 3>& counts) {
        if (m_doc.split && m_doc.split->shuffle) return Error(kTextShuffle).atPath(m_doc.path_ + ".split.shuffle");
        const auto whole = [](const std::shared_ptr<const Source>& part) { return PartView{part, 0, part->samples(), nullptr}; };
        const auto [train, v, t] = counts;
        part(Part::Train) = whole(source.cut(0, train));
        part(Part::Validation) = whole(validation ? validation : source.cut(train, train + v));
        part(Part::Test) = whole(test ? test : source.cut(train + v, train + v + t));
        if (m_set->samples(Part::Train) == 0) return Error(kNoTraining, {std::to_string(source.samples())}).atPath(m_doc.path_ + ".split");
        return {};
    }

    Status checkBatch() {
        const std::int64_t n = m_set->samples(Part::Train);
        if (m_doc.batchSize <= n) return {};
        const std::vector<std::string> sizes{std::to_string(m_doc.batchSize), std::to_string(n)};
        if (m_doc.dropLast) return Error(kAllDropped, sizes).atPath(m_doc.path_ + ".batch_size");
        m_set->m_warnings.push_back("the batch of " + sizes[0] + " is larger than the " + sizes[1] + " training samples");
        return {};
    }

    /// Statistics of the training part, unless they came with the run.
    Status measure() {
        if (m_options.normalization) {
            m_set->m_normalization = *m_options.normalization;
            return checkKept();
        }
        auto& result = m_set->m_normalization;
        result.inputs.resize(m_set->m_needs.inputs.size());
        const NormalizeKind kind = kindOf(m_doc);
        for (std::size_t i = 0; i < result.inputs.size(); ++i) {
            if (m_set->m_needs.inputs[i].dtype != DType::F32) continue;
            const auto fills = [](const PartView& view) { return view.source->fillsMissing(); };
            if (std::ranges::any_of(m_set->m_parts, fills)) {
                LOCKSTEP_ASSIGN(const auto present, moments(i));
                result.inputs[i].fill = present.means();
            }
            if (kind != NormalizeKind::Standard) continue;
            LOCKSTEP_ASSIGN(const auto filled, moments(i));
            result.inputs[i].mean = filled.means();
            result.inputs[i].deviation = filled.deviations();
        }
        result.kind = kind;
        return {};
    }

    Status checkKept() const {
        const auto& kept = m_set->m_normalization;
        const auto& inputs = m_set->m_needs.inputs;
        const auto differ = [](std::size_t a, std::size_t b) { return Error(kFiguresDiffer, {std::to_string(a), std::to_string(b)}); };
        if (kept.inputs.size() != inputs.size()) return differ(kept.inputs.size(), inputs.size());
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const auto features = static_cast<std::size_t>(featureCount(inputs[i].shape));
            const bool measured = kept.kind == NormalizeKind::Standard && inputs[i].dtype == DType::F32;
            const auto& [mean, deviation, fill] = kept.inputs[i];
            if (measured && mean.size() != features) return differ(mean.size(), features);
            if (measured && deviation.size() != features) return differ(deviation.size(), features);
            if (!fill.empty() && fill.size() != features) return differ(fill.size(), features);
        }
        return {};
    }

    /// As the data set stands now: with what is already known to be filled in, not yet normalized.
    Result<FeatureMoments> moments(std::size_t input) const {
        const Shape& shape = m_set->m_needs.inputs[input].shape;
        const PartView& view = m_set->m_parts[0];
        const std::size_t rawBytes = view.source->inputs()[input].bytes();
        const std::int64_t size = blockSize(std::max(rawBytes, static_cast<std::size_t>(shape.elements()) * 4));
        FeatureMoments moments(shape);
        HostTensor block(DType::F32, shape.withBatch(std::min(size, view.count)));
        std::vector<std::byte> scratch;
        std::vector<std::int64_t> samples;
        LOCKSTEP_TRY(inBlocks(view.count, size, m_options.stop, [&](std::span<const std::int64_t> positions) -> Status {
            samples.clear();
            for (const auto position : positions) samples.push_back(view.sampleAt(position));
            LOCKSTEP_TRY(m_set->readInput(view, input, positions, samples, block, scratch, nullptr));
            moments.add(std::span<const float>(block.as<float>()).first(positions.size() * static_cast<std::size_t>(shape.elements())));
            return {};
        }));
        return moments;
    }

    /// All labels are read once, so that a wrong one is told before the run starts.
    Status checkLabels(Part which) {
        auto& present = m_present[static_cast<std::size_t>(which)];
        present.resize(m_set->m_needs.targets.size());
        for (std::size_t i = 0; i < m_set->m_needs.targets.size(); ++i) {
            const TargetSpec& target = m_set->m_needs.targets[i];
            if (target.classes == 0) continue;
            const bool sorts = which == Part::Train && m_balances == static_cast<std::int64_t>(i);
            const std::int64_t tokens = m_set->view(which).source->idLimit(); // of a text: every window would be read for nothing
            if (!sorts && tokens > 0 && tokens <= target.classes) continue;
            present[i].resize(static_cast<std::size_t>(target.classes));
            LOCKSTEP_TRY(eachLabel(which, i, [&](std::int64_t position, std::int64_t label) {
                if (label < 0 || label >= target.classes) return; // ignored ones: others were errors
                present[i][static_cast<std::size_t>(label)] = true;
                if (sorts) m_byClass[static_cast<std::size_t>(label)].push_back(static_cast<std::uint32_t>(position));
            }));
        }
        return {};
    }

    /// Calls f(position, label) for all labels of a part, some a sample.
    template <class F> Status eachLabel(Part which, std::size_t target, const F& f) const {
        const PartView& view = m_set->view(which);
        const Shape& shape = m_set->m_needs.targets[target].shape;
        const auto each = static_cast<std::size_t>(shape.elements());
        const std::int64_t size = blockSize(each * 8);
        HostTensor block(DType::S64, shape.withBatch(size));
        std::vector<std::byte> scratch;
        std::vector<std::int64_t> samples;
        return inBlocks(view.count, size, m_options.stop, [&](std::span<const std::int64_t> positions) -> Status {
            samples.clear();
            for (const auto position : positions) samples.push_back(view.sampleAt(position));
            LOCKSTEP_TRY(m_set->readTarget(view, target, samples, block, scratch));
            const auto labels = block.as<std::int64_t>();
            for (std::size_t k = 0; k < positions.size() * each; ++k) f(positions[k / each], labels[k]);
            return {};
        });
    }

    /// `balanced` goes by the first target that has one class a sample.
    Status prepareBalance() {
        const auto& targets = m_set->m_needs.targets;
        const auto target = std::ranges::find_if(targets, [](const TargetSpec& t) { return t.classes > 0 && t.shape.rank() == 0; });
        if (target == targets.end()) return Error(kNoClassesToBalance).atPath(m_doc.path_ + ".sampling");
        const std::int64_t n = m_set->samples(Part::Train);
        if (n > std::int64_t{std::numeric_limits<std::uint32_t>::max()}) return Error(kTooManySamples, {std::to_string(n)});
        m_balances = target - targets.begin();
        m_byClass.resize(static_cast<std::size_t>(target->classes));
        return {};
    }

    /// A file that several parts are cut from is told of once.
    void warnOfSources() {
        std::vector<const Source*> told;
        for (const auto& view : m_set->m_parts) {
            if (!view.source || std::ranges::find(told, view.source.get()) != told.end()) continue;
            told.push_back(view.source.get());
            const auto& notes = view.source->notes();
            m_set->m_warnings.insert(m_set->m_warnings.end(), notes.begin(), notes.end());
        }
    }

    /// `2 of 3 classes (cat, dog)`, those that another part has and this one lacks; empty: none.
    std::string lacking(Part which, std::size_t target) const {
        static constexpr std::size_t kMostNames = 5;
        const auto& own = m_present[static_cast<std::size_t>(which)][target];
        std::vector<std::string> shown;
        std::size_t classes = 0, missing = 0;
        for (std::size_t c = 0; c < own.size(); ++c) {
            const bool any = std::ranges::any_of(m_present, [&](const auto& part) { return c < part[target].size() && part[target][c]; });
            classes += any;
            if (!any || own[c]) continue;
            ++missing;
            const auto& names = m_set->classNames();
            if (shown.size() < kMostNames) shown.push_back(c < names.size() ? names[c] : std::to_string(c));
        }
        if (missing == 0) return {};
        if (missing > shown.size()) shown.emplace_back("..");
        return std::to_string(missing) + " of the " + std::to_string(classes) + " classes (" + join(shown, ", ") + ")";
    }

    /// Data sorted by class and split as they stand: figures of such a part say nothing.
    void warnOfClasses(std::size_t target) {
        if (m_set->m_needs.targets[target].classes == 0) return;
        const bool sorted = m_doc.split && !m_doc.split->shuffle;
        for (const Part which : kParts) {
            const PartView& view = m_set->view(which);
            if (view.count == 0) continue;
            const auto missing = lacking(which, target);
            if (missing.empty()) continue;
            const bool cut = view.source == m_set->view(Part::Train).source;
            m_set->m_warnings.push_back("the " + std::string(name(which)) + " part (" + std::to_string(view.count) +
                                        " samples) has none of " + missing + " that the data have" +
                                        (cut && sorted ? ": it is split in file order; set data.split.shuffle to true" : ""));
        }
    }

    const spec::DataDoc& m_doc;
    OpenOptions m_options;
    std::int64_t m_balances = -1; ///< the target that `balanced` goes by
    std::vector<std::vector<std::uint32_t>> m_byClass;
    std::shared_ptr<Dataset> m_set;
    std::vector<std::vector<bool>> m_present[3]; ///< by part and target: the classes that occur
};

Result<std::shared_ptr<const Dataset>> openDataset(const spec::DataDoc& doc, const ModelNeeds& needs, const OpenOptions& options) {
    try {
        return DatasetOpener(doc, needs, options).open();
    } catch (const std::bad_alloc&) { return Error(kOutOfMemory).atPath(doc.path_); }
}

} // namespace lockstep::data
