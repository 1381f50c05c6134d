// SPDX-License-Identifier: GPL-3.0-or-later
// The time of a step forward and a step back in every lesson: at most 100 ms each. One row per
// launch of each lesson, on the simulated GPU in this process. Takes line steps in the first block,
// in the last one, where a step back has the longest history, and deep inside it, and then takes
// them back. *_cpu_ms is processor time of all threads of this process.
#include "core/project/project_file.h"
#include "core/session/session.h"
#include "tests/source_path.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <vector>

using namespace warpbench;
using session::StepCommand;
using session::StepMove;
using session::StepState;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int kSteps = 5; // in each block

struct Time {
    double ms = 0;
    double cpuMs = 0;

    void raiseTo(const Time& other) {
        ms = std::max(ms, other.ms);
        cpuMs = std::max(cpuMs, other.cpuMs);
    }
};

class Watch {
  public:
    Time passed() const {
        return {std::chrono::duration<double, std::milli>(Clock::now() - m_start).count(),
                double(std::clock() - m_cpu) * 1000 / CLOCKS_PER_SEC};
    }

  private:
    Clock::time_point m_start = Clock::now();
    std::clock_t m_cpu = std::clock();
};

template <class Ask>
StepState answerTo(Ask ask, const std::function<void(std::future<StepState>&)>& meanwhile = {}) {
    auto promise = std::make_shared<std::promise<StepState>>();
    session::Handlers<StepState> handlers;
    handlers.done = [promise](const StepState& state) { promise->set_value(state); };
    handlers.failed = [promise](const Error& error) {
        promise->set_exception(std::make_exception_ptr(error));
    };
    auto future = promise->get_future();
    ask(std::move(handlers));
    if (meanwhile)
        meanwhile(future);
    return future.get();
}

class Stepped {
  public:
    explicit Stepped(session::StepRequest request)
        : m_session({session::WorkerHome::this_process, {}, {}}) {
        m_state =
            answerTo([&](auto handlers) { m_session.startStepping(std::move(request), handlers); });
    }
    const StepState& state() const { return m_state; }
    /// \returns what passed until the answer was there
    Time move(StepMove move, std::vector<session::StepBreakpoint> breakpoints = {}) {
        StepCommand command;
        command.move = move;
        command.breakpoints = std::move(breakpoints);
        const Watch watch;
        m_state = answerTo([&](auto handlers) { m_session.step(std::move(command), handlers); });
        return watch.passed();
    }
    /// Continues for that many milliseconds, or to the end.
    void goFor(double ms) {
        StepCommand command;
        command.move = StepMove::go;
        command.breakpoints.emplace();
        m_state = answerTo([&](auto handlers) { m_session.step(std::move(command), handlers); },
                           [&](std::future<StepState>& answer) {
                               if (answer.wait_for(std::chrono::duration<double, std::milli>(ms)) ==
                                   std::future_status::timeout)
                                   m_session.pauseStepping();
                           });
    }

  private:
    session::Session m_session;
    StepState m_state;
};

struct Longest {
    Time next, back;
};

/// Some lines on, and back again.
Longest stepsThereAndBack(Stepped& stepped) {
    Longest longest;
    int taken = 0;
    for (; taken < kSteps && !stepped.state().ended; ++taken)
        longest.next.raiseTo(stepped.move(StepMove::over));
    for (; taken > 0; --taken)
        longest.back.raiseTo(stepped.move(StepMove::back));
    return longest;
}

void steps(benchmark::State& state, const project::Project& project, std::size_t launch) {
    try {
        session::StepRequest request;
        request.run.project = project;
        request.run.device = "sim";
        request.launch = launch;
        Stepped stepped(std::move(request));
        for (auto _ : state) {
            const Longest first = stepsThereAndBack(stepped);
            const auto& grid = stepped.state().grid;
            const Time toLast = stepped.move(
                StepMove::go,
                {{{},
                  stepped.state().line,
                  fmt::format("blockIdx.x == {} && blockIdx.y == {} && blockIdx.z == {}",
                              grid[0] - 1, grid[1] - 1, grid[2] - 1)}});
            if (stepped.state().ended)
                stepped.move(StepMove::back); // a single block: the first is the last
            const Longest last = stepsThereAndBack(stepped);
            const Time toEnd = stepped.move(StepMove::go);
            Time farBack = stepped.move(StepMove::back);
            stepped.goFor(toEnd.ms * 0.7);
            Longest deep;
            if (!stepped.state().ended) {
                deep = stepsThereAndBack(stepped);
                farBack.raiseTo(stepped.move(StepMove::back));
            }
            const auto tell = [&](const std::string& what, const Time& time) {
                state.counters[what + "_ms"] = time.ms;
                state.counters[what + "_cpu_ms"] = time.cpuMs;
            };
            Time next = first.next;
            next.raiseTo(last.next);
            next.raiseTo(deep.next);
            tell("next", next);
            tell("back", first.back);
            tell("back_in_last_block", last.back);
            tell("back_deep_in_it", deep.back);
            tell("back_to_it", farBack);
            tell("to_last_block", toLast);
            state.SetIterationTime(
                std::max({next.ms, first.back.ms, last.back.ms, deep.back.ms, farBack.ms}) / 1000);
        }
    } catch (const std::exception& problem) {
        state.SkipWithError(problem.what());
    }
}

void addLessons() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(test::sourcePath("examples")))
        if (entry.path().extension() == ".warpbench")
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const std::filesystem::path& file : files) {
        const project::Project project = project::readProject(file).project;
        for (std::size_t launch = 0; launch < project.launches.size(); ++launch)
            benchmark::RegisterBenchmark(
                fmt::format("step/{}/{}", file.stem().string(), launch).c_str(),
                [project, launch](benchmark::State& state) { steps(state, project, launch); })
                ->UseManualTime()
                ->Unit(benchmark::kMillisecond)
                ->Iterations(1);
    }
}

} // namespace

int main(int argc, char** argv) {
    addLessons();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
