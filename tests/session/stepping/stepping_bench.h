// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/session/session_bench.h"

#include <algorithm>

/// Shared by the tests of stepping.
namespace warpbench::session::testing {

class Stepping : public Bench {
  public:
    using Bench::Bench;

    StepState start(StepRequest request) {
        return wait(
            [&](auto handlers) { return session.startStepping(std::move(request), handlers); });
    }
    StepState step(StepCommand command) {
        return wait([&](auto handlers) { return session.step(std::move(command), handlers); });
    }
    StepState step(StepMove move) {
        StepCommand command;
        command.move = move;
        return step(std::move(command));
    }
    StepState look(const std::string& print) {
        StepCommand command;
        command.prints = {print};
        return step(std::move(command));
    }

  private:
    template <class Start>
    StepState wait(Start start) {
        auto promise = std::make_shared<std::promise<StepState>>();
        Call<StepState> call;
        call.result = promise->get_future();
        start(handlersFor(promise));
        return call.get();
    }
};

// 1 to 22: lines count.
inline const char* const kSource = R"(
__device__ int calls;
extern "C" __global__ void first(int* data) {
    data[threadIdx.x] = threadIdx.x;
}
extern "C" __global__ void sums(int* out, const int* data, int n) {
    __shared__ int partial[64];
    int t = threadIdx.x;
    int mine = data[t];
    partial[t] = mine;
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (t < half)
            partial[t] += partial[t + half];
        __syncthreads();
    }
    if (t == 0) {
        out[blockIdx.x] = partial[0] + atomicAdd(&calls, 1);
    }
    if (t == n)
        out[1 << 20] = 1;
}
)";

inline StepRequest request(int n = -1) {
    StepRequest request;
    project::Project& project = request.run.project;
    project.name = "Sums";
    request.run.source = kSource;
    project.buffers = {buffer("out", "2", project::Init::Kind::zeros),
                       buffer("data", "64", project::Init::Kind::zeros)};
    project::Launch before;
    before.kernel = "first";
    before.grid = {{"1", {}}};
    before.block = {{"64", {}}};
    before.args = {{bufferArg("data", project::Access::inout), {}}};
    project::Launch launch;
    launch.kernel = "sums";
    launch.grid = {{"2", {}}};
    launch.block = {{"64", {}}};
    launch.args = {
        {bufferArg("out", project::Access::inout), {}},
        {bufferArg("data", project::Access::inout), {}},
        {project::ScalarArg{*arrays::DType::parse("int32"), {{std::to_string(n), {}}}}, {}}};
    project.launches = {before, launch};
    request.run.device = "sim";
    request.launch = 1;
    return request;
}

inline StepCommand goTo(int line, const std::string& condition = {}) {
    StepCommand command;
    command.move = StepMove::go;
    command.breakpoints = {{{}, line, condition}};
    return command;
}

inline const StepVariable* variable(const StepState& state, const std::string& path) {
    const auto found = std::find_if(state.variables.begin(), state.variables.end(),
                                    [&](const StepVariable& v) { return v.path == path; });
    return found == state.variables.end() ? nullptr : &*found;
}

} // namespace warpbench::session::testing
