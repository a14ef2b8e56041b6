#include "data/text_file.h"

#include "files/file_errors.h"
#include "files/mapped_file.h"

namespace lockstep::data {

Result<TextFile> TextFile::openLike(const std::string& path, const Tokenizer& tokenizer) {
    LOCKSTEP_ASSIGN(const auto file, files::MappedFile::open(path));
    if (file->bytes().empty()) return Error(files::kEmpty).inFile(path);
    return TextFile{std::string(reinterpret_cast<const char*>(file->bytes().data()), file->bytes().size()), tokenizer};
}

Result<TextFile> TextFile::open(const std::string& path, const std::string& tokenizer) {
    LOCKSTEP_ASSIGN(auto out, openLike(path, Tokenizer::bytes()));
    if (tokenizer == "byte") return out;
    auto characters = Tokenizer::characters(out.text);
    if (!characters) return std::move(characters).error().inFile(path);
    out.tokenizer = *std::move(characters);
    return out;
}

} // namespace lockstep::data
