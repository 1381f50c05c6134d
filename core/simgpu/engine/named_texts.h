// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/engine.h"

namespace warpbench::simgpu::engine {

/// A PTX text to be linked, and its name in errors.
struct NamedText {
    std::string_view text;
    std::string_view name; ///< may be empty
};

/// Like load, for named texts. Unresolved symbols are reported in the words of NVIDIA's driver,
/// with the name of the first text that uses them.
LoadResult load(std::span<const NamedText> texts, const MachineModel& model,
                std::shared_ptr<DeviceMemory> memory);

} // namespace warpbench::simgpu::engine
