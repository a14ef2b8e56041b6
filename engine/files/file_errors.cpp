#include "files/file_errors.h"

#include <cerrno>
#include <system_error>

namespace lockstep::files {

Error ioError(const std::string& path, const char* what, int number) {
    switch (number) {
    case ENOENT:
    case ENOTDIR: return Error(kNotFound).inFile(path);
    case EACCES:
    case EPERM: return Error(kDenied, {what}).inFile(path);
    case ENOSPC:
    case EDQUOT: return Error(kDiskFull).inFile(path);
    case EROFS: return Error(kReadOnlyDisk).inFile(path);
    case EISDIR: return Error(kNotAFile, {"a folder"}).inFile(path);
    default: return Error(kIo, {what, std::generic_category().message(number)}).inFile(path);
    }
}

} // namespace lockstep::files
