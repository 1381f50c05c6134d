// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error_text.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// The part of the ZIP format used by .npz files and Python wheels. Archives are untrusted: memory
/// is only allocated for data that is really decompressed.
namespace warpbench::arrays {

/// An error in an archive; the caller adds which archive it is.
class ZipError : public std::runtime_error {
  public:
    explicit ZipError(ErrorText said)
        : std::runtime_error(said.text())
        , m_said(std::move(said)) {}

    const ErrorText& said() const noexcept { return m_said; }

  private:
    ErrorText m_said;
};

/// A file in an archive.
struct ZipMember {
    std::string name; ///< with folders separated by slashes; unchecked, so it may contain ".."
    std::uint16_t flags = 0;
    std::uint16_t method = 0;
    std::uint32_t crc = 0;
    std::uint64_t packed = 0;   ///< bytes in the archive
    std::uint64_t unpacked = 0; ///< bytes once decompressed, according to the directory
    std::uint64_t local = 0;    ///< offset of the local header
};

/// The entries of the archive's directory, in order. \throws ZipError
std::vector<ZipMember> zipMembers(std::span<const std::byte> archive);

/// The bytes of a member, verified with its checksum. \throws ZipError, also if it has more than
/// `limit` bytes once decompressed
std::vector<std::byte> extractZipMember(std::span<const std::byte> archive, const ZipMember& member,
                                        std::size_t limit);

} // namespace warpbench::arrays
