// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/graph/graph.h"

#include <string>

namespace warpbench::simgpu::driver {

/// A graph in the DOT language (graphviz.org): a box for each node with its type, its number, and
/// what it works on; child graphs as clusters.
/// \param flags  of CUgraphDebugDot_flags: VERBOSE adds sizes and addresses, HANDLES the handles
std::string dotOf(const Graph& graph, unsigned int flags);

} // namespace warpbench::simgpu::driver
