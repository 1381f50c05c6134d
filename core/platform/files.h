// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace warpbench::platform {

/// No limit on what is read.
inline constexpr std::uint64_t kAnySize = std::numeric_limits<std::uint64_t>::max();

/// The whole of a file, byte for byte.
/// \param limit  the most bytes that the file may have; no more is read, whatever its size says
/// \throws Error of the given kind, naming the file and the system's reason
std::string readFile(const std::filesystem::path& file, ErrorKind kind = ErrorKind::project,
                     std::uint64_t limit = kAnySize);

/// Replaces a file as a whole or not at all: written beside it, flushed to the disk, renamed over
/// it, and the folder flushed too, so that it outlives a power cut. Missing folders are made. A
/// reader sees the old contents or the new, never a part. The file's permissions are kept; through
/// a symbolic link its target is replaced.
/// \param pieces  what the file is to hold, one after the other
/// \throws Error of the given kind, naming the file and the system's reason
void replaceFile(const std::filesystem::path& file, std::span<const std::string_view> pieces,
                 ErrorKind kind = ErrorKind::project);
void replaceFile(const std::filesystem::path& file, std::string_view contents,
                 ErrorKind kind = ErrorKind::project);

/// Asks beforehand what replaceFile would meet, as far as that can be seen without writing: before
/// long work whose result shall go there.
/// \throws Error of the given kind, naming the file and the reason
void requireReplaceable(const std::filesystem::path& file, ErrorKind kind = ErrorKind::project);

} // namespace warpbench::platform
