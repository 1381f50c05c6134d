// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/peers/host_loops.h"

#include "core/simgpu/host/limits.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

namespace warpbench::bench {

namespace {

constexpr int kRounds = 5;

/// As the simulated GPU has: one core is left free where there are four or more.
unsigned threadCount() {
    const unsigned cores = simgpu::host::usableCores();
    return cores >= 4 ? cores - 1 : cores;
}

/// \param share  does the share [begin, end) of the work, which is [0, 1)
double scalingOf(const std::function<void(double begin, double end)>& share) {
    const unsigned threads = threadCount();
    const auto secondsWith = [&](unsigned count) {
        const auto start = std::chrono::steady_clock::now();
        std::vector<std::thread> others;
        for (unsigned i = 1; i < count; ++i)
            others.emplace_back(share, double(i) / count, double(i + 1) / count);
        share(0, 1.0 / count);
        for (std::thread& other : others)
            other.join();
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    std::vector<double> one, all;
    for (int round = 0; round < kRounds; ++round) {
        one.push_back(secondsWith(1));
        all.push_back(secondsWith(threads));
    }
    std::nth_element(one.begin(), one.begin() + kRounds / 2, one.end());
    std::nth_element(all.begin(), all.begin() + kRounds / 2, all.end());
    return one[kRounds / 2] / all[kRounds / 2];
}

/// Keeps the compiler from removing unused results.
std::atomic<float> seen;

void add(const float* a, const float* b, float* c, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
        c[i] = a[i] + b[i];
}

} // namespace

double scalingOfArithmetic() {
    constexpr double kSteps = 40e6;
    return scalingOf([](double begin, double end) {
        float x = 1;
        for (auto i = std::size_t(begin * kSteps); i < std::size_t(end * kSteps); ++i)
            x = x * 0.5f + 1;
        seen = x;
    });
}

double scalingOfAddition(std::size_t elements) {
    constexpr std::size_t kElements = 64u << 20;
    const std::size_t passes = std::max<std::size_t>(1, kElements / elements);
    const std::vector<float> a(elements, 1), b(elements, 2);
    std::vector<float> c(elements);
    return scalingOf([&](double begin, double end) {
        for (std::size_t pass = 0; pass < passes; ++pass) {
            add(a.data(), b.data(), c.data(), std::size_t(begin * double(elements)),
                std::size_t(end * double(elements)));
            seen = c[std::size_t(begin * double(elements))];
        }
    });
}

} // namespace warpbench::bench
