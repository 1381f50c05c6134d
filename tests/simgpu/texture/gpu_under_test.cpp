// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simgpu/texture/gpu_under_test.h"

#include "tests/simgpu/loaded_library.h"
#include "tests/source_path.h"

#include <QFile>

#include <algorithm>

namespace warpbench::test {

Gpu::Gpu(QLibrary* library)
    : m_library(library) {}

Gpu::~Gpu() {
    if (m_module)
        GPU_FN(*this, cuModuleUnload)(m_module);
    if (m_context)
        GPU_FN(*this, cuCtxDestroy)(m_context);
}

void* Gpu::symbol(const char* name) const {
    void* address = symbolOf(m_library, name);
    if (!address)
        qFatal("the driver does not export %s", name);
    return address;
}

std::string Gpu::nameOf(CUresult result) const {
    const char* name = nullptr;
    GPU_FN(*this, cuGetErrorName)(result, &name);
    return name ? name : std::to_string(static_cast<int>(result));
}

void Gpu::check(CUresult result, const char* call) const {
    if (result != CUDA_SUCCESS)
        qFatal("%s: %s", call, nameOf(result).c_str());
}

bool Gpu::open(std::string& why) {
    // The context is made as CUDA 12 did: the form of 13.0 is missing from older drivers.
    using Create = CUresult (*)(CUcontext*, unsigned int, CUdevice);
    CUresult result = GPU_FN(*this, cuInit)(0);
    if (result == CUDA_SUCCESS)
        result = GPU_FN(*this, cuDeviceGet)(&m_device, 0);
    if (result == CUDA_SUCCESS)
        result = reinterpret_cast<Create>(symbol("cuCtxCreate_v2"))(&m_context, 0, m_device);
    if (result != CUDA_SUCCESS)
        why = nameOf(result);
    return result == CUDA_SUCCESS;
}

std::unique_ptr<Gpu> Gpu::simulated() {
    qputenv("WARPBENCH_SIMGPU", "rtx5090"); // takes PTX of every target
    std::unique_ptr<Gpu> gpu(new Gpu(loadedSimulator()));
    std::string why;
    if (!gpu->open(why))
        qFatal("the simulated driver: %s", why.c_str());
    return gpu;
}

std::unique_ptr<Gpu> Gpu::real(std::string& why) {
#ifdef _WIN32
    QLibrary* const library = loadedLibrary("nvcuda.dll");
#else
    QLibrary* const library = loadedLibrary("libcuda.so.1");
#endif
    if (!library) {
        why = "there is no NVIDIA driver";
        return nullptr;
    }
    std::unique_ptr<Gpu> gpu(new Gpu(library));
    return gpu->open(why) ? std::move(gpu) : nullptr;
}

int Gpu::computeCapability() const {
    int major = 0, minor = 0;
    GPU_DO(*this, cuDeviceGetAttribute, &major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
           m_device);
    GPU_DO(*this, cuDeviceGetAttribute, &minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
           m_device);
    return 10 * major + minor;
}

std::string Gpu::load(const std::string& ptxFile) {
    const std::string path = sourcePath("tests/simgpu/texture/data/" + ptxFile);
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly))
        return "cannot read " + path;
    return loadText(file.readAll().toStdString());
}

std::string Gpu::loadText(const std::string& ptx) {
    if (m_module)
        GPU_DO(*this, cuModuleUnload, m_module);
    m_module = nullptr;
    std::vector<char> log(4096);
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};
    const CUresult result =
        GPU_FN(*this, cuModuleLoadDataEx)(&m_module, ptx.c_str(), 2, options, values);
    return result == CUDA_SUCCESS ? std::string() : nameOf(result) + ": " + log.data();
}

CUresult Gpu::launch(const char* kernel, unsigned int grid, std::array<unsigned int, 3> block,
                     std::vector<void*> parameters) const {
    CUfunction function = nullptr;
    GPU_DO(*this, cuModuleGetFunction, &function, m_module, kernel);
    return GPU_FN(*this, cuLaunchKernel)(function, grid, 1, 1, block[0], block[1], block[2], 0,
                                         nullptr, parameters.data(), nullptr);
}

CUresult Gpu::run(const char* kernel, unsigned int grid, std::array<unsigned int, 3> block,
                  std::vector<void*> parameters) const {
    const CUresult result = launch(kernel, grid, block, std::move(parameters));
    return result == CUDA_SUCCESS ? GPU_FN(*this, cuCtxSynchronize)() : result;
}

std::size_t formatBytes(CUarray_format format) {
    switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
    case CU_AD_FORMAT_SIGNED_INT8:
    case CU_AD_FORMAT_UNORM_INT8X1:
    case CU_AD_FORMAT_UNORM_INT8X2:
    case CU_AD_FORMAT_UNORM_INT8X4:
    case CU_AD_FORMAT_SNORM_INT8X1:
    case CU_AD_FORMAT_SNORM_INT8X2:
    case CU_AD_FORMAT_SNORM_INT8X4:
        return 1;
    case CU_AD_FORMAT_UNSIGNED_INT32:
    case CU_AD_FORMAT_SIGNED_INT32:
    case CU_AD_FORMAT_FLOAT:
        return 4;
    default:
        return 2;
    }
}

std::size_t sizeOf(const CUDA_ARRAY3D_DESCRIPTOR& descriptor) {
    return descriptor.Width * std::max<std::size_t>(descriptor.Height, 1) *
           std::max<std::size_t>(descriptor.Depth, 1) * formatBytes(descriptor.Format) *
           descriptor.NumChannels;
}

void copyArray(const Gpu& gpu, const CUDA_ARRAY3D_DESCRIPTOR& descriptor, CUarray array, void* to,
               const void* from) {
    CUDA_MEMCPY3D copy{};
    copy.WidthInBytes = descriptor.Width * formatBytes(descriptor.Format) * descriptor.NumChannels;
    copy.Height = std::max<std::size_t>(descriptor.Height, 1);
    copy.Depth = std::max<std::size_t>(descriptor.Depth, 1);
    copy.srcMemoryType = from ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_ARRAY;
    copy.dstMemoryType = from ? CU_MEMORYTYPE_ARRAY : CU_MEMORYTYPE_HOST;
    copy.srcHost = from;
    copy.dstHost = to;
    (from ? copy.dstArray : copy.srcArray) = array;
    (from ? copy.srcPitch : copy.dstPitch) = copy.WidthInBytes;
    (from ? copy.srcHeight : copy.dstHeight) = copy.Height;
    GPU_DO(gpu, cuMemcpy3D, &copy);
}

ArrayUnderTest::ArrayUnderTest(const Gpu& gpu, const CUDA_ARRAY3D_DESCRIPTOR& descriptor)
    : m_gpu(gpu)
    , m_descriptor(descriptor) {
    GPU_DO(gpu, cuArray3DCreate, &m_handle, &descriptor);
}

ArrayUnderTest::~ArrayUnderTest() {
    GPU_FN(m_gpu, cuArrayDestroy)(m_handle);
}

void ArrayUnderTest::upload(const std::vector<std::byte>& bytes) const {
    Q_ASSERT(bytes.size() == sizeOf(m_descriptor));
    copyArray(m_gpu, m_descriptor, m_handle, nullptr, bytes.data());
}

std::vector<std::byte> ArrayUnderTest::download() const {
    std::vector<std::byte> bytes(sizeOf(m_descriptor));
    copyArray(m_gpu, m_descriptor, m_handle, bytes.data(), nullptr);
    return bytes;
}

} // namespace warpbench::test
