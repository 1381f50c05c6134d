// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"
#include "core/cuda/stream.h"

#include <string_view>

/// Names for a profiler that observes this program, so that it shows the project's names and
/// profiles the intended section. Without a profiler, each call costs a comparison.
namespace warpbench::cuda {

/// A range of this thread's work that a profiler shows by name (NVTX, as supported by Nsight
/// Systems and Nsight Compute). Ranges nest. A profiler is found in the same way as by NVTX's own
/// header: it sets NVTX_INJECTION64_PATH in the environment to its library's path.
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

/// Sets the name of a stream in a profiler.
void nameForProfiler(const Stream& stream, std::string_view name);

/// The part of a run for a profiler that waits for one (`nsys profile
/// --capture-range=cudaProfilerApi`, `ncu --profile-from-start off`): from cuProfilerStart to
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
