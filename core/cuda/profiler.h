// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"
#include "core/cuda/stream.h"

#include <string_view>

/// Names for a profiler that watches this program, so that it shows the project's names and
/// looks where it is meant to. Where none watches, each costs a comparison.
namespace warpbench::cuda {

/// A range of this thread's work that a profiler shows by name (NVTX, as Nsight Systems and Nsight
/// Compute read it). Ranges nest. A profiler is found as NVTX's own header finds it: it puts its
/// library's path into the environment as NVTX_INJECTION64_PATH.
class ProfilerRange {
  public:
    /// \param what  "Uploading"  \param of  "a"; may be empty
    explicit ProfilerRange(std::string_view what, std::string_view of = {});
    ~ProfilerRange();
    ProfilerRange(const ProfilerRange&) = delete;
    ProfilerRange& operator=(const ProfilerRange&) = delete;

  private:
    bool m_open = false;
};

/// How a profiler shows a stream.
void nameForProfiler(const Stream& stream, std::string_view name);

/// The part of a run that a profiler is to look at which was started to wait for one (`nsys profile
/// --capture-range=cudaProfilerApi`, `ncu --profile-from-start off`): cuProfilerStart to
/// cuProfilerStop.
class ProfiledSection {
  public:
    /// \throws CudaError
    explicit ProfiledSection(const Context& context);
    ~ProfiledSection();
    ProfiledSection(const ProfiledSection&) = delete;
    ProfiledSection& operator=(const ProfiledSection&) = delete;

  private:
    Context m_context;
};

} // namespace warpbench::cuda
