// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/module.h"
#include "core/report/device_run.h"

#include <array>
#include <cstdint>

namespace warpbench::session {

inline cuda::Dim3 dim3(const std::array<std::uint32_t, 3>& value) {
    return {value[0], value[1], value[2]};
}

/// The code of a run, linked if it has several parts. Loaded again for every run, so that its
/// variables start with their first values.
/// \throws CudaError; Error (device) with advice for a file that was given in place of a source
cuda::Module loadCode(const cuda::Context& context, const DeviceRunRequest& request);

/// Code of Warpbench's own. \throws CudaError
cuda::Module loadPart(const cuda::Context& context, const DeviceCodePart& code);

} // namespace warpbench::session
