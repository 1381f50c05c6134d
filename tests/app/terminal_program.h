// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Runs a program in a separate terminal, like a user: tests can wait for text on standard
/// error, and Ctrl-C reaches every process of the foreground group. Standard output goes to a
/// file. All of its descendants carry a mark, so that tests can find processes left behind.
/// POSIX only.
class TerminalProgram {
  public:
    struct Options {
        std::filesystem::path program;
        std::vector<std::string> arguments;
        std::filesystem::path folder; ///< to run in
        std::map<std::string, std::optional<std::string>> environment;
        std::filesystem::path output; ///< for standard output
    };
    explicit TerminalProgram(const Options& options);
    /// Kills what is left.
    ~TerminalProgram();
    TerminalProgram(const TerminalProgram&) = delete;
    TerminalProgram& operator=(const TerminalProgram&) = delete;

    /// Reads the terminal until a text has come, anywhere since the start.
    /// \returns false where the program ended or the time was over first
    bool waitFor(const std::string& text, std::chrono::milliseconds limit);
    void pressCtrlC();
    void send(int signal);
    /// Exit code, or 128 + signal. Empty where the time was over first.
    std::optional<int> wait(std::chrono::milliseconds limit);

    /// All that came to the terminal.
    const std::string& screen() const { return m_screen; }
    /// Living processes that carry this program's mark, except itself.
    std::vector<std::int64_t> others() const;
    /// Waits until there are none. \returns false where the time was over first
    bool waitForOthers(std::chrono::milliseconds limit) const;

  private:
    bool readSome(std::chrono::milliseconds limit);

    std::string m_mark;
    int m_terminal = -1;
    std::int64_t m_pid = -1;
    std::optional<int> m_status;
    std::string m_screen;
};
