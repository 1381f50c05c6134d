// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/memory.h"
#include "core/cuda/module.h"
#include "core/launch/arguments.h"

#include <atomic>
#include <cstdint>
#include <vector>

namespace warpbench::calibrate {

/// A launch of one of the kernels. Its last argument is how often its work is repeated.
struct Work {
    const char* kernel = nullptr;
    std::uint64_t blocks = 1;
    unsigned threads = 256;
    unsigned sharedBytes = 0;
    std::vector<launch::ArgumentValue> arguments = {}; ///< without the last one
};

launch::ArgumentValue pointerTo(const cuda::DeviceMemory& memory);
launch::ArgumentValue number(std::uint32_t value);

/// Launches kernels and measures them by events.
class Measurement {
  public:
    Measurement(const cuda::Context& context, const cuda::Module& kernels,
                const std::atomic<bool>& cancel);

    /// Nanoseconds of a launch, the median of several.
    double ns(const Work& work, unsigned times) const;
    /// Nanoseconds of one repetition: of many against few, so that what every launch costs cancels
    /// out. As many repetitions as take some milliseconds.
    double nsEach(const Work& work) const;
    /// Launches a kernel once whose first argument is an array of 64-bit numbers. \returns it
    std::vector<std::uint64_t> results(Work work, unsigned times, std::size_t count) const;

    const cuda::Context& context() const noexcept { return m_context; }
    std::uint64_t attribute(CUdevice_attribute which) const;
    /// Blocks that an SM runs at once.
    std::uint64_t residentBlocks(const Work& work) const;
    cuda::DeviceMemory allocate(std::uint64_t bytes) const;
    void fill(const cuda::DeviceMemory& memory) const;

  private:
    struct Ready;

    const cuda::Context& m_context;
    const cuda::Module& m_kernels;
    const std::atomic<bool>& m_cancel;
    cuda::Stream m_stream;
};

} // namespace warpbench::calibrate
