// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpbench::compile {

/// A kernel as the source text spells it.
struct ScannedKernel {
    KernelInfo info; ///< name with its namespaces, line of the name, parameters' names and types
    bool isTemplate = false;
    std::vector<std::string> templateParameters{}; ///< names of its types; empty names: of numbers
    bool isDefinition = false;                     ///< has a body
    bool hasLoop = false;                          ///< in the body itself, not in what it calls
};

/// The kernels of a source text; see scanKernels(), which is this without the flags.
std::vector<ScannedKernel> scanSource(std::string_view source);

/// Fills pointer, pointee and pointeeConst from a type's spelling ("const float *").
void classifyType(Parameter& parameter);

} // namespace warpbench::compile
