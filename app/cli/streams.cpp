#include "cli/streams.h"

#include "cli/cli_errors.h"
#include "cli/context.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace lockstep::cli {

void holdStandardStreams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) >= 0) continue;
        // The lowest free number is this one: those below are open by now.
        [[maybe_unused]] const int taken = ::open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
    }
}

int flushed(int status) {
    errno = 0;
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
    const Error error(kOutput, {std::strerror(errno ? errno : EIO)});
    std::fprintf(stderr, "error: %s: %s\n", error.message().c_str(), error.hint().c_str());
    return status == kDone ? kRunFailed : status;
}

} // namespace lockstep::cli
