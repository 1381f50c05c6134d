// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/keep_newest.h"

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

namespace warpbench::compile {

namespace fs = std::filesystem;

void keepNewest(const fs::path& folder, std::size_t most, const fs::path& fresh) {
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code gone; // another process may tidy at the same time
        if (const auto time = it->last_write_time(gone); !gone)
            files.emplace_back(time, it->path());
    }
    std::sort(files.rbegin(), files.rend());
    for (std::size_t i = most; i < files.size(); ++i)
        if (files[i].second != fresh)
            fs::remove(files[i].second, error); // Windows keeps a library that is loaded
}

} // namespace warpbench::compile
