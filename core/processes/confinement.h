// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

namespace warpbench::platform {

/// Whether confineFiles() works here: on Linux from 5.13 on, if Landlock is enabled in the kernel
/// and this process may still use it. Tries it, on a separate thread.
bool canConfineFiles() noexcept;

/// Permanently gives up the calling thread's right to open files outside of these folders, and that
/// of all threads and processes that it starts from now on. Open files stay open.
/// \param readable  folders or files whose contents may be read (and run)
/// \param writable  folders in which files may be read, written, created and removed
/// Ignores paths that do not exist.
/// \returns false if this machine does not support it; then nothing has changed
bool confineFiles(const std::vector<std::filesystem::path>& readable,
                  const std::vector<std::filesystem::path>& writable) noexcept;

} // namespace warpbench::platform
