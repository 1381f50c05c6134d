// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/compile/host_code.h"

#include <vector>

namespace warpbench::compile {

/// Extends `identifier "x" is undefined` with what the user most likely meant: the replacement of
/// an operation that CUDA 9 removed, or a similar name in CUDA or the program. Points to `extern
/// __shared__` if a shared array does not have a constant size. Call it after explainHostCode(),
/// whose reasons take precedence.
void explainUndefinedNames(std::vector<Diagnostic>& diagnostics, const DeviceCode& code);

} // namespace warpbench::compile
