// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch_files/capture_choice.h"
#include "core/launch_files/launch_list.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::launch_files {

/// A stretch of memory that a launch may reach as a whole.
struct MemoryPart {
    std::uint64_t base = 0;
    std::uint64_t size = 0; ///< bytes
    std::string kind;       ///< "device", "managed", "host", "heap" (malloc in kernels)
};

/// A `__constant__`, `__device__` or `__managed__` variable of a module.
struct ModuleVariable {
    std::string name; ///< as PTX has it
    std::uint64_t base = 0;
    std::uint64_t size = 0; ///< bytes
    bool constant = false;
};

struct LaunchDescription {
    ListedLaunch launch;
    std::string model;                  ///< of a simulated GPU, "h200"; else empty
    std::string device;                 ///< a real GPU's name; else empty
    int computeCapability = 0;          ///< of the real GPU, 90
    std::uint64_t maxDynamicShared = 0; ///< bytes that the kernel may ask for
    std::uint64_t staticShared = 0;     ///< bytes
    std::uint64_t stackBytes = 0;       ///< limit of the context, for each thread
    std::uint64_t heapBytes = 0;        ///< limit of the context
    std::vector<std::string> texts;     ///< the module's PTX; several were linked
    std::vector<std::byte> parameters;  ///< the whole block
    std::vector<std::pair<std::uint64_t, std::uint64_t>> layout; ///< offset and size of each
    std::vector<ModuleVariable> variables;
};

/// The memory of the process that launches.
class LaunchMemory {
  public:
    virtual ~LaunchMemory() = default;
    /// Empty where the address is in no known memory.
    virtual std::optional<MemoryPart> partAt(std::uint64_t address) = 0;
    /// Valid until the next call; null where the bytes cannot be read.
    virtual const std::byte* contents(std::uint64_t address, std::uint64_t bytes) = 0;
};

/// Writes one launch into a folder: launch.json, the module's PTX (module_N.ptx), and each part of
/// memory that the launch can reach, before and after it (N.before, N.after, variable_N.before, …).
/// Memory is reachable where the parameters, a variable or other reachable memory hold its address.
class CapturedFiles {
  public:
    /// Writes what there is before the launch.
    CapturedFiles(LaunchDescription description, LaunchMemory& memory, CaptureChoice& choice,
                  std::string folder);

    /// Writes what there is after it.
    void succeed() { finish("done", true); }
    /// \param hasMemory  whether memory can be read
    void fail(bool hasMemory) { finish("failed", hasMemory); }

  private:
    void findParts();
    void look(const std::byte* memory, std::uint64_t bytes);
    void reach(std::uint64_t address);
    void finish(const std::string& state, bool hasMemory);
    void write(const std::string& name, std::uint64_t address, std::uint64_t bytes);
    void writeMemory(const std::string& when);
    void writeModule();
    void writeDescription(const std::string& state) const;
    std::string parametersText() const;
    std::string memoryText() const;

    const LaunchDescription m_description;
    LaunchMemory& m_memory;
    CaptureChoice& m_choice;
    const std::string m_folder;
    std::vector<MemoryPart> m_open;    ///< that are reached and not looked through yet
    std::vector<MemoryPart> m_parts;   ///< that were looked through
    std::set<std::uint64_t> m_reached; ///< their bases
    std::uint64_t m_bytes = 0;
    bool m_isTooLarge = false;
    bool m_isWritten = true;
};

} // namespace warpbench::launch_files
