#include "files/text.h"

#include "base/text.h"
#include "files/file_errors.h"
#include "files/mapped_file.h"

#include <algorithm>

namespace lockstep::files {

Status checkUtf8(std::string_view text, const std::string& path) {
    // No UTF-8 sequence holds a line feed, so lines can be judged one by one.
    int line = 1;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        if (!validUtf8(text.substr(0, end))) return Error(kNotUtf8).inFile(path).atLine(line);
        text.remove_prefix(std::min(end + 1, text.size()));
        ++line;
    }
    return {};
}

Result<std::string> readText(const std::string& path, std::size_t limitBytes) {
    LOCKSTEP_ASSIGN(const auto file, MappedFile::open(path));
    const auto bytes = file->bytes();
    if (bytes.size() > limitBytes) return Error(kTooLarge, {std::to_string(bytes.size()), std::to_string(limitBytes)}).inFile(path);
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    LOCKSTEP_TRY(checkUtf8(text, path));
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    return std::string(text);
}

} // namespace lockstep::files
