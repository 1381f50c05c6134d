// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace warpbench::programs {

/// The default simulated GPU for programs: WARPBENCH_SIMGPU, or else "h200". May be several,
/// separated by commas.
std::string defaultModel();

/// 90 for an H200; the first one's for several models. \throws Error (usage) if a model is unknown
int computeCapabilityOf(const std::string& models);

/// The simulated GPU that is most like a real one: the one of its name, else one of its compute
/// capability or of the next lower one.
/// \param device  "NVIDIA H200"
std::string modelFor(const std::string& device, int computeCapability);

} // namespace warpbench::programs
