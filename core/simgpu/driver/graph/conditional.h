// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/launch/operation.h"

#include <cstdint>
#include <memory>

namespace warpbench::simgpu::driver {

class Context;
class Graph;

/// The condition of a conditional node: a word in device memory that kernels set with
/// cudaGraphSetConditional. A CUgraphConditionalHandle is its address.
class Condition {
  public:
    /// \param assigns  each launch starts with the default value
    /// \throws CUDA_ERROR_OUT_OF_MEMORY
    Condition(std::shared_ptr<Context> context, unsigned int defaultValue, bool assigns);
    ~Condition();
    Condition(const Condition&) = delete;
    Condition& operator=(const Condition&) = delete;

    std::uint64_t address() const noexcept { return m_address; }
    const std::shared_ptr<Context>& context() const noexcept { return m_context; }
    /// The graph it was created for, outside all bodies; its node is somewhere in there.
    std::weak_ptr<Graph> graph;
    unsigned int value() const noexcept;
    /// At the start of a launch.
    void assignDefault() const noexcept;

  private:
    const std::shared_ptr<Context> m_context;
    const unsigned int m_default;
    const bool m_assigns;
    std::uint64_t m_address = 0;
};

/// Runs the bodies that the condition selects, one after the other, and waits for
/// them.
void performConditional(const Conditional& node, Context& context);

} // namespace warpbench::simgpu::driver
