// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sensors/gpu_sensors.h"

#include "core/cuda/device.h"
#include "core/cuda/error.h"
#include "core/platform/dynamic_library.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace warpbench::cuda {

namespace {

// The used part of NVML's C interface, which has been stable since version 2 (NVML API Reference).
// Its header is missing in the toolkit wheels that we build with.
using NvmlReturn = int; ///< 0: done
constexpr unsigned kClockSm = 1;
constexpr unsigned kClockMemory = 2;
constexpr unsigned kTemperatureGpu = 0;

#ifdef _WIN32
constexpr const char* kNvml = "nvml.dll";
#else
constexpr const char* kNvml = "libnvidia-ml.so.1";
#endif

void include(std::optional<GpuConditions::Range>& range, std::optional<double> value) {
    if (!value)
        return;
    if (!range)
        range = {*value, *value};
    range = {std::min((*range)[0], *value), std::max((*range)[1], *value)};
}

} // namespace

struct GpuSensors::Library {
    platform::DynamicLibrary library;
    NvmlReturn (*initialise)() = library.function<NvmlReturn()>("nvmlInit_v2");
    NvmlReturn (*shutDown)() = library.function<NvmlReturn()>("nvmlShutdown");
    NvmlReturn (*byBusId)(const char*, void**) =
        library.function<NvmlReturn(const char*, void**)>("nvmlDeviceGetHandleByPciBusId_v2");
    NvmlReturn (*clock)(void*, unsigned, unsigned*) =
        library.function<NvmlReturn(void*, unsigned, unsigned*)>("nvmlDeviceGetClockInfo");
    NvmlReturn (*temperature)(void*, unsigned, unsigned*) =
        library.function<NvmlReturn(void*, unsigned, unsigned*)>("nvmlDeviceGetTemperature");
    NvmlReturn (*power)(void*, unsigned*) =
        library.function<NvmlReturn(void*, unsigned*)>("nvmlDeviceGetPowerUsage");
    NvmlReturn (*energy)(void*, unsigned long long*) =
        library.function<NvmlReturn(void*, unsigned long long*)>(
            "nvmlDeviceGetTotalEnergyConsumption");
    /// Named this way since driver 535, which also kept the older name.
    NvmlReturn (*reasons)(void*, unsigned long long*) =
        library.function<NvmlReturn(void*, unsigned long long*)>(
            "nvmlDeviceGetCurrentClocksThrottleReasons");

    explicit Library(platform::DynamicLibrary opened)
        : library(std::move(opened)) {}
    ~Library() {
        if (shutDown)
            shutDown();
    }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    /// Null if it is missing or does not work.
    static std::shared_ptr<const Library> open() {
        std::optional<platform::DynamicLibrary> opened = platform::DynamicLibrary::tryOpen(
            kNvml, nullptr, platform::DynamicLibrary::Lifetime::for_good);
        if (!opened)
            return nullptr;
        auto* initialise = opened->function<NvmlReturn()>("nvmlInit_v2");
        if (!initialise || initialise() != 0)
            return nullptr;
        return std::make_shared<const Library>(std::move(*opened));
    }
};

std::vector<std::string> slowdownNames(std::uint64_t mask) {
    static constexpr std::pair<std::uint64_t, const char*> kNames[] = {
        {0x4, "power_cap"},         {0x20, "thermal"},     {0x8, "hardware_slowdown"},
        {0x40, "hardware_thermal"}, {0x80, "power_brake"}, {0x10, "sync_boost"},
        {0x100, "display_clock"}};
    std::vector<std::string> names;
    for (const auto& [bit, name] : kNames) {
        if (mask & bit)
            names.emplace_back(name);
    }
    return names;
}

std::unique_ptr<GpuSensors> GpuSensors::open(const Device& device) {
    if (device.simulated())
        return nullptr;
    std::shared_ptr<const Library> library = Library::open();
    void* handle = nullptr;
    try {
        if (!library || !library->byBusId ||
            library->byBusId(device.pciBusId().c_str(), &handle) != 0)
            return nullptr;
    } catch (const CudaError&) {
        return nullptr; // without a bus id: sensors are optional for a run
    }
    return std::unique_ptr<GpuSensors>(new GpuSensors(std::move(library), handle));
}

GpuSensors::GpuSensors(std::shared_ptr<const Library> library, void* device)
    : m_library(std::move(library))
    , m_device(device) {}

GpuSensors::~GpuSensors() = default;

SensorReading GpuSensors::read() const {
    SensorReading reading;
    unsigned value = 0;
    if (m_library->clock && m_library->clock(m_device, kClockSm, &value) == 0)
        reading.smClockMhz = value;
    if (m_library->clock && m_library->clock(m_device, kClockMemory, &value) == 0)
        reading.memoryClockMhz = value;
    if (m_library->temperature && m_library->temperature(m_device, kTemperatureGpu, &value) == 0)
        reading.temperatureC = value;
    if (m_library->power && m_library->power(m_device, &value) == 0)
        reading.powerW = value / 1000.0; // milliwatts
    unsigned long long mask = 0;
    if (m_library->reasons && m_library->reasons(m_device, &mask) == 0)
        reading.slowdowns = mask;
    return reading;
}

std::optional<double> GpuSensors::energyMj() const {
    unsigned long long value = 0;
    if (!m_library->energy || m_library->energy(m_device, &value) != 0)
        return std::nullopt;
    return double(value);
}

void GpuConditions::add(const SensorReading& reading) {
    ++readings;
    include(smClockMhz, reading.smClockMhz);
    include(memoryClockMhz, reading.memoryClockMhz);
    include(temperatureC, reading.temperatureC);
    include(powerW, reading.powerW);
    for (std::string& name : slowdownNames(reading.slowdowns)) {
        if (std::find(slowdowns.begin(), slowdowns.end(), name) == slowdowns.end())
            slowdowns.push_back(std::move(name));
    }
}

const SensorReading& nearestReading(const std::vector<SensorReading>& readings, double atMs) {
    const auto after =
        std::lower_bound(readings.begin(), readings.end(), atMs,
                         [](const SensorReading& one, double time) { return one.atMs < time; });
    if (after == readings.begin())
        return *after;
    const SensorReading& before = *std::prev(after);
    return after == readings.end() || atMs - before.atMs <= after->atMs - atMs ? before : *after;
}

std::optional<GpuConditions> conditionsAt(const std::vector<SensorReading>& readings,
                                          const std::vector<double>& timesMs) {
    if (readings.empty() || timesMs.empty())
        return std::nullopt;
    std::vector<bool> near(readings.size(), false);
    for (const double time : timesMs)
        near[std::size_t(&nearestReading(readings, time) - readings.data())] = true;
    GpuConditions conditions;
    for (std::size_t i = 0; i < readings.size(); ++i) {
        if (near[i])
            conditions.add(readings[i]);
    }
    return conditions;
}

} // namespace warpbench::cuda
