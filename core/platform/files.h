// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace warpbench::platform {

/// The whole of a file, byte for byte.
/// \throws Error of the given kind, naming the file and the system's reason
std::string readFile(const std::filesystem::path& file, ErrorKind kind = ErrorKind::project);

/// Replaces a file as a whole or not at all: written beside it, flushed to the disk, renamed over
/// it. Missing folders are made. A reader sees the old contents or the new, never a part. The
/// file's permissions are kept; through a symbolic link its target is replaced.
/// \throws Error of the given kind, naming the file and the system's reason
void replaceFile(const std::filesystem::path& file, std::string_view contents,
                 ErrorKind kind = ErrorKind::project);

/// Asks beforehand what replaceFile would meet, as far as that can be seen without writing: before
/// long work whose result shall go there.
/// \throws Error of the given kind, naming the file and the reason
void requireReplaceable(const std::filesystem::path& file, ErrorKind kind = ErrorKind::project);

} // namespace warpbench::platform
