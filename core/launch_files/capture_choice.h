// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>

namespace warpbench::launch_files {

/// Which launches of a program are captured, as the environment asks for it. With PREFIX
/// "WARPBENCH_SIMGPU":
///
/// - PREFIX_CAPTURE=FOLDER, which exists: each launch gets a folder "0", "1", … in it;
/// - PREFIX_CAPTURE_KERNEL=NAME or NAME#N: the launch number N (from 1) of the kernels of that
/// name,
///   mangled or not, with or without namespaces and template arguments; *: the first one of each
///   kernel;
/// - PREFIX_CAPTURE_LIMIT=BYTES: of memory that all of them together reach; a launch that does not
///   fit is not written. 1 GiB where it is not set.
class CaptureChoice {
  public:
    explicit CaptureChoice(const std::string& prefix);

    bool isOn() const { return !m_folder.empty(); }
    /// Bytes that may still be written.
    std::uint64_t limit() const { return m_limit; }
    /// Takes room for a launch; false where there is not so much.
    bool take(std::uint64_t bytes);
    /// The folder for this launch; empty where it is not captured. To be called once for each.
    std::string folderFor(const std::string& mangled);

  private:
    const std::string m_folder;
    std::string m_kernel;
    std::uint64_t m_number = 1;
    std::atomic<std::uint64_t> m_limit = std::uint64_t(1) << 30; ///< bytes that are left
    std::mutex m_mutex;
    std::set<std::string> m_seen;
    std::uint64_t m_matches = 0;
    std::uint64_t m_folders = 0;
};

} // namespace warpbench::launch_files
