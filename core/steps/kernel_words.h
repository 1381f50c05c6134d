// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/arrays/dtype.h"
#include "core/expression/expression.h"
#include "core/project/project.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// The input and output of generated kernels: assignments, and the vocabulary of CUDA C++.
namespace warpbench::project {

/// The types that a generated kernel computes in.
enum class Compute { int32, uint32, int64, uint64, float32, float64, complex64, complex128 };

/// C++ functions of real numbers; NVRTC overloads them for float.
const std::map<Function, const char*>& realFunctions();
/// A scalar type in CUDA C++; null for types that need a header.
const char* typeName(arrays::Scalar scalar);
arrays::Scalar scalarOf(Compute compute);
/// A type of this size that a thread loads at once. \param bytes  a power of 2 up to 16
const char* carrierOf(std::size_t bytes);
/// Eight hexadecimal digits that identify a text.
std::string digestOf(std::string_view text);
/// Replaces a word in a text wherever it occurs.
std::string replaced(std::string text, std::string_view word, std::string_view by);
/// Without blanks at either end.
std::string_view trimmed(std::string_view text);

struct Assignment {
    std::string target;
    Place place;
    Formula value;
};

/// The assignments of a line. \throws Error (project) if any part is not an assignment
std::vector<Assignment> parseAssignments(const Expression& text);

} // namespace warpbench::project
