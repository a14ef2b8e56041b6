// Why the session refuses.
#pragma once

#include "base/error.h"

namespace lockstep::session {

inline constexpr ErrorCode kCancelled{"session.cancelled", LOCKSTEP_TR("session", "the request was cancelled"), ""};
inline constexpr ErrorCode kNoSuchRun{"session.no_such_run", LOCKSTEP_TR("session", "there is no run {0}"),
                                      LOCKSTEP_TR("session", "`lockstep runs list` shows the runs of this store")};
inline constexpr ErrorCode kWrongState{"session.wrong_state", LOCKSTEP_TR("session", "run {0} is {1}: it can't be told to {2}"), ""};
inline constexpr ErrorCode kBusy{"session.busy", LOCKSTEP_TR("session", "run {0} is active; one run trains at a time"),
                                 LOCKSTEP_TR("session", "stop it, wait, or add the new run to the queue")};
inline constexpr ErrorCode kElsewhere{"session.elsewhere", LOCKSTEP_TR("session", "another program writes run {0}"),
                                      LOCKSTEP_TR("session", "here it can be watched and stopped; all else is done there")};
inline constexpr ErrorCode kOtherHost{"session.other_host", LOCKSTEP_TR("session", "run {0} is written on {1}, by process {2}"),
                                      LOCKSTEP_TR("session", "stop it there")};
inline constexpr ErrorCode kWriterDeaf{"session.writer_deaf",
                                       LOCKSTEP_TR("session", "run {0} is written by process {1}, which can't be told to stop: {2}"),
                                       LOCKSTEP_TR("session", "stop it in its own window or terminal")};
inline constexpr ErrorCode kStopAsked{"session.stop_asked", LOCKSTEP_TR("session", "run {0} was told to stop already; it is saving"),
                                      LOCKSTEP_TR("session", "wait a moment")};
inline constexpr ErrorCode kReadOnlyStore{"session.read_only_store",
                                          LOCKSTEP_TR("session", "the run store can't be written: runs can be looked at but not started"),
                                          LOCKSTEP_TR("session", "choose a store on a writable disk with --db, or change its permissions")};
inline constexpr ErrorCode kStoreNotice{"session.store_notice", LOCKSTEP_TR("session", "{0}"), ""};
inline constexpr ErrorCode kNotEditable{"session.not_editable", LOCKSTEP_TR("session", "{0} can't be changed while a run trains"),
                                        LOCKSTEP_TR("session", "stop the run and resume it with the change: that makes a new run")};
inline constexpr ErrorCode kBadEdit{"session.bad_edit", LOCKSTEP_TR("session", "{1} is no value for {0}: {2}"), ""};
inline constexpr ErrorCode kNotArchived{"session.not_archived", LOCKSTEP_TR("session", "run {0} is not in the archive"),
                                        LOCKSTEP_TR("session", "archive it first; deleting can't be undone")};
inline constexpr ErrorCode kBadFilter{"session.bad_filter", LOCKSTEP_TR("session", "'{0}' is not a regular expression: {1}"), ""};
inline constexpr ErrorCode kNoDevice{"session.no_device", LOCKSTEP_TR("session", "the device '{0}' is not available: {1}"),
                                     LOCKSTEP_TR("session", "`lockstep devices` lists what there is")};
inline constexpr ErrorCode kNotAvailable{"session.not_available", LOCKSTEP_TR("session", "{0} is not available in this version"), ""};
inline constexpr ErrorCode kInternal{"session.internal", LOCKSTEP_TR("session", "an unexpected fault: {0}"),
                                     LOCKSTEP_TR("session", "please report it")};
inline constexpr ErrorCode kOutOfMemory{"session.out_of_memory", LOCKSTEP_TR("session", "the memory is not enough"),
                                        LOCKSTEP_TR("session", "lower data.batch_size or raise accumulate")};
inline constexpr ErrorCode kNoSuchCheckpoint{"session.no_such_checkpoint",
                                             LOCKSTEP_TR("session", "run {0} has no checkpoint '{1}'; it has {2}"),
                                             LOCKSTEP_TR("session", "choose last, best, or the step of one that `runs show` lists")};
inline constexpr ErrorCode kReportKind{"session.report_kind", LOCKSTEP_TR("session", "can't write a report as '{0}'"),
                                       LOCKSTEP_TR("session", "end the name in .html, .csv or .json")};

} // namespace lockstep::session
