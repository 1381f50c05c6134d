// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

/// The words of CUDA C++ as the lexer colours them, separated by blanks; see cuda_names.h.
namespace warpbench::ui::cuda_words {

/// Specifiers, and words of C++ that the lexer does not know.
const QByteArray& keywords();
/// Built-in variables, functions and macros.
const QByteArray& builtins();
/// Vector types, fixed-width integers, half types.
const QByteArray& types();

} // namespace warpbench::ui::cuda_words
