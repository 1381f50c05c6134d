// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace warpbench::bench {

/// One kernel at one size: its buffers, its launch, and what counts as an item of work.
struct Workload {
    std::string kernel;
    std::size_t inputs = 0; ///< buffers read, each of `inputElements` floats
    std::size_t inputElements = 0;
    std::size_t outputElements = 0; ///< of the one buffer written, 4 bytes each
    std::vector<int> scalars;       ///< after the buffers
    std::size_t global[2] = {1, 1}; ///< threads
    std::size_t local[2] = {1, 1};  ///< threads of a block
    double items = 0;               ///< multiply-adds for matmul, else work-items
};

/// `scale` 1 is the size that simulators with native code or vectors are measured at; slower ones
/// get less work for the same rates.
std::vector<Workload> workloads(double scale);

/// The inputs' i-th element, the same for everyone.
float inputElement(std::size_t i);

/// Something that runs the four kernels.
class Simulator {
  public:
    virtual ~Simulator() = default;
    virtual std::string name() const = 0;
    /// Makes buffers and arguments ready.
    virtual void prepare(const Workload& workload) = 0;
    /// Launches and waits.
    virtual void run() = 0;
    virtual std::vector<float> output() = 0;
};

/// Null, with the reason, where it is not installed.
/// \param platform  part of the OpenCL platform's name; `library` its driver
std::unique_ptr<Simulator> makeOpenCl(const std::string& platform, const std::string& name,
                                      std::string& problem);

} // namespace warpbench::bench
