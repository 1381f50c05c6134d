// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/passes/cfg.h"

#include <cstdint>
#include <vector>

namespace warpbench::simgpu::ptx {

/// Which blocks of a function come before others on every path from the entry.
class Dominators {
  public:
    /// Takes nearly linear time, whatever the graph (Lengauer and Tarjan 1979, the simple version).
    explicit Dominators(const ControlFlowGraph& graph);

    /// Whether every path to a block leads through another, or is that block. True if there is no
    /// path.
    bool isAlwaysBefore(std::uint32_t block, std::uint32_t later) const;

  private:
    /// A subtree of the dominator tree, as a range of its preorder.
    struct Subtree {
        std::uint32_t first = 0, size = 0; ///< no size: unreachable
    };
    std::vector<Subtree> m_subtrees; ///< by block
};

} // namespace warpbench::simgpu::ptx
