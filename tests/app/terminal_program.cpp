// SPDX-License-Identifier: GPL-3.0-or-later
#include "terminal_program.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace {

constexpr const char* kMarkName = "WARPBENCH_TEST_MARK";

std::chrono::milliseconds left(Clock::time_point deadline) {
    return std::max(0ms,
                    std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()));
}

} // namespace

TerminalProgram::TerminalProgram(const Options& options) {
    static std::atomic<int> count = 0;
    m_mark = std::to_string(::getpid()) + "." + std::to_string(++count);
    const std::string program = options.program.string();
    std::vector<char*> arguments{const_cast<char*>(program.c_str())};
    for (const std::string& argument : options.arguments)
        arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);

    const pid_t pid = ::forkpty(&m_terminal, nullptr, nullptr, nullptr);
    if (pid < 0)
        throw std::runtime_error("there is no terminal to be had");
    if (pid == 0) {
        const int output = ::open(options.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
        if (output < 0 || ::dup2(output, 1) < 0 || ::chdir(options.folder.c_str()) != 0)
            ::_exit(126);
        for (const auto& [name, value] : options.environment) {
            if (value)
                ::setenv(name.c_str(), value->c_str(), 1);
            else
                ::unsetenv(name.c_str());
        }
        ::setenv(kMarkName, m_mark.c_str(), 1);
        ::execv(program.c_str(), arguments.data());
        ::_exit(127);
    }
    m_pid = pid;
}

TerminalProgram::~TerminalProgram() {
    if (!m_status) {
        ::kill(pid_t(m_pid), SIGKILL);
        ::waitpid(pid_t(m_pid), nullptr, 0);
    }
    for (const std::int64_t pid : others())
        ::kill(pid_t(pid), SIGKILL);
    ::close(m_terminal);
}

bool TerminalProgram::readSome(std::chrono::milliseconds limit) {
    pollfd poll{m_terminal, POLLIN, 0};
    if (::poll(&poll, 1, int(limit.count())) <= 0)
        return false;
    char bytes[4096];
    const ssize_t count = ::read(m_terminal, bytes, sizeof bytes);
    if (count > 0)
        m_screen.append(bytes, std::size_t(count));
    return count > 0; // EIO: every process on the terminal has ended
}

bool TerminalProgram::waitFor(const std::string& text, std::chrono::milliseconds limit) {
    const auto deadline = Clock::now() + limit;
    while (m_screen.find(text) == std::string::npos) {
        if (Clock::now() >= deadline || !readSome(left(deadline)))
            return m_screen.find(text) != std::string::npos;
    }
    return true;
}

void TerminalProgram::pressCtrlC() {
    const char key = 3;
    if (::write(m_terminal, &key, 1) != 1)
        throw std::runtime_error("the terminal takes no keys");
}

void TerminalProgram::send(int signal) {
    ::kill(pid_t(m_pid), signal);
}

std::optional<int> TerminalProgram::wait(std::chrono::milliseconds limit) {
    const auto deadline = Clock::now() + limit;
    while (!m_status) {
        // The end of the terminal indicates the program's end. Drains it so that nothing blocks on
        // it.
        while (readSome(std::min(left(deadline), 20ms))) {
        }
        int status = 0;
        if (::waitpid(pid_t(m_pid), &status, WNOHANG) == pid_t(m_pid))
            m_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        else if (Clock::now() >= deadline)
            return std::nullopt;
    }
    return m_status;
}

std::vector<std::int64_t> TerminalProgram::others() const {
    std::vector<std::int64_t> found;
    const std::string mark = std::string(kMarkName) + "=" + m_mark;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string pid = entry.path().filename().string();
        if (pid.find_first_not_of("0123456789") != std::string::npos || std::stoll(pid) == m_pid)
            continue;
        std::ifstream file(entry.path() / "environ", std::ios::binary);
        const std::string text((std::istreambuf_iterator<char>(file)), {});
        // A zombie process does not have an environment.
        const std::string marked = mark + '\0';
        if (text.starts_with(marked) || text.find('\0' + marked) != std::string::npos)
            found.push_back(std::stoll(pid));
    }
    return found;
}

bool TerminalProgram::waitForOthers(std::chrono::milliseconds limit) const {
    const auto deadline = Clock::now() + limit;
    // A process may start another one before it ends, so they are looked for again.
    for (auto left_over = others(); !left_over.empty(); left_over = others()) {
        const int process = int(::syscall(SYS_pidfd_open, pid_t(left_over.front()), 0));
        if (process < 0)
            continue; // it has ended meanwhile
        pollfd ended{process, POLLIN, 0};
        const int count = ::poll(&ended, 1, int(left(deadline).count()));
        ::close(process);
        if (count <= 0)
            return false;
    }
    return true;
}
