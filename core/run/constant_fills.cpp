// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/constant_fills.h"

#include "core/plan/init.h"
#include "core/run/kept_results.h"

#include <algorithm>

namespace warpbench::session {

std::vector<std::uint8_t> fillOf(const project::PlannedBuffer& buffer) {
    using Kind = project::Init::Kind;
    const bool same = buffer.init.kind == Kind::zeros || buffer.init.kind == Kind::ones ||
                      buffer.init.kind == Kind::constant;
    if (!same || buffer.elements == 0)
        return {};
    project::LaunchPlan one;
    one.buffers.push_back(buffer);
    one.buffers[0].shape = {1};
    one.buffers[0].elements = 1;
    one.buffers[0].bytes = buffer.dtype.size();
    const arrays::HostArray element = project::initialiseBuffer(one, 0);
    const std::size_t size = element.sizeBytes();
    const auto* first = reinterpret_cast<const std::uint8_t*>(element.bytes().data());
    for (const std::size_t period : {1, 2, 4}) // the sizes of cuMemset
        if (size % period == 0 && std::equal(first + period, first + size, first))
            return {first, first + period};
    return {};
}

std::vector<bool> constantFills(const project::LaunchPlan& plan) {
    std::vector<bool> filled(plan.buffers.size());
    if (plan.timing.rotate > 1) // copies are made of what ends with the run
        return filled;
    const std::vector<bool> named = project::buffersNamedAtFirst(plan);
    for (std::size_t i = 0; i < filled.size(); ++i)
        filled[i] =
            !named[i] && mayBeMadeThere(plan.buffers[i]) && !fillOf(plan.buffers[i]).empty();
    return filled;
}

} // namespace warpbench::session
