// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guess/neighbours.h"

#include "core/base/path_text.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

namespace warpbench::guess {

namespace {

namespace fs = std::filesystem;

constexpr int kMostEntries = 256;                                                 // of the folder
constexpr std::uintmax_t kMostBytes = 1u << 20;                                   // of a file
constexpr std::uintmax_t kMostBytesRead = 8u << 20;                               // limits the time
constexpr std::array<std::string_view, 4> kSuffixes{".cu", ".cuh", ".h", ".hpp"}; // sources first

bool speaksOfKernels(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    return text.find("__global__") != std::string::npos;
}

} // namespace

std::vector<std::string> neighboursWithKernels(const fs::path& source) {
    std::vector<std::pair<std::ptrdiff_t, std::string>> found;
    std::error_code error;
    const fs::path folder = fs::absolute(source, error).parent_path();
    int looked = 0;
    std::uintmax_t read = 0;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        if (++looked > kMostEntries)
            break;
        const std::string suffix = utf8(entry->path().extension());
        const auto kind = std::find(kSuffixes.begin(), kSuffixes.end(), suffix);
        std::error_code ignored;
        if (kind == kSuffixes.end() || entry->path().filename() == source.filename() ||
            !entry->is_regular_file(ignored))
            continue;
        const std::uintmax_t bytes = entry->file_size(ignored);
        if (ignored || bytes > kMostBytes || read + bytes > kMostBytesRead)
            continue;
        read += bytes;
        if (speaksOfKernels(entry->path()))
            found.emplace_back(kind - kSuffixes.begin(), utf8(entry->path().filename()));
    }
    std::sort(found.begin(), found.end());
    std::vector<std::string> names;
    for (auto& [kind, name] : found)
        names.push_back(std::move(name));
    return names;
}

} // namespace warpbench::guess
