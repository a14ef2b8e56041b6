#include "base/process.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep {

/// A child that ends with 7 when it is told to, or is killed with the test. It has its handler before it can be seen.
class ProcessChild : public ::testing::Test {
protected:
    ProcessChild() {
        const auto before = std::signal(SIGTERM, [](int) { _exit(7); });
        m_pid = fork();
        if (m_pid == 0) {
            prctl(PR_SET_NAME, "a ) b (c"); // its stat line must be read all the same
            for (;;) pause();
        }
        std::signal(SIGTERM, before);
    }
    ~ProcessChild() override {
        if (m_pid > 0) end(SIGKILL);
    }
    int end(int signal = 0) {
        int status = 0;
        if (signal) kill(m_pid, signal);
        waitpid(m_pid, &status, 0);
        m_pid = 0;
        return status;
    }
    pid_t m_pid = 0;
};

TEST_F(ProcessChild, HasAStartThatLiesAfterOurs) {
    ASSERT_TRUE(processStart(m_pid));
    EXPECT_GE(*processStart(m_pid), *processStart(getpid()));
    // Field 22 counts from boot: not after now.
    double uptime = 0;
    std::ifstream("/proc/uptime") >> uptime;
    EXPECT_LE(static_cast<double>(*processStart(m_pid)) / static_cast<double>(sysconf(_SC_CLK_TCK)), uptime + 1);
}

TEST_F(ProcessChild, IsToldToEnd) {
    const auto start = processStart(m_pid);
    ASSERT_TRUE(start);
    EXPECT_TRUE(handlesTermination(m_pid));
    ASSERT_TRUE(sendTermination(m_pid, *start)) << errno;
    const int status = end();
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

TEST_F(ProcessChild, OfTheSameNumberButAnotherStartIsNotHit) {
    const auto start = processStart(m_pid);
    ASSERT_TRUE(start);
    EXPECT_FALSE(sendTermination(m_pid, *start - 1));
    EXPECT_EQ(errno, ESRCH);
    EXPECT_FALSE(sendTermination(m_pid + (std::int64_t(1) << 32), *start)); // no number is cut
    const int status = end(SIGKILL);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

TEST_F(ProcessChild, ThatHasEndedHasNoStart) {
    const pid_t pid = m_pid;
    kill(pid, SIGKILL);
    siginfo_t info;
    waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT);
    EXPECT_FALSE(processStart(pid)); // not collected yet
    end();
    EXPECT_FALSE(processStart(pid));
    EXPECT_FALSE(sendTermination(pid, 1));
}

TEST(Process, NoNumberIsNoProcess) {
    EXPECT_FALSE(processStart(0));
    EXPECT_FALSE(processStart(-1));
    EXPECT_FALSE(handlesTermination(-1));
    EXPECT_EQ(bootId().size(), 36u); // a UUID
}

TEST(Process, WhoBlocksTheSignalHandlesIt) {
    EXPECT_FALSE(handlesTermination(getpid()));
    sigset_t set, before;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, &before);
    EXPECT_TRUE(handlesTermination(getpid()));
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    EXPECT_FALSE(handlesTermination(getpid()));
}

} // namespace lockstep
