// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/stream.h"

#include <cuda.h>

#include <cstddef>
#include <memory>

/// Memory on the device and page-locked host memory. Copies of an object share the memory, which is
/// freed with the last one. Sizes are in bytes. All functions throw CudaError.
namespace warpbench::cuda {

class ObjectBox;

/// A separate allocation of device memory (cuMemAlloc). Pools are in core/memory/device_pool.h.
class DeviceMemory {
  public:
    /// \param bytes  0 allocates one byte, so that the address is valid
    static DeviceMemory allocate(const Context& context, std::size_t bytes);
    /// Rows that start `pitch()` bytes apart, a good layout for copies and textures.
    static DeviceMemory allocatePitched(const Context& context, std::size_t rowBytes,
                                        std::size_t rows, unsigned elementBytes);

    CUdeviceptr pointer() const noexcept;
    std::size_t size() const noexcept { return m_size; }
    std::size_t pitch() const noexcept { return m_pitch; } ///< 0 if not pitched
    const ContextPtr& contextState() const noexcept;

  private:
    DeviceMemory(std::shared_ptr<ObjectBox> box, std::size_t size, std::size_t pitch) noexcept;

    std::shared_ptr<ObjectBox> m_box;
    std::size_t m_size;
    std::size_t m_pitch;
};

/// Page-locked host memory (cuMemHostAlloc), usable from every context.
class HostMemory {
  public:
    /// \param flags  CU_MEMHOSTALLOC_…
    static HostMemory allocate(const Context& context, std::size_t bytes,
                               unsigned flags = CU_MEMHOSTALLOC_PORTABLE);

    std::byte* data() const noexcept;
    std::size_t size() const noexcept { return m_size; }
    /// The address for kernels, if allocated with CU_MEMHOSTALLOC_DEVICEMAP.
    CUdeviceptr devicePointer() const;

  private:
    HostMemory(std::shared_ptr<ObjectBox> box, std::size_t size) noexcept;

    std::shared_ptr<ObjectBox> m_box;
    std::size_t m_size;
};

/// Existing host memory that is page-locked for this object's lifetime. The memory must exist until
/// the last copy is gone *and* the context's thread has freed it: pass its owner as `owner`.
class RegisteredHostMemory {
  public:
    /// \param owner  kept alive until the memory is unlocked; may be null
    static RegisteredHostMemory lock(const Context& context, void* data, std::size_t bytes,
                                     std::shared_ptr<const void> owner = nullptr,
                                     unsigned flags = CU_MEMHOSTREGISTER_PORTABLE);

    std::byte* data() const noexcept;
    std::size_t size() const noexcept { return m_size; }

  private:
    RegisteredHostMemory(std::shared_ptr<ObjectBox> box, std::size_t size) noexcept;

    std::shared_ptr<ObjectBox> m_box;
    std::size_t m_size;
};

/// Memory accessible from both host and device (cuMemAllocManaged).
class ManagedMemory {
  public:
    static ManagedMemory allocate(const Context& context, std::size_t bytes);

    CUdeviceptr pointer() const noexcept;
    std::byte* data() const noexcept;
    std::size_t size() const noexcept { return m_size; }
    /// Moves it to the device ahead of use. \param toHost  moves it to the host instead
    void prefetch(const Stream& stream, bool toHost = false) const;

  private:
    ManagedMemory(std::shared_ptr<ObjectBox> box, std::size_t size) noexcept;

    std::shared_ptr<ObjectBox> m_box;
    std::size_t m_size;
};

/// Copies on the default stream; the host waits until `source` may be reused and `target` is
/// complete.
void copyToDevice(const Context& context, CUdeviceptr target, const void* source,
                  std::size_t bytes);
void copyToHost(const Context& context, void* target, CUdeviceptr source, std::size_t bytes);
/// Copies queued on a stream. Only truly asynchronous for page-locked host memory.
void copyToDeviceAsync(const Stream& stream, CUdeviceptr target, const void* source,
                       std::size_t bytes);
void copyToHostAsync(const Stream& stream, void* target, CUdeviceptr source, std::size_t bytes);
void copyOnDeviceAsync(const Stream& stream, CUdeviceptr target, CUdeviceptr source,
                       std::size_t bytes);
/// Rows of `rowBytes` bytes that start `…Pitch` bytes apart.
void copyRowsToDeviceAsync(const Stream& stream, CUdeviceptr target, std::size_t targetPitch,
                           const void* source, std::size_t sourcePitch, std::size_t rowBytes,
                           std::size_t rows);
void copyRowsToHostAsync(const Stream& stream, void* target, std::size_t targetPitch,
                         CUdeviceptr source, std::size_t sourcePitch, std::size_t rowBytes,
                         std::size_t rows);
void copyRowsOnDeviceAsync(const Stream& stream, CUdeviceptr target, std::size_t targetPitch,
                           CUdeviceptr source, std::size_t sourcePitch, std::size_t rowBytes,
                           std::size_t rows);
/// Copies between two contexts' memories; the stream belongs to either.
void copyPeerAsync(const Stream& stream, const Context& targetContext, CUdeviceptr target,
                   const Context& sourceContext, CUdeviceptr source, std::size_t bytes);
/// Queues filling with a value of 1, 2 or 4 bytes; `count` is the number of values.
void fill8Async(const Stream& stream, CUdeviceptr target, unsigned char value, std::size_t count);
void fill16Async(const Stream& stream, CUdeviceptr target, unsigned short value, std::size_t count);
void fill32Async(const Stream& stream, CUdeviceptr target, unsigned value, std::size_t count);

} // namespace warpbench::cuda
