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

/// What is made of a program's codes for launches that step through a kernel, or that count or
/// check what it does: a program launches the same kernels again and again, so the last few are
/// kept. Any thread.
class MadeCodes {
  public:
    /// Observed codes of a program that are kept at most.
    static constexpr std::size_t kMostObserved = 16;

    /// Null where the kernel has too many registers to be stepped through record by record.
    std::shared_ptr<const Code> forStepping(const Program& program, std::uint32_t kernel);
    /// Where the records of a kernel's code stand in its source.
    /// \param code  the program's, or one of forStepping()
    std::shared_ptr<const std::vector<RecordPlace>> places(const Program& program,
                                                           const Code& code);
    /// \param code  of the request's kernel: the program's, or one of forStepping()
    std::shared_ptr<const ObservedCode> observed(const Program& program, const Code& code,
                                                 const LaunchRequest& request);
    /// That were made so far, whether they are still kept or not.
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
        std::vector<std::byte> parameters; ///< of the launch that it was made for
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
    std::list<Observed> m_observed; ///< the one used last first
    std::size_t m_made = 0;
};

} // namespace warpbench::simgpu::engine
