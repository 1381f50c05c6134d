// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/launch/launch_list.h"

#include "core/simgpu/driver/image/module.h"
#include "core/simgpu/driver/launch/launch.h"

namespace warpbench::simgpu::driver {

launch_files::ListedLaunch listedOf(const KernelLaunch& launch) {
    return {launch.function->info().name, launch.grid,       launch.block, launch.cluster,
            launch.dynamicShared,         launch.cooperative};
}

void listLaunch(const KernelLaunch& launch) {
    if (auto* list = launch_files::LaunchList::ofProcess("WARPBENCH_SIMGPU_LAUNCHES"))
        list->add(listedOf(launch));
}

} // namespace warpbench::simgpu::driver
