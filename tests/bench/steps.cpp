// SPDX-License-Identifier: GPL-3.0-or-later
// How long a step takes, and one back, on every lesson: at most 100 ms each. A row for each launch
// of each lesson, on the simulated GPU in a child as the window has it. Steps of a line are taken
// in the first block and in the last one, where a step back has the longest way behind it, and then
// taken back.
#include "core/project/project_file.h"
#include "core/session/session.h"
#include "tests/source_dir.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
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

template <class Ask>
StepState answerTo(Ask ask) {
    auto promise = std::make_shared<std::promise<StepState>>();
    session::Handlers<StepState> handlers;
    handlers.done = [promise](const StepState& state) { promise->set_value(state); };
    handlers.failed = [promise](const Error& error) {
        promise->set_exception(std::make_exception_ptr(error));
    };
    auto future = promise->get_future();
    ask(std::move(handlers));
    return future.get();
}

class Stepped {
  public:
    explicit Stepped(session::StepRequest request)
        : m_session({session::WorkerHome::child_process, {}, {}}) {
        m_state =
            answerTo([&](auto handlers) { m_session.startStepping(std::move(request), handlers); });
    }
    const StepState& state() const { return m_state; }
    /// \returns the milliseconds until the answer was there
    double move(StepMove move, std::vector<session::StepBreakpoint> breakpoints = {}) {
        StepCommand command;
        command.move = move;
        command.breakpoints = std::move(breakpoints);
        const auto start = Clock::now();
        m_state = answerTo([&](auto handlers) { m_session.step(std::move(command), handlers); });
        return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    }

  private:
    session::Session m_session;
    StepState m_state;
};

struct Longest {
    double next = 0; ///< ms
    double back = 0; ///< ms
};

/// Some lines on, and back again.
Longest stepsThereAndBack(Stepped& stepped) {
    Longest longest;
    int taken = 0;
    for (; taken < kSteps && !stepped.state().ended; ++taken)
        longest.next = std::max(longest.next, stepped.move(StepMove::over));
    for (; taken > 0; --taken)
        longest.back = std::max(longest.back, stepped.move(StepMove::back));
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
            const double toTheEnd = stepped.move(
                StepMove::go,
                {{{},
                  stepped.state().line,
                  fmt::format("blockIdx.x == {} && blockIdx.y == {} && blockIdx.z == {}",
                              grid[0] - 1, grid[1] - 1, grid[2] - 1)}});
            if (stepped.state().ended)
                stepped.move(StepMove::back); // a single block: the first is the last
            const Longest last = stepsThereAndBack(stepped);
            state.counters["next_ms"] = std::max(first.next, last.next);
            state.counters["back_ms"] = first.back;
            state.counters["back_in_last_block_ms"] = last.back;
            state.counters["to_last_block_ms"] = toTheEnd;
            state.SetIterationTime(std::max({first.next, first.back, last.next, last.back}) / 1000);
        }
    } catch (const std::exception& problem) {
        state.SkipWithError(problem.what());
    }
}

void addLessons() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(WARPBENCH_SOURCE_DIR "/examples"))
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
