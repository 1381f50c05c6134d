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

    /// The launch has ended well. Without this it is written as failed.
    void succeed();

  private:
    class Turn;
    class Record;
    std::unique_ptr<Turn> m_turn;     ///< no other kernel runs beside a captured one
    std::unique_ptr<Record> m_record; ///< null: this launch is not captured
};

bool launchesAreCaptured();

/// Where a device's memory should begin: if launches are captured, at a fixed address that programs
/// do not use, so that a later run finds it free and pointers in memory stay right. Else 0.
std::uint64_t memoryPlaceForCapture(int ordinal);

} // namespace warpbench::simgpu::driver
