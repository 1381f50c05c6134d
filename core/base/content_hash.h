// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace warpbench::compile {

/// A 128-bit hash that identifies content, or everything that a compile depends on.
struct CacheKey {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    /// 32 hexadecimal digits, for use in a file name.
    std::string hex() const;
    // NOLINTNEXTLINE(modernize-use-nullptr): the 0 meant is in what the compiler writes
    auto operator<=>(const CacheKey&) const = default;
};

/// XXH3-128 of bytes.
CacheKey hashBytes(std::span<const std::byte> bytes);

} // namespace warpbench::compile
