// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QLibrary>
#include <QTest>

#include <cuda.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

/// A driver, real or simulated, with a context and a module. The texture tests run on
/// both.
namespace warpbench::test {

#define WBTEST_TEXT_OF(name) #name
#define WBTEST_TEXT(name) WBTEST_TEXT_OF(name)
/// A function of a Gpu's driver, with its type from cuda.h.
#define GPU_FN(gpu, name) reinterpret_cast<decltype(&name)>((gpu).symbol(WBTEST_TEXT(name)))
/// Calls it; on an error, the test ends with the error's name.
#define GPU_DO(gpu, name, ...) (gpu).check(GPU_FN(gpu, name)(__VA_ARGS__), #name)

class Gpu {
  public:
    /// The simulated driver of this build.
    static std::unique_ptr<Gpu> simulated();
    /// The driver of this machine and its first device; null if there is none.
    /// \param why  receives the reason
    static std::unique_ptr<Gpu> real(std::string& why);
    ~Gpu();
    Gpu(const Gpu&) = delete;
    Gpu& operator=(const Gpu&) = delete;

    void* symbol(const char* name) const;
    /// Ends the test program if a call that the tests need fails.
    void check(CUresult result, const char* call) const;
    std::string nameOf(CUresult result) const;

    /// \param ptxFile  in tests/simgpu/texture/data
    /// \return empty, or the driver's error and log
    std::string load(const std::string& ptxFile);
    std::string loadText(const std::string& ptx);
    CUresult launch(const char* kernel, unsigned int grid, std::array<unsigned int, 3> block,
                    std::vector<void*> parameters) const;
    /// launch, then cuCtxSynchronize.
    CUresult run(const char* kernel, unsigned int grid, std::array<unsigned int, 3> block,
                 std::vector<void*> parameters) const;
    int computeCapability() const; ///< 90 for 9.0

  private:
    explicit Gpu(QLibrary* library);
    bool open(std::string& why);

    QLibrary* m_library = nullptr;
    CUcontext m_context = nullptr;
    CUdevice m_device = 0;
    CUmodule m_module = nullptr;
};

/// Device memory with a copy on the host.
template <class T>
class Memory {
  public:
    Memory(const Gpu& gpu, std::vector<T> values)
        : m_gpu(gpu)
        , m_count(values.size()) {
        GPU_DO(gpu, cuMemAlloc, &m_address, m_count * sizeof(T));
        GPU_DO(gpu, cuMemcpyHtoD, m_address, values.data(), m_count * sizeof(T));
    }
    ~Memory() { GPU_FN(m_gpu, cuMemFree)(m_address); }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    CUdeviceptr address() const { return m_address; }
    std::vector<T> values() const {
        std::vector<T> back(m_count);
        GPU_DO(m_gpu, cuMemcpyDtoH, back.data(), m_address, m_count * sizeof(T));
        return back;
    }

  private:
    const Gpu& m_gpu;
    std::size_t m_count;
    CUdeviceptr m_address = 0;
};

/// A CUDA array, filled with bytes in C order.
class ArrayUnderTest {
  public:
    ArrayUnderTest(const Gpu& gpu, const CUDA_ARRAY3D_DESCRIPTOR& descriptor);
    ~ArrayUnderTest();
    ArrayUnderTest(const ArrayUnderTest&) = delete;
    ArrayUnderTest& operator=(const ArrayUnderTest&) = delete;
    CUarray handle() const { return m_handle; }
    void upload(const std::vector<std::byte>& bytes) const;
    std::vector<std::byte> download() const;

  private:
    const Gpu& m_gpu;
    CUDA_ARRAY3D_DESCRIPTOR m_descriptor;
    CUarray m_handle = nullptr;
};

std::size_t formatBytes(CUarray_format format); ///< of one channel
/// Bytes of an array, with contiguous rows and slices.
std::size_t sizeOf(const CUDA_ARRAY3D_DESCRIPTOR& descriptor);
/// Copies a whole array, with the size in its descriptor, from or to host memory.
void copyArray(const Gpu& gpu, const CUDA_ARRAY3D_DESCRIPTOR& descriptor, CUarray array, void* to,
               const void* from);

template <class T>
std::vector<std::byte> bytesOf(const std::vector<T>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}
template <class T>
std::vector<T> valuesOf(const std::vector<std::byte>& bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
}

} // namespace warpbench::test
