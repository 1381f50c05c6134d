// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>

namespace warpbench::simgpu::driver {

class Context;
struct KernelLaunch;

/// Writes launches of a program that does not know wbsim.h into files, with all memory that they
/// can reach, before and after. The environment says which:
///
/// - WARPBENCH_SIMGPU_CAPTURE=FOLDER, which exists: each launch gets a folder "0", "1", … in it;
/// - WARPBENCH_SIMGPU_CAPTURE_KERNEL=NAME or NAME#N: the launch number N (from 1) of the kernels of
///   that name, mangled or not, with or without namespaces and template arguments; *: the first one
///   of each kernel;
/// - WARPBENCH_SIMGPU_CAPTURE_LIMIT=BYTES: of memory that all of them together reach; a launch that
///   does not fit is not written.
///
/// A launch's folder has launch.json, the module's PTX, and a file for each reachable allocation
/// and each variable of the module: N.before and N.after. Memory is reachable where the parameters,
/// a variable of the module or other reachable memory hold its address.
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
