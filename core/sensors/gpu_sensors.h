// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::cuda {

class Device;

/// A reading of a GPU's sensors. Values that the driver does not provide are absent.
struct SensorReading {
    double atMs = 0; ///< since the log started (SensorLog::began())
    std::optional<double> smClockMhz;
    std::optional<double> memoryClockMhz;
    std::optional<double> temperatureC;
    std::optional<double> powerW;
    std::uint64_t slowdowns = 0; ///< a mask for slowdownNames()

    bool operator==(const SensorReading&) const = default;
};

/// A summary of repeated sensor readings while something ran: the minimum and maximum of each
/// value. Values that the driver does not provide are absent.
struct GpuConditions {
    using Range = std::array<double, 2>;

    int readings = 0;
    std::optional<Range> smClockMhz;
    std::optional<Range> memoryClockMhz;
    std::optional<Range> temperatureC;
    std::optional<Range> powerW;
    /// Reasons for reduced clocks in any reading: names from slowdownNames(), each once.
    std::vector<std::string> slowdowns;
    std::vector<SensorReading> timeline; ///< the readings in order, or evenly selected ones of many

    void add(const SensorReading& reading); ///< updates everything except `timeline`
};

/// The energy of a pass over launches that ran without a pause, of the whole GPU.
struct EnergyUse {
    double mJ = 0;      ///< of one pass
    double seconds = 0; ///< of all passes
    std::int64_t passes = 0;
};

/// The reading closest to a time; `readings` must be in order and not empty.
const SensorReading& nearestReading(const std::vector<SensorReading>& readings, double atMs);
/// Summarizes the readings closest to the given times, each once; empty without readings or times.
/// The result has no timeline.
std::optional<GpuConditions> conditionsAt(const std::vector<SensorReading>& readings,
                                          const std::vector<double>& timesMs);

/// The reasons in a mask from nvmlDeviceGetCurrentClocksEventReasons that slow a GPU down (NVML API
/// Reference, "NvmlClocksEventReasons"): "power_cap", "thermal", "hardware_slowdown",
/// "hardware_thermal", "power_brake", "sync_boost", "display_clock". Idleness and clocks set by a
/// user are not included.
std::vector<std::string> slowdownNames(std::uint64_t mask);

/// Clocks, temperature, power and slowdowns of a real GPU, from NVIDIA's management library (NVML),
/// which is part of the driver. A reading takes tens of microseconds, on any thread.
class GpuSensors {
  public:
    /// Null for a simulated device, and if NVML is missing or does not know the device.
    static std::unique_ptr<GpuSensors> open(const Device& device);
    ~GpuSensors();
    GpuSensors(const GpuSensors&) = delete;
    GpuSensors& operator=(const GpuSensors&) = delete;

    /// The current values; `atMs` is 0.
    SensorReading read() const;
    /// The energy that the GPU has used since the driver was loaded, in millijoules; empty if it
    /// does not count it (before Volta).
    std::optional<double> energyMj() const;

  private:
    struct Library;
    GpuSensors(std::shared_ptr<const Library> library, void* device);

    std::shared_ptr<const Library> m_library;
    void* m_device; ///< nvmlDevice_t
};

} // namespace warpbench::cuda
