// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <QString>

/// The result of a compile in words: whether it came from the cache, and if not, why.
namespace warpbench::ui {

/// "from the cache", "compiled in 212 ms: header "tile.h" changed", "compiled in 212 ms".
QString compileInWords(const compile::CompileResult& result);

/// The same as a line for a list: "tile.cu for sm_90: from the cache".
/// \param file  as shown to the user
QString compileLine(const QString& file, const compile::CompileResult& result);

} // namespace warpbench::ui
