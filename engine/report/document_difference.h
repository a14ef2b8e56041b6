// Rows of JSON paths whose values differ between documents.
#pragma once

#include <string>
#include <vector>

namespace lockstep::report {

/// Each row: path, then the value in each document (empty: absent). A document that is no JSON counts as empty.
std::vector<std::vector<std::string>> differences(const std::vector<std::string>& documents);

} // namespace lockstep::report
