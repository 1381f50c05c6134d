// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

namespace warpbench::project {

/// A run's settings for the context that it works in, as numbers. Sizes are bytes; none: the
/// driver's default.
struct ContextSettings {
    bool primary = false;                    ///< the device's primary context instead of a new one
    std::optional<std::uint64_t> stackBytes; ///< of each thread (CU_LIMIT_STACK_SIZE)
    /// For malloc and new in kernels (CU_LIMIT_MALLOC_HEAP_SIZE).
    std::optional<std::uint64_t> heapBytes;
    /// For what kernels print until the host waits (CU_LIMIT_PRINTF_FIFO_SIZE).
    std::optional<std::uint64_t> printfBytes;

    bool operator==(const ContextSettings&) const = default;
};

} // namespace warpbench::project
