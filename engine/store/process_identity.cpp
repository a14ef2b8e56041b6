#include "store/process_identity.h"

#include "base/process.h"

#include <cerrno>
#include <unistd.h>

namespace lockstep::store {

ProcessIdentity thisProcess() {
    ProcessIdentity me;
    char host[256] = {};
    if (gethostname(host, sizeof host - 1) == 0) me.host = host;
    me.bootId = bootId();
    me.pid = getpid();
    me.start = processStart(me.pid).value_or(0);
    return me;
}

AskedToStop askToStop(const ProcessIdentity& writer) {
    const ProcessIdentity me = thisProcess();
    if (writer.host != me.host || writer.bootId != me.bootId) return AskedToStop::OtherHost;
    if (writer.pid == me.pid) return writer.start == me.start ? AskedToStop::Own : AskedToStop::Gone;
    if (writer.start <= 0 || processStart(writer.pid) != writer.start) return AskedToStop::Gone;
    if (!handlesTermination(writer.pid)) return AskedToStop::Unready;
    if (sendTermination(writer.pid, writer.start)) return AskedToStop::Told;
    return errno == EPERM ? AskedToStop::NotPermitted : AskedToStop::Gone;
}

} // namespace lockstep::store
