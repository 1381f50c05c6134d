// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/engine.h"

namespace warpbench::simgpu::engine {

/// PTX that is to be linked, and what errors call it.
struct NamedText {
    std::string_view text;
    std::string_view name; ///< may be empty
};

/// As load, for texts with names. What a link misses is told in the words of NVIDIA's driver, with
/// the name of the first text that uses it.
LoadResult load(std::span<const NamedText> texts, const MachineModel& model,
                std::shared_ptr<DeviceMemory> memory);

} // namespace warpbench::simgpu::engine
