// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>

namespace warpbench::launch_files {

using Extent = std::array<std::uint32_t, 3>;

/// "[2,1,1]".
std::string jsonText(const Extent& extent);

struct ListedLaunch {
    std::string kernel; ///< mangled
    Extent grid{}, block{}, cluster{};
    std::uint64_t dynamicShared = 0; ///< bytes
    bool cooperative = false;
};

/// The launches of a program in a file, if the environment names one. Lines of JSON are appended to
/// it in the order in which the launches begin: kernel, grid, block, cluster and dynamic shared
/// memory. Equal launches in a row are one line with their number. After some hundred thousand
/// lines, one line says that the list is cut short.
class LaunchList {
  public:
    /// One for the whole process, as programs launch from static destructors too. Null where no
    /// list is wanted.
    /// \param variable  of the environment, with the file's name
    static LaunchList* ofProcess(const char* variable);

    void add(const ListedLaunch& launch);

  private:
    explicit LaunchList(const char* file);
    void finish();
    void write();

    std::FILE* const m_file;
    std::mutex m_mutex;
    std::string m_line; ///< of the launches that are counted
    std::uint64_t m_count = 0;
    std::uint64_t m_lines = 0;
};

} // namespace warpbench::launch_files
