// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

namespace warpbench::project {

/// Calls `work(first, last)` for ranges that together cover [0, count), on as many threads as the
/// machine has; in the calling thread alone where there are fewer than two grains of work.
/// Every range but the last is a multiple of `grain` long. The exception of the lowest thread that
/// throws is thrown again here, after all have ended.
/// \throws Error (cancelled) where the calling thread is in a CancellationScope that was stopped
void parallelFor(std::int64_t count, std::int64_t grain,
                 const std::function<void(std::int64_t first, std::int64_t last)>& work);

} // namespace warpbench::project
