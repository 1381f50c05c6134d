// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <QString>

/// How a compile went, in words: whether the cache had it, and why not.
namespace warpbench::ui {

/// "from the cache", "compiled in 212 ms: header "tile.h" changed", "compiled in 212 ms".
QString compileInWords(const compile::CompileResult& result);

/// The same as a line of a list: "tile.cu for sm_90: from the cache".
/// \param file  as the user knows it
QString compileLine(const QString& file, const compile::CompileResult& result);

} // namespace warpbench::ui
