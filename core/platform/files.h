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

/// A file that is open for reading. Nothing but files: a named pipe would be waited for, a device
/// has no end, so they and folders are refused at once.
class InputFile {
  public:
    /// \throws Error of the given kind, naming the file and the reason; as do the others
    explicit InputFile(const std::filesystem::path& file, ErrorKind kind = ErrorKind::project);
    ~InputFile();
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    /// When it was opened. 0 for what the system makes up as it is read, as in /proc.
    std::uint64_t sizeBytes() const noexcept { return m_sizeBytes; }
    /// Fills `to` with what the file has from `offset` (bytes) on. Ending before that is an error.
    /// Any thread.
    void read(std::uint64_t offset, std::span<std::byte> to) const;
    /// All of it, byte for byte.
    /// \param limit  the most bytes that it may have; no more is read, whatever its size says
    std::string all(std::uint64_t limit = kAnySize) const;

  private:
    /// Reads some bytes, 0 at the end.
    std::size_t readSome(std::uint64_t offset, char* to, std::size_t room) const;

    std::filesystem::path m_file;
    ErrorKind m_kind;
    std::intptr_t m_handle = -1;
    std::uint64_t m_sizeBytes = 0;
};

/// The whole of a file: InputFile::all.
/// \throws Error of the given kind, naming the file and the reason
std::string readFile(const std::filesystem::path& file, ErrorKind kind = ErrorKind::project,
                     std::uint64_t limit = kAnySize);

/// Whether what is written has to outlive a power cut. A cache need not, and does not wait for the
/// disk.
enum class Flush { toDisk, no };

/// How the names end of what replaceFile writes beside its file: who keeps a folder tidy knows by
/// it what a writer that was killed has left.
inline constexpr std::string_view kUnfinishedEnding = ".new";

/// Replaces a file as a whole or not at all: written beside it, flushed to the disk, renamed over
/// it, and the folder flushed too, so that it outlives a power cut (Flush::toDisk). Missing folders
/// are made. A reader sees the old contents or the new, never a part. The file's permissions are
/// kept; through a symbolic link its target is replaced. \param pieces  what the file is to hold,
/// one after the other \throws Error of the given kind, naming the file and the system's reason
void replaceFile(const std::filesystem::path& file, std::span<const std::string_view> pieces,
                 ErrorKind kind = ErrorKind::project, Flush flush = Flush::toDisk);
void replaceFile(const std::filesystem::path& file, std::string_view contents,
                 ErrorKind kind = ErrorKind::project, Flush flush = Flush::toDisk);

/// Asks beforehand what replaceFile would meet, as far as that can be seen without writing: before
/// long work whose result shall go there.
/// \throws Error of the given kind, naming the file and the reason
void requireReplaceable(const std::filesystem::path& file, ErrorKind kind = ErrorKind::project);

} // namespace warpbench::platform
