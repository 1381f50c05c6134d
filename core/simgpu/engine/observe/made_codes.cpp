// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/observe/made_codes.h"

#include "core/simgpu/engine/debug/source_map.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/observe/observed_code.h"
#include "core/simgpu/engine/program.h"

#include <algorithm>
#include <utility>

namespace warpbench::simgpu::engine {

std::shared_ptr<const Code> MadeCodes::forStepping(const Program& program, std::uint32_t kernel) {
    const std::lock_guard lock(m_mutex);
    const auto found =
        std::find_if(m_stepping.begin(), m_stepping.end(),
                     [kernel](const Stepping& known) { return known.kernel == kernel; });
    if (found != m_stepping.end())
        return found->code;
    auto code = codeForStepping(program, kernel);
    ++m_made;
    return m_stepping
        .emplace_back(
            Stepping{kernel, code ? std::make_shared<const Code>(*std::move(code)) : nullptr})
        .code;
}

std::shared_ptr<const std::vector<RecordPlace>> MadeCodes::places(const Program& program,
                                                                  const Code& code) {
    const std::lock_guard lock(m_mutex);
    const auto found = std::find_if(m_places.begin(), m_places.end(),
                                    [&](const Places& known) { return known.of == &code; });
    if (found != m_places.end())
        return found->places;
    ++m_made;
    return m_places
        .emplace_back(Places{
            &code, std::make_shared<const std::vector<RecordPlace>>(placesOf(program, code))})
        .places;
}

/// All that observe() looks at.
bool MadeCodes::Observed::suits(const Code& wanted, const LaunchRequest& request) const {
    return from == &wanted && metrics == request.metrics &&
           traces == (request.tracing.blocks > 0) && profiles == request.profiling.on &&
           checks.uninitialized == request.checks.uninitialized &&
           checks.sharedRaces == request.checks.sharedRaces &&
           checks.globalRaces == request.checks.globalRaces &&
           checks.barriers == request.checks.barriers &&
           std::all_of(code->parametersRead.begin(), code->parametersRead.end(),
                       [&](const ConstantRow& row) {
                           return valueInLaunch(row, parameters) ==
                                  valueInLaunch(row, request.parameters);
                       });
}

std::shared_ptr<const ObservedCode> MadeCodes::observed(const Program& program, const Code& code,
                                                        const LaunchRequest& request) {
    const std::lock_guard lock(m_mutex);
    const auto found =
        std::find_if(m_observed.begin(), m_observed.end(),
                     [&](const Observed& known) { return known.suits(code, request); });
    if (found != m_observed.end()) {
        m_observed.splice(m_observed.begin(), m_observed, found);
        return found->code;
    }
    ++m_made;
    m_observed.push_front(
        {&code, request.metrics, request.tracing.blocks > 0, request.profiling.on, request.checks,
         request.parameters,
         std::make_shared<const ObservedCode>(observe(code, program.module, request))});
    if (m_observed.size() > kMostObserved)
        m_observed.pop_back();
    return m_observed.front().code;
}

std::size_t MadeCodes::made() const {
    const std::lock_guard lock(m_mutex);
    return m_made;
}

} // namespace warpbench::simgpu::engine
