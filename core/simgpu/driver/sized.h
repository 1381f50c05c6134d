// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace warpbench::simgpu::driver {

/// Copies as much as the caller's struct holds; it may be older or newer than this library. False
/// if it does not declare its size.
template <typename Struct>
bool fill(Struct& out, Struct value) {
    const std::uint32_t size = out.structSize;
    if (size < sizeof(std::uint32_t))
        return false;
    value.structSize = size;
    std::memcpy(&out, &value, std::min<std::size_t>(size, sizeof value));
    return true;
}

/// The caller's struct in this library's version; fields that an older caller lacks are zero.
template <typename Struct>
Struct read(const Struct& in) {
    Struct value{};
    std::memcpy(&value, &in, std::min<std::size_t>(in.structSize, sizeof value));
    return value;
}

} // namespace warpbench::simgpu::driver
