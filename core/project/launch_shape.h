// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace warpbench::project {

/// The properties of a launch besides its arguments, as numbers: the plan computes them, the device
/// gets exactly these, and the report shows exactly these. (project::Launch has the expressions;
/// cuda::LaunchConfig, in a lower layer than projects, has what the driver gets.)
struct LaunchShape {
    std::string kernel; ///< with ${NAME} inserted: a plain name or a C++ name expression
    std::string step;   ///< the origin of a generated kernel: "elementwise: z = a * x"; or empty
    std::array<std::uint32_t, 3> grid{1, 1, 1};
    std::array<std::uint32_t, 3> block{1, 1, 1}; ///< threads
    std::uint64_t sharedBytes = 0;               ///< dynamic
    std::string stream;                          ///< empty: the default one
    std::optional<int> priority;                 ///< of the stream; empty: not requested
    bool cooperative = false;
    bool programmatic = false; ///< may begin before the previous launch has ended
    std::optional<std::array<std::uint32_t, 3>> cluster;
    std::optional<std::uint64_t> maxDynamicShared; ///< bytes
    std::uint32_t repeat = 1;                      ///< launches per pass

    /// The LaunchShape of a derived object.
    LaunchShape& shape() { return *this; }
    const LaunchShape& shape() const { return *this; }
};

} // namespace warpbench::project
