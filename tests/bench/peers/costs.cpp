// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/peers/costs.h"

#include "core/simgpu/include/wbsim.h"
#include "tests/bench/peers/host_loops.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <string_view>

namespace warpbench::bench {

namespace {

constexpr int kRounds = 9;
constexpr int kShortRounds = 31;      ///< of runs of a millisecond, which anything disturbs
constexpr double kSmall = 1.0 / 32;   ///< of the peers' sizes: race checks cost a multiple
constexpr double kInCache = 1.0 / 16; ///< a vector add of 12 MB

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

double wallSeconds() {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
}

/// Processor time of each thread of this process in seconds, by thread; empty where the system
/// does not say.
std::map<std::string, double> threadSeconds() {
    std::map<std::string, double> seconds;
    std::error_code error;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", error)) {
        std::ifstream file(task.path() / "schedstat");
        double nanoseconds = 0;
        if (file >> nanoseconds)
            seconds[task.path().filename()] = nanoseconds * 1e-9;
    }
    return seconds;
}

double busiestSince(const std::map<std::string, double>& before) {
    double most = 0;
    for (const auto& [thread, seconds] : threadSeconds()) {
        const auto it = before.find(thread);
        most = std::max(most, seconds - (it == before.end() ? 0 : it->second));
    }
    return most;
}

struct Mode {
    const char* name;
    bool metrics, profiles;
    std::uint32_t checks;
    double target; ///< maximum, in multiples of the plain run; 0: the plain run itself
};
constexpr double kNoTarget = -1;
constexpr Mode kModes[] = {
    {"plain", false, false, WBSIM_CHECK_BASIC, 0},
    {"metrics", true, false, WBSIM_CHECK_BASIC, 1.5},
    {"profiles", true, true, WBSIM_CHECK_BASIC, kNoTarget},
    {"shared races", false, false, WBSIM_CHECK_SHARED_RACES, 4},
    {"all races", false, false, WBSIM_CHECK_SHARED_RACES | WBSIM_CHECK_GLOBAL_RACES, 4},
    {"all checks", false, false, WBSIM_CHECK_ALL, kNoTarget},
};

void printModes(SimulatedGpu& gpu) {
    std::printf("\n%-12s %14s", "times plain", "plain ms");
    for (const Mode& mode : kModes) {
        if (mode.target > 0)
            std::printf("  %14s (%.1f)", mode.name, mode.target);
        else if (mode.target == kNoTarget)
            std::printf("  %20s", mode.name);
    }
    std::printf("\n");
    for (const Workload& workload : workloads(kSmall)) {
        gpu.prepare(workload);
        gpu.run();
        std::vector<double> seconds[std::size(kModes)];
        for (int round = 0; round < kShortRounds; ++round) {
            for (std::size_t m = 0; m < std::size(kModes); ++m) {
                gpu.setMetrics(kModes[m].metrics);
                gpu.setProfiling(kModes[m].profiles);
                gpu.setChecks(kModes[m].checks);
                gpu.clearOutput(); // storing the present value cannot race
                const double start = processorSeconds();
                gpu.run();
                seconds[m].push_back(processorSeconds() - start);
            }
        }
        gpu.setMetrics(false);
        gpu.setChecks(WBSIM_CHECK_BASIC);
        const double plain = median(seconds[0]);
        std::printf("%-12s %14.1f", workload.kernel.c_str(), plain * 1e3);
        for (std::size_t m = 1; m < std::size(kModes); ++m)
            std::printf("  %20.2f", median(seconds[m]) / plain);
        std::printf("\n");
        std::fflush(stdout);
    }
}

/// By the clock on the wall, which other programs' load lengthens, and by the processor time of the
/// thread that took longest, which it does not.
void printScalingOf(SimulatedGpu& gpu, const Workload& workload, const char* name) {
    gpu.prepare(workload);
    gpu.run();
    std::vector<double> one, all, oneBusy, allBusy;
    for (int round = 0; round < kRounds; ++round) {
        for (const bool single : {true, false}) {
            gpu.setOneThread(single);
            const auto threads = threadSeconds();
            const double start = wallSeconds();
            gpu.run();
            (single ? one : all).push_back(wallSeconds() - start);
            (single ? oneBusy : allBusy).push_back(busiestSince(threads));
        }
    }
    gpu.setOneThread(false);
    std::printf("%-24s %14.1f %14.1f   %22.2f %33.2f\n", name, median(one) * 1e3, median(all) * 1e3,
                median(one) / median(all), median(oneBusy) / median(allBusy));
    std::fflush(stdout);
}

void printScaling(SimulatedGpu& gpu) {
    std::printf("\n%-24s %14s %14s   %s\n", "all cores", "one thread ms", "all ms",
                "faster by the clock (1.8 on two cores)   by processor time");
    const Workload cached = workloads(kInCache).front();
    for (const Workload& workload : workloads(1))
        printScalingOf(gpu, workload, workload.kernel.c_str());
    printScalingOf(gpu, cached, (cached.kernel + ", in cache").c_str());
    // Accesses that bypass the usual path to memory: they once shared one lock.
    constexpr std::size_t kThreads = 1 << 18;
    printScalingOf(gpu,
                   {"copy_async",
                    2,
                    4 * kThreads,
                    kThreads,
                    {int(kThreads)},
                    {kThreads, 1},
                    {256, 1},
                    double(kThreads)},
                   "cp.async of 16 bytes");
    printScalingOf(gpu,
                   {"alternating",
                    2,
                    kThreads,
                    kThreads,
                    {int(kThreads)},
                    {kThreads, 1},
                    {256, 1},
                    16.0 * kThreads},
                   "two buffers in turn");
    const auto host = [](const char* name, double ratio) {
        std::printf("%-24s %29s   %22.2f\n", name, "", ratio);
    };
    host("plain C++: arithmetic", scalingOfArithmetic());
    host("plain C++: addition", scalingOfAddition(workloads(1).front().inputElements));
    host("the same, in cache", scalingOfAddition(cached.inputElements));
}

/// The kernels over and over, under other names, until the module has `bytes`.
std::string largeModule(std::size_t bytes) {
    constexpr std::string_view kEntry = ".visible .entry";
    const std::string ptx = compiledKernels();
    const auto first = ptx.find(kEntry);
    const auto files = ptx.find("\t.file", first);
    const std::string kernels = ptx.substr(first, files - first);
    std::string text = ptx.substr(0, first);
    for (int copy = 0; text.size() < bytes; ++copy) {
        std::string renamed = kernels;
        for (auto at = renamed.find(kEntry); at != std::string::npos;
             at = renamed.find(kEntry, at)) {
            at = renamed.find('(', at);
            renamed.insert(at, std::to_string(copy));
        }
        text += renamed;
    }
    return text + (files == std::string::npos ? "" : ptx.substr(files));
}

void printLoading(SimulatedGpu& gpu) {
    constexpr std::size_t kBytes = 2'000'000;
    const std::string ptx = largeModule(kBytes);
    std::vector<double> seconds, processor;
    for (int round = 0; round < kRounds; ++round) {
        const double start = wallSeconds(), busy = processorSeconds();
        gpu.load(ptx);
        seconds.push_back(wallSeconds() - start);
        processor.push_back(processorSeconds() - busy);
    }
    std::printf("\nloading %.1f MB of PTX: %.0f ms (100), %.0f ms of processor time\n",
                double(ptx.size()) * 1e-6, median(seconds) * 1e3, median(processor) * 1e3);
}

} // namespace

double processorSeconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

void printOwnCosts(SimulatedGpu& gpu) {
    printModes(gpu);
    printScaling(gpu);
    printLoading(gpu);
}

} // namespace warpbench::bench
