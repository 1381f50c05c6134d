// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/path_text.h"
#include "core/platform/library_paths.h"
#include "core/platform/win32.h"

namespace warpbench::platform {

bool librariesTakeUtf8() noexcept {
    return false;
}

std::string pathForLibraries(const std::filesystem::path& path) {
    std::error_code ignored;
    const std::filesystem::path whole = std::filesystem::absolute(path, ignored).make_preferred();
    std::wstring name(32768, L'\0');
    const DWORD length = GetShortPathNameW(whole.c_str(), name.data(), DWORD(name.size()));
    if (length == 0 || length >= name.size())
        return utf8(path);
    name.resize(length);
    return win32::narrow(name);
}

} // namespace warpbench::platform
