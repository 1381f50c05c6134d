// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_texts.h"

#include "core/base/path_text.h"

#include <algorithm>
#include <system_error>

namespace warpbench {

const std::string* textOfFile(const std::map<std::string, std::string>& texts,
                              const std::filesystem::path& file) {
    if (texts.empty())
        return nullptr;
    std::error_code ignored;
    const auto wanted = std::filesystem::absolute(file, ignored).lexically_normal();
    const auto found = std::find_if(texts.begin(), texts.end(), [&](const auto& text) {
        return pathFromUtf8(text.first).lexically_normal() == wanted;
    });
    return found == texts.end() ? nullptr : &found->second;
}

} // namespace warpbench
