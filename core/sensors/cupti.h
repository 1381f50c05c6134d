// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/platform/dynamic_library.h"

#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace warpbench::cuda {

/// CUPTI, NVIDIA's library for a GPU's counters, loaded at run time: its range
/// profiler, available since CUDA 12.6. Members have the names of the functions in its
/// header.
class Cupti {
  public:
    /// Loads the first one that works; it stays loaded. \param candidates  files or bare names
    /// \throws Error (environment) if none works, with the error of the last
    static std::shared_ptr<const Cupti> open(const std::vector<std::filesystem::path>& candidates);

    /// \throws Error (environment) unless the call succeeded, naming it and the remedy
    void check(CUptiResult result, const char* call) const;
    const std::filesystem::path& path() const noexcept { return m_library.path(); }

  private:
    explicit Cupti(platform::DynamicLibrary library);

    platform::DynamicLibrary m_library;

  public:
// NOLINTNEXTLINE(bugprone-macro-parentheses): it is the name of a member
#define WARPBENCH_CUPTI(name) decltype(&::name) name = m_library.function<decltype(::name)>(#name)
    WARPBENCH_CUPTI(cuptiGetErrorMessage);
    WARPBENCH_CUPTI(cuptiProfilerInitialize);
    WARPBENCH_CUPTI(cuptiDeviceGetChipName);
    WARPBENCH_CUPTI(cuptiProfilerGetCounterAvailability);
    WARPBENCH_CUPTI(cuptiProfilerHostInitialize);
    WARPBENCH_CUPTI(cuptiProfilerHostDeinitialize);
    WARPBENCH_CUPTI(cuptiProfilerHostGetBaseMetrics);
    WARPBENCH_CUPTI(cuptiProfilerHostConfigAddMetrics);
    WARPBENCH_CUPTI(cuptiProfilerHostGetConfigImageSize);
    WARPBENCH_CUPTI(cuptiProfilerHostGetConfigImage);
    WARPBENCH_CUPTI(cuptiProfilerHostGetNumOfPasses);
    WARPBENCH_CUPTI(cuptiProfilerHostEvaluateToGpuValues);
    WARPBENCH_CUPTI(cuptiRangeProfilerEnable);
    WARPBENCH_CUPTI(cuptiRangeProfilerDisable);
    WARPBENCH_CUPTI(cuptiRangeProfilerGetCounterDataSize);
    WARPBENCH_CUPTI(cuptiRangeProfilerCounterDataImageInitialize);
    WARPBENCH_CUPTI(cuptiRangeProfilerSetConfig);
    WARPBENCH_CUPTI(cuptiRangeProfilerStart);
    WARPBENCH_CUPTI(cuptiRangeProfilerStop);
    WARPBENCH_CUPTI(cuptiRangeProfilerDecodeData);
    WARPBENCH_CUPTI(cuptiRangeProfilerGetCounterDataInfo);
    WARPBENCH_CUPTI(cuptiRangeProfilerCounterDataGetRangeInfo);
#undef WARPBENCH_CUPTI
};

} // namespace warpbench::cuda
