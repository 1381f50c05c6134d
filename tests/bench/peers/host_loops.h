// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

/// The machine's own scaling with threads: plain C++ loops of about 50 ms, run by one thread and
/// then by as many as the simulated GPU uses. Anything that waits for memory, or runs on a busy
/// machine, scales worse.
namespace warpbench::bench {

/// How many times as fast all threads together are.
double scalingOfArithmetic(); ///< multiply-adds between registers
/// c[i] = a[i] + b[i] over arrays of that many floats.
double scalingOfAddition(std::size_t elements);

} // namespace warpbench::bench
