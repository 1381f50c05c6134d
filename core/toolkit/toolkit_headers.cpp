// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolkit/toolkit_headers.h"

#include "core/base/keep_newest.h"
#include "core/base/path_text.h"
#include "core/base/read_limit.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/sources/tokenizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>

namespace warpbench::compile {

namespace fs = std::filesystem;

namespace {

constexpr const char* kMemoHead = "warpbench-toolkit-headers 1";
/// Several times the number of toolkit headers that sources name.
constexpr std::size_t kMostMemos = 1000;

/// Empty if it cannot be read.
std::string textOf(const fs::path& path) {
    try {
        return platform::readFile(path, ErrorKind::environment, kMaxReadBytes);
    } catch (const Error&) {
        return {};
    }
}

CacheKey hashText(std::string_view text) {
    return hashBytes(std::as_bytes(std::span(text)));
}

/// Searches like the compiler: a quoted name first next to the file that includes it.
std::optional<fs::path> findIncluded(const IncludeLine& line, const fs::path& folder,
                                     const std::vector<fs::path>& toolkit) {
    const fs::path name = pathFromUtf8(line.name);
    std::error_code ignored;
    if (!line.angle && fs::is_regular_file(folder / name, ignored))
        return (folder / name).lexically_normal();
    for (const fs::path& dir : toolkit)
        if (fs::is_regular_file(dir / name, ignored))
            return (dir / name).lexically_normal();
    return std::nullopt; // the compiler's own, or the host's, which kernels do not get
}

/// Whether a file of the toolkit has the same name as one in these folders.
bool isAmong(const fs::path& path, const std::vector<fs::path>& toolkit,
             const std::vector<fs::path>& folders) {
    std::error_code ignored;
    for (const fs::path& dir : toolkit) {
        const fs::path name = path.lexically_relative(dir.lexically_normal());
        if (name.empty() || *name.begin() == "..")
            continue;
        for (const fs::path& folder : folders)
            if (fs::exists(folder / name, ignored) && !fs::equivalent(folder / name, path, ignored))
                return true;
    }
    return false;
}

} // namespace

ToolkitHeaders::ToolkitHeaders(fs::path memo)
    : m_folder(std::move(memo)) {}

ToolkitHeaders& ToolkitHeaders::ofThisUser() {
    static ToolkitHeaders headers(platform::cacheFolder() / "toolkit-headers");
    return headers;
}

CacheKey ToolkitHeaders::digestOf(const fs::path& header, const std::vector<fs::path>& toolkit) {
    const fs::path memo = memoOf(header, toolkit);
    const std::lock_guard lock(m_mutex);
    Closure& known = m_known[memo];
    if (isCurrent(known))
        return known.digest;
    known = load(memo);
    if (!isCurrent(known)) {
        known = follow(header, toolkit);
        store(memo, known);
    }
    return known.digest;
}

bool ToolkitHeaders::isShadowed(const fs::path& header, const std::vector<fs::path>& toolkit,
                                const std::vector<fs::path>& folders) {
    if (folders.empty())
        return false;
    digestOf(header, toolkit); // to find out which files the header includes
    const std::lock_guard lock(m_mutex);
    const Closure& closure = m_known[memoOf(header, toolkit)];
    return std::any_of(closure.files.begin(), closure.files.end(),
                       [&](const File& file) { return isAmong(file.path, toolkit, folders); });
}

fs::path ToolkitHeaders::memoOf(const fs::path& header,
                                const std::vector<fs::path>& toolkit) const {
    std::string all = utf8(header);
    for (const fs::path& dir : toolkit)
        all.append(1, '\n').append(utf8(dir));
    return m_folder / hashText(all).hex();
}

ToolkitHeaders::File ToolkitHeaders::stampOf(const fs::path& path) {
    std::error_code ignored;
    return {path, fs::file_size(path, ignored),
            std::int64_t(fs::last_write_time(path, ignored).time_since_epoch().count())};
}

bool ToolkitHeaders::isCurrent(const Closure& closure) {
    return !closure.files.empty() &&
           std::all_of(closure.files.begin(), closure.files.end(),
                       [](const File& file) { return file == stampOf(file.path); });
}

ToolkitHeaders::Closure ToolkitHeaders::follow(const fs::path& header,
                                               const std::vector<fs::path>& toolkit) {
    Closure closure;
    std::set<fs::path> seen{header.lexically_normal()};
    std::vector<fs::path> waiting(seen.begin(), seen.end());
    std::string contents; // in the order of the names
    std::map<fs::path, CacheKey> digests;
    while (!waiting.empty()) {
        const fs::path path = std::move(waiting.back());
        waiting.pop_back();
        // The stamp first: a change during reading is then noticed next time.
        closure.files.push_back(stampOf(path));
        const std::string text = textOf(path);
        digests[path] = hashText(text);
        for (const IncludeLine& line : findIncludes(text)) {
            if (line.computed)
                continue;
            const auto found = findIncluded(line, path.parent_path(), toolkit);
            if (found && seen.insert(*found).second)
                waiting.push_back(*found);
        }
    }
    for (const auto& [path, digest] : digests)
        contents += fmt::format("{}\n{}\n", utf8(path), digest.hex());
    closure.digest = hashText(contents);
    return closure;
}

/// Empty if it does not exist or is incomplete.
ToolkitHeaders::Closure ToolkitHeaders::load(const fs::path& memo) {
    std::istringstream stream(textOf(memo));
    std::string head;
    Closure closure;
    std::size_t count = 0;
    if (!std::getline(stream, head) || head != kMemoHead ||
        !(stream >> closure.digest.high >> closure.digest.low >> count))
        return {};
    for (File file; stream >> file.size >> file.time; closure.files.push_back(file)) {
        std::string name;
        stream.get(); // the blank
        if (!std::getline(stream, name))
            return {};
        file.path = pathFromUtf8(name);
    }
    return closure.files.size() == count ? closure : Closure();
}

void ToolkitHeaders::store(const fs::path& memo, const Closure& closure) {
    std::string text = fmt::format("{}\n{} {} {}\n", kMemoHead, closure.digest.high,
                                   closure.digest.low, closure.files.size());
    for (const File& one : closure.files)
        text += fmt::format("{} {} {}\n", one.size, one.time, utf8(one.path));
    try {
        platform::replaceFile(memo, text, ErrorKind::environment, platform::Flush::no);
        keepNewest(memo.parent_path(), kMostMemos, memo);
    } catch (const Error&) {
        // Determined again next time.
    }
}

} // namespace warpbench::compile
