// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"
#include "core/sensors/hardware_figures.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace warpbench::cuda {

class Cupti;

/// Selects the CUPTI metrics for the figures on a chip, and schedules them in passes. Only needs
/// CUPTI, not a GPU of that kind. Not thread-safe.
class CounterPlan {
  public:
    /// \param chip        CUPTI's name, "GH100"
    /// \param availability  the counters that a driver makes available; empty: all of the chip's
    /// \throws Error (environment) if CUPTI does not know the chip
    CounterPlan(std::shared_ptr<const Cupti> cupti, const std::string& chip,
                std::vector<std::uint8_t> availability = {});
    ~CounterPlan();
    CounterPlan(const CounterPlan&) = delete;
    CounterPlan& operator=(const CounterPlan&) = delete;

    /// How often launches must be repeated to count everything.
    std::size_t passes() const;
    /// The counted metrics, by CUPTI's names.
    const std::vector<const char*>& metrics() const { return m_metrics; }
    const std::vector<std::uint8_t>& image() const { return m_image; }
    /// The figures of a counted range.
    HardwareFigures figures(const std::vector<std::uint8_t>& counted, std::size_t range) const;
    const Cupti& cupti() const { return *m_cupti; }

  private:
    std::shared_ptr<const Cupti> m_cupti;
    std::vector<std::uint8_t> m_availability;
    struct Host;
    std::unique_ptr<Host> m_host;
    std::vector<const char*> m_metrics;
    std::vector<std::uint8_t> m_image; ///< the schedule
};

/// Counts launches on a real GPU with its hardware counters. Only a few can count at once, so the
/// caller repeats all launches, restoring the buffers before each pass:
///
///     do {
///         restore buffers;
///         counting.beginPass();
///         for each launch: launch; wait;
///     } while (!counting.endPass());
///     counting.figures();
///
/// On the thread of the context. Launches are serialized and slower until the object is
/// destroyed.
class HardwareCounting {
  public:
    /// \param libraries  candidates for CUPTI, in order of preference
    /// \throws Error (environment) if CUPTI is missing, or the driver does not permit counting
    HardwareCounting(const Context& context, const std::vector<std::filesystem::path>& libraries,
                     std::size_t launches);
    ~HardwareCounting();
    HardwareCounting(const HardwareCounting&) = delete;
    HardwareCounting& operator=(const HardwareCounting&) = delete;

    std::size_t passes() const;

    // \throws Error (environment)
    void beginPass();
    /// Whether that was the last pass.
    bool endPass();
    /// For each launch of a pass, in order; call after the last pass.
    std::vector<HardwareFigures> figures();

  private:
    struct Session;
    std::unique_ptr<Session> m_session;
};

} // namespace warpbench::cuda
