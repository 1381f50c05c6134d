// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/path_text.h"
#include "core/platform/library_paths.h"

namespace warpbench::platform {

bool librariesTakeUtf8() noexcept {
    return true;
}

std::string pathForLibraries(const std::filesystem::path& path) {
    return utf8(path);
}

} // namespace warpbench::platform
