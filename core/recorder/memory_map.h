// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch_files/captured_files.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace warpbench::recorder {

/// The memory that a program has allocated, by address. Any thread may ask.
class MemoryMap {
  public:
    static MemoryMap& ofProcess();

    void add(const launch_files::MemoryPart& part);
    /// Takes the part that begins there out; empty where there is none.
    std::optional<launch_files::MemoryPart> take(std::uint64_t base);
    /// Takes out all parts that begin there and in the bytes behind it.
    std::vector<launch_files::MemoryPart> takeAll(std::uint64_t base, std::uint64_t bytes);
    /// The part that holds an address.
    std::optional<launch_files::MemoryPart> partAt(std::uint64_t address) const;

  private:
    mutable std::mutex m_mutex;
    std::map<std::uint64_t, launch_files::MemoryPart> m_parts; ///< by base
};

} // namespace warpbench::recorder
