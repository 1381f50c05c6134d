// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>

namespace warpbench::compile {

/// Removes the oldest files of a folder if it has more than `most`. Files that cannot be removed
/// stay.
/// \param fresh  never removed, whatever its time stamp
void keepNewest(const std::filesystem::path& folder, std::size_t most,
                const std::filesystem::path& fresh);

} // namespace warpbench::compile
