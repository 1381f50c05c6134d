// SPDX-License-Identifier: GPL-3.0-or-later
// For a guessed set-up: launches that the program repeats.
#include "core/follow/contents.h"
#include "core/guess/set_up_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace warpbench::guess {

namespace {

/// More would keep a first look at a program waiting.
constexpr int kMostRounds = 100;

} // namespace

bool SetUpBuilder::carries(const LaunchLoop& loop) const {
    std::set<int> found;
    std::set<int> left;
    for (std::size_t i = loop.first; i < loop.first + loop.count; ++i) {
        const LaunchCall& call = m_program.launches[i];
        std::set<int> written;
        for (std::size_t a = 0; a < call.arguments.size(); ++a) {
            const Value& value = call.arguments[a];
            if (value.kind != Value::Kind::pointer)
                continue;
            const PointerUse use = useOf(call, a);
            if (use.read && !left.contains(value.memory) &&
                !m_program.memories[std::size_t(value.memory)].refilled)
                found.insert(value.memory);
            if (use.written)
                written.insert(value.memory);
        }
        left.insert(written.begin(), written.end());
    }
    return std::any_of(found.begin(), found.end(),
                       [&](int memory) { return left.contains(memory); });
}

bool SetUpBuilder::isHandedOn(const LaunchLoop& loop) const {
    for (std::size_t i = loop.first; i < loop.first + loop.count; ++i)
        for (std::size_t a = 0; a < m_program.launches[i].arguments.size(); ++a)
            if (m_program.launches[i].arguments[a].kind == Value::Kind::pointer &&
                useOf(m_program.launches[i], a).handedOn)
                return true;
    return false;
}

void SetUpBuilder::addLoop(const LaunchLoop& loop) {
    const LaunchCall& call = m_program.launches[loop.first];
    if (!findKernel(m_kernels, call.kernel) || (!loop.varies && !carries(loop)))
        return;
    const double passes = loop.passes.isNumber() ? loop.passes.number : 0;
    const auto askHowOften = [&](Kind known, Kind unknown) {
        passes > 0 ? ask(call, Subject::rounds, known, {fmt::format("{}", passes)})
                   : ask(call, Subject::rounds, unknown, {});
    };
    if (passes > 0 && passes / loop.passesEach <= 1 && !loop.varies)
        return;
    const bool all = loop.first == 0 && loop.count == m_program.launches.size();
    if (loop.varies) {
        askHowOften(Kind::loop_varies, Kind::endless_loop_varies);
    } else if (!all && loop.count == 1 && passes > 0 && passes <= kMostRounds &&
               !isHandedOn(loop)) {
        m_project.launches[std::size_t(m_launch)].repeat =
            project::Expression{loop.passes.spelled(), {}};
    } else if (!all || passes == 0 || isHandedOn(loop)) {
        askHowOften(Kind::loop_once, Kind::endless_loop_once);
    } else {
        setRounds(loop, call, passes);
    }
}

void SetUpBuilder::setRounds(const LaunchLoop& loop, const LaunchCall& call, double passes) {
    const double rounds = std::floor(passes / loop.passesEach);
    if (rounds > kMostRounds)
        ask(call, Subject::rounds, Kind::rounds_most,
            {fmt::format("{}", passes), std::to_string(kMostRounds)});
    else if (rounds * loop.passesEach != passes)
        ask(call, Subject::rounds, Kind::rounds_in_pairs,
            {fmt::format("{}", passes), fmt::format("{}", rounds * loop.passesEach)});
    std::string text = Value::of(std::min(rounds, double(kMostRounds)), true).spelled();
    if (rounds <= kMostRounds && !loop.passes.text.empty())
        text = loop.passesEach == 1
                   ? loop.passes.text
                   : fmt::format("{} // {}", inBrackets(loop.passes.text), loop.passesEach);
    m_project.rounds = project::Expression{text, {}};
}

} // namespace warpbench::guess
