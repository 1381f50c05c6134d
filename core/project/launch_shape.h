// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace warpbench::project {

/// What a launch is besides its arguments, in numbers: the plan has it worked out, the device is
/// asked for just this, and the report tells of just this. (Its expressions are project::Launch;
/// what the driver is given of it is cuda::LaunchConfig, which is below projects.)
struct LaunchShape {
    std::string kernel; ///< with ${NAME} inserted: a plain name or a C++ name expression
    std::string step;   ///< what the kernel was made of, "elementwise: z = a * x"; empty: nothing
    std::array<std::uint32_t, 3> grid{1, 1, 1};
    std::array<std::uint32_t, 3> block{1, 1, 1}; ///< threads
    std::uint64_t sharedBytes = 0;               ///< dynamic
    std::string stream;                          ///< empty: the default one
    std::optional<int> priority;                 ///< of the stream; empty: nothing is asked
    bool cooperative = false;
    bool programmatic = false; ///< may begin before the launch before it has ended
    std::optional<std::array<std::uint32_t, 3>> cluster;
    std::optional<std::uint64_t> maxDynamicShared; ///< bytes
    std::uint32_t repeat = 1;                      ///< launches per pass

    /// This part of what extends it.
    LaunchShape& shape() { return *this; }
    const LaunchShape& shape() const { return *this; }
};

} // namespace warpbench::project
