// What a command line can get wrong beyond the documents.
#pragma once

#include "base/error.h"

namespace lockstep::cli {

inline constexpr ErrorCode kUsage{"usage", "{0}", "`lockstep --help` and `lockstep COMMAND --help` say what there is"};
inline constexpr ErrorCode kNotAvailable{"not-available", "{0} is not available in this version", ""};
inline constexpr ErrorCode kOutOfMemory{"out-of-memory", "the memory is not enough", "lower data.batch_size"};
inline constexpr ErrorCode kFault{"internal", "an unexpected fault: {0}", "please report it"};
inline constexpr ErrorCode kNotARun{"not-a-run", "'{0}' is neither a run's number nor a checkpoint's folder",
                                    "`lockstep runs list` shows the runs of this store"};
inline constexpr ErrorCode kOtherStore{"other-store", "the checkpoint '{0}' does not belong to the store {1}", "give its store with --db"};
inline constexpr ErrorCode kNoCheckpoint{"no-checkpoint", "run {0} has no checkpoint '{1}'; it has {2}",
                                         "`lockstep runs show` lists a run's checkpoints"};
inline constexpr ErrorCode kNoSplit{"no-split", "there is no split '{0}'", "choose train, validation or test"};
inline constexpr ErrorCode kNoWorkload{"no-workload", "there is no workload '{0}'", "choose from {1}"};
inline constexpr ErrorCode kChild{"bench-child", "the process for {0} ended with status {1}", ""};
inline constexpr ErrorCode kNoFolder{"no-folder", "there is no folder '{0}' to write into", "make it, or give another path"};
inline constexpr ErrorCode kOutput{"output", "the results could not be written to standard output: {0}",
                                   "give it a file on a disk with room, or a reader that stays"};
inline constexpr ErrorCode kRunGone{"run-gone", "run {0} was deleted by another program", ""};
inline constexpr ErrorCode kStatus{"run-failed", "the run ended as {0}", ""};

} // namespace lockstep::cli
