// What the store asks of the disk it lies on.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep::store {

/// Whether a statfs type is a network (or user-space) file system, where shared memory and locks of WAL cannot be trusted.
bool isNetworkFileSystem(std::int64_t statfsType);
bool onNetworkFileSystem(const std::string& path);
/// Whether files can be made beside `path`.
bool canWriteFolder(const std::string& path);
/// Size of a file, -1 if there is none.
std::int64_t fileBytes(const std::string& path);
/// `<folder of the store>/runs.d`.
std::string runsFolder(const std::string& storePath);
/// URI by which SQLite reads the file without any lock or journal; every byte outside the plainest is escaped.
std::string immutableUri(const std::string& path);

} // namespace lockstep::store
