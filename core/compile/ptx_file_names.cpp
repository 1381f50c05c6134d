// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/ptx_file_names.h"

#include <algorithm>
#include <string_view>

namespace warpbench::compile {

std::string withFileNames(const std::string& ptx,
                          const std::function<std::string(const std::string&)>& change) {
    constexpr std::string_view kDirective = ".file";
    std::string result;
    std::size_t done = 0;
    for (std::size_t at = ptx.find(kDirective); at != std::string::npos;
         at = ptx.find(kDirective, at + 1)) {
        const std::size_t lineStart = ptx.rfind('\n', at) + 1; // npos + 1 is 0
        const std::size_t lineEnd = std::min(ptx.find('\n', at), ptx.size());
        const bool alone = ptx.find_first_not_of(" \t", lineStart) == at;
        const std::size_t open = ptx.find('"', at);
        const std::size_t close = open < lineEnd ? ptx.find('"', open + 1) : std::string::npos;
        if (!alone || close >= lineEnd)
            continue;
        result.append(ptx, done, open + 1 - done);
        result += change(ptx.substr(open + 1, close - open - 1));
        done = close;
    }
    result.append(ptx, done, std::string::npos);
    return result;
}

} // namespace warpbench::compile
