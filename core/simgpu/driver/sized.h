// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace warpbench::simgpu::driver {

/// Writes as much as the caller's struct holds: it may be older or newer than this library. False
/// where it does not say how large it is.
template <typename Struct>
bool fill(Struct& out, Struct value) {
    const std::uint32_t size = out.structSize;
    if (size < sizeof(std::uint32_t))
        return false;
    value.structSize = size;
    std::memcpy(&out, &value, std::min<std::size_t>(size, sizeof value));
    return true;
}

/// The caller's struct as this library knows it: what an older caller does not have is zero.
template <typename Struct>
Struct read(const Struct& in) {
    Struct value{};
    std::memcpy(&value, &in, std::min<std::size_t>(in.structSize, sizeof value));
    return value;
}

} // namespace warpbench::simgpu::driver
