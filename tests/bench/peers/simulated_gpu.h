// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"
#include "core/cuda/kernel.h"
#include "core/cuda/memory.h"
#include "core/cuda/module.h"
#include "core/cuda/stream.h"
#include "tests/bench/peers/workload.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::bench {

/// The four kernels of kernels.h as PTX, compiled now.
std::string compiledKernels();

/// Warpbench's own.
class SimulatedGpu : public Simulator {
  public:
    /// \throws std::exception without the library or a compiler
    SimulatedGpu();

    std::string name() const override { return "simulated GPU"; }
    void prepare(const Workload& workload) override;
    void run() override;
    std::vector<float> output() override;

    /// For the runs that follow.
    void setMetrics(bool on);
    void setProfiling(bool on);
    void setChecks(std::uint32_t mask); ///< of wbsimCheck
    void setOneThread(bool on);
    /// So that the next run's stores change memory.
    void clearOutput();
    /// Loads and unloads a module.
    void load(const std::string& ptx);

  private:
    cuda::Context m_context;
    cuda::Module m_module;
    cuda::Stream m_stream;
    std::optional<cuda::Kernel> m_kernel;
    Workload m_workload;
    std::vector<cuda::DeviceMemory> m_buffers;
    std::vector<CUdeviceptr> m_pointers;
    std::vector<void*> m_arguments;
};

/// Null, with the reason, where it does not work.
std::unique_ptr<SimulatedGpu> makeSimulatedGpu(std::string& problem);

} // namespace warpbench::bench
