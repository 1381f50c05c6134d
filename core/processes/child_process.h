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
    int code = 0;   ///< its exit code; meaningless if a signal ended it
    int signal = 0; ///< the signal that ended it; 0: none, and always so on Windows
    /// It was ended because it sent an invalid message: what was wrong with it.
    std::string broken = {};

    bool ok() const noexcept { return code == 0 && signal == 0; }
    /// Whether a Ctrl-C ended it.
    bool interrupted() const noexcept;
    /// "exit code 3", "signal 11 (Segmentation fault)".
    std::string text() const;
};

/// A child process that this one exchanges messages with: byte strings of up to 256 MiB that arrive
/// complete and in order. The child uses ParentLink. It has standard error (which its standard
/// output also goes to) and its two link handles; it first closes everything else that it inherits.
/// Thread-safe.
class ChildProcess {
  public:
    struct Options {
        std::filesystem::path program;
        std::vector<std::string> arguments;
        /// A message from the child. Runs on this object's own thread. An exception means that the
        /// message was invalid: the child is ended, and `ExitStatus::broken` says why.
        std::function<void(std::string)> onMessage;
        /// The child has ended and all its messages were delivered. Same thread, called once.
        std::function<void(ExitStatus)> onExit;
    };

    /// Starts the program. \throws Error (environment) if it cannot be started
    explicit ChildProcess(Options options);
    /// Kills the child if it still runs, and waits for it. Not from within a handler.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    std::int64_t processId() const noexcept;
    bool running() const;
    /// Queues a message; never blocks. Drops messages to a child that has ended, without an error.
    /// \throws Error (usage) if it is too long
    void send(std::string message);
    /// Gives the child access to a memory block, which it then knows by `id`
    /// (ParentLink::sharedMemory). Send the message that mentions the id afterwards. Never blocks,
    /// for any number of blocks.
    void share(std::uint64_t id, std::shared_ptr<const SharedMemory> memory);
    /// Ends the child at once. `onExit` follows.
    void kill();
    /// Waits for the child's end. Empty if the time runs out first.
    std::optional<ExitStatus> wait(std::chrono::milliseconds limit);

  private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

/// The child's end of ChildProcess.
class ParentLink {
  public:
    /// Takes over the handles that the parent passed. Empty if there are none: the program was not
    /// started by ChildProcess. Call it once, at the start of main.
    static std::unique_ptr<ParentLink> adopt();
    ~ParentLink();
    ParentLink(const ParentLink&) = delete;
    ParentLink& operator=(const ParentLink&) = delete;

    /// Waits for the next message. Empty: the parent is gone or has closed the link.
    /// \throws Error (internal) if the data received is not a message
    std::optional<std::string> receive();
    /// Sends a message; any thread. A parent that is gone is not an error: `receive` reports it.
    /// \throws Error (usage) if it is too long
    void send(const std::string& message);
    /// Maps the block that the parent shared under this id, waiting for it if necessary. Each id
    /// can be mapped once. Only on the thread that calls `receive`.
    /// \throws Error (environment) if the parent is gone, or if the block cannot be mapped
    ///         (you may try again)
    SharedMemory sharedMemory(std::uint64_t id);

  private:
    ParentLink();
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

/// A program run to its end, with its output collected.
struct ProgramResult {
    ExitStatus status;
    bool timedOut = false; ///< killed because the time ran out
    bool stopped = false;  ///< killed because `stopped` returned true
    std::string output;    ///< of standard output
    std::string errors;    ///< of standard error
};
struct ProgramOptions {
    std::vector<std::string> arguments;
    std::filesystem::path folder; ///< to run in; empty: this process's
    /// Variables to set (or, with no value, to remove) in a copy of this process's environment.
    std::map<std::string, std::optional<std::string>> environment;
    /// 0: none. With a limit, the program and everything that it starts are a separate group, which
    /// ends when the time is over and does not receive Ctrl-C from a terminal.
    std::chrono::milliseconds limit{0};
    /// Called some twenty times a second. Once it returns true, the program and everything that it
    /// starts, a separate group as with a limit, are ended. An exception also ends them.
    std::function<bool()> stopped;
    /// Called with each piece of output as it arrives (standard output and standard error). An
    /// exception ends the program and is rethrown by runProgram.
    std::function<void(std::string_view)> onOutput;
    /// With a file descriptor, the program has this process's standard input and error, and the
    /// descriptor as its standard output: nothing is collected, and Ctrl-C in a terminal also
    /// reaches the program. A limit or a stop then ends only the program itself. POSIX only.
    std::optional<int> attachedOutput;
    /// Called once with a function that sends the child an interrupt (Ctrl-C); for tests.
    std::function<void(std::function<void()> interrupt)> onStarted;
};
/// \param program  a path, or a bare name to look for in PATH
/// \throws Error (environment) if it cannot be started
ProgramResult runProgram(const std::filesystem::path& program, const ProgramOptions& options);

} // namespace warpbench::platform
