// What can go wrong with the run store, and the one place where SQLite's failures become errors.
#pragma once

#include "base/error.h"

#include <exception>
#include <string>
#include <utility>

namespace lockstep::store {

inline constexpr ErrorCode kStoreNewer{"store.newer", "The run store has format {0}; this version knows formats up to {1}",
                                       "Open it with the newer Lockstep Studio, or choose another store with --db."};
inline constexpr ErrorCode kStoreLocked{"store.locked", "Another program keeps the run store locked",
                                        "Wait until it has finished, or close it, and try again."};
inline constexpr ErrorCode kStoreCorrupt{
    "store.corrupt", "The run store is damaged: {0}",
    "Move the file away (a new store is made), or restore it from a backup; checkpoints in runs.d are unharmed."};
inline constexpr ErrorCode kStoreNotADatabase{"store.not_a_database", "This file is no run store",
                                              "Choose a file made by Lockstep with --db, or a name that does not exist yet."};
inline constexpr ErrorCode kStoreForeign{"store.foreign", "This database belongs to another program (application id {0})",
                                         "Choose a file made by Lockstep with --db, or a name that does not exist yet."};
inline constexpr ErrorCode kStoreMissing{"store.missing", "The run store does not exist", "Check the path given with --db."};
inline constexpr ErrorCode kStoreNoPermission{"store.no_permission", "No permission to {0} the run store or its folder",
                                              "Change the permissions, or choose another place with --db."};
inline constexpr ErrorCode kStoreReadOnly{"store.read_only", "The run store is open for reading only",
                                          "Choose a store on a writable disk with --db."};
inline constexpr ErrorCode kStoreUnclean{"store.unclean",
                                         "The run store was not closed cleanly and its disk is read-only, so it cannot be recovered there",
                                         "Copy the store and the files beside it to a writable disk and open the copy."};
inline constexpr ErrorCode kStoreDiskFull{"store.disk_full", "No space left for the run store", "Free some disk space and try again."};
inline constexpr ErrorCode kStoreIo{"store.io", "Reading or writing the run store failed: {0}", "Check the disk."};
inline constexpr ErrorCode kStoreInternal{"store.internal", "The run store refused a request: {0}", "Please report this."};
inline constexpr ErrorCode kRunUnknown{"store.run_unknown", "There is no run {0} in this store", "`lockstep runs list` shows the runs."};
inline constexpr ErrorCode kRunBusy{"store.run_busy", "Run {0} is being written by another process", "Stop that process first."};
inline constexpr ErrorCode kRunFolder{"store.run_folder", "The folder of a run cannot be used: {0}", "Check the disk and the permissions."};

/// The error that an exception out of SQLite (or the file system) stands for.
Error storeError(const std::exception& e, const std::string& path);

/// Calls f (which returns a Result); exceptions come back as errors, so none leaves this room.
template <class F> auto guarded(const std::string& path, F&& f) -> decltype(f()) {
    try {
        return std::forward<F>(f)();
    } catch (const std::exception& e) { return storeError(e, path); }
}

} // namespace lockstep::store
