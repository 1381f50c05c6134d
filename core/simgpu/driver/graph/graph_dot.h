// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/graph/graph.h"

#include <string>

namespace warpbench::simgpu::driver {

/// A graph in the DOT language (graphviz.org): each node is a box with its type, number and
/// operands; child graphs are clusters.
/// \param flags  of CUgraphDebugDot_flags: VERBOSE adds sizes and addresses, HANDLES the handles
std::string dotOf(const Graph& graph, unsigned int flags);

} // namespace warpbench::simgpu::driver
