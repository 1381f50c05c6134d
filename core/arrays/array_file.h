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

/// Arrays in files. Files may be hostile: whatever they hold, the result is an array or an Error
/// (project) that says what is wrong, and memory is only asked for what the file really has.
namespace warpbench::memory {

/// Reads an array of a known dtype and shape, by the file's ending:
/// - `.npy`: the dtype must be the same; bfloat16 lies as uint16 and the float8 types as uint8;
///   vector types have their lanes as one more dimension; structs have NumPy's fields of
///   the same names, in any order and alignment, or lie as its void or as bytes.
///   Fortran order is turned into C order, big-endian into little-endian.
/// - `.npz`: the same, from the member `member` (may be left out where there is only one).
/// - `.csv`, `.txt`, `.tsv`: numbers separated by commas, semicolons, tabs or spaces; `#` starts a
///   comment; a first line without a number is a heading. The lines of a matrix have as many
///   numbers as its rows.
/// - anything else: the raw bytes in C order, exactly as many as the array has.
/// \throws Error (project) with the file's name
HostArray readArrayFile(const std::filesystem::path& file, const std::string& member,
                        const DType& dtype, const std::vector<std::int64_t>& shape);

/// Reads an array as the file describes it (.npy, .npz). \throws Error (project)
HostArray readArrayFile(const std::filesystem::path& file, const std::string& member = {});

/// Checks that writeArrayFile() can write arrays of this type and shape under this name, before the
/// work that makes them. \throws Error (project) that says what to write instead
void requireWritable(const std::filesystem::path& file, const DType& dtype,
                     const std::vector<std::int64_t>& shape);

/// Writes `.npy`, `.csv`, a picture (`.png`, picture.h), or for any other ending raw bytes. The
/// file is replaced as a whole. \throws Error (project) if it cannot be written, or if the format
/// cannot hold the dtype (structs as CSV)
void writeArrayFile(const std::filesystem::path& file, const HostArray& array);

/// Reads bytes of a file from an offset on; never beyond its end.
using ReadAt = std::function<void(std::size_t offset, std::span<std::byte> to)>;

/// An .npy file (format versions 1.0, 2.0, 3.0) of so many bytes, its data read to where they stay.
/// \throws Error (project)
HostArray readNpy(std::size_t size, const ReadAt& readAt);
/// The same from bytes in memory.
HostArray parseNpy(std::span<const std::byte> bytes);
/// What is before the array's bytes in an .npy of version 1.0.
std::string npyHeader(const HostArray& array);

/// Names of the arrays in an .npz, without their ".npy". \throws Error (project)
std::vector<std::string> npzMembers(std::span<const std::byte> archive);
/// The .npy bytes of a member, at most `limit` of them once inflated. \throws Error (project)
std::vector<std::byte> extractNpzMember(std::span<const std::byte> archive,
                                        const std::string& member, std::size_t limit);

/// \throws Error (project) where the text has not just as many numbers, or one that the dtype
///         cannot hold
HostArray parseCsv(std::string_view text, const DType& dtype,
                   const std::vector<std::int64_t>& shape);
/// A row per index of the outer dimensions, the innermost dimension and lanes along the row.
std::string formatCsv(const HostArray& array);

} // namespace warpbench::memory
