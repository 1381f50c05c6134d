// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/driver/launch/operation.h"

#include <cstdint>
#include <memory>

namespace warpbench::simgpu::driver {

class Context;
class Graph;

/// What a conditional node asks: a word of the device's memory, which kernels
/// set by cudaGraphSetConditional. A CUgraphConditionalHandle is its address.
class Condition {
  public:
    /// \param assigns  each launch begins with the default value
    /// \throws CUDA_ERROR_OUT_OF_MEMORY
    Condition(std::shared_ptr<Context> context, unsigned int defaultValue, bool assigns);
    ~Condition();
    Condition(const Condition&) = delete;
    Condition& operator=(const Condition&) = delete;

    std::uint64_t address() const noexcept { return m_address; }
    const std::shared_ptr<Context>& context() const noexcept { return m_context; }
    /// The graph that it was made for, around all bodies: its node is in there.
    std::weak_ptr<Graph> graph;
    unsigned int value() const noexcept;
    /// At the beginning of a launch.
    void assignDefault() const noexcept;

  private:
    const std::shared_ptr<Context> m_context;
    const unsigned int m_default;
    const bool m_assigns;
    std::uint64_t m_address = 0;
};

/// Runs the bodies that the condition asks for, one after the other, and waits
/// for them.
void performConditional(const Conditional& node, Context& context);

} // namespace warpbench::simgpu::driver
