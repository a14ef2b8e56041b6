#include "golden/command.h"

#include <cstdio>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace lockstep::golden {

namespace {

/// A nameless file: unlike a pipe it can't fill up while nobody reads.
class Capture {
public:
    Capture() : m_file(std::tmpfile()) {}
    ~Capture() {
        if (m_file) std::fclose(m_file);
    }
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

    int descriptor() const { return m_file ? fileno(m_file) : -1; }
    std::string text() const {
        std::string text;
        char block[4096];
        std::rewind(m_file);
        for (std::size_t n; (n = std::fread(block, 1, sizeof block, m_file)) > 0;) text.append(block, n);
        return text;
    }

private:
    std::FILE* m_file;
};

} // namespace

Finished runCommand(const std::vector<std::string>& arguments) {
    std::vector<char*> argv;
    for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    const Capture output, errors;
    if (output.descriptor() < 0 || errors.descriptor() < 0) return {-1, {}, "no temporary file"};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output.descriptor(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors.descriptor(), STDERR_FILENO);
    pid_t child = 0;
    const int failed = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed) return {-1, {}, "can't start " + arguments[0]};
    int status = 0;
    waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, output.text(), errors.text()};
}

} // namespace lockstep::golden
