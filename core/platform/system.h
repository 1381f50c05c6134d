// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace warpbench::platform {

/// Bytes of memory that this process can still get without swapping: MemAvailable, or what the
/// process's control groups leave if that is less. Memory that the system can reclaim, such as
/// cached file contents, counts as available.
std::uint64_t availableMemoryBytes();
/// From now on this process can get this many more bytes of private memory (heap, stacks; not
/// shared blocks); beyond that, allocations throw std::bad_alloc. For helpers that evaluate what
/// others wrote. False if the system does not support such a limit.
bool limitPrivateMemory(std::uint64_t bytes) noexcept;
/// If the system runs out of memory anyway, lets it end this process rather than the window.
void offerToOutOfMemoryKiller() noexcept;
/// Processors that this process may run on, at least 1.
unsigned processorCount();
/// Requests large pages for memory that nobody has touched yet, if the system has them (Linux:
/// transparent ones of 2 MiB): touching and page-locking it then takes a fraction of the
/// time. `data` should be aligned to 2 MiB. Failure is not an error.
void adviseLargePages(void* data, std::size_t bytes) noexcept;
/// Gives the calling thread a lower priority than the window's. Failure is not an error.
void lowerThreadPriority() noexcept;
/// Names the calling thread for debuggers, truncated to 15 characters.
void nameThread(const char* name) noexcept;
/// Whether a standard stream is a terminal that takes escape sequences. \param descriptor 1 or 2
bool isTerminal(int descriptor) noexcept;
/// A program with a window has no console on Windows. If it was started from one, its output goes
/// there from now on; a stream redirected to a file or a pipe stays as it is. Ctrl-C there then
/// also ends this program. Does nothing on other systems.
void useParentConsole() noexcept;
/// The arguments of main as UTF-8, starting with the program's name.
std::vector<std::string> programArguments(int argc, char** argv);
/// This process's ID, and whether a process with an ID exists (perhaps a different one than the
/// previous owner of the ID).
std::int64_t processId() noexcept;
bool processExists(std::int64_t id) noexcept;
/// Names the set that this process's ID belongs to: this machine since its start, and its
/// container. An ID means nothing to processes of another set, say over a shared home folder.
std::string processSpace();
/// Ends the process at once: no destructors, no atexit handlers, so that a thread stuck in a
/// driver cannot hold it up.
[[noreturn]] void exitNow(int code) noexcept;

} // namespace warpbench::platform
