// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/launch/device_peaks.h"

#include "core/base/bytes_text.h"
#include "core/base/error.h"
#include "core/cuda/memory.h"
#include "core/launch/timing.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace warpbench::launch {

namespace {

constexpr unsigned kThreads = 256; ///< of a block; also the kernels' bound
/// Per thread, a float4: on an H200 one copy of 16 bytes reads and writes 4.22 TB/s, as
/// cuMemcpyDtoD does, two to eight 4.10 to 4.00, one of 4 bytes 2.75.
constexpr unsigned kCopyBytes = 16;
/// Independent sums per thread: with a warp or two per scheduler they already hide the latency of
/// an addition (4 cycles since Volta).
constexpr int kSums = 8;
constexpr int kUnrolled = 16;

class Measurement {
  public:
    Measurement(const cuda::Context& context, const cuda::Module& kernels,
                const std::atomic<bool>& cancel)
        : m_context(context)
        , m_kernels(kernels)
        , m_cancel(cancel)
        , m_stream(cuda::Stream::create(context)) {}

    double bytesPerSecond() const;
    /// \param flops  of one multiply-add of a lane: 2, or 4 if packed
    double flopsPerSecond(const char* kernel, int flops, int repeats) const;

  private:
    std::size_t arrayBytes() const;
    double medianMs(const char* kernel, unsigned blocks, const std::vector<ArgumentValue>& values,
                    int repeats) const;
    std::uint64_t attribute(CUdevice_attribute which) const {
        return std::uint64_t(std::max(m_context.device().attributeOrZero(which), 0));
    }

    const cuda::Context& m_context;
    const cuda::Module& m_kernels;
    const std::atomic<bool>& m_cancel;
    cuda::Stream m_stream;
};

double Measurement::medianMs(const char* kernel, unsigned blocks,
                             const std::vector<ArgumentValue>& values, int repeats) const {
    const PackedArguments arguments(kernel, values, std::vector<ParameterSpec>(values.size()));
    ReadyLaunch launch{m_kernels.kernel(kernel), {}, &arguments, m_stream, 1};
    launch.config.grid.x = blocks;
    launch.config.block.x = kThreads;
    TimingOptions options;
    options.warmup = 2;
    options.repeats = repeats;
    options.cancel = &m_cancel;
    return timeLaunches(std::span(&launch, 1), options).launches.front().median;
}

/// Twenty times the L2 cache, so that its previous contents and the start and end of a launch
/// hardly matter (an H200 copies 1 GiB 3 % faster than 400 MiB, and 4 GiB 1 % faster than that).
std::size_t Measurement::arrayBytes() const {
    constexpr std::uint64_t kLeast = 256ULL << 20;
    constexpr std::uint64_t kBlockBytes = std::uint64_t(kThreads) * kCopyBytes;
    const std::uint64_t cache = attribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
    const std::uint64_t room = m_context.memoryInfo().freeBytes / 4; // there are two of them
    const std::uint64_t bytes =
        std::min(std::max(kLeast, 20 * cache), room) / kBlockBytes * kBlockBytes;
    if (bytes < std::max<std::uint64_t>(2 * cache, 16ULL << 20))
        throw Error(ErrorKind::environment,
                    {"WB1704",
                     "the device's peaks were not measured: {size} of its memory are free, "
                     "too little to copy an array far larger than its L2 cache",
                     "make the buffers smaller, or end what else uses the device",
                     {{"size", bytesText(4 * room)}}});
    return std::size_t(bytes);
}

double Measurement::bytesPerSecond() const {
    const std::size_t bytes = arrayBytes();
    const auto from = cuda::DeviceMemory::allocate(m_context, bytes);
    const auto to = cuda::DeviceMemory::allocate(m_context, bytes);
    cuda::fill32Async(m_stream, from.pointer(), 0x3f8ccccd, bytes / 4); // 1.1f
    const auto blocks = unsigned(bytes / (kThreads * kCopyBytes));
    const double ms = medianMs("warpbench_peak_copy", blocks,
                               {ArgumentValue::pointer(to.pointer(), "to"),
                                ArgumentValue::pointer(from.pointer(), "from")},
                               15);
    return 2 * double(bytes) / (ms / 1000);
}

/// A short launch determines how many rounds take some milliseconds: double-precision arithmetic is
/// 64 times slower on some devices.
double Measurement::flopsPerSecond(const char* kernel, int flops, int repeats) const {
    constexpr double kWantedMs = 3;
    constexpr int kFewRounds = 64;
    constexpr int kMostRounds = 1 << 16;
    // As many as run at once, so that none follows another.
    const int active = m_kernels.kernel(kernel).driverActiveBlocksPerSm(kThreads, 0);
    const auto blocks = unsigned(attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT) *
                                 std::uint64_t(std::max(active, 1)));
    const auto sink = cuda::DeviceMemory::allocate(m_context, sizeof(double));
    const auto time = [&](int rounds, int passes) {
        return medianMs(
            kernel, blocks,
            {ArgumentValue::pointer(sink.pointer(), "sink"), ArgumentValue::of(rounds, "rounds")},
            passes);
    };
    const double few = std::max(time(kFewRounds, 3), 1e-3);
    const int rounds =
        int(std::clamp(kFewRounds * kWantedMs / few, double(kFewRounds), double(kMostRounds)));
    const double each = double(rounds) * kSums * kUnrolled * flops;
    return each * blocks * kThreads / (time(rounds, repeats) / 1000);
}

} // namespace

// The constants are those above. No sum ever equals the number that its kernel looks for, but the
// compiler does not know that: nothing is stored and nothing is optimised away. fma.rn.f16x2 is PTX
// so that no header is needed.
const char* peakKernelsSource() {
    return R"(
constexpr int kThreads = 256, kSums = 8, kUnrolled = 16;

extern "C" __global__ void __launch_bounds__(kThreads)
warpbench_peak_copy(float4* __restrict__ to, const float4* __restrict__ from) {
    const size_t i = blockIdx.x * size_t(kThreads) + threadIdx.x;
    to[i] = from[i];
}

__device__ float add(float a, float b, float c) { return __fmaf_rn(a, b, c); }
__device__ double add(double a, double b, double c) { return __fma_rn(a, b, c); }

template <class T>
__device__ void sum(T* sink, int rounds) {
    const T factor = T(0.5) + T(threadIdx.x) * T(1e-3), term = T(blockIdx.x) * T(1e-3);
    T sums[kSums];
#pragma unroll
    for (int i = 0; i < kSums; ++i)
        sums[i] = T(i);
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
#pragma unroll
        for (int k = 0; k < kUnrolled; ++k) {
#pragma unroll
            for (int i = 0; i < kSums; ++i)
                sums[i] = add(sums[i], factor, term);
        }
    }
    T all = 0;
#pragma unroll
    for (int i = 0; i < kSums; ++i)
        all += sums[i];
    if (all == T(-12345))
        *sink = all;
}

extern "C" __global__ void __launch_bounds__(kThreads)
warpbench_peak_single(float* sink, int rounds) { sum(sink, rounds); }

extern "C" __global__ void __launch_bounds__(kThreads)
warpbench_peak_double(double* sink, int rounds) { sum(sink, rounds); }

#if __CUDA_ARCH__ >= 530
extern "C" __global__ void __launch_bounds__(kThreads)
warpbench_peak_half(unsigned* sink, int rounds) {
    const unsigned factor = 0x38003800u + threadIdx.x, term = 0x20002000u + blockIdx.x;
    unsigned sums[kSums];
#pragma unroll
    for (int i = 0; i < kSums; ++i)
        sums[i] = 0x3c003c00u + i;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
#pragma unroll
        for (int k = 0; k < kUnrolled; ++k) {
#pragma unroll
            for (int i = 0; i < kSums; ++i)
                asm("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(sums[i]) : "r"(factor), "r"(term));
        }
    }
    unsigned all = 0;
#pragma unroll
    for (int i = 0; i < kSums; ++i)
        all ^= sums[i];
    if (all == 0xfedcba98u)
        *sink = all;
}
#endif
)";
}

DevicePeaks measurePeaks(const cuda::Context& context, const cuda::Module& kernels,
                         const std::atomic<bool>& cancel,
                         const std::function<void(const std::string&, double)>& progress) {
    const Measurement measurement(context, kernels, cancel);
    DevicePeaks peaks;
    const cuda::Device& device = context.device();
    constexpr int kRepeats = 11;
    constexpr int kRepeatsOfTheFirst = 31; // an idle device raises its clocks first
    progress("float", 0);
    peaks.flopsSingle = measurement.flopsPerSecond("warpbench_peak_single", 2, kRepeatsOfTheFirst);
    progress("bandwidth", 0.4);
    peaks.bytesPerSecond = measurement.bytesPerSecond();
    progress("double", 0.6);
    peaks.flopsDouble = measurement.flopsPerSecond("warpbench_peak_double", 2, kRepeats);
    progress("half", 0.8);
    if (10 * device.ccMajor() + device.ccMinor() >= 53)
        peaks.flopsHalf = measurement.flopsPerSecond("warpbench_peak_half", 4, kRepeats);
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    peaks.measured = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
    return peaks;
}

} // namespace warpbench::launch
