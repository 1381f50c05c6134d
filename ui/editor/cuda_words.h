// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

/// The words of CUDA C++, after the CUDA C++ Programming Guide 13.0 and the CUDA Math API.
namespace warpbench::ui::cuda_words {

/// Specifiers and C++ words that the C++ lexer does not know, separated by blanks.
const QByteArray& keywords();
/// Built-in variables and functions, separated by blanks.
const QByteArray& builtins();
/// Vector types, fixed-width integers, half types, separated by blanks.
const QByteArray& types();
/// Signatures for call tips: "atomicAdd(T* address, T value)".
const QStringList& signatures();
/// All of the above by name, sorted, without double entries.
const QStringList& completions();

} // namespace warpbench::ui::cuda_words
