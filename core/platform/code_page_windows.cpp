// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/code_page.h"
#include "core/platform/win32.h"

#include <algorithm>

namespace warpbench::platform {

namespace {

/// Empty if it is not UTF-8.
std::wstring wideOf(const std::string& text) {
    const int bytes = static_cast<int>(text.size());
    std::wstring wide(text.size(), L'\0'); // never more units than bytes
    const int units =
        MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text.data(), bytes, wide.data(), bytes);
    wide.resize(static_cast<std::size_t>(units));
    return wide;
}

/// The system's code page, which a library may use although this process uses UTF-8.
UINT codePage() {
    DWORD page = 0;
    const int got =
        GetLocaleInfoW(LOCALE_SYSTEM_DEFAULT, LOCALE_IDEFAULTANSICODEPAGE | LOCALE_RETURN_NUMBER,
                       reinterpret_cast<wchar_t*>(&page), sizeof page / sizeof(wchar_t));
    return got > 0 && page != 0 ? page : CP_ACP; // 0: the system's language has none
}

/// Empty if the code page lacks some of the letters.
std::string inCodePage(UINT page, const std::wstring& wide) {
    std::string text(wide.size() * 4, '\0');
    BOOL lost = FALSE;
    const int bytes =
        WideCharToMultiByte(page, WC_NO_BEST_FIT_CHARS, wide.data(), static_cast<int>(wide.size()),
                            text.data(), static_cast<int>(text.size()), nullptr, &lost);
    text.resize(lost ? 0 : static_cast<std::size_t>(bytes));
    return text;
}

} // namespace

std::string undoCodePage(const std::string& text) {
    const auto plain = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    const UINT page = codePage();
    if (page == CP_UTF8 || (page == CP_ACP && GetACP() == CP_UTF8) ||
        std::all_of(text.begin(), text.end(), plain))
        return text;
    const std::string bytes = inCodePage(page, wideOf(text));
    return bytes.empty() || wideOf(bytes).empty() ? text : bytes;
}

} // namespace warpbench::platform
