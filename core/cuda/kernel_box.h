// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context_state.h"

#include <cuda.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace warpbench::cuda {

/// A function of a module, which it keeps loaded. A module has one for each of its functions, so
/// that attributes set on a function apply to all users.
class KernelBox {
  public:
    KernelBox(std::shared_ptr<ObjectBox> owner, CUfunction handle, std::string kernelName)
        : module(std::move(owner))
        , function(handle)
        , name(std::move(kernelName)) {}

    const std::shared_ptr<ObjectBox> module;
    const CUfunction function;
    const std::string name;
    /// The last values passed to cuFuncSetAttribute, so that a launch only sets changes.
    std::optional<std::uint32_t> maxDynamicShared;
};

} // namespace warpbench::cuda
