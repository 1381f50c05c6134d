// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

namespace warpbench::compile {

/// Decides when NVRTC's automatic precompiled headers are worthwhile, and where to store them.
///
/// Measured (NVRTC 13.0, a kernel with cooperative_groups.h): 0.7 s without; 0.85 s for the
/// compile that creates them, 0.13 s for later ones. Light headers such as cuda_fp16.h do not
/// benefit. So they are used from the second compile with the same heavy headers and options on: a
/// command line that compiles once, or a sweep that changes a define each time, never pays for
/// creating them.
///
/// They are never used if the source includes a user's file: NVRTC 13.0 keeps using them after that
/// file has changed (measured).
class PrecompiledHeaders {
  public:
    /// Those of this process.
    static PrecompiledHeaders& ofThisProcess();

    /// \param folder  contains a folder per process; folders of ended processes are removed
    explicit PrecompiledHeaders(std::filesystem::path folder);

    /// The options to add to this compile; empty if not (yet) worthwhile. Counts the compile.
    /// \param options  as passed to NVRTC
    std::vector<std::string> optionsFor(const CompileRequest& request,
                                        const std::vector<std::filesystem::path>& toolkitIncludes,
                                        const std::vector<std::string>& options);

    /// Removes those of an ended compile process, which take 100 MB and more.
    /// Thread-safe.
    static void removeOf(std::int64_t process) noexcept;

    /// NVRTC has one heap for them per process, so compiles that use them take turns.
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
