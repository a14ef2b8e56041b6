// How two documents differ, by path: what people changed, not how it is written.
#pragma once

#include "spec/json.h"

#include <QString>

#include <map>
#include <string>
#include <vector>

namespace lockstep::ui {

/// Every value by its path. Objects with an id or a name stand under it (`layers[fc1].args.bias`); lists of plain values are one value.
std::map<std::string, QString> flatJson(const spec::Json& document);

struct JsonDifference {
    std::string path;
    QString before, after; ///< empty: not there
};
/// Ordered by path.
std::vector<JsonDifference> differences(const spec::Json& before, const spec::Json& after);

} // namespace lockstep::ui
