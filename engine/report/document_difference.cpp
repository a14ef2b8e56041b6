#include "report/document_difference.h"

#include "spec/json.h"

#include <algorithm>
#include <map>

namespace lockstep::report {

using Leaves = std::map<std::string, std::string>;

static void collect(const spec::Json& json, const std::string& path, Leaves& leaves) {
    if (json.kind == spec::Json::Kind::Object && !json.fields.empty()) {
        const std::string stem = path.empty() ? path : path + ".";
        for (const auto& [key, value] : json.fields) collect(value, stem + key, leaves);
    } else if (json.kind == spec::Json::Kind::Array && !json.items.empty()) {
        for (std::size_t i = 0; i < json.items.size(); ++i) collect(json.items[i], path + "[" + std::to_string(i) + "]", leaves);
    } else {
        leaves[path] = spec::writeJson(json, 0);
    }
}

std::vector<std::vector<std::string>> differences(const std::vector<std::string>& documents) {
    std::vector<Leaves> all;
    Leaves union_;
    for (const auto& text : documents) {
        Leaves leaves;
        if (const auto json = spec::parseJson(text, "document"); json.ok()) collect(*json, "", leaves);
        union_.insert(leaves.begin(), leaves.end());
        all.push_back(std::move(leaves));
    }
    std::vector<std::vector<std::string>> rows;
    for (const auto& [path, ignored] : union_) {
        std::vector<std::string> row{path};
        for (const auto& leaves : all) {
            const auto at = leaves.find(path);
            row.push_back(at == leaves.end() ? "" : at->second);
        }
        if (std::adjacent_find(row.begin() + 1, row.end(), std::not_equal_to<>()) != row.end()) rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace lockstep::report
