// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/path_text.h"

namespace warpbench {

std::string utf8(const std::filesystem::path& path) {
    const std::u8string text = path.u8string();
    return {reinterpret_cast<const char*>(text.data()), text.size()};
}

std::filesystem::path pathFromUtf8(std::string_view text) {
    return std::u8string(reinterpret_cast<const char8_t*>(text.data()), text.size());
}

} // namespace warpbench
