// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace warpbench::platform {

/// The value of an environment variable; empty if it is unset or empty.
std::optional<std::string> environmentVariable(const std::string& name);

/// The user's home folder; empty if unknown.
std::filesystem::path homeFolder();
// If the home folder is unknown, these are in a folder that belongs to the user under
// temporaryFolder(), never in the current folder.

/// Settings: $XDG_CONFIG_HOME/warpbench or ~/.config/warpbench. Not created.
std::filesystem::path configFolder();
/// What may be deleted at any time: $XDG_CACHE_HOME/warpbench or ~/.cache/warpbench. Not created.
std::filesystem::path cacheFolder();
/// Files that were fetched for the user, such as the compiler: $XDG_DATA_HOME/warpbench or
/// ~/.local/share/warpbench. Not created.
std::filesystem::path dataFolder();
/// The folder for temporary files. \throws std::filesystem::filesystem_error
std::filesystem::path temporaryFolder();
/// The running program's file. \throws std::filesystem::filesystem_error
std::filesystem::path executablePath();
/// The folder of the running program.
std::filesystem::path executableFolder();

/// A new, private folder under temporaryFolder(), deleted with its contents.
class TemporaryFolder {
  public:
    /// \throws Error (environment)
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const noexcept { return m_path; }

  private:
    std::filesystem::path m_path;
};

} // namespace warpbench::platform
