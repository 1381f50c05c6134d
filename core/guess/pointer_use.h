// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::guess {

/// How a kernel's body uses the target of a parameter, according to its text. A pointer that is
/// passed on (to a function, to another pointer) counts as both read and written.
struct PointerUse {
    bool read = false;
    bool written = false;
    bool handedOn = false; ///< so that its use is unknown
    bool atomic = false;   ///< passed to an atomic operation, which reads it
    /// The length of a row, if elements are addressed by row and column: the width in `p[y * width
    /// + x]`, also through a variable, or the N in `p[N][N]`. A parameter or a macro; empty: not
    /// addressed this way.
    std::string row{};
    /// The number of rows, if the body compares the row index with it: the K in `for (int k = 0; k
    /// < K; ++k) … p[k * width + x]`. Empty: unknown.
    std::string rows{};
    bool planes = false; ///< more than a row is multiplied: `p[z * height * width + y * width + x]`
    int channels = 1;    ///< per element: the 3 in `p[3 * (y * width + x) + 1]`
    /// The limit of the element index, if elements are addressed by a single variable: the n in `if
    /// (i < n) p[i] = …`. Empty: unknown.
    std::string length{};
    int stride = 1; ///< between elements: the largest constant factor of the index
};

/// For each kernel with a body, by name without namespaces: for all its parameters.
/// \param files  paths and texts
std::map<std::string, std::vector<PointerUse>>
pointerUses(const std::vector<std::pair<std::string, std::string>>& files);

} // namespace warpbench::guess
