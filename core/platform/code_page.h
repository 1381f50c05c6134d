// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace warpbench::platform {

/// Undoes a library's conversion of UTF-8 that it mistook for text in this process's code page:
/// "grÃ¶ÃŸe" becomes "größe" again. Returns a text unchanged if it cannot result from that, and
/// always if UTF-8 is the only code page (Linux; Windows from 10 1903 on, by a
/// manifest).
std::string undoCodePage(const std::string& text);

} // namespace warpbench::platform
