// What can go wrong with a file, as every reader and writer here reports it.
#pragma once

#include "base/error.h"

#include <string>

namespace lockstep::files {

inline constexpr ErrorCode kNotFound{"files.not_found", LOCKSTEP_TR("files", "there is no such file"),
                                     LOCKSTEP_TR("files", "check the spelling; a path in a document is relative to the document")};
inline constexpr ErrorCode kDenied{"files.denied", LOCKSTEP_TR("files", "no permission to {0} it"),
                                   LOCKSTEP_TR("files", "change the permissions or choose another place")};
inline constexpr ErrorCode kNotAFile{"files.not_a_file", LOCKSTEP_TR("files", "this is {0}, not a regular file"),
                                     LOCKSTEP_TR("files", "give the path of a file")};
inline constexpr ErrorCode kDiskFull{"files.disk_full", LOCKSTEP_TR("files", "the disk is full; nothing was changed"),
                                     LOCKSTEP_TR("files", "free some space or choose another disk, then try again")};
inline constexpr ErrorCode kReadOnlyDisk{"files.read_only", LOCKSTEP_TR("files", "the disk is read-only; nothing was changed"),
                                         LOCKSTEP_TR("files", "choose a place that can be written to")};
inline constexpr ErrorCode kIo{"files.io", LOCKSTEP_TR("files", "could not {0}: {1}"),
                               LOCKSTEP_TR("files", "check the disk and try again")};
inline constexpr ErrorCode kChanged{"files.changed",
                                    LOCKSTEP_TR("files", "the file had {0} bytes and now has {1}: it changed while in use"),
                                    LOCKSTEP_TR("files", "leave data files alone while a run reads them")};
inline constexpr ErrorCode kEmpty{"files.empty", LOCKSTEP_TR("files", "the file is empty"),
                                  LOCKSTEP_TR("files", "write or download it again")};
inline constexpr ErrorCode kTooLarge{"files.too_large", LOCKSTEP_TR("files", "{0} bytes are more than the {1} that are read here"),
                                     LOCKSTEP_TR("files", "this is probably not the file that was meant")};
inline constexpr ErrorCode kNotUtf8{"files.not_utf8", LOCKSTEP_TR("files", "the text is not UTF-8"),
                                    LOCKSTEP_TR("files", "save it as UTF-8")};
inline constexpr ErrorCode kTruncated{"files.truncated", LOCKSTEP_TR("files", "the file ends too early: {0}"),
                                      LOCKSTEP_TR("files", "the file is cut short; copy or download it again")};
inline constexpr ErrorCode kSurplus{"files.surplus", LOCKSTEP_TR("files", "{0} bytes follow after the end of the content"),
                                    LOCKSTEP_TR("files", "the file is damaged or holds something else; write it again")};
inline constexpr ErrorCode kMalformed{"files.malformed", LOCKSTEP_TR("files", "not a valid {0} file: {1}"),
                                      LOCKSTEP_TR("files", "the file is damaged or of another kind; write it again")};
inline constexpr ErrorCode kUnsupported{"files.unsupported", LOCKSTEP_TR("files", "{0} is not supported"), LOCKSTEP_TR("files", "{1}")};
inline constexpr ErrorCode kNoEntry{"files.no_entry", LOCKSTEP_TR("files", "there is no '{0}' in the file; it holds {1}"),
                                    LOCKSTEP_TR("files", "check the name")};
inline constexpr ErrorCode kBadName{"files.bad_name", LOCKSTEP_TR("files", "'{0}' can't be the name of an entry: {1}"),
                                    LOCKSTEP_TR("files", "choose another name")};

/// The error for `errno` value `number`, raised while doing `what` ("read", "write") with `path`.
Error ioError(const std::string& path, const char* what, int number);

} // namespace lockstep::files
