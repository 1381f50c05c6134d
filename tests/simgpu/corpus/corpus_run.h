// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/launch_config.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

/// The corpus kernels with their expected results, independent of what executes them: the simulated
/// driver, the engine alone, or a real GPU.
namespace warpbench::test {

/// Thrown by a case whose kernel's results differ from the host's reference.
struct WrongResult : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A kernel argument, as cuLaunchKernel takes it.
struct KernelArgument {
    const void* data = nullptr;
    std::size_t size = 0; ///< bytes
};

/// The parameters of a tensor map; see cuTensorMapEncodeTiled.
struct TensorShape {
    int type = 0;              ///< CUtensorMapDataType
    std::uint64_t address = 0; ///< of the tensor
    std::vector<std::uint64_t> sizes;
    std::vector<std::uint64_t> strides; ///< bytes, one less than sizes
    std::vector<std::uint32_t> box;
    std::vector<std::uint32_t> steps; ///< empty: all 1
    int swizzle = 0;                  ///< CUtensorMapSwizzle
    bool fillNan = false;
};
/// A CUtensorMap, as passed to a kernel.
struct alignas(64) TensorMapBytes {
    std::byte bytes[128] = {};
};

/// Executes the kernels of one loaded module. Addresses are the device's.
class CorpusBackend {
  public:
    virtual ~CorpusBackend() = default;
    virtual std::uint64_t allocate(std::size_t bytes) = 0;
    virtual void free(std::uint64_t address) = 0;
    virtual void write(std::uint64_t address, const void* data, std::size_t bytes) = 0;
    virtual void read(std::uint64_t address, void* data, std::size_t bytes) = 0;
    /// Runs a kernel to completion. \throws std::exception that describes the error
    virtual void launch(const std::string& kernel, const cuda::LaunchConfig& config,
                        const std::vector<KernelArgument>& arguments) = 0;
    /// The address of a __device__ or __constant__ variable.
    virtual std::uint64_t symbol(const std::string& name) = 0;
    virtual TensorMapBytes tensorMap(const TensorShape& shape) = 0;
    /// The output of kernels while f runs.
    virtual std::string printedBy(const std::function<void()>& f) = 0;
};

/// A result of a case, stored to compare two devices.
struct CorpusOutput {
    enum class Kind { bits, float32, float64 };
    std::string name;
    Kind kind = Kind::bits;
    std::size_t elementBytes = 1;
    double tolerance = 0; ///< 0: identical bits on every device
    std::vector<std::byte> bytes;
};

/// How a module was compiled; some builds give less exact results.
struct CorpusBuild {
    int target = 90; ///< NN of compute_NN
    bool fastMath = false;
    bool debug = false; ///< -G
};

/// A running case: arrays, launches, comparisons.
class CorpusRun {
  public:
    CorpusRun(CorpusBackend& backend, const CorpusBuild& build)
        : m_backend(backend)
        , m_build(build) {}

    template <class T>
    class Array {
      public:
        Array(CorpusBackend& backend, const std::vector<T>& values)
            : m_backend(&backend)
            , m_size(values.size())
            , m_address(backend.allocate(values.size() * sizeof(T))) {
            backend.write(m_address, values.data(), m_size * sizeof(T));
        }
        ~Array() { m_backend->free(m_address); }
        Array(const Array&) = delete;
        Array& operator=(const Array&) = delete;
        std::uint64_t address() const { return m_address; }
        std::vector<T> values() const {
            std::vector<T> result(m_size);
            m_backend->read(m_address, result.data(), m_size * sizeof(T));
            return result;
        }
        const std::uint64_t* argument() const { return &m_address; }

      private:
        CorpusBackend* m_backend;
        std::size_t m_size;
        std::uint64_t m_address;
    };

    template <class T>
    Array<T> array(const std::vector<T>& values) {
        return Array<T>(m_backend, values);
    }
    /// An array of zeros.
    template <class T>
    Array<T> zeros(std::size_t count) {
        return Array<T>(m_backend, std::vector<T>(count));
    }

    template <class... A>
    void launch(const char* kernel, const cuda::LaunchConfig& config, const A&... arguments) {
        m_backend.launch(kernel, config, {argumentOf(arguments)...});
    }
    template <class... A>
    void launch(const char* kernel, unsigned grid, unsigned block, const A&... arguments) {
        cuda::LaunchConfig config;
        config.grid.x = grid;
        config.block.x = block;
        launch(kernel, config, arguments...);
    }

    CorpusBackend& backend() { return m_backend; }
    const CorpusBuild& build() const { return m_build; }
    const std::vector<CorpusOutput>& outputs() const { return m_outputs; }

    /// Requires that all elements have the same bits (so a NaN equals itself).
    /// \throws WrongResult
    template <class T>
    void equal(const char* name, const std::vector<T>& got, const std::vector<T>& want) {
        requireSize(name, got.size(), want.size());
        for (std::size_t i = 0; i < got.size(); ++i) {
            if (std::memcmp(&got[i], &want[i], sizeof(T)) != 0)
                fail(name, i, textOf(got[i]), textOf(want[i]));
        }
        keep(name, CorpusOutput::Kind::bits, 0, got);
    }
    /// Floating-point results that are only exact with default options: a debug build does not
    /// contract operations and -use_fast_math rounds differently, which allows errors of 1e-5.
    template <class T>
    void exactFloats(const char* name, const std::vector<T>& got, const std::vector<T>& want) {
        if (m_build.fastMath || m_build.debug)
            return close(name, got, want, 1e-5);
        equal(name, got, want);
    }
    /// Requires |got - want| <= tolerance * max(1, |want|); a NaN equals a NaN.
    /// \throws WrongResult
    template <class T, class W>
    void close(const char* name, const std::vector<T>& got, const std::vector<W>& want,
               double tolerance) {
        requireSize(name, got.size(), want.size());
        for (std::size_t i = 0; i < got.size(); ++i) {
            const double g = double(got[i]), w = double(want[i]);
            const bool same = g == w || (g != g && w != w);
            if (!same && !(std::fabs(g - w) <= tolerance * std::max(1.0, std::fabs(w))))
                fail(name, i, textOf(g), textOf(w));
        }
        record(name, got, tolerance);
    }
    /// Stores results without a host reference: only two devices are compared.
    template <class T>
    void record(const char* name, const std::vector<T>& got, double tolerance = 0) {
        keep(name,
             tolerance == 0 || !std::is_floating_point_v<T> ? CorpusOutput::Kind::bits
             : sizeof(T) == 4                               ? CorpusOutput::Kind::float32
                                                            : CorpusOutput::Kind::float64,
             tolerance, got);
    }
    /// \throws WrongResult if the condition is false
    void require(bool condition, const std::string& what) const {
        if (!condition)
            throw WrongResult(what);
    }

  private:
    template <class T>
    static KernelArgument argumentOf(const Array<T>& array) {
        return {array.argument(), sizeof(std::uint64_t)};
    }
    template <class T>
    requires std::is_trivially_copyable_v<T>
    static KernelArgument argumentOf(const T& value) { return {&value, sizeof(T)}; }
    template <class T>
    void keep(const char* name, CorpusOutput::Kind kind, double tolerance,
              const std::vector<T>& values) {
        CorpusOutput output{name, kind, sizeof(T), tolerance, {}};
        output.bytes.resize(values.size() * sizeof(T));
        std::memcpy(output.bytes.data(), values.data(), output.bytes.size());
        m_outputs.push_back(std::move(output));
    }
    static void requireSize(const char* name, std::size_t got, std::size_t want) {
        if (got != want)
            throw WrongResult(std::string(name) + " has " + std::to_string(got) +
                              " elements where " + std::to_string(want) + " were expected");
    }
    template <class T>
    static std::string textOf(T value) {
        if constexpr (std::is_integral_v<T>)
            return std::to_string(value);
        char text[32];
        std::snprintf(text, sizeof text, "%.9g", double(value));
        return text;
    }
    [[noreturn]] static void fail(const char* name, std::size_t index, const std::string& got,
                                  const std::string& want) {
        throw WrongResult(std::string(name) + "[" + std::to_string(index) + "] is " + got +
                          " where the host has " + want);
    }

    CorpusBackend& m_backend;
    CorpusBuild m_build;
    std::vector<CorpusOutput> m_outputs;
};

/// The check of one kernel file.
struct CorpusCase {
    const char* name = "";
    const char* file = "";  ///< under tests/simgpu/corpus
    int minimumTarget = 75; ///< guards in the file require this target or a later one
    void (*check)(CorpusRun&) = nullptr;
    const char* option = ""; ///< required compiler option; may be empty
};

/// All cases, in the order of the files.
std::vector<CorpusCase> corpusCases();

// The parts of corpusCases(), by file.
std::vector<CorpusCase> basicCases();    ///< 01 to 11
std::vector<CorpusCase> numericCases();  ///< 12 to 15
std::vector<CorpusCase> parallelCases(); ///< 16, 17, 22 to 29, 35
std::vector<CorpusCase> tensorCases();   ///< 36
std::vector<CorpusCase> languageCases(); ///< 18, 20, 21, 30 to 34
std::vector<CorpusCase> extraCases();    ///< x1 to x10

} // namespace warpbench::test
