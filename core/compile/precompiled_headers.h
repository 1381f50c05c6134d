// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

namespace warpbench::compile {

/// When NVRTC's automatic precompiled headers pay, and where they lie.
///
/// Measured (NVRTC 13.0, a kernel with cooperative_groups.h): 0.7 s without; 0.85 s for the compile
/// that makes them, 0.13 s for those that follow. Light headers such as cuda_fp16.h gain nothing.
/// So they are used from the second compile on that has the same heavy headers and options: a
/// command line that compiles once, and a sweep that changes a define each time, never pay for
/// making them.
///
/// They are never used where the source includes a file of the user's: NVRTC 13.0 goes on using
/// them after that file has changed (measured).
class PrecompiledHeaders {
  public:
    /// Those of this process.
    static PrecompiledHeaders& ofThisProcess();

    /// \param folder  gets a folder for each process; those of processes that are gone are removed
    explicit PrecompiledHeaders(std::filesystem::path folder);

    /// The options to add for this compile; empty where they do not pay (yet). Counts the compile.
    /// \param options  as they go to NVRTC
    std::vector<std::string> optionsFor(const CompileRequest& request,
                                        const std::vector<std::filesystem::path>& toolkitIncludes,
                                        const std::vector<std::string>& options);

    /// Removes those of a compiler's process that has ended, which hold 100 MB and more. Any
    /// thread.
    static void removeOf(std::int64_t process) noexcept;

    /// NVRTC keeps one heap for them in a process: compiles with them take turns.
    std::mutex& turn() noexcept { return m_turn; }

  private:
    void tidy();
    std::string ownFolder();

    std::filesystem::path m_folder;
    std::mutex m_mutex;
    std::mutex m_turn;
    std::vector<std::uint64_t> m_seen; ///< hashes of headers with options, oldest first
    bool m_tidied = false;
};

} // namespace warpbench::compile
