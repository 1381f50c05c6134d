// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace warpbench::platform {

/// What a library has made of UTF-8 that it took for text in the code page of this process, undone:
/// "grÃ¶ÃŸe" is "größe" again. A text that cannot have come about so is returned as it is, and so
/// is any where there is no other code page than UTF-8 (Linux; Windows from 10 1903 on, by a
/// manifest).
std::string undoCodePage(const std::string& text);

} // namespace warpbench::platform
