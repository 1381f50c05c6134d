// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/engine.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

namespace warpbench::simgpu::engine {

struct Code;
struct ObservedCode;
struct RecordPlace;

/// Variants of a program's code for launches that step through a kernel, or measure or check it.
/// Programs launch the same kernels again and again, so the most recent variants are kept.
/// Thread-safe.
class MadeCodes {
  public:
    /// Maximum number of observed codes kept per program.
    static constexpr std::size_t kMostObserved = 16;

    /// Null if the kernel has too many registers to be stepped through record by record.
    std::shared_ptr<const Code> forStepping(const Program& program, std::uint32_t kernel);
    /// The source locations of a kernel's records.
    /// \param code  the program's, or one of forStepping()
    std::shared_ptr<const std::vector<RecordPlace>> places(const Program& program,
                                                           const Code& code);
    /// \param code  of the request's kernel: the program's, or one of forStepping()
    std::shared_ptr<const ObservedCode> observed(const Program& program, const Code& code,
                                                 const LaunchRequest& request);
    /// Total number made so far, including those that were dropped.
    std::size_t made() const;

  private:
    struct Stepping {
        std::uint32_t kernel = 0;
        std::shared_ptr<const Code> code;
    };
    struct Observed {
        const Code* from = nullptr;
        bool metrics = false, traces = false, profiles = false;
        Checks checks;
        std::vector<std::byte> parameters; ///< of the launch it was made for
        std::shared_ptr<const ObservedCode> code;

        bool suits(const Code& code, const LaunchRequest& request) const;
    };

    struct Places {
        const Code* of = nullptr;
        std::shared_ptr<const std::vector<RecordPlace>> places;
    };

    mutable std::mutex m_mutex;
    std::vector<Stepping> m_stepping;
    std::vector<Places> m_places;
    std::list<Observed> m_observed; ///< most recently used first
    std::size_t m_made = 0;
};

} // namespace warpbench::simgpu::engine
