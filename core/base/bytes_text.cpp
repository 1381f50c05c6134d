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
    // A value that rounds to 1024 is shown as 1 of the next unit, except for exact bytes.
    while (value >= (unit == 0 ? 1024 : 1023.5) && unit + 1 < units.size()) {
        value /= 1024;
        ++unit;
    }
    const bool whole = value == std::floor(value);
    const int decimals = whole || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    return fmt::format("{:.{}f} {}", value, decimals, units[unit]);
}

std::string byteCount(std::uint64_t bytes) {
    return saidByteCount(bytes).text();
}

ErrorText saidByteCount(std::uint64_t bytes) {
    return bytes == 1 ? phrase("1 byte") : phrase("{count} bytes", {{"count", bytes}});
}

} // namespace warpbench
