// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/profile/profile.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace warpbench::simgpu::driver {

class Module;

/// Where a program that does not know wbsim.h leaves the profiles of its launches: in the folder
/// that WARPBENCH_SIMGPU_ESTIMATE names.
///
/// `launches` has a line of JSON for each launch in the order in which they ended, written at once:
/// `name` (demangled), `module` and `profile` (core/profile/profile_json.h), or `same`, the number
/// of the earlier line with the same profile. module_N.ptx is the text of a module; of one that was
/// linked from several texts, nothing is written. After some 64 MiB, the last line
/// says that there were more.
class ProfileFiles {
  public:
    /// One for the whole process; null if no profiles are wanted.
    static ProfileFiles* ofProcess();

    void add(const std::shared_ptr<const Module>& module, const engine::LaunchProfile& profile);
    bool isFull() const;

  private:
    explicit ProfileFiles(std::string folder);
    std::size_t numberOf(const std::shared_ptr<const Module>& module);

    const std::string m_folder;
    std::FILE* const m_file;
    mutable std::mutex m_mutex;
    std::map<std::weak_ptr<const Module>, std::size_t, std::owner_less<>> m_modules;
    std::map<std::size_t, std::size_t> m_lines; ///< the number of a line by its text's hash
    std::size_t m_count = 0;
    std::size_t m_bytes = 0;
};

} // namespace warpbench::simgpu::driver
