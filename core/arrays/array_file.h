// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/host_array.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Arrays in files. Files are untrusted: whatever they contain, the result is an array or an Error
/// (project) that says what is wrong, and no more memory is allocated than the file needs.
namespace warpbench::arrays {

/// Reads an array of a known dtype and shape, according to the file's extension:
/// - `.npy`: the dtype must match; bfloat16 is stored as uint16 and the float8 types as uint8;
/// vector types have their lanes as an additional dimension; structs are NumPy structs with the
/// same field names, in any order and alignment, or are stored as void or bytes. Fortran order is
/// converted to C order, big-endian to little-endian.
/// - `.npz`: the same, from the member `member` (optional if there is only one).
/// - `.csv`, `.txt`, `.tsv`: numbers separated by commas, semicolons, tabs or spaces; `#` starts a
/// comment; a first line without a number is a heading. The lines of a matrix contain as many
/// numbers as its rows.
/// - anything else: raw bytes in C order, exactly as many as the array has.
/// \throws Error (project) that names the file
HostArray readArrayFile(const std::filesystem::path& file, const std::string& member,
                        const DType& dtype, const std::vector<std::int64_t>& shape);

/// Reads an array with the type in the file (.npy, .npz). \throws Error (project)
HostArray readArrayFile(const std::filesystem::path& file, const std::string& member = {});

/// Checks that writeArrayFile() can write arrays of this type and shape under this name, before
/// they are computed. \throws Error (project) that says what to write instead
void requireWritable(const std::filesystem::path& file, const DType& dtype,
                     const std::vector<std::int64_t>& shape);

/// Writes `.npy`, `.csv`, an image (`.png`, picture.h), or for any other extension raw bytes.
/// Replaces the file as a whole. \throws Error (project) if it cannot be written, or if the format
/// cannot hold the dtype (structs as CSV)
void writeArrayFile(const std::filesystem::path& file, const HostArray& array);

/// Reads bytes of a file starting at an offset, never beyond its end.
using ReadAt = std::function<void(std::size_t offset, std::span<std::byte> to)>;

/// An .npy file (format versions 1.0, 2.0, 3.0) of `size` bytes; its data is read straight into the
/// array. \throws Error (project)
HostArray readNpy(std::size_t size, const ReadAt& readAt);
/// The same from bytes in memory.
HostArray parseNpy(std::span<const std::byte> bytes);
/// The header before the array's bytes in an .npy of version 1.0.
std::string npyHeader(const HostArray& array);

/// Names of the arrays in an .npz, without their ".npy". \throws Error (project)
std::vector<std::string> npzMembers(std::span<const std::byte> archive);
/// The .npy bytes of a member, at most `limit` bytes once decompressed. \throws Error (project)
std::vector<std::byte> extractNpzMember(std::span<const std::byte> archive,
                                        const std::string& member, std::size_t limit);

/// \throws Error (project) if the text has a different number of numbers, or one that the dtype
///         cannot hold
HostArray parseCsv(std::string_view text, const DType& dtype,
                   const std::vector<std::int64_t>& shape);
/// One row per index of the outer dimensions, with the innermost dimension and lanes in the row.
std::string formatCsv(const HostArray& array);

} // namespace warpbench::arrays
