// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace warpbench::programs {

/// The default simulated GPU for programs: WARPBENCH_SIMGPU, or else "h200". May be several,
/// separated by commas.
std::string defaultModel();

/// 90 for an H200; the first one's for several models. \throws Error (usage) if a model is unknown
int computeCapabilityOf(const std::string& models);

} // namespace warpbench::programs
