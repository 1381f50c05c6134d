// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/code_page.h"

namespace warpbench::platform {

std::string undoCodePage(const std::string& text) {
    return text;
}

} // namespace warpbench::platform
