// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cuda.h>

#include <string>

namespace warpbench::cuda {

class Driver;

/// A call of the CUDA driver that failed: which one, with what, on which device, what the driver
/// says of it, and what to do.
class CudaError : public Error {
  public:
    /// \param call    the function as CUDA names it, "cuMemAlloc"
    /// \param object  what it was called for, "4096 bytes", "kernel \"scale\""; may be empty
    /// \param device  the device's name; empty where there is none
    /// \param detail  further text of the driver (a JIT log); may be empty
    CudaError(const Driver& driver, CUresult code, std::string call, std::string object = {},
              std::string device = {}, std::string detail = {});

    CUresult code() const noexcept { return m_code; }
    const std::string& symbol() const noexcept { return m_symbol; } ///< "CUDA_ERROR_OUT_OF_MEMORY"
    const std::string& call() const noexcept { return m_call; }
    const std::string& object() const noexcept { return m_object; }
    const std::string& device() const noexcept { return m_device; }
    const std::string& detail() const noexcept { return m_detail; }
    /// The context, and on a real GPU the whole process, cannot use CUDA any more.
    bool sticky() const noexcept { return isSticky(m_code); }

    /// Codes after which every later call fails with the same code (cuda.h: "The context cannot be
    /// used … any existing device memory allocations from this context are invalid").
    static bool isSticky(CUresult code) noexcept;
    /// What drivers answer where a GPU has fallen off the bus or is being reset, whatever is asked:
    /// a process that knew it before does not find it again.
    static bool mayBeOfAGoneDevice(CUresult code) noexcept;

  protected:
    /// With another remedy, for errors that know more.
    CudaError(const Driver& driver, CUresult code, std::string call, std::string text,
              std::string remedy, std::string object, std::string device);

  private:
    CUresult m_code;
    std::string m_symbol;
    std::string m_call;
    std::string m_object;
    std::string m_device;
    std::string m_detail;
};

/// What a user can do about a code; empty where nothing general can be said.
/// \param simulated  whether the driver is the simulated one
std::string remedyFor(CUresult code, bool simulated);

} // namespace warpbench::cuda
