// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda.h>

#include <cstdint>
#include <string>

namespace warpbench::cuda {

class Driver;

/// A device of a driver. A plain value; queries do not need a context and work on any thread.
class Device {
  public:
    Device(const Driver& driver, int ordinal, CUdevice handle) noexcept
        : m_driver(&driver)
        , m_ordinal(ordinal)
        , m_handle(handle) {}

    const Driver& driver() const noexcept { return *m_driver; }
    int ordinal() const noexcept { return m_ordinal; } ///< within its driver
    CUdevice handle() const noexcept { return m_handle; }
    bool simulated() const noexcept;

    /// All throw CudaError.
    std::string name() const;
    int attribute(CUdevice_attribute attribute) const;
    /// 0 if this driver does not know the attribute.
    int attributeOrZero(CUdevice_attribute attribute) const noexcept;
    int ccMajor() const;
    int ccMinor() const;
    std::uint64_t totalMemoryBytes() const;
    /// "0000:3b:00.0"
    std::string pciBusId() const;
    /// "GPU-8f2c…", as shown by nvidia-smi
    std::string uuid() const;
    bool canAccessPeer(const Device& peer) const;

    bool operator==(const Device&) const = default;

  private:
    const Driver* m_driver;
    int m_ordinal;
    CUdevice m_handle;
};

} // namespace warpbench::cuda
