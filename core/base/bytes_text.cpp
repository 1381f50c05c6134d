// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes_text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace warpbench {

std::string bytesText(std::uint64_t bytes) {
    constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double value = double(bytes);
    std::size_t unit = 0;
    // What would be shown as 1024 is 1 of the next unit, but for bytes, which are never rounded.
    while (value >= (unit == 0 ? 1024 : 1023.5) && unit + 1 < units.size()) {
        value /= 1024;
        ++unit;
    }
    const bool whole = value == std::floor(value);
    const int decimals = whole || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    return fmt::format("{:.{}f} {}", value, decimals, units[unit]);
}

std::string byteCount(std::uint64_t bytes) {
    return fmt::format("{} {}", bytes, bytes == 1 ? "byte" : "bytes");
}

} // namespace warpbench
