// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

namespace warpbench::project {

/// Calls `work(first, last)` for ranges that together cover [0, count), on as many threads as the
/// machine has; only on the calling thread if there are fewer than two grains of work. Every range
/// except the last is a multiple of `grain` long. After all threads have ended, the exception of
/// the lowest-numbered throwing thread is rethrown.
/// \throws Error (cancelled) if the calling thread's CancellationScope was stopped
void parallelFor(std::int64_t count, std::int64_t grain,
                 const std::function<void(std::int64_t first, std::int64_t last)>& work);

} // namespace warpbench::project
