#include "train/weights.h"

#include "base/text.h"
#include "files/safetensors.h"
#include "train/initializer.h"
#include "train/train_errors.h"

#include <algorithm>
#include <functional>
#include <map>

namespace lockstep::train {

Status initialise(const compile::ModelInfo& model, std::uint64_t seed, exec::Executor& executor) {
    for (const auto& parameter : model.parameters) LOCKSTEP_TRY(executor.write(parameter.name, initialTensor(parameter, seed)));
    return {};
}

namespace {

struct Wanted {
    std::string name; ///< in files
    DType dtype;
    Shape shape;
    std::string value; ///< in programs
};

using Found = std::map<std::string, const HostTensor*, std::less<>>;

std::vector<std::string> differences(const std::vector<Wanted>& wanted, Found found) {
    std::vector<std::string> lines;
    for (const auto& want : wanted) {
        const auto at = found.find(want.name);
        if (at == found.end()) {
            lines.push_back(want.name + " is missing");
            continue;
        }
        const auto& tensor = *at->second;
        if (!(tensor.shape() == want.shape))
            lines.push_back(want.name + " is " + tensor.shape().str() + ", wanted " + want.shape.str());
        else if (tensor.dtype() != want.dtype)
            lines.push_back(want.name + " is " + std::string(name(tensor.dtype())) + ", wanted " + std::string(name(want.dtype)));
        found.erase(at);
    }
    for (const auto& [name, tensor] : found) lines.push_back(name + " is surplus");
    return lines;
}

Status writeAll(const std::vector<Wanted>& wanted, const NamedTensors& tensors, const std::string& file, exec::Executor& executor) {
    Found found;
    for (const auto& [name, tensor] : tensors) found[name] = &tensor;
    if (const auto lines = differences(wanted, found); !lines.empty()) return Error(kWeightsMismatch, {join(lines, ", ")}).inFile(file);
    for (const auto& want : wanted) LOCKSTEP_TRY(executor.write(want.value, *found[want.name]));
    return {};
}

std::vector<Wanted> weightsOf(const compile::ModelInfo& model) {
    std::vector<Wanted> wanted;
    for (const auto& parameter : model.parameters) wanted.push_back({parameter.name, parameter.dtype, parameter.shape, parameter.name});
    return wanted;
}

std::vector<Wanted> statesOf(const program::PersistentLayout& layout) {
    std::vector<Wanted> wanted;
    for (const auto& entry : layout.entries()) {
        if (entry.kind != ir::ValueKind::State) continue;
        std::string name = entry.name; // `m/fc.weight`, in files `m.fc.weight`
        name[name.find('/')] = '.';
        wanted.push_back({std::move(name), entry.type.dtype, entry.type.shape, entry.name});
    }
    return wanted;
}

std::vector<files::StreamedTensor> streamAll(const std::vector<Wanted>& wanted, const exec::Executor& executor) {
    std::vector<files::StreamedTensor> tensors;
    tensors.reserve(wanted.size());
    for (const auto& want : wanted)
        tensors.push_back({want.name, want.dtype, want.shape,
                           [&executor, value = want.value](const files::ByteSink& sink) { return executor.stream(value, sink); }});
    return tensors;
}

} // namespace

Status loadWeights(const compile::ModelInfo& model, const NamedTensors& tensors, const std::string& file, exec::Executor& executor) {
    return writeAll(weightsOf(model), tensors, file, executor);
}

/// The first rule that matches gives the name.
static std::string mapped(const std::string& name, const spec::RunDoc& run) {
    for (const auto& [glob, replacement] : run.initMap)
        if (auto other = globReplaced(glob, replacement, name)) return *std::move(other);
    return name;
}

/// Rules may not give two tensors one name: the second would replace the first. `tensors` are those of `entries`, renamed.
template <class Entries> static Status checkNamesOnce(const Entries& entries, const NamedTensors& tensors) {
    std::map<std::string, std::string, std::less<>> from;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const auto [at, isNew] = from.emplace(tensors[i].first, entries[i].name);
        if (!isNew) return Error(kNameTwice, {at->second, entries[i].name, at->first});
    }
    return {};
}

/// Tensors that fit, written; in words what was done.
static Result<std::string> takeWhatFits(const compile::ModelInfo& model, const NamedTensors& tensors, exec::Executor& executor) {
    std::vector<std::string> taken, usual, unused;
    Found found;
    for (const auto& [name, tensor] : tensors) found[name] = &tensor;
    for (const auto& want : weightsOf(model)) {
        const auto at = found.find(want.name);
        const bool fits = at != found.end() && at->second->shape() == want.shape && at->second->dtype() == want.dtype;
        (fits ? taken : usual).push_back(want.name);
        if (!fits) continue;
        LOCKSTEP_TRY(executor.write(want.value, *at->second));
        found.erase(at);
    }
    for (const auto& [name, tensor] : found) unused.push_back(name);
    const auto list = [](const std::vector<std::string>& names) { return names.empty() ? std::string("none") : join(names, ", "); };
    return "initial weights: from the file " + list(taken) + "; as usual " + list(usual) + "; in the file and not used " + list(unused);
}

Result<std::string> loadInitFile(const compile::ModelInfo& model, const spec::RunDoc& run, const std::string& path,
                                 exec::Executor& executor) {
    LOCKSTEP_ASSIGN(const auto file, files::Safetensors::open(path));
    NamedTensors tensors;
    for (const auto& entry : file.entries()) {
        LOCKSTEP_ASSIGN(auto tensor, file.tensor(entry));
        tensors.emplace_back(mapped(entry.name, run), std::move(tensor));
    }
    if (auto clear = checkNamesOnce(file.entries(), tensors); !clear) return std::move(clear).error().inFile(path).atPath("init.map");
    if (!run.initStrict) return takeWhatFits(model, tensors, executor);
    LOCKSTEP_TRY(loadWeights(model, tensors, path, executor));
    return "initial weights: all " + std::to_string(tensors.size()) + " tensors of the file fit";
}

Status loadOptimizer(const program::PersistentLayout& layout, const NamedTensors& tensors, exec::Executor& executor) {
    return writeAll(statesOf(layout), tensors, "state.safetensors", executor);
}

Result<std::vector<std::string>> takeOptimizer(const program::PersistentLayout& layout, const NamedTensors& tensors, bool all,
                                               exec::Executor& executor) {
    Found found;
    for (const auto& [name, tensor] : tensors) found[name] = &tensor;
    std::vector<std::string> anew;
    for (const auto& want : statesOf(layout)) {
        const auto at = found.find(want.name);
        const bool fits = at != found.end() && at->second->shape() == want.shape && at->second->dtype() == want.dtype;
        if (fits && (all || want.name.starts_with("ema.")))
            LOCKSTEP_TRY(executor.write(want.value, *at->second));
        else
            anew.push_back(want.name);
    }
    return anew;
}

std::vector<files::StreamedTensor> streamWeights(const compile::ModelInfo& model, const exec::Executor& executor) {
    return streamAll(weightsOf(model), executor);
}

std::vector<files::StreamedTensor> streamOptimizer(const program::PersistentLayout& layout, const exec::Executor& executor) {
    return streamAll(statesOf(layout), executor);
}

} // namespace lockstep::train
