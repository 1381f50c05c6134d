// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/launch_files/launch_list.h"
#include "core/recorder/loaded_code.h"

#include <cuda.h>

namespace warpbench::recorder {

/// What a program asks the driver for.
struct LaunchCall {
    CUfunction function = nullptr; ///< or a CUkernel
    launch_files::Extent grid{}, block{};
    unsigned int sharedBytes = 0; ///< dynamic
    CUstream stream = nullptr;
    const CUlaunchAttribute* attributes = nullptr;
    unsigned int attributeCount = 0;
    bool isCooperative = false;
    void** parameters = nullptr; ///< a pointer to each; or
    void** extra = nullptr;      ///< all of them packed
};

launch_files::ListedLaunch listedOf(const LaunchCall& call, const KernelFacts& kernel);

/// An attribute of a kernel; 0 where the driver has none of it.
int attributeOf(const KernelFacts& kernel, CUfunction_attribute attribute);

} // namespace warpbench::recorder
