// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/code_page.h"
#include "core/platform/win32.h"

#include <algorithm>

namespace warpbench::platform {

namespace {

/// Empty where it is no UTF-8.
std::wstring wideOf(const std::string& text) {
    const int bytes = static_cast<int>(text.size());
    std::wstring wide(text.size(), L'\0'); // never more units than bytes
    const int units =
        MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text.data(), bytes, wide.data(), bytes);
    wide.resize(static_cast<std::size_t>(units));
    return wide;
}

/// Empty where the code page has not all of the letters.
std::string inCodePage(const std::wstring& wide) {
    std::string text(wide.size() * 4, '\0');
    BOOL lost = FALSE;
    const int bytes = WideCharToMultiByte(CP_ACP, WC_NO_BEST_FIT_CHARS, wide.data(),
                                          static_cast<int>(wide.size()), text.data(),
                                          static_cast<int>(text.size()), nullptr, &lost);
    text.resize(lost ? 0 : static_cast<std::size_t>(bytes));
    return text;
}

} // namespace

std::string undoCodePage(const std::string& text) {
    const auto plain = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    if (GetACP() == CP_UTF8 || std::all_of(text.begin(), text.end(), plain))
        return text;
    const std::string bytes = inCodePage(wideOf(text));
    return bytes.empty() || wideOf(bytes).empty() ? text : bytes;
}

} // namespace warpbench::platform
