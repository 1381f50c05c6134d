// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/compile/host_code.h"

#include <vector>

namespace warpbench::compile {

/// Adds to `identifier "x" is undefined` what the user most likely meant: the operation that took
/// the place of one that CUDA 9 removed, or a name of CUDA or of the program that is spelled
/// nearly so. Points to `extern __shared__` where a shared array has no constant size. To be called
/// after explainHostCode(), whose reasons come first.
void explainUndefinedNames(std::vector<Diagnostic>& diagnostics, const DeviceCode& code);

} // namespace warpbench::compile
