// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <stop_token>
#include <vector>

namespace warpbench::platform {

/// Reports which files have changed, whether other programs change them in place, rename another
/// file over them, or delete and recreate them.
///
/// It compares times and sizes some times a second. That needs no support from the system and works
/// on network file systems, which do not report changes that another computer makes.
class FileWatch {
  public:
    /// Remembers the file's current state, whether it exists or not. A file that is already watched
    /// keeps its remembered state, so that no change between two calls is lost.
    void add(const std::filesystem::path& file);
    /// Stops watching a file, for instance before the caller writes it.
    void remove(const std::filesystem::path& file);

    /// Waits until a file differs from its remembered state, and then until no file changes any
    /// more, so that a program that writes in several parts has finished. \returns the files
    /// that changed, sorted; empty after a stop
    std::vector<std::filesystem::path> waitForChange(const std::stop_token& stop) const;

  private:
    struct State {
        bool exists = false;
        std::filesystem::file_time_type modified{};
        std::uintmax_t sizeBytes = 0;

        bool operator==(const State&) const = default;
    };
    using States = std::map<std::filesystem::path, State>;

    static State stateOf(const std::filesystem::path& file);
    States current() const;

    States m_files; ///< as they were when added
};

} // namespace warpbench::platform
