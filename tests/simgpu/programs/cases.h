// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

/// Parts of programs compiled by nvcc: each processes the given number of elements and returns
/// whether the GPU's results equal the host's.
namespace programs {

struct Case {
    const char* name;
    bool (*run)(int elements);
};

std::vector<Case> thrustCases();
std::vector<Case> cubCases();
std::vector<Case> groupCases();

} // namespace programs
