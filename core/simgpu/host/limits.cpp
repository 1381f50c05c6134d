// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/host/limits.h"

#include <algorithm>
#include <charconv>

namespace warpbench::simgpu::host {

std::uint32_t coresOfQuota(std::string_view text) {
    std::uint64_t quota = 0, period = 0;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, quota);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != ' ')
        return 0;
    const auto second = std::from_chars(first.ptr + 1, end, period);
    if (second.ec != std::errc{} || quota == 0 || period == 0)
        return 0;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>((quota - 1) / period + 1, 1u << 16));
}

} // namespace warpbench::simgpu::host
