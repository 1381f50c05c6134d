// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace warpbench::programs {

/// A memory range that a captured launch can reach, with its bytes in two files.
struct CapturedMemory {
    std::uint64_t base = 0;
    std::uint64_t size = 0;
    std::string kind; ///< "device", "managed", "host", "heap" (malloc in kernels)
    std::filesystem::path before, after;

    bool holds(std::uint64_t address) const { return address >= base && address - base < size; }
};

/// A `__constant__`, `__device__` or `__managed__` variable of a captured launch's module.
struct CapturedVariable {
    std::string name; ///< its name in PTX
    CapturedMemory memory;
    bool constant = false;
};

/// A launch as the simulated driver or the recorder has written it
/// (core/launch_files/captured_files.h).
struct CapturedLaunch {
    using Extent = std::array<std::uint32_t, 3>;
    enum class State {
        done,
        failed,   ///< a fault ended it; memory contents after it are meaningless
        running,  ///< the program ended before the launch did
        tooLarge, ///< it reaches more memory than the limit allows; no memory was written
    };
    /// The location of one parameter in `parameters`.
    struct Slot {
        std::size_t offset = 0, size = 0; ///< bytes
    };

    std::string lowered; ///< the kernel's name in PTX
    std::string kernel;  ///< the demangled name: "scale<float>"
    State state = State::done;
    std::uint64_t bytes = 0; ///< of memory and variables
    std::string device;      ///< the real GPU's name; empty: simulated
    std::string model;       ///< of the simulated GPU: "h200"; of a real one, which replaces it
    Extent grid{}, block{}, cluster{};
    std::uint64_t shared = 0; ///< dynamic, bytes
    std::uint64_t staticShared = 0;
    bool cooperative = false;
    std::uint64_t stackBytes = 0, heapBytes = 0; ///< limits of the context
    std::vector<std::uint8_t> parameters;
    std::vector<Slot> layout;
    std::vector<std::string> ptx; ///< of the module; several texts were linked
    std::vector<CapturedMemory> memory;
    std::vector<CapturedVariable> variables;

    /// Null if no captured memory contains the address.
    const CapturedMemory* memoryAt(std::uint64_t address) const;
};

/// \throws Error (internal) if the folder does not contain a launch
CapturedLaunch readCapturedLaunch(const std::filesystem::path& folder);

/// A launch of a program, or several equal ones in a row.
struct ListedLaunch {
    std::string kernel;  ///< demangled
    std::string lowered; ///< name in PTX
    CapturedLaunch::Extent grid{}, block{}, cluster{};
    std::uint64_t shared = 0; ///< dynamic, bytes
    bool cooperative = false;
    std::uint64_t count = 1;

    bool operator==(const ListedLaunch&) const = default;
};

/// A sequence of launches that a program repeats.
struct LaunchLoop {
    std::uint64_t times = 1;
    std::vector<ListedLaunch> launches;
};

struct LaunchList {
    std::vector<ListedLaunch> launches; ///< in order
    bool isCutShort = false;            ///< there were more
};

/// What was listed (core/launch_files/launch_list.h); empty where
/// there is no such file, because no kernel was launched.
LaunchList readLaunchList(const std::filesystem::path& file);

/// The same launches with loops folded, starting with the shortest sequence that repeats.
std::vector<LaunchLoop> foldLoops(const std::vector<ListedLaunch>& launches);

} // namespace warpbench::programs
