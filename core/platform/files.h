// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace warpbench::platform {

/// No limit on what is read.
inline constexpr std::uint64_t kAnySize = std::numeric_limits<std::uint64_t>::max();

/// A regular file that is open for reading. Folders, named pipes (reads would wait) and devices
/// (no end) are refused immediately.
class InputFile {
  public:
    /// \throws Error of the given kind, naming the file and the reason, like the other functions
    explicit InputFile(const std::filesystem::path& file, ErrorKind kind = ErrorKind::project);
    ~InputFile();
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    /// Size when it was opened. 0 for files that the system generates on reading, as in /proc.
    std::uint64_t sizeBytes() const noexcept { return m_sizeBytes; }
    /// Fills `to` from `offset` (bytes) on. It is an error if the file ends before that.
    /// Any thread.
    void read(std::uint64_t offset, std::span<std::byte> to) const;
    /// The whole file, byte for byte.
    /// \param limit  the maximum size in bytes; stops reading there, whatever the file's size
    std::string all(std::uint64_t limit = kAnySize) const;

  private:
    /// Reads some bytes, 0 at the end.
    std::size_t readSome(std::uint64_t offset, char* to, std::size_t room) const;

    std::filesystem::path m_file;
    ErrorKind m_kind;
    std::intptr_t m_handle = -1;
    std::uint64_t m_sizeBytes = 0;
};

/// A whole file: InputFile::all.
/// \throws Error of the given kind, naming the file and the reason
std::string readFile(const std::filesystem::path& file, ErrorKind kind = ErrorKind::project,
                     std::uint64_t limit = kAnySize);

/// Whether written data has to survive a power failure. A cache need not, and does not wait for the
/// disk.
enum class Flush { toDisk, no };

/// The ending of the names of files that replaceFile writes next to their targets. A clean-up
/// recognises the remains of a killed writer by it.
inline constexpr std::string_view kUnfinishedEnding = ".new";

/// Replaces a file completely or not at all: writes a new one next to it, flushes it to the disk,
/// renames it over the target, and flushes the folder, so that it survives a power failure
/// (Flush::toDisk). Creates missing folders. A reader sees either the old contents or the new.
/// Keeps the file's permissions; replaces the target of a symbolic link. \param pieces  the
/// contents, in order \throws Error of the given kind, naming the file and the system's reason
void replaceFile(const std::filesystem::path& file, std::span<const std::string_view> pieces,
                 ErrorKind kind = ErrorKind::project, Flush flush = Flush::toDisk);
void replaceFile(const std::filesystem::path& file, std::string_view contents,
                 ErrorKind kind = ErrorKind::project, Flush flush = Flush::toDisk);

/// Checks in advance for errors that replaceFile would report, as far as possible without writing.
/// Use it before long work whose result is to be written there.
/// \throws Error of the given kind, naming the file and the reason
void requireReplaceable(const std::filesystem::path& file, ErrorKind kind = ErrorKind::project);

} // namespace warpbench::platform
