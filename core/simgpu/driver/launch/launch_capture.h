// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>

namespace warpbench::simgpu::driver {

class Context;
struct KernelLaunch;

/// Writes launches of a program that does not use wbsim.h to files, with all memory that they can
/// reach, before and after the launch. The environment selects the launches:
///
/// - WARPBENCH_SIMGPU_CAPTURE=FOLDER (must exist): each launch gets a subfolder "0", "1", …;
/// - WARPBENCH_SIMGPU_CAPTURE_KERNEL=NAME or NAME#N: launch number N (from 1) of kernels with that
///   name, mangled or not, with or without namespaces and template arguments; *: the first launch
///   of each kernel;
/// - WARPBENCH_SIMGPU_CAPTURE_LIMIT=BYTES: reachable memory of all captured launches together; a
///   launch that exceeds it is not written.
///
/// A launch's folder contains launch.json, the module's PTX, and two files for each reachable
/// allocation and each module variable: N.before and N.after. Memory is reachable if the
/// parameters, a module variable or other reachable memory contain its address.
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

/// The preferred start of a device's memory. If launches are captured, a fixed address that
/// programs do not use, so that a replay can map it and pointers in memory stay valid. Otherwise 0.
std::uint64_t memoryPlaceForCapture(int ordinal);

} // namespace warpbench::simgpu::driver
