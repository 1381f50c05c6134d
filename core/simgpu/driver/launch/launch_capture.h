// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>

namespace warpbench::simgpu::driver {

class Context;
struct KernelLaunch;

/// Writes launches of a program that does not know wbsim.h into files, with all memory that they
/// can reach, before and after. The environment says which: WARPBENCH_SIMGPU_CAPTURE and the
/// other variables of core/launch_files/capture_choice.h.
class LaunchCapture {
  public:
    LaunchCapture(const KernelLaunch& launch, Context& context);
    ~LaunchCapture();
    LaunchCapture(const LaunchCapture&) = delete;
    LaunchCapture& operator=(const LaunchCapture&) = delete;

    /// Marks the launch as successful. Otherwise it is written as failed.
    void succeed();

  private:
    class Turn;
    class Record;
    std::unique_ptr<Turn> m_turn;     ///< no other kernel runs concurrently with a captured one
    std::unique_ptr<Record> m_record; ///< null: this launch is not captured
};

bool launchesAreCaptured();

/// The preferred start of a device's memory if launches are captured: a fixed address that programs
/// do not use, so that a replay can map it and pointers in memory stay valid. Otherwise 0.
std::uint64_t memoryPlaceForCapture(int ordinal);

} // namespace warpbench::simgpu::driver
