// Why the session refuses.
#pragma once

#include "base/error.h"

namespace lockstep::session {

inline constexpr ErrorCode kCancelled{"cancelled", LOCKSTEP_TR("session", "the request was cancelled"), ""};
inline constexpr ErrorCode kNoSuchRun{"no-such-run", LOCKSTEP_TR("session", "there is no run {0}"),
                                      LOCKSTEP_TR("session", "`lockstep runs list` shows the runs of this store")};
inline constexpr ErrorCode kWrongState{"wrong-state", LOCKSTEP_TR("session", "run {0} is {1}: it can't be told to {2}"), ""};
inline constexpr ErrorCode kBusy{"busy", LOCKSTEP_TR("session", "run {0} is active; one run trains at a time"),
                                 LOCKSTEP_TR("session", "stop it, wait, or add the new run to the queue")};
inline constexpr ErrorCode kElsewhere{"elsewhere", LOCKSTEP_TR("session", "another program writes run {0}"),
                                      LOCKSTEP_TR("session", "stop it there")};
inline constexpr ErrorCode kOtherHost{"other-host", LOCKSTEP_TR("session", "run {0} was started on {1}; no sign of life since {2}"),
                                      LOCKSTEP_TR("session", "resume it there, or keep it as stopped first")};
inline constexpr ErrorCode kNotEditable{"not-editable", LOCKSTEP_TR("session", "{0} can't be changed while a run trains"),
                                        LOCKSTEP_TR("session", "stop the run and resume it with the change: that makes a new run")};
inline constexpr ErrorCode kBadEdit{"bad-edit", LOCKSTEP_TR("session", "{1} is no value for {0}: {2}"), ""};
inline constexpr ErrorCode kNotArchived{"not-archived", LOCKSTEP_TR("session", "run {0} is not in the archive"),
                                        LOCKSTEP_TR("session", "archive it first; deleting can't be undone")};
inline constexpr ErrorCode kBadFilter{"bad-filter", LOCKSTEP_TR("session", "'{0}' is not a regular expression: {1}"), ""};
inline constexpr ErrorCode kNoDevice{"no-device", LOCKSTEP_TR("session", "the device '{0}' is not available: {1}"),
                                     LOCKSTEP_TR("session", "`lockstep devices` lists what there is")};
inline constexpr ErrorCode kNotAvailable{"not-available", LOCKSTEP_TR("session", "{0} is not available in this version"), ""};
inline constexpr ErrorCode kInternal{"internal", LOCKSTEP_TR("session", "an unexpected fault: {0}"),
                                     LOCKSTEP_TR("session", "please report it")};
inline constexpr ErrorCode kOutOfMemory{"out-of-memory", LOCKSTEP_TR("session", "the memory is not enough"),
                                        LOCKSTEP_TR("session", "lower data.batch_size or raise accumulate")};
inline constexpr ErrorCode kNoSuchCheckpoint{"no-such-checkpoint", LOCKSTEP_TR("session", "run {0} has no checkpoint '{1}'"),
                                             LOCKSTEP_TR("session", "choose last, best, or the step of one that `runs show` lists")};
inline constexpr ErrorCode kReportKind{"report-kind", LOCKSTEP_TR("session", "can't write a report as '{0}'"),
                                       LOCKSTEP_TR("session", "end the name in .html, .csv or .json")};

} // namespace lockstep::session
