// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project_file.h"
#include "tests/session/real_gpu.h"
#include "tests/session/session_bench.h"

#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

/// Requests for a simulated device or a real one.
namespace warpbench::session::testing {

/// A request for a project text in which N is the number of elements.
inline RunRequest requestFor(std::string json, const std::string& source, const QString& device,
                             int n) {
    for (std::size_t at; (at = json.find("<N>")) != std::string::npos;)
        json.replace(at, 3, std::to_string(n));
    RunRequest request;
    request.project = project::parseProject(json, "gpu.warpbench").project;
    request.source = source;
    request.device = device.toStdString();
    return request;
}

/// One kernel that adds one to each element of a buffer that stays on the device.
inline RunRequest counting(const QString& device, int n) {
    return requestFor(R"json({"format": "warpbench-project", "version": 1, "name": "r",
 "source": {"text": "replaced"}, "timing": {"repeats": 0},
 "buffers": [{"name": "d", "dtype": "float32", "shape": [<N>], "init": {"kind": "zeros"}}],
 "launches": [{"kernel": "k", "stream": "side", "grid": ["ceil_div(<N>, 256)"], "block": [256],
               "args": [{"buffer": "d", "access": "resident"}]}]})json",
                      R"(extern "C" __global__ void k(float* d) {
    d[blockIdx.x * size_t(256) + threadIdx.x] += 1.0f;
})",
                      device, n);
}

/// A launch that is to write 1000 floats of a size that no other buffer has, all of them `want`,
/// and that is checked. \param memory  of the buffer
inline RunRequest writing(const QString& device, const std::string& source, const std::string& want,
                          const std::string& memory = "device") {
    RunRequest request =
        requestFor(R"json({"format": "warpbench-project", "version": 1, "name": "w",
 "source": {"text": "replaced"}, "timing": {"repeats": 0},
 "buffers": [{"name": "x", "dtype": "float32", "shape": [10], "init": {"kind": "arange"}},
             {"name": "y", "dtype": "float32", "shape": [10, 100]}],
 "launches": [{"kernel": "k", "grid": [10], "block": [100],
               "args": [{"buffer": "y", "access": "out"}, {"buffer": "x", "access": "in"},
                        {"scalar": "uint64", "value": "<P>"}]}]})json",
                   source, device, 0);
    project::Buffer& y = request.project.buffers.at(1);
    y.memory = memory == "managed"   ? project::MemoryKind::managed
               : memory == "mapped"  ? project::MemoryKind::mapped
               : memory == "pitched" ? project::MemoryKind::pitched
                                     : project::MemoryKind::device;
    y.expect.emplace().expression = {want, {}};
    const bool pitched = y.memory == project::MemoryKind::pitched;
    std::get<project::ScalarArg>(request.project.launches.at(0).args.at(2).value).value = {
        {pitched ? "pitch(y)" : "400", {}}};
    return request;
}

/// Sources for it: all of it is 7, every second row is, and nothing is written.
inline const char* const kWritesAll = R"(extern "C" __global__ void k(float* y, const float* x,
                                                                      size_t pitch) {
    ((float*)((char*)y + blockIdx.x * pitch))[threadIdx.x] = 7;
})";
inline const char* const kWritesHalf = R"(extern "C" __global__ void k(float* y, const float* x,
                                                                       size_t pitch) {
    if (blockIdx.x % 2 == 0)
        ((float*)((char*)y + blockIdx.x * pitch))[threadIdx.x] = 7;
})";
inline const char* const kWritesNothing = R"(extern "C" __global__ void k(float* y, const float* x,
                                                                          size_t pitch) {})";

/// Stops a run when it reports a phase with this prefix, and returns its report.
inline RunReport stopIn(Bench& bench, RunRequest request, const std::string& phase) {
    auto seen = std::make_shared<std::promise<void>>();
    auto once = std::make_shared<std::once_flag>();
    auto began = seen->get_future();
    auto call = bench.start(std::move(request), [seen, once, phase](const Progress& step) {
        if (step.phase.rfind(phase, 0) == 0)
            std::call_once(*once, [&] { seen->set_value(); });
    });
    if (began.wait_for(kPatience) != std::future_status::ready)
        throw std::runtime_error("the run did not come to " + phase);
    bench.session.cancel(call.ticket);
    return call.get();
}

} // namespace warpbench::session::testing
