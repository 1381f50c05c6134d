// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>

namespace warpbench::compile {

/// Takes the oldest files of a folder away where there are more than `most`. What cannot be removed
/// stays.
/// \param fresh  stays, whatever the clocks say
void keepNewest(const std::filesystem::path& folder, std::size_t most,
                const std::filesystem::path& fresh);

} // namespace warpbench::compile
