// What a command line can get wrong beyond the documents.
#pragma once

#include "base/error.h"

namespace lockstep::cli {

inline constexpr ErrorCode kUsage{"cli.usage", "{0}", "`lockstep --help` and `lockstep COMMAND --help` say what there is"};
inline constexpr ErrorCode kNotAvailable{"cli.not_available", "{0} is not available in this version", ""};
inline constexpr ErrorCode kOutOfMemory{"cli.out_of_memory", "the memory is not enough", "lower data.batch_size"};
inline constexpr ErrorCode kFault{"cli.internal", "an unexpected fault: {0}", "please report it"};
inline constexpr ErrorCode kNotARun{"cli.not_a_run", "'{0}' is neither a run's number nor a checkpoint's folder",
                                    "`lockstep runs list` shows the runs of this store"};
inline constexpr ErrorCode kOtherStore{"cli.other_store", "the checkpoint '{0}' does not belong to the store {1}",
                                       "give its store with --db"};
inline constexpr ErrorCode kNoSplit{"cli.no_split", "there is no split '{0}'", "choose train, validation or test"};
inline constexpr ErrorCode kNoWorkload{"cli.no_workload", "there is no workload '{0}'", "choose from {1}"};
inline constexpr ErrorCode kChild{"cli.bench_child", "the process for {0} ended with status {1}", ""};
inline constexpr ErrorCode kNoFolder{"cli.no_folder", "there is no folder '{0}' to write into", "make it, or give another path"};
inline constexpr ErrorCode kFileThere{"cli.file_there", "there is such a file already", "give another name, or remove it first"};
inline constexpr ErrorCode kNoRows{"cli.no_rows", "the run's data are {0}: other files can't take their place",
                                   "--data is for runs on csv, idx, images and npz"};
inline constexpr ErrorCode kOutput{"cli.output", "the results could not be written to standard output: {0}",
                                   "give it a file on a disk with room, or a reader that stays"};
inline constexpr ErrorCode kRunGone{"cli.run_gone", "run {0} was deleted by another program", ""};
inline constexpr ErrorCode kStatus{"cli.run_failed", "the run ended as {0}", ""};

} // namespace lockstep::cli
