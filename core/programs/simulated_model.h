// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace warpbench::programs {

/// The simulated GPU that programs run on unless something else is asked for: WARPBENCH_SIMGPU,
/// else "h200". May be several, with commas between.
std::string defaultModel();

/// 90 for an H200; of several models, of the first. \throws Error (usage) for an unknown one
int computeCapabilityOf(const std::string& models);

/// The simulated GPU that is most like a real one: the one of its name, else one of its compute
/// capability or of the next lower one.
/// \param device  "NVIDIA H200"
std::string modelFor(const std::string& device, int computeCapability);

} // namespace warpbench::programs
