#include "ui/setup/problem_mend.h"

#include "ui/setup/json_path.h"

#include <QCoreApplication>

namespace lockstep::ui {

using spec::Json;

/// `[3, 4]`
static Json sizesOf(const std::string& shape) {
    auto json = spec::parseJson(shape, "shape");
    return json && json->kind == Json::Kind::Array ? *std::move(json) : Json();
}

std::optional<ProblemMend> mendOf(const Error& problem, const Json& model) {
    if (problem.id() != "data.shape_mismatch" || problem.args().size() < 2) return std::nullopt;
    const std::string &input = problem.args()[0], shape = problem.args()[1];
    const Json* inputs = model.find("inputs");
    const Json sizes = sizesOf(shape);
    if (!inputs || sizes.kind != Json::Kind::Array) return std::nullopt;
    for (std::size_t i = 0; i < inputs->items.size(); ++i) {
        const std::string at = "inputs[" + std::to_string(i) + "]";
        if (textAt(model, at + ".id").toStdString() != input) continue;
        ProblemMend mend{QCoreApplication::translate("Mends", "Give the input %1 the shape %2")
                             .arg(QString::fromStdString(input), QString::fromStdString(shape)),
                         model};
        setJsonAt(mend.model, at + ".shape", sizes);
        return mend;
    }
    return std::nullopt;
}

} // namespace lockstep::ui
