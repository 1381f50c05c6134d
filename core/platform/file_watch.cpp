// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/file_watch.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>

namespace warpbench::platform {

namespace fs = std::filesystem;

namespace {

/// Short for a user who edits a file and then looks at the terminal, long for a disk.
constexpr std::chrono::milliseconds kInterval{100};

fs::path named(const fs::path& file) {
    return fs::absolute(file).lexically_normal();
}

} // namespace

FileWatch::State FileWatch::stateOf(const fs::path& file) {
    std::error_code error;
    State state;
    state.modified = fs::last_write_time(file, error);
    if (error)
        return {};
    state.sizeBytes = fs::is_regular_file(file, error) ? fs::file_size(file, error) : 0;
    state.exists = true;
    return state;
}

void FileWatch::add(const fs::path& file) {
    const fs::path path = named(file);
    if (!m_files.contains(path))
        m_files.emplace(path, stateOf(path));
}

void FileWatch::remove(const fs::path& file) {
    m_files.erase(named(file));
}

FileWatch::States FileWatch::current() const {
    States states;
    for (const auto& [path, state] : m_files)
        states.emplace(path, stateOf(path));
    return states;
}

std::vector<fs::path> FileWatch::waitForChange(const std::stop_token& stop) const {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any never;
    States before = current();
    while (!stop.stop_requested()) {
        never.wait_for(lock, stop, kInterval, [] { return false; });
        States now = current();
        const bool isQuiet = now == before;
        before = std::move(now);
        if (!isQuiet || before == m_files)
            continue;
        std::vector<fs::path> changed;
        for (const auto& [path, state] : before)
            if (state != m_files.at(path))
                changed.push_back(path);
        return changed;
    }
    return {};
}

} // namespace warpbench::platform
