// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace warpbench {

/// A size for people: "512 B", "1.5 KiB", "141.0 GiB".
std::string bytesText(std::uint64_t bytes);

} // namespace warpbench
