// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibrate/calibrate.h"

#include "core/base/bytes_text.h"
#include "core/base/error.h"
#include "core/calibrate/measurement.h"
#include "core/cuda/driver.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <optional>

namespace warpbench::calibrate {

namespace {

using estimate::GpuModel;

constexpr double kLaneSteps = 128;  ///< operations of a lane in a round of the arithmetic kernels
constexpr double kMatrixSteps = 8;  ///< of a warp
constexpr double kMatrixCycles = 8; ///< of a quarter of an SM for one, at cc 9.0
constexpr double kWarp = 32, kLineBytes = 128, kSectorBytes = 32;
constexpr unsigned kThreads = 256;
constexpr std::uint64_t kTileBytes = 1 << 14; ///< of the two kernels below
constexpr const char *kRead = "wb_read", *kWrite = "wb_write";
/// As in core/estimate/costs.cpp: repeated reads of this part of the useful L2 hit half the time.
constexpr double kHalfThere = 0.95;

/// As in core/estimate/estimate.cpp.
double overlapped(double a, double b) {
    return std::pow(std::pow(a, 4) + std::pow(b, 4), 0.25);
}

std::uint64_t powerOfTwo(double atMost) {
    return std::bit_floor(std::uint64_t(std::max(atMost, 1.0)));
}

/// The measurements, in an order in which each may use the figures of those before.
class Calibration {
  public:
    Calibration(const Measurement& on, GpuModel model)
        : m_on(on)
        , m_model(std::move(model))
        , m_sink(on.allocate(64))
        , m_sms(on.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)) {}

    void clock();
    void arithmetic();
    void latencies();
    void memory();
    void l2();
    void lines();
    void launches();
    void blocks();
    void atomics();
    const GpuModel& model() const noexcept { return m_model; }

  private:
    template <class Value>
    void set(Value& member, const char* key, double value, const char* source = "measured") {
        member = Value(value);
        m_model.sources[key] = source;
    }
    double cyclesOf(double ns) const { return ns * m_model.clockGHz; }
    /// A launch that fills the GPU once.
    Work everywhere(const char* kernel, std::vector<launch::ArgumentValue> arguments) const {
        Work work{kernel, 0, kThreads, 0, std::move(arguments)};
        work.blocks = m_sms * m_on.residentBlocks(work);
        return work;
    }
    double threadsOf(const Work& work) const { return double(work.blocks) * work.threads; }
    double lanesPerCycle(const char* kernel, double steps) const {
        const Work work = everywhere(kernel, {pointerTo(m_sink)});
        return threadsOf(work) * steps / cyclesOf(m_on.nsEach(work)) / double(m_sms);
    }
    /// An array far larger than L2; fewer bytes if memory is short.
    cuda::DeviceMemory largeArray() const;
    /// Of passes over the first bytes of an array.
    double nsPerByte(const char* kernel, const cuda::DeviceMemory& array, double bytes) const;
    double chase(const char* kernel, const cuda::DeviceMemory& array, std::uint64_t lines,
                 unsigned warm) const;
    double updateNs(const char* kernel, const cuda::DeviceMemory& words, unsigned lanes,
                    unsigned perLane, unsigned perWarp, unsigned perRound, unsigned mask) const;

    const Measurement& m_on;
    GpuModel m_model;
    cuda::DeviceMemory m_sink;
    std::uint64_t m_sms;
};

void Calibration::clock() {
    constexpr unsigned kRounds = 20000; // some milliseconds
    Work work = everywhere("wb_float", {pointerTo(m_sink)});
    m_on.ns(work, kRounds); // an idle device raises its clock first
    work.kernel = "wb_clock";
    const auto both = m_on.results(work, kRounds, 2);
    set(m_model.clockGHz, "clock", double(both[0]) / double(std::max<std::uint64_t>(both[1], 1)));
    set(m_model.multiprocessors, "multiprocessors", double(m_sms), "the device says so");
    const cuda::Device& device = m_on.context().device();
    set(m_model.computeCapability, "compute_capability", device.ccMajor() * 10 + device.ccMinor(),
        "the device says so");
}

void Calibration::arithmetic() {
    set(m_model.floatLanes, "float_lanes", lanesPerCycle("wb_float", kLaneSteps));
    set(m_model.integerLanes, "integer_lanes", lanesPerCycle("wb_integer", kLaneSteps));
    set(m_model.doubleLanes, "double_lanes", lanesPerCycle("wb_double", kLaneSteps));
    set(m_model.specialLanes, "special_lanes", lanesPerCycle("wb_special", kLaneSteps));
    if (m_model.computeCapability >= 80) {
        constexpr double kQuarters = 4;
        const double perQuarter = lanesPerCycle("wb_matrix", kMatrixSteps) / kWarp / kQuarters;
        set(m_model.matrixSpeed, "matrix_speed", perQuarter * kMatrixCycles);
    }
    const Work constants = everywhere("wb_constants", {pointerTo(m_sink)});
    constexpr double kReads = 16; // of a round
    set(m_model.constantWordCycles, "constant_word",
        cyclesOf(m_on.nsEach(constants)) * double(m_sms) / (threadsOf(constants) * kReads));
}

cuda::DeviceMemory Calibration::largeArray() const {
    const double free = double(m_on.context().memoryInfo().freeBytes);
    const std::uint64_t bytes = powerOfTwo(std::min(free / 4, 20.0 * double(m_model.l2Bytes)));
    if (bytes < 4 * m_model.l2Bytes)
        throw Error(ErrorKind::environment,
                    {"WB1728",
                     "the GPU was not measured: {size} of its memory are free, too little for an "
                     "array far larger than its L2 cache",
                     "end what else uses the device",
                     {{"size", bytesText(std::uint64_t(free))}}});
    return m_on.allocate(bytes);
}

double Calibration::chase(const char* kernel, const cuda::DeviceMemory& array, std::uint64_t lines,
                          unsigned warm) const {
    const Work chain{
        "wb_chain", (lines + kThreads - 1) / kThreads, kThreads, 0, {pointerTo(array)}};
    Work filled = chain;
    filled.arguments.push_back(number(unsigned(lines)));
    m_on.ns(filled, 1);
    const cuda::DeviceMemory other = m_on.allocate(2 * std::max(m_model.l2Bytes, std::uint64_t(1)));
    m_on.fill(other); // the chain leaves L2
    constexpr unsigned kSteps = 4096;
    const Work work{kernel, 1, 1, 0, {pointerTo(array), number(warm)}};
    return double(m_on.results(work, kSteps, 2)[0]) / kSteps;
}

void Calibration::latencies() {
    set(m_model.l2Bytes, "l2_size", double(m_on.attribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)),
        "the device says so");
    const cuda::DeviceMemory array = largeArray();
    constexpr unsigned kFewLines = 64, kManyLines = 8192; // 8 KiB, 1 MiB
    set(m_model.l1Latency, "l1_latency", chase("wb_chase_l1", array, kFewLines, 2 * kFewLines));
    set(m_model.l2Latency, "l2_latency", chase("wb_chase_l2", array, kManyLines, kManyLines));
    set(m_model.dramLatency, "dram_latency",
        chase("wb_chase_l2", array,
              powerOfTwo(4 * double(m_model.l2Bytes)) / std::uint64_t(kLineBytes), 0));
}

double Calibration::nsPerByte(const char* kernel, const cuda::DeviceMemory& array,
                              double bytes) const {
    const std::uint64_t tiles = std::uint64_t(bytes) / kTileBytes;
    Work work{kernel, 0, kThreads, 0, {pointerTo(array)}};
    if (kernel == kRead)
        work.arguments.push_back(pointerTo(m_sink));
    // Passes within a launch, whose blocks other SMs run each time.
    const auto passesNs = [&](std::uint64_t passes) {
        work.blocks = passes * tiles;
        return m_on.ns(work, unsigned(tiles));
    };
    constexpr std::uint64_t kFewPasses = 4, kManyPasses = 16;
    return (passesNs(kManyPasses) - passesNs(kFewPasses)) /
           double((kManyPasses - kFewPasses) * tiles * kTileBytes);
}

void Calibration::memory() {
    const double clockKHz = double(m_on.attribute(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE));
    const double bits = double(m_on.attribute(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH));
    const cuda::DeviceMemory array = largeArray();
    m_on.fill(array);
    const double bytes = double(array.size());
    const double read = 1 / nsPerByte(kRead, array, bytes); // GB/s
    const double byItsClock = 2 * clockKHz * bits / 8 / 1e6;
    if (byItsClock > read) {
        set(m_model.dramGBs, "dram", byItsClock, "its memory's clock and width");
    } else { // newer drivers do not say the clock
        constexpr double kUsualShare = 0.93;
        set(m_model.dramGBs, "dram", read / kUsualShare, "measured reads, taken as 93 %");
    }
    set(m_model.readShare, "dram_read", read / m_model.dramGBs);
    set(m_model.writeShare, "dram_write", 1 / nsPerByte(kWrite, array, bytes) / m_model.dramGBs);
}

void Calibration::l2() {
    const double size = double(m_model.l2Bytes);
    const cuda::DeviceMemory array = m_on.allocate(2 * m_model.l2Bytes);
    m_on.fill(array);
    const double part = size / 3;
    const double hit = nsPerByte(kRead, array, part);
    set(m_model.l2BytesPerCycle, "l2_read", 1 / cyclesOf(hit) / double(m_sms));
    set(m_model.l2WriteBytesPerCycle, "l2_write",
        1 / cyclesOf(nsPerByte(kWrite, array, part)) / double(m_sms));
    // The size of which half hits: passes take as long as one from L2 and half of one from memory.
    const double half = overlapped(hit, 0.5 / (m_model.dramGBs * m_model.readShare));
    constexpr double kStep = 0.05;
    double before = hit;
    for (double share = 0.4; share <= 1.6; share += kStep) {
        const double now = nsPerByte(kRead, array, size * share);
        if (now >= half) {
            const double there = share - kStep * (now - half) / std::max(now - before, 1e-12);
            set(m_model.l2Effective, "l2_useful", there / kHalfThere);
            return;
        }
        before = now;
    }
}

void Calibration::lines() {
    const cuda::DeviceMemory array = largeArray();
    m_on.fill(array);
    const auto lineNs = [&](const char* kernel, double bytes, bool reads) {
        std::vector<launch::ArgumentValue> arguments{
            pointerTo(array), number(unsigned(powerOfTwo(bytes) / std::uint64_t(kLineBytes)))};
        if (reads)
            arguments.push_back(pointerTo(m_sink));
        const Work work = everywhere(kernel, std::move(arguments));
        return m_on.nsEach(work) / threadsOf(work);
    };
    const double inL2 = double(m_model.l2Bytes) / 4;
    set(m_model.l2LookupCycles, "l2_lookup",
        cyclesOf(lineNs("wb_read_lines", inL2, true)) * double(m_sms));
    set(m_model.storeLineCycles, "store_line",
        cyclesOf(lineNs("wb_write_lines", inL2, false)) * double(m_sms));
    // Memory moves 64 bytes for each, at the rate of others.
    const double bytesNs = 2 * kSectorBytes / (m_model.dramGBs * m_model.readShare);
    set(m_model.randomRowFactor, "dram_random",
        std::max(1.0, lineNs("wb_read_lines", double(array.size()), true) / bytesNs));
}

void Calibration::launches() {
    constexpr unsigned kCycles = 100000;
    double floor = m_on.ns({"wb_empty", 1, 32}, 1);
    for (int i = 0; i < 5; ++i) // the computer may be too slow for the GPU in between
        floor = std::min(floor, m_on.ns({"wb_empty", 1, 32}, 1));
    set(m_model.floorUs, "launch_floor", floor / 1000);
    const double waited = m_on.ns({"wb_wait", 1, 32}, kCycles);
    const double own = kCycles / m_model.clockGHz;
    set(m_model.launchUs, "launch", std::max(0.1, (waited - own) / 1000));
}

void Calibration::blocks() {
    const auto each = [&](Work work, std::uint64_t few, std::uint64_t many, unsigned times) {
        work.blocks = m_sms * few;
        const double fewNs = m_on.ns(work, times);
        work.blocks = m_sms * many;
        return cyclesOf((m_on.ns(work, times) - fewNs) / double(many - few));
    };
    set(m_model.blockCycles, "block", each({"wb_empty", 1, kThreads}, 100, 500, 1));
    // One block at a time: its shared memory fills the SM.
    Work alone{"wb_wait", 1, kThreads};
    alone.sharedBytes =
        unsigned(m_on.attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN));
    constexpr unsigned kCycles = 5000;
    set(m_model.gapCycles, "block_gap", std::max(1.0, each(alone, 10, 50, kCycles) - kCycles));
}

double Calibration::updateNs(const char* kernel, const cuda::DeviceMemory& words, unsigned lanes,
                             unsigned perLane, unsigned perWarp, unsigned perRound,
                             unsigned mask) const {
    const Work work = everywhere(kernel, {pointerTo(words), number(lanes), number(perLane),
                                          number(perWarp), number(perRound), number(mask)});
    return m_on.nsEach(work) / (threadsOf(work) / kWarp * lanes);
}

void Calibration::atomics() {
    constexpr unsigned kWords = 1 << 20;
    constexpr unsigned kSectorWords = 8;
    const cuda::DeviceMemory words = m_on.allocate(kWords * sizeof(std::uint32_t));
    m_on.fill(words);
    set(m_model.sameAddressNs, "atomic_same", updateNs("wb_add", words, 32, 0, 0, 0, 0));
    set(m_model.sameFloatNs, "atomic_same_float", updateNs("wb_add_float", words, 32, 0, 0, 0, 0));
    const auto sectorNs = [&](unsigned wordsInAll) {
        constexpr unsigned kLanes = 32;
        const unsigned lanes = std::min(kLanes, wordsInAll / kSectorWords);
        return updateNs("wb_add", words, lanes, kSectorWords, kLanes * kSectorWords,
                        4099 * kSectorWords, wordsInAll - 1);
    };
    // Addresses are spread over slices unevenly: of several sizes, the mean.
    const auto sliceWords = unsigned(m_model.sliceBytes / sizeof(std::uint32_t));
    constexpr int kSizes = 6;
    double logarithms = 0;
    for (int i = 0; i < kSizes; ++i)
        logarithms += std::log(sectorNs(sliceWords << i) * (1 << i));
    const double oneSlice = std::exp(logarithms / kSizes);
    set(m_model.atomicSectorNs, "atomic_sector", oneSlice);
    set(m_model.slices, "slices", std::max(1.0, oneSlice / sectorNs(kWords)));
}

} // namespace

GpuModel measureModel(const cuda::Context& context, const cuda::Module& kernels,
                      const GpuModel& like, const std::atomic<bool>& cancel,
                      const std::function<void(const std::string&, double)>& progress) {
    struct Step {
        const char* name;
        void (Calibration::*measure)();
    };
    constexpr std::array kSteps = {
        Step{"clock", &Calibration::clock},       Step{"arithmetic", &Calibration::arithmetic},
        Step{"latency", &Calibration::latencies}, Step{"memory", &Calibration::memory},
        Step{"L2 cache", &Calibration::l2},       Step{"scattered accesses", &Calibration::lines},
        Step{"launches", &Calibration::launches}, Step{"blocks", &Calibration::blocks},
        Step{"atomics", &Calibration::atomics},
    };
    GpuModel model = like;
    model.sources.clear();
    model.name = modelName(context.device().name());
    model.measured = true;
    for (const char* key : {"l1_size", "slice_size"})
        model.sources[key] = fmt::format("taken from the {}", like.name);
    const Measurement measurement(context, kernels, cancel);
    Calibration calibration(measurement, std::move(model));
    for (std::size_t i = 0; i < kSteps.size(); ++i) {
        progress(kSteps[i].name, double(i) / kSteps.size());
        (calibration.*kSteps[i].measure)();
    }
    GpuModel out = calibration.model();
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    out.about =
        fmt::format("{}, {}, measured on {:%Y-%m-%d} by warpbench-cli calibrate",
                    context.device().name(), context.driver().description(), fmt::gmtime(now));
    return out;
}

GpuModel nearestModel(const std::string& device, int ccMajor, int ccMinor) {
    const GpuModel* nearest = nullptr;
    const int computeCapability = ccMajor * 10 + ccMinor;
    const auto distance = [&](const GpuModel& model) {
        return std::abs(model.computeCapability - computeCapability);
    };
    for (const GpuModel& model : estimate::gpuModels()) {
        if (model.name == modelName(device))
            return model;
        if (!nearest || distance(model) < distance(*nearest))
            nearest = &model;
    }
    return *nearest;
}

std::string modelName(const std::string& device) {
    for (const GpuModel& model : estimate::gpuModels()) // "H100" of "NVIDIA H100 80GB HBM3"
        if (device.find(model.name) != std::string::npos)
            return model.name;
    std::string name = device;
    for (const std::string_view maker : {"NVIDIA ", "GeForce ", "Tesla "})
        if (name.starts_with(maker))
            name.erase(0, maker.size());
    return name;
}

} // namespace warpbench::calibrate
