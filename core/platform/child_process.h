// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::platform {

class SharedMemory;

/// How a child ended.
struct ExitStatus {
    int code = 0;   ///< its exit code; meaningless where a signal ended it
    int signal = 0; ///< the signal that ended it; 0: none, and always so on Windows
    /// It was ended because it sent what no child of ours sends: what there was to complain of.
    std::string broken = {};

    bool ok() const noexcept { return code == 0 && signal == 0; }
    /// Whether it was a Ctrl-C that ended it.
    bool interrupted() const noexcept;
    /// "exit code 3", "signal 11 (Segmentation fault)".
    std::string text() const;
};

/// A child process that this one talks to in messages: byte strings of up to 256 MiB that arrive
/// whole and in order. The child uses ParentLink. It has standard error (which its standard output
/// goes to as well) and its two link handles; whatever else it inherits it closes first thing.
/// Thread-safe.
class ChildProcess {
  public:
    struct Options {
        std::filesystem::path program;
        std::vector<std::string> arguments;
        /// A message of the child. Runs on this object's own thread. Where it throws, the message
        /// made no sense: the child is ended, and `ExitStatus::broken` says why.
        std::function<void(std::string)> onMessage;
        /// The child has ended and every message of it was delivered. The same thread, once.
        std::function<void(ExitStatus)> onExit;
    };

    /// Starts the program. \throws Error (environment) where it cannot be started
    explicit ChildProcess(Options options);
    /// Kills the child if it still runs, and waits for it. Not from within a handler.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    std::int64_t processId() const noexcept;
    bool running() const;
    /// Queues a message; never blocks. A child that has ended gets none, which is not an error.
    /// \throws Error (usage) where it is too long
    void send(std::string message);
    /// Gives the child access to a memory block, which it knows by `id` from then on
    /// (ParentLink::sharedMemory). Send the message that speaks of the id afterwards. Never blocks,
    /// however many blocks there are.
    void share(std::uint64_t id, std::shared_ptr<const SharedMemory> memory);
    /// Ends the child at once. `onExit` follows.
    void kill();
    /// Waits for the child's end. Empty where the time is over first.
    std::optional<ExitStatus> wait(std::chrono::milliseconds limit);

  private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

/// The child's end of ChildProcess.
class ParentLink {
  public:
    /// Takes over the handles that the parent passed. Empty where there are none: the program was
    /// not started by ChildProcess. Call once, first thing in main.
    static std::unique_ptr<ParentLink> adopt();
    ~ParentLink();
    ParentLink(const ParentLink&) = delete;
    ParentLink& operator=(const ParentLink&) = delete;

    /// Waits for the next message. Empty: the parent is gone or has closed the link.
    /// \throws Error (internal) where what comes is not a message
    std::optional<std::string> receive();
    /// Sends a message; any thread. A parent that is gone is not an error: `receive` tells.
    /// \throws Error (usage) where it is too long
    void send(const std::string& message);
    /// Maps the block that the parent shared under this id; waits for it if need be. Each id can be
    /// had once. From the thread that calls `receive` only.
    /// \throws Error (environment) where the parent is gone, or where the block cannot be mapped
    ///         (it may be asked for again)
    SharedMemory sharedMemory(std::uint64_t id);

  private:
    ParentLink();
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

/// A program run to its end, with its output collected.
struct ProgramResult {
    ExitStatus status;
    bool timedOut = false; ///< killed because the limit was over
    bool stopped = false;  ///< killed because it was not wanted any more
    std::string output;    ///< of standard output
    std::string errors;    ///< of standard error
};
struct ProgramOptions {
    std::vector<std::string> arguments;
    std::filesystem::path folder; ///< to run in; empty: this process's
    /// Variables to set (or, with no value, to take away) in a copy of this process's environment.
    std::map<std::string, std::optional<std::string>> environment;
    /// 0: none. With one, the program and all that it starts are their own group, which ends
    /// when the time is over, and which Ctrl-C in a terminal does not reach.
    std::chrono::milliseconds limit{0};
    /// Asked some twenty times a second; once it says yes, the program and all that it starts, a
    /// group of their own as with a limit, end. What it throws ends them, too.
    std::function<bool()> stopped;
    /// Called with each piece of output as it comes (standard output and standard error). What it
    /// throws ends the program and is thrown by runProgram.
    std::function<void(std::string_view)> onOutput;
    /// With a file descriptor the program has this process's standard input and error, and that
    /// descriptor as its standard output: nothing is collected, and Ctrl-C in a terminal reaches
    /// the program too. A limit or a stop then ends the program alone. POSIX only.
    std::optional<int> attachedOutput;
    /// Called once with a function that sends the child an interrupt (Ctrl-C); for tests.
    std::function<void(std::function<void()> interrupt)> onStarted;
};
/// \param program  a path, or a bare name to look for in PATH
/// \throws Error (environment) where it cannot be started
ProgramResult runProgram(const std::filesystem::path& program, const ProgramOptions& options);

} // namespace warpbench::platform
