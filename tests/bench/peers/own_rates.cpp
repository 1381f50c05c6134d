// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/peers/own_rates.h"

#include "tests/bench/peers/costs.h"
#include "tests/bench/peers/simulated_gpu.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace warpbench::bench {

namespace {

constexpr std::size_t kThreads = 1 << 20;

/// An element-wise kernel of two inputs.
Workload elementWise(const char* kernel, double itemsPerThread) {
    return {kernel,          2,
            kThreads,        kThreads,
            {int(kThreads)}, {kThreads, 1},
            {256, 1},        itemsPerThread * double(kThreads)};
}

double seconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
}

/// The shortest of a few runs, in seconds of wall time or of the processor's.
double best(SimulatedGpu& gpu, const Workload& workload, double (*clock)()) {
    gpu.prepare(workload);
    double shortest = 1e30;
    for (int round = 0; round < 5; ++round) {
        gpu.clearOutput();
        const double start = clock();
        gpu.run();
        shortest = std::min(shortest, clock() - start);
    }
    return shortest;
}

} // namespace

void printOwnRates(SimulatedGpu& gpu) {
    std::printf("\n%-34s %12s\n", "per core", "items/s");
    const auto rate = [&](const char* what, const Workload& workload) {
        const double perSecond = workload.items / best(gpu, workload, processorSeconds);
        std::printf("%-34s %12.3e\n", what, perSecond);
        return perSecond;
    };
    const double floats = rate("float: additions", elementWise("vector_add", 1));
    const double halves = rate("half: additions", elementWise("half_add", 2));
    const double floatChain = rate("float: 16 fma each", elementWise("float_fma", 16));
    const double halfChain = rate("half: 16 fma each", elementWise("half_fma", 32));
    rate("half from float and back", elementWise("half_convert", 1));
    rate("float: ex2, lg2, tanh approx", elementWise("approximate", 3));
    rate("scattered loads", elementWise("scattered", 1));
    constexpr std::size_t kWarps = 512;
    constexpr int kSteps = 64;
    Workload tensor{"tensor_product",
                    2,
                    1024,
                    kWarps * 32,
                    {kSteps},
                    {kWarps * 32, 1},
                    {128, 1},
                    double(kWarps) * kSteps * 16 * 8 * 16};
    const double products = rate("tensor products: multiply-adds", tensor);
    std::printf("half to float: %.2f (0.33), in chains %.2f; tensor products %.2f G (1)\n",
                halves / floats, halfChain / floatChain, products * 1e-9);

    std::printf("\n%-34s %12s\n", "in all", "ms");
    for (const std::size_t blocks : {1, 4, 32}) {
        constexpr int kBarriers = 20;
        const Workload barriers{"grid_barrier",   0,       0, 16, {kBarriers},
                                {blocks * 32, 1}, {32, 1}, 1};
        std::printf("a barrier of %2zu blocks%12s %12.4f%s\n", blocks, "",
                    best(gpu, barriers, seconds) * 1e3 / kBarriers, blocks == 32 ? " (1)" : "");
    }
    constexpr int kLaunches = 200;
    const Workload small{"vector_add", 2, 32, 32, {32}, {32, 1}, {32, 1}, 1};
    gpu.prepare(small);
    gpu.run();
    const double start = seconds();
    for (int i = 0; i < kLaunches; ++i)
        gpu.run();
    std::printf("%-34s %12.4f\n", "a launch of one warp, waited for",
                (seconds() - start) * 1e3 / kLaunches);
}

} // namespace warpbench::bench
