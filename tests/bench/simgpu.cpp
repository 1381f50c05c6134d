// SPDX-License-Identifier: GPL-3.0-or-later
// The simulated GPU compared with PoCL (native code, no checks) and Oclgrind (an interpreter with
// checks) on four kernels in one run, and with itself: with metrics, with race checks, on all
// cores, and the cost of loading a large module. Rates are items per second of processor time, so
// per core. Prints the ratios at the end, with the project's targets.
#include "tests/bench/peers/costs.h"
#include "tests/bench/peers/own_rates.h"
#include "tests/bench/peers/simulated_gpu.h"
#include "tests/bench/peers/workload.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

using namespace warpbench::bench;

namespace {

constexpr double kInterpreterScale = 1.0 / 256; // Oclgrind is some hundred times slower

std::map<std::string, std::map<std::string, double>> rates; ///< kernel → simulator → items/s
std::map<std::string, std::map<std::string, std::vector<float>>> outputs;

void measure(benchmark::State& state, Simulator& simulator, const Workload& workload) {
    simulator.prepare(workload);
    simulator.run(); // compiles, touches memory
    double best = 1e30;
    for (auto _ : state) {
        const double start = processorSeconds();
        simulator.run();
        const double seconds = processorSeconds() - start;
        best = std::min(best, seconds);
        state.SetIterationTime(seconds);
    }
    state.SetItemsProcessed(state.iterations() * std::int64_t(workload.items));
    double& rate = rates[workload.kernel][simulator.name()];
    rate = std::max(rate, workload.items / best);
    outputs[workload.kernel][simulator.name()] = simulator.output();
}

/// OpenCL's loader finds drivers through .icd files, which Debian's Oclgrind does not provide.
void offerOclgrind() {
    const char* library = "/usr/lib/oclgrind/liboclgrind-rt-icd.so";
    if (std::getenv("OCL_ICD_VENDORS") || !std::filesystem::exists(library))
        return;
    const auto folder = std::filesystem::temp_directory_path() / "warpbench-bench-icd";
    std::filesystem::create_directories(folder);
    for (const auto& entry : std::filesystem::directory_iterator("/etc/OpenCL/vendors"))
        std::filesystem::copy_file(entry.path(), folder / entry.path().filename(),
                                   std::filesystem::copy_options::overwrite_existing);
    std::ofstream(folder / "oclgrind.icd") << library << '\n';
    setenv("OCL_ICD_VENDORS", folder.c_str(), 1);
}

/// Whether the simulators agree, where they did the same work.
bool agree(const std::vector<float>& a, const std::vector<float>& b, bool integers) {
    if (a.size() != b.size())
        return true;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const float scale = std::max(1.0f, std::abs(b[i]));
        wrong +=
            integers ? std::memcmp(&a[i], &b[i], 4) != 0 : !(std::abs(a[i] - b[i]) < 1e-3f * scale);
    }
    // Mandelbrot's rim may differ by how the compilers contract.
    return wrong <= (integers ? a.size() / 100 : 0);
}

void printRatios() {
    struct Target {
        const char* kernel;
        double pocl;
        double oclgrind;
    };
    const Target targets[] = {
        {"vector_add", 0.4, 100}, {"matmul", 2, 100}, {"reduce", 1.2, 100}, {"mandelbrot", 2, 100}};
    std::printf("\n%-12s %14s %14s %14s   %s\n", "per core", "simulated GPU", "PoCL", "Oclgrind",
                "ratio to PoCL (target)   to Oclgrind (target)   results");
    for (const Target& target : targets) {
        auto& rate = rates[target.kernel];
        auto& output = outputs[target.kernel];
        const double ours = rate["simulated GPU"];
        const auto ratio = [&](const char* peer) { return rate[peer] > 0 ? ours / rate[peer] : 0; };
        const bool same = agree(output["simulated GPU"], output["PoCL"],
                                std::string(target.kernel) == "mandelbrot");
        std::printf("%-12s %14.3e %14.3e %14.3e   %13.2f (%.2f) %15.0f (%.0f)      %s\n",
                    target.kernel, ours, rate["PoCL"], rate["Oclgrind"], ratio("PoCL"), target.pocl,
                    ratio("Oclgrind"), target.oclgrind, same ? "agree" : "DIFFER");
    }
}

} // namespace

int main(int argc, char** argv) {
    offerOclgrind();
    benchmark::Initialize(&argc, argv);
    std::string problem;
    std::vector<std::unique_ptr<Simulator>> simulators;
    auto own = makeSimulatedGpu(problem);
    if (!own)
        return std::fprintf(stderr, "%s\n", problem.c_str()), 1;
    SimulatedGpu* const gpu = own.get();
    simulators.push_back(std::move(own));
    for (const auto& [platform, name] :
         {std::pair("Portable Computing Language", "PoCL"), std::pair("Oclgrind", "Oclgrind")}) {
        if (auto peer = makeOpenCl(platform, name, problem))
            simulators.push_back(std::move(peer));
        else
            std::fprintf(stderr, "%s; compared without it\n", problem.c_str());
    }
    for (const auto& simulator : simulators) {
        const double scale = simulator->name() == "Oclgrind" ? kInterpreterScale : 1;
        for (const Workload& workload : workloads(scale)) {
            benchmark::RegisterBenchmark((workload.kernel + "/" + simulator->name()).c_str(),
                                         [&simulator, workload](benchmark::State& state) {
                                             measure(state, *simulator, workload);
                                         })
                ->UseManualTime()
                ->Unit(benchmark::kMillisecond)
                ->MinTime(0.3);
        }
    }
    benchmark::RunSpecifiedBenchmarks();
    printRatios();
    std::fflush(stdout);
    printOwnRates(*gpu);
    printOwnCosts(*gpu);
    return 0;
}
