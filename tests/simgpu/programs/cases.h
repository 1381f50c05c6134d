// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

/// Parts of programs that nvcc compiled: each works on so many elements and says whether the GPU's
/// results are the host's.
namespace programs {

struct Case {
    const char* name;
    bool (*run)(int elements);
};

std::vector<Case> thrustCases();
std::vector<Case> cubCases();
std::vector<Case> groupCases();

} // namespace programs
