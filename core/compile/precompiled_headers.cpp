// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/precompiled_headers.h"

#include "core/base/path_text.h"
#include "core/cache/cache_key.h"
#include "core/cache/compile_cache.h"
#include "core/cache/dependencies.h"
#include "core/platform/folders.h"
#include "core/platform/system.h"
#include "core/sources/tokenizer.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <span>
#include <system_error>

namespace warpbench::compile {

namespace fs = std::filesystem;

namespace {

/// Parts of the toolkit that take NVRTC half a second and more to read.
bool isHeavy(std::string_view header) {
    for (std::string_view start : {"cooperative_groups", "cub/", "cuda/", "thrust/", "curand"})
        if (header.starts_with(start))
            return true;
    return false;
}

std::uint64_t hashOf(const std::string& text) {
    return hashBytes(std::as_bytes(std::span(text.data(), text.size()))).low;
}

fs::path folderOfThisUser() {
    return platform::cacheFolder() / "pch";
}

/// "<space>.<number>": the process that a folder belongs to, wherever that runs.
std::string folderNameOf(std::int64_t process) {
    return platform::processSpace() + "." + std::to_string(process);
}

/// Left by killed processes: each takes 100 MB and more. Folders untouched for days are removed as
/// well: they are from another machine or container that shares the cache, or their process id has
/// been reused. They can be created again.
void removeFoldersOfTheGone(const fs::path& folder) {
    constexpr std::chrono::hours kForgotten(72);
    const std::string ours = platform::processSpace();
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        const std::string name = utf8(it->path().filename());
        std::error_code ignored;
        const auto age = fs::file_time_type::clock::now() - it->last_write_time(ignored);
        const bool forgotten = !ignored && age > kForgotten;
        bool ended = false;
        const std::size_t point = name.rfind('.');
        if (point != std::string::npos && name.substr(0, point) == ours) {
            std::int64_t id = 0;
            const char* const last = name.data() + name.size();
            const auto [rest, problem] = std::from_chars(name.data() + point + 1, last, id);
            ended = problem == std::errc() && rest == last && !platform::processExists(id);
        }
        if (forgotten || ended)
            fs::remove_all(it->path(), ignored);
    }
}

} // namespace

PrecompiledHeaders& PrecompiledHeaders::ofThisProcess() {
    static PrecompiledHeaders headers(folderOfThisUser());
    return headers;
}

PrecompiledHeaders::PrecompiledHeaders(fs::path folder)
    : m_folder(std::move(folder)) {}

std::vector<std::string>
PrecompiledHeaders::optionsFor(const CompileRequest& request,
                               const std::vector<fs::path>& toolkitIncludes,
                               const std::vector<std::string>& options) {
    if (!cacheSwitchedOff())
        tidy();
    const bool usersOwn = std::any_of(options.begin(), options.end(), [](const std::string& o) {
        return o.find("pch") != std::string::npos;
    });
    const std::vector<IncludeLine> includes = findIncludes(request.source);
    const bool heavy = std::any_of(includes.begin(), includes.end(),
                                   [](const IncludeLine& line) { return isHeavy(line.name); });
    if (usersOwn || !heavy || cacheSwitchedOff())
        return {};
    const Dependencies dependencies = findDependencies(request, toolkitIncludes);
    if (!dependencies.known || !dependencies.files.empty())
        return {};

    std::string identity;
    for (const IncludeLine& line : includes)
        identity += std::string(line.name) + "\n";
    for (const std::string& option : options)
        identity += option + "\n";
    const std::uint64_t hash = hashOf(identity);
    const std::lock_guard lock(m_mutex);
    if (std::find(m_seen.begin(), m_seen.end(), hash) == m_seen.end()) {
        constexpr std::size_t kRemembered = 64;
        m_seen.push_back(hash);
        if (m_seen.size() > kRemembered)
            m_seen.erase(m_seen.begin());
        return {};
    }
    const std::string folder = ownFolder();
    if (folder.empty())
        return {};
    return {"--pch", "--pch-messages=false", "--pch-dir=" + folder};
}

void PrecompiledHeaders::removeOf(std::int64_t process) noexcept {
    std::error_code ignored;
    fs::remove_all(folderOfThisUser() / folderNameOf(process), ignored);
}

/// Once per process, with any compile: folders may remain from earlier versions or runs.
void PrecompiledHeaders::tidy() {
    const std::lock_guard lock(m_mutex);
    if (m_tidied)
        return;
    m_tidied = true;
    removeFoldersOfTheGone(m_folder);
    std::error_code ignored;
    fs::remove_all(m_folder / folderNameOf(platform::processId()),
                   ignored); // of an earlier process
}

/// Call with the mutex held. Empty if it cannot be created.
std::string PrecompiledHeaders::ownFolder() {
    const fs::path own = m_folder / folderNameOf(platform::processId());
    std::error_code error;
    fs::create_directories(own, error);
    return error ? std::string() : utf8(own);
}

} // namespace warpbench::compile
