// SPDX-License-Identifier: GPL-3.0-or-later
// cuBLAS, cuFFT, cuRAND and cuSPARSE by the names of their C interfaces, which have not changed
// since CUDA 11. No distribution packages their headers separately, so the functions are
// declared here: cublas_api.h, cufft.h, curand.h, cusparse.h and library_types.h of CUDA 13.0.
#include "core/base/error.h"
#include "core/cuda/context.h"
#include "core/cuda/memory.h"
#include "core/libraries/step_parts.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <vector>

namespace warpbench::libraries {

namespace {

using arrays::Scalar;
using project::LibraryCall;
using Function = LibraryCall::Function;

/// cudaDataType
int dataType(Scalar scalar) {
    switch (scalar) {
    case Scalar::float16:
        return 2;
    case Scalar::bfloat16:
        return 14;
    case Scalar::float64:
        return 1;
    default:
        return 0; // CUDA_R_32F
    }
}

/// A version in each library's own encoding: 130002 is 13.0.2, with 10000 and 100.
std::string version(int number, int major, int minor) {
    return fmt::format("{}.{}.{}", number / major, number % major / minor, number % minor);
}

template <class Handle>
class Owned {
  public:
    using Destroy = int(Handle);
    Owned() = default;
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned() {
        if (m_destroy)
            m_destroy(m_handle);
    }
    Handle* place() { return &m_handle; }
    void made(Destroy* destroy) { m_destroy = destroy; }
    Handle get() const { return m_handle; }

  private:
    Handle m_handle{};
    Destroy* m_destroy = nullptr;
};

/// The common part of the four: a library, a stream, and the buffers' addresses.
class NvidiaStep : public LibraryStep {
  public:
    NvidiaStep(const LibraryCall& call, std::span<const CUdeviceptr> pointers, const char* library,
               const LibraryFiles& files)
        : m_call(call)
        , m_pointers(pointers.begin(), pointers.end())
        , m_name(project::libraryOf(call.function))
        , m_library(openLibrary(m_name, library, files)) {}

    std::string computedBy() const override { return std::string(m_name) + " " + m_version; }

  protected:
    template <class Type = void>
    Type* buffer(std::size_t index) const {
        return reinterpret_cast<Type*>(m_pointers.at(index));
    }
    template <class Signature>
    Signature* symbol(const char* name) const {
        return need<Signature>(m_library, name);
    }
    void require(const char* function, int status) const {
        requireSuccess(m_name, function, status);
    }
    virtual void setStream(CUstream stream) const = 0;
    /// Moves the library's work to this stream.
    void goOn(const cuda::Stream& stream) const {
        if (m_on == stream.handle())
            return;
        setStream(stream.handle());
        m_on = stream.handle();
    }

    LibraryCall m_call;
    std::vector<CUdeviceptr> m_pointers;
    const char* m_name;
    std::string m_version;

  private:
    mutable std::optional<CUstream> m_on; ///< the stream of the library's work
    platform::DynamicLibrary m_library;
};

class BlasStep : public NvidiaStep {
  public:
    BlasStep(const LibraryCall& call, const cuda::Stream& stream,
             std::span<const CUdeviceptr> pointers, const LibraryFiles& files)
        : NvidiaStep(call, pointers, "cublas", files)
        , m_gemm(symbol<Gemm>("cublasGemmEx")) {
        const cuda::ContextScope scope(stream.context());
        require("cublasCreate", symbol<int(void**)>("cublasCreate_v2")(m_handle.place()));
        m_handle.made(symbol<int(void*)>("cublasDestroy_v2"));
        int number = 0;
        symbol<int(void*, int*)>("cublasGetVersion_v2")(m_handle.get(), &number);
        m_version = version(number, 10000, 100);
    }

    /// Matrices are stored by rows, and cuBLAS expects columns: the product of the transposed
    /// matrices in reverse order is the transposed product.
    void queue(const cuda::Stream& stream) const override {
        const cuda::ContextScope scope(stream.context());
        goOn(stream);
        const auto [rows, columns, depth] = m_call.sizes;
        const int type = dataType(m_call.type);
        const bool wide = m_call.type == Scalar::float64;
        const int compute = wide ? 70 : 68; // CUBLAS_COMPUTE_64F, CUBLAS_COMPUTE_32F
        const float one = 1;
        const float zero = 0;
        const double oneWide = 1;
        const double zeroWide = 0;
        const void* alpha = wide ? static_cast<const void*>(&oneWide) : &one;
        const void* beta = wide ? static_cast<const void*>(&zeroWide) : &zero;
        const int rowOfA = int(m_call.transposeA ? rows : depth);
        const int rowOfB = int(m_call.transposeB ? depth : columns);
        require("cublasGemmEx",
                m_gemm(m_handle.get(), m_call.transposeB, m_call.transposeA, int(columns),
                       int(rows), int(depth), alpha, buffer(1), type, rowOfB, buffer(0), type,
                       rowOfA, beta, buffer(2), type, int(columns), compute, -1));
    }

  private:
    void setStream(CUstream stream) const override {
        require("cublasSetStream",
                symbol<int(void*, CUstream)>("cublasSetStream_v2")(m_handle.get(), stream));
    }

    using Gemm = int(void*, int, int, int, int, int, const void*, const void*, int, int,
                     const void*, int, int, const void*, void*, int, int, int, int);
    Gemm* m_gemm;
    Owned<void*> m_handle;
};

class FourierStep : public NvidiaStep {
  public:
    FourierStep(const LibraryCall& call, const cuda::Stream& stream,
                std::span<const CUdeviceptr> pointers, const LibraryFiles& files)
        : NvidiaStep(call, pointers, "cufft", files) {
        const cuda::ContextScope scope(stream.context());
        const auto [many, rows, length] = call.sizes;
        std::array<int, 2> lengths{int(rows), int(length)};
        int* first = call.dimensions == 2 ? lengths.data() : lengths.data() + 1;
        const bool real = call.function == Function::rfft;
        const bool wide = call.type == Scalar::float64 || call.type == Scalar::complex128;
        // CUFFT_R2C, CUFFT_C2C, CUFFT_D2Z, CUFFT_Z2Z
        const int type = real ? (wide ? 0x6a : 0x2a) : (wide ? 0x69 : 0x29);
        const int batch = int(call.dimensions == 2 ? many : many * rows);
        using Plan = int(int*, int, int*, int*, int, int, int*, int, int, int, int);
        require("cufftPlanMany",
                symbol<Plan>("cufftPlanMany")(m_plan.place(), call.dimensions, first, nullptr, 1, 0,
                                              nullptr, 1, 0, type, batch));
        m_plan.made(symbol<int(int)>("cufftDestroy"));
        if (real)
            m_real = symbol<int(int, void*, void*)>(wide ? "cufftExecD2Z" : "cufftExecR2C");
        else
            m_complex = symbol<int(int, void*, void*, int)>(wide ? "cufftExecZ2Z" : "cufftExecC2C");
        int number = 0;
        symbol<int(int*)>("cufftGetVersion")(&number);
        m_version = version(number, 1000, 100);
    }

    void queue(const cuda::Stream& stream) const override {
        const cuda::ContextScope scope(stream.context());
        goOn(stream);
        const int direction = m_call.inverse ? 1 : -1;
        require("cufftExec", m_real ? m_real(m_plan.get(), buffer(0), buffer(1))
                                    : m_complex(m_plan.get(), buffer(0), buffer(1), direction));
    }

  private:
    void setStream(CUstream stream) const override {
        require("cufftSetStream",
                symbol<int(int, CUstream)>("cufftSetStream")(m_plan.get(), stream));
    }

    int (*m_real)(int, void*, void*) = nullptr;
    int (*m_complex)(int, void*, void*, int) = nullptr;
    Owned<int> m_plan;
};

class RandomStep : public NvidiaStep {
  public:
    RandomStep(const LibraryCall& call, const cuda::Stream& stream,
               std::span<const CUdeviceptr> pointers, const LibraryFiles& files)
        : NvidiaStep(call, pointers, "curand", files)
        , m_setOffset(symbol<int(void*, unsigned long long)>("curandSetGeneratorOffset")) {
        const cuda::ContextScope scope(stream.context());
        constexpr int kPhilox = 161; // CURAND_RNG_PSEUDO_PHILOX4_32_10
        require("curandCreateGenerator",
                symbol<int(void**, int)>("curandCreateGenerator")(m_generator.place(), kPhilox));
        m_generator.made(symbol<int(void*)>("curandDestroyGenerator"));
        require("curandSetPseudoRandomGeneratorSeed",
                symbol<int(void*, unsigned long long)>("curandSetPseudoRandomGeneratorSeed")(
                    m_generator.get(), call.seed));
        int number = 0;
        symbol<int(int*)>("curandGetVersion")(&number);
        m_version = version(number, 1000, 100);
        const bool wide = call.type == Scalar::float64;
        if (call.function == Function::uniform && wide)
            m_uniformWide = symbol<UniformWide>("curandGenerateUniformDouble");
        else if (call.function == Function::uniform)
            m_uniform = symbol<Uniform>("curandGenerateUniform");
        else if (wide)
            m_normalWide = symbol<NormalWide>("curandGenerateNormalDouble");
        else
            m_normal = symbol<Normal>("curandGenerateNormal");
    }

    /// The same numbers on each run.
    void queue(const cuda::Stream& stream) const override {
        const cuda::ContextScope scope(stream.context());
        goOn(stream);
        require("curandSetGeneratorOffset", m_setOffset(m_generator.get(), 0));
        void* const generator = m_generator.get();
        const auto count = std::size_t(m_call.sizes[0]);
        int status = 0;
        if (m_uniform)
            status = m_uniform(generator, buffer<float>(0), count);
        else if (m_uniformWide)
            status = m_uniformWide(generator, buffer<double>(0), count);
        else if (m_normal)
            status = m_normal(generator, buffer<float>(0), count, float(m_call.mean),
                              float(m_call.stddev));
        else
            status = m_normalWide(generator, buffer<double>(0), count, m_call.mean, m_call.stddev);
        require("curandGenerate", status);
    }

  private:
    void setStream(CUstream stream) const override {
        require("curandSetStream",
                symbol<int(void*, CUstream)>("curandSetStream")(m_generator.get(), stream));
    }

    using Uniform = int(void*, float*, std::size_t);
    using UniformWide = int(void*, double*, std::size_t);
    using Normal = int(void*, float*, std::size_t, float, float);
    using NormalWide = int(void*, double*, std::size_t, double, double);
    int (*m_setOffset)(void*, unsigned long long);
    Uniform* m_uniform = nullptr;
    UniformWide* m_uniformWide = nullptr;
    Normal* m_normal = nullptr;
    NormalWide* m_normalWide = nullptr;
    Owned<void*> m_generator;
};

class SparseStep : public NvidiaStep {
  public:
    SparseStep(const LibraryCall& call, const cuda::Stream& stream,
               std::span<const CUdeviceptr> pointers, const LibraryFiles& files)
        : NvidiaStep(call, pointers, "cusparse", files)
        , m_multiply(symbol<Multiply>("cusparseSpMV")) {
        const cuda::ContextScope scope(stream.context());
        require("cusparseCreate", symbol<int(void**)>("cusparseCreate")(m_handle.place()));
        m_handle.made(symbol<int(void*)>("cusparseDestroy"));
        int number = 0;
        symbol<int(void*, int*)>("cusparseGetVersion")(m_handle.get(), &number);
        m_version = version(number, 1000, 100);
        describe();
        std::size_t bytes = 0;
        using Size =
            int(void*, int, const void*, void*, void*, const void*, void*, int, int, std::size_t*);
        withScalars([&](const void* one, const void* zero) {
            require("cusparseSpMV_bufferSize",
                    symbol<Size>("cusparseSpMV_bufferSize")(m_handle.get(), 0, one, m_matrix.get(),
                                                            m_x.get(), zero, m_y.get(),
                                                            dataType(m_call.type), 0, &bytes));
        });
        m_workspace = cuda::DeviceMemory::allocate(stream.context(), bytes);
    }

    void queue(const cuda::Stream& stream) const override {
        const cuda::ContextScope scope(stream.context());
        goOn(stream);
        withScalars([&](const void* one, const void* zero) {
            require("cusparseSpMV", m_multiply(m_handle.get(), 0, one, m_matrix.get(), m_x.get(),
                                               zero, m_y.get(), dataType(m_call.type), 0,
                                               reinterpret_cast<void*>(m_workspace->pointer())));
        });
    }

  private:
    void setStream(CUstream stream) const override {
        require("cusparseSetStream",
                symbol<int(void*, CUstream)>("cusparseSetStream")(m_handle.get(), stream));
    }

    using Multiply = int(void*, int, const void*, void*, void*, const void*, void*, int, int,
                         void*);

    void describe() {
        const auto [rows, columns, stored] = m_call.sizes;
        const int type = dataType(m_call.type);
        const int index = m_call.index == Scalar::int64 ? 3 : 2; // CUSPARSE_INDEX_64I, _32I
        using Csr = int(void**, std::int64_t, std::int64_t, std::int64_t, void*, void*, void*, int,
                        int, int, int);
        require("cusparseCreateCsr",
                symbol<Csr>("cusparseCreateCsr")(m_matrix.place(), rows, columns, stored, buffer(0),
                                                 buffer(1), buffer(2), index, index, 0, type));
        m_matrix.made(symbol<int(void*)>("cusparseDestroySpMat"));
        auto* const makeVector =
            symbol<int(void**, std::int64_t, void*, int)>("cusparseCreateDnVec");
        require("cusparseCreateDnVec", makeVector(m_x.place(), columns, buffer(3), type));
        m_x.made(symbol<int(void*)>("cusparseDestroyDnVec"));
        require("cusparseCreateDnVec", makeVector(m_y.place(), rows, buffer(4), type));
        m_y.made(symbol<int(void*)>("cusparseDestroyDnVec"));
    }

    template <class Use>
    void withScalars(const Use& use) const {
        const float one = 1;
        const float zero = 0;
        const double oneWide = 1;
        const double zeroWide = 0;
        if (m_call.type == Scalar::float64)
            use(&oneWide, &zeroWide);
        else
            use(&one, &zero);
    }

    Multiply* m_multiply;
    Owned<void*> m_handle;
    Owned<void*> m_matrix, m_x, m_y;
    std::optional<cuda::DeviceMemory> m_workspace;
};

} // namespace

std::unique_ptr<LibraryStep> makeBlasStep(const LibraryCall& call, const cuda::Stream& stream,
                                          std::span<const CUdeviceptr> pointers,
                                          const LibraryFiles& files) {
    return std::make_unique<BlasStep>(call, stream, pointers, files);
}

std::unique_ptr<LibraryStep> makeFourierStep(const LibraryCall& call, const cuda::Stream& stream,
                                             std::span<const CUdeviceptr> pointers,
                                             const LibraryFiles& files) {
    return std::make_unique<FourierStep>(call, stream, pointers, files);
}

std::unique_ptr<LibraryStep> makeRandomStep(const LibraryCall& call, const cuda::Stream& stream,
                                            std::span<const CUdeviceptr> pointers,
                                            const LibraryFiles& files) {
    return std::make_unique<RandomStep>(call, stream, pointers, files);
}

std::unique_ptr<LibraryStep> makeSparseStep(const LibraryCall& call, const cuda::Stream& stream,
                                            std::span<const CUdeviceptr> pointers,
                                            const LibraryFiles& files) {
    return std::make_unique<SparseStep>(call, stream, pointers, files);
}

} // namespace warpbench::libraries
