// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch_files/captured_files.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace warpbench::recorder {

/// The memory that a launch may reach, in the current context, whose work has ended.
class LiveMemory : public launch_files::LaunchMemory {
  public:
    /// Memory that came by a way that is not watched is found if one of these words points to it.
    void askFor(std::span<const std::byte> words);
    /// Variables have files of their own, so they are not parts of memory.
    void leaveOut(const std::vector<launch_files::ModuleVariable>& variables);

    std::optional<launch_files::MemoryPart> partAt(std::uint64_t address) override;
    const std::byte* contents(std::uint64_t address, std::uint64_t bytes) override;

  private:
    bool isOfVariable(std::uint64_t address) const;
    void ask(std::uint64_t address);

    std::vector<launch_files::ModuleVariable> m_variables;
    std::map<std::uint64_t, launch_files::MemoryPart> m_asked; ///< by base
    std::vector<std::byte> m_copy;
};

} // namespace warpbench::recorder
