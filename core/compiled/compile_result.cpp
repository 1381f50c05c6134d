// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/compile_result.h"

#include <algorithm>

namespace warpbench::compile {

bool KernelInfo::isCalled(const std::string& launched) const {
    return name == launched || lowered == launched ||
           std::find(otherNames.begin(), otherNames.end(), launched) != otherNames.end();
}

const KernelInfo* CompileResult::kernel(const std::string& name) const {
    for (const KernelInfo& kernel : kernels)
        if (kernel.isCalled(name))
            return &kernel;
    return nullptr;
}

} // namespace warpbench::compile
