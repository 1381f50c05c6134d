// SPDX-License-Identifier: GPL-3.0-or-later
// Of a guessed set-up: what the program launches again and again.
#include "core/guess/contents.h"
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
    const std::string often = passes > 0 ? fmt::format("{} times", passes) : "again and again";
    if (passes > 0 && passes / loop.passesEach <= 1 && !loop.varies)
        return;
    const bool all = loop.first == 0 && loop.count == m_program.launches.size();
    if (loop.varies) {
        ask(call, Subject::rounds,
            fmt::format("a loop launches it {}, with what changes from pass to pass: only the "
                        "first is here",
                        often));
    } else if (!all && loop.count == 1 && passes > 0 && passes <= kMostRounds &&
               !isHandedOn(loop)) {
        m_project.launches[std::size_t(m_launch)].repeat =
            project::Expression{loop.passes.spelled(), {}};
    } else if (!all || passes == 0 || isHandedOn(loop)) {
        ask(call, Subject::rounds,
            fmt::format("a loop launches it {}, here it is launched once (\"rounds\" repeats "
                        "a project's launches)",
                        often));
    } else {
        setRounds(loop, call, passes);
    }
}

void SetUpBuilder::setRounds(const LaunchLoop& loop, const LaunchCall& call, double passes) {
    const double rounds = std::floor(passes / loop.passesEach);
    if (rounds > kMostRounds)
        ask(call, Subject::rounds,
            fmt::format("a loop launches it {} times, \"rounds\" is {}: more take their time "
                        "on a simulated device",
                        passes, kMostRounds));
    else if (rounds * loop.passesEach != passes)
        ask(call, Subject::rounds,
            fmt::format("a loop launches it {} times, and two launches that change places are "
                        "a round: {} are here",
                        passes, rounds * loop.passesEach));
    std::string text = Value::of(std::min(rounds, double(kMostRounds)), true).spelled();
    if (rounds <= kMostRounds && !loop.passes.text.empty())
        text = loop.passesEach == 1
                   ? loop.passes.text
                   : fmt::format("{} // {}", inBrackets(loop.passes.text), loop.passesEach);
    m_project.rounds = project::Expression{text, {}};
}

} // namespace warpbench::guess
