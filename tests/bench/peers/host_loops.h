// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

/// What the machine itself makes of more threads: plain loops in C++ of about 50 ms, run by one
/// thread and then by as many as the simulated GPU uses. Nothing that waits for memory, and nothing
/// on a busy machine, can do better.
namespace warpbench::bench {

/// How many times as fast all threads together are.
double scalingOfArithmetic(); ///< multiply-adds between registers
/// c[i] = a[i] + b[i] over arrays of so many floats.
double scalingOfAddition(std::size_t elements);

} // namespace warpbench::bench
