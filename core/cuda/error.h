// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cuda.h>

#include <string>

namespace warpbench::cuda {

class Driver;

/// A failed call of the CUDA driver: the call, its operands and device, the driver's message, and
/// the remedy.
class CudaError : public Error {
  public:
    /// \param call  the function's name in CUDA, "cuMemAlloc"
    /// \param object  what it was called for, "4096 bytes", "kernel \"scale\""; may be empty
    /// \param device  the device's name; empty if there is none
    /// \param detail  additional text from the driver (a JIT log); may be empty
    CudaError(const Driver& driver, CUresult code, std::string call, const ErrorText& object = {},
              const ErrorText& device = {}, std::string detail = {});

    /// The driver's code; code() is ours.
    CUresult result() const noexcept { return m_code; }
    const std::string& symbol() const noexcept { return m_symbol; } ///< "CUDA_ERROR_OUT_OF_MEMORY"
    const std::string& call() const noexcept { return m_call; }
    const std::string& object() const noexcept { return m_object; }
    const std::string& device() const noexcept { return m_device; }
    const std::string& detail() const noexcept { return m_detail; }
    /// The context, and on a real GPU the whole process, can no longer use CUDA.
    bool sticky() const noexcept { return isSticky(m_code); }

    /// Codes after which every later call fails with the same code (cuda.h: "The context cannot be
    /// used … any existing device memory allocations from this context are invalid").
    static bool isSticky(CUresult code) noexcept;
    /// Codes that drivers return for any call if a GPU has fallen off the bus or is being reset: a
    /// process that used it before cannot find it again.
    static bool mayBeOfAGoneDevice(CUresult code) noexcept;

  protected:
    /// With another text and remedy, for more specific errors.
    CudaError(ErrorText said, const Driver& driver, CUresult code, std::string call,
              const ErrorText& object, const ErrorText& device);

  private:
    CUresult m_code;
    std::string m_symbol;
    std::string m_call;
    std::string m_object;
    std::string m_device;
    std::string m_detail;
};

/// What a user can do about a code; empty if there is no general advice.
/// \param simulated  whether the driver is the simulated one
ErrorText remedyFor(CUresult code, bool simulated);

} // namespace warpbench::cuda
