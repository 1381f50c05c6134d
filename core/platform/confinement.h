// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

namespace warpbench::platform {

/// Whether confineFiles() does what it says here: on Linux from 5.13 on, where the kernel has
/// Landlock switched on and this process may still use it. Tries it, on a separate thread.
bool canConfineFiles() noexcept;

/// Gives up, for good, the calling thread's right to open files elsewhere than in these folders,
/// and that of all threads and processes that it starts from now on. What is open stays open.
/// \param readable  folders or files whose contents may be read (and run)
/// \param writable  folders in which files may be read, written, made and removed
/// Paths that do not exist are passed over.
/// \returns false where this machine cannot do it; then nothing has changed
bool confineFiles(const std::vector<std::filesystem::path>& readable,
                  const std::vector<std::filesystem::path>& writable) noexcept;

} // namespace warpbench::platform
