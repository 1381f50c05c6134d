// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/context.h"
#include "core/cuda/hardware_figures.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace warpbench::cuda {

class Cupti;

/// Which metrics of CUPTI make up the figures on a chip, and how they are counted in passes. Needs
/// CUPTI alone, no GPU of that kind. Not for several threads at once.
class CounterPlan {
  public:
    /// \param chip          as CUPTI names it, "GH100"
    /// \param availability  what a driver says of its counters; empty: all of the chip's
    /// \throws Error (environment) where CUPTI does not know the chip
    CounterPlan(std::shared_ptr<const Cupti> cupti, const std::string& chip,
                std::vector<std::uint8_t> availability = {});
    ~CounterPlan();
    CounterPlan(const CounterPlan&) = delete;
    CounterPlan& operator=(const CounterPlan&) = delete;

    /// How often launches are repeated until all was counted.
    std::size_t passes() const;
    /// Metrics that are counted, in CUPTI's names.
    const std::vector<const char*>& metrics() const { return m_metrics; }
    const std::vector<std::uint8_t>& image() const { return m_image; }
    /// The figures of a range that was counted.
    HardwareFigures figures(const std::vector<std::uint8_t>& counted, std::size_t range) const;
    const Cupti& cupti() const { return *m_cupti; }

  private:
    std::shared_ptr<const Cupti> m_cupti;
    std::vector<std::uint8_t> m_availability;
    struct Host;
    std::unique_ptr<Host> m_host;
    std::vector<const char*> m_metrics;
    std::vector<std::uint8_t> m_image; ///< how they are scheduled
};

/// Counts launches on a real GPU with its own counters. Few of them count at once, so that the
/// caller goes through all launches again and again, with buffers put back before each pass:
///
///     do {
///         put buffers back;
///         counting.beginPass();
///         for each launch: launch; wait;
///     } while (!counting.endPass());
///     counting.figures();
///
/// On the thread of the context. Launches run one after the other meanwhile, and slower; it ends
/// with the object.
class HardwareCounting {
  public:
    /// \param libraries  where CUPTI may lie, the most wanted first
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
    /// Of each launch of a pass, in their order; after the last pass.
    std::vector<HardwareFigures> figures();

  private:
    struct Session;
    std::unique_ptr<Session> m_session;
};

} // namespace warpbench::cuda
