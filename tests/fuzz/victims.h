// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// What the fuzz targets do with an input, and what the ordinary tests replay over their corpora.
/// Each accepts any bytes whatever: an input may be refused, but by the error that the interface
/// documents and by nothing else.
namespace warpbench::fuzz {

/// The PTX parser: a module or what is wrong, never both. A module can be analysed, and printed so
/// that it reads back as the same. \throws std::logic_error where that does not hold
void tryPtx(std::string_view input);

/// The simulated driver: loads the input as a module and launches each of its kernels, plainly and
/// with all checks and metrics, with little memory and little time. \throws std::logic_error where
/// the driver answers what it must not
void tryModule(std::string_view input);

/// A project file where the input begins with '{': read, written, read back, planned, its buffers
/// filled. Else an expression, parsed by all rules and evaluated as a number and over elements.
/// \throws std::logic_error where a project does not read back as it was written
void tryProject(std::string_view input);

/// Array files: .npy, .npz and .csv. \throws std::logic_error where an array does not read back as
/// it was written
void tryArrays(std::string_view input);

/// A foreign .cu file: removes host code, finds kernels and guesses a set-up. \throws
/// std::logic_error if line numbers change, if the guess is not a valid project, or if an
/// unplannable set-up raises no question
void tryProgram(std::string_view input);

/// Core's readers of compiled code: cubins with their line tables and debugging entries, fat
/// binaries and what is packed in them.
void tryBinary(std::string_view input);

/// The text of a layout, and a source whose structs are layouts. \throws std::logic_error if a
/// member is outside of its record
void tryLayout(std::string_view input);

/// A message between the processes of one installation, read as each kind there is.
void tryMessage(std::string_view input);

} // namespace warpbench::fuzz
