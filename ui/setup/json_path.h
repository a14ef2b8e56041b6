// Reading and writing inside a document by path, as errors and fields name places: `optimizer.lr`, `layers[3].args.bias`.
#pragma once

#include "spec/json.h"

#include <QString>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::ui {

/// nullptr: nothing there.
const spec::Json* jsonAt(const spec::Json& document, std::string_view path);
/// Sets the value, making objects on the way; nothing: removes the key. Index steps must exist.
void setJsonAt(spec::Json& document, std::string_view path, std::optional<spec::Json> value);
/// The two say the same in a document (how a number is written counts).
bool sameJson(const spec::Json& a, const spec::Json& b);
/// The text of a string field; `fallback` where absent or of another kind.
QString textAt(const spec::Json& document, std::string_view path, const QString& fallback = {});

} // namespace lockstep::ui
