#include "store/process_identity.h"

#include <fstream>
#include <sstream>

#include <unistd.h>

namespace lockstep::store {

// Field 22 of /proc/self/stat; the command in field 2 may hold spaces, so count from its closing bracket.
static std::int64_t startTicks() {
    std::ifstream in("/proc/self/stat");
    std::string text;
    std::getline(in, text);
    const auto end = text.rfind(')');
    if (end == std::string::npos) return 0;
    std::istringstream rest(text.substr(end + 1));
    std::string field;
    for (int i = 3; i <= 22; ++i) rest >> field;
    return rest ? std::stoll(field) : 0;
}

ProcessIdentity thisProcess() {
    ProcessIdentity me;
    char host[256] = {};
    if (gethostname(host, sizeof host - 1) == 0) me.host = host;
    std::ifstream("/proc/sys/kernel/random/boot_id") >> me.bootId;
    me.pid = getpid();
    me.start = startTicks();
    return me;
}

} // namespace lockstep::store
