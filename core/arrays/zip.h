// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

/// The part of the ZIP format that .npz files and Python's wheels use. Archives may be hostile:
/// memory is only asked for what really comes out.
namespace warpbench::memory {

/// Says what is wrong with an archive; whoever knows what it is for says which one it is.
class ZipError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A file in an archive.
struct ZipMember {
    std::string name; ///< with folders before slashes; as it is there, so it may hold ".."
    std::uint16_t flags = 0;
    std::uint16_t method = 0;
    std::uint32_t crc = 0;
    std::uint64_t packed = 0;   ///< bytes in the archive
    std::uint64_t unpacked = 0; ///< bytes once inflated, as the directory says
    std::uint64_t local = 0;    ///< offset of the local header
};

/// What the archive's directory lists, in its order. \throws ZipError
std::vector<ZipMember> zipMembers(std::span<const std::byte> archive);

/// The bytes of a member, checked against its checksum. \throws ZipError, also where it has more
/// than `limit` bytes once inflated
std::vector<std::byte> extractZipMember(std::span<const std::byte> archive, const ZipMember& member,
                                        std::size_t limit);

} // namespace warpbench::memory
