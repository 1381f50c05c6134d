// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpbench::platform {

/// Bytes of memory that this process could still get without swapping: MemAvailable, or what the
/// process's control groups leave where that is less. What the system can take back, file contents
/// that it keeps, is available.
std::uint64_t availableMemoryBytes();
/// From now on this process can have so much more memory of its own (heap, stacks; blocks shared
/// with others apart), and asking for more ends in std::bad_alloc. For helpers that compute what
/// others wrote. False where the system has no such limit.
bool limitPrivateMemory(std::uint64_t bytes) noexcept;
/// Where the system runs out of memory all the same, it is to end this process and not the window.
void offerToOutOfMemoryKiller() noexcept;
/// Processors that this process may run on, at least 1.
unsigned processorCount();
/// Asks for large pages behind memory that nobody has touched yet, where the system has some
/// (Linux: transparent ones of 2 MiB): touching and page-locking it then takes a fraction of the
/// time. `data` is best aligned to 2 MiB. Failing is not an error.
void adviseLargePages(void* data, std::size_t bytes) noexcept;
/// Gives the calling thread a lower priority than the window's. Failing is not an error.
void lowerThreadPriority() noexcept;
/// Names the calling thread for debuggers; cut to 15 characters.
void nameThread(const char* name) noexcept;
/// Whether a standard stream is a terminal, which takes escape sequences. \param descriptor 1 or 2
bool isTerminal(int descriptor) noexcept;
/// A program with a window has no console on Windows. Where it was started from one, what it prints
/// goes there from now on; a stream that leads into a file or a pipe stays as it is. A Ctrl-C there
/// then ends this program too. Elsewhere there is nothing to do.
void useParentConsole() noexcept;
/// The arguments of main as UTF-8, the program's name first.
std::vector<std::string> programArguments(int argc, char** argv);
/// This process's number, and whether a process of a number is there (perhaps another than the one
/// that had it once).
std::int64_t processId() noexcept;
bool processExists(std::int64_t id) noexcept;
/// Names the set that this process's number belongs to: this machine since it was started, and its
/// container. A number means nothing to processes of another set, say over a shared home folder.
std::string processSpace();
/// Ends the process at once: no destructors, no atexit handlers, so that a thread stuck in a
/// driver cannot hold it up.
[[noreturn]] void exitNow(int code) noexcept;

} // namespace warpbench::platform
