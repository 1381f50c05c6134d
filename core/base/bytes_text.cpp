// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes_text.h"

#include <fmt/format.h>

#include <array>

namespace warpbench {

std::string bytesText(std::uint64_t bytes) {
    constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (bytes < 1024)
        return fmt::format("{} B", bytes);
    double value = double(bytes);
    std::size_t unit = 0;
    while (value >= 1024 && unit + 1 < units.size()) {
        value /= 1024;
        ++unit;
    }
    return fmt::format("{:.1f} {}", value, units[unit]);
}

} // namespace warpbench
