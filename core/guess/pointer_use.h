// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::guess {

/// What a kernel's body does with what a parameter points to, as far as its text says. What is
/// handed on (to a function, to another pointer) counts as both.
struct PointerUse {
    bool read = false;
    bool written = false;
    bool handedOn = false; ///< so that nobody knows
    bool atomic = false;   ///< handed to an atomic operation, which reads it
    /// What the elements of a row are counted by, where an element is said by its row and column:
    /// the width of `p[y * width + x]`, also by way of a variable, or of `p[N][N]`. A parameter or
    /// a macro; empty: its elements are not said so.
    std::string row{};
    /// How many rows there are, where the body compares the row's number with it: the K of
    /// `for (int k = 0; k < K; ++k) … p[k * width + x]`. Empty: it is not said so.
    std::string rows{};
    bool planes = false; ///< more than a row is multiplied: `p[z * height * width + y * width + x]`
    int channels = 1;    ///< of an element: the 3 of `p[3 * (y * width + x) + 1]`
    /// What the body compares an element's number with, where each element is said by a variable
    /// alone: the n of `if (i < n) p[i] = …`. Empty: it is not said so.
    std::string length{};
    int stride = 1; ///< from element to element: the largest number that a number of one is times
};

/// Of each kernel that has a body, by its name without namespaces: of all its parameters.
/// \param files  path and text
std::map<std::string, std::vector<PointerUse>>
pointerUses(const std::vector<std::pair<std::string, std::string>>& files);

} // namespace warpbench::guess
