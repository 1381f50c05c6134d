// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of a compile: without a cache, from memory, from disk (must be below 2 ms), and the cost
// of describing parameters and scanning a source.
#include "core/cache/compile_cache.h"

#include "core/compile/compile.h"
#include "core/sources/source_scan.h"
#include "tests/source_path.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

using namespace warpbench::compile;

namespace {

CompileRequest request(const char* file) {
    const std::string path = warpbench::test::sourcePath("tests/simgpu/corpus/") + file;
    std::ifstream stream(path, std::ios::binary);
    CompileRequest made;
    made.source = {std::istreambuf_iterator<char>(stream), {}};
    made.fileName = path;
    made.arch = "sm_90";
    return made;
}

void compileOrStop(benchmark::State& state, const CompileRequest& wanted, bool cached) {
    const CompileResult result = compile(wanted);
    if (!result.succeeded || result.cached != cached)
        state.SkipWithError(result.succeeded ? "not cached as expected" : result.log.c_str());
    benchmark::DoNotOptimize(result.ptx.data());
}

void withoutCache(benchmark::State& state, const char* file) {
    CompileRequest wanted = request(file);
    wanted.useCache = false;
    for (auto _ : state)
        compileOrStop(state, wanted, false);
}

void fromMemory(benchmark::State& state, const char* file) {
    const CompileRequest wanted = request(file);
    compile(wanted);
    for (auto _ : state)
        compileOrStop(state, wanted, true);
}

void fromDisk(benchmark::State& state, const char* file) {
    const CompileRequest wanted = request(file);
    compile(wanted);
    for (auto _ : state) {
        CompileCache::ofThisUser().clearMemory();
        compileOrStop(state, wanted, true);
    }
}

void describeParameters(benchmark::State& state, const char* file) {
    CompileRequest wanted = request(file);
    wanted.useCache = false;
    for (auto _ : state)
        benchmark::DoNotOptimize(describeKernels(wanted).size());
}

void scanSource(benchmark::State& state, const char* file) {
    const CompileRequest wanted = request(file);
    for (auto _ : state)
        benchmark::DoNotOptimize(scanKernels(wanted.source).size());
}

void registerAll() {
    for (const char* file : {"01_vecadd.cu", "12_fp16.cu", "32_raytrace.cu"}) {
        const auto add = [&](const std::string& name, auto function) {
            benchmark::RegisterBenchmark((name + "/" + file).c_str(), [=](benchmark::State& state) {
                function(state, file);
            })->Unit(benchmark::kMillisecond);
        };
        add("without_cache", withoutCache);
        add("from_memory", fromMemory);
        add("from_disk", fromDisk);
        add("describe_parameters", describeParameters);
        add("scan_source", scanSource);
    }
}

} // namespace

int main(int argc, char** argv) {
    // A separate cache, so that the user's is neither measured nor filled.
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / "warpbench-bench-compile";
    std::filesystem::remove_all(folder);
    setenv("XDG_CACHE_HOME", folder.c_str(), 1);
    if (const CompilerInfo info = compilerInfo(); !info.available) {
        std::fprintf(stderr, "%s\n", info.problem.c_str());
        return 77; // skipped
    }
    registerAll();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    std::filesystem::remove_all(folder);
    return 0;
}
