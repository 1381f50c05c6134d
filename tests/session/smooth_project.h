// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/session/session_bench.h"

#include <cstdint>
#include <string>
#include <vector>

/// A stencil over rows on several devices, with its result.
namespace warpbench::session::testing {

inline constexpr int kSmoothRows = 23;
inline constexpr int kSmoothRounds = 6;
inline constexpr int kSmoothHalo = 2;

/// Sums of the rows up to two away, modulo a prime, so that any missing or old row is noticed.
inline const std::string kSmooth = R"(
extern "C" __global__ void smooth(int* d, const int* a, int rows, int first_row, int all) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= 2 * rows)
        return;
    int sum = 0;
    for (int away = -2; away <= 2; ++away) {
        int row = first_row + at / 2 + away;
        if (row >= 0 && row < all)
            sum += a[at + 2 * away] * (away + 3);
    }
    d[at] = sum % 1009;
})";

/// Its result, computed on the host.
inline std::vector<std::int32_t> smoothed(int steps) {
    std::vector<std::int32_t> now(kSmoothRows * 2);
    for (std::size_t i = 0; i < now.size(); ++i)
        now[i] = std::int32_t(i);
    for (int step = 0; step < steps; ++step) {
        std::vector<std::int32_t> next(now.size());
        for (int row = 0; row < kSmoothRows; ++row)
            for (int column = 0; column < 2; ++column) {
                std::int32_t sum = 0;
                for (int away = -2; away <= 2; ++away)
                    if (row + away >= 0 && row + away < kSmoothRows)
                        sum += now[std::size_t(2 * (row + away) + column)] * (away + 3);
                next[std::size_t(2 * row + column)] = sum % 1009;
            }
        now = std::move(next);
    }
    return now;
}

inline RunRequest smoothOn(int devices) {
    RunRequest request;
    request.device = "sim";
    request.source = kSmooth;
    request.devices = devices;
    request.repeats = 2;
    project::Project& project = request.project;
    project.name = "smooth";
    project.parameters["n"] = {std::to_string(kSmoothRows), {}};
    project.rounds = project::Expression{std::to_string(kSmoothRounds), {}};
    project.buffers = {buffer("u", "n", project::Init::Kind::arange),
                       buffer("v", "n", project::Init::Kind::zeros)};
    for (project::Buffer& one : project.buffers) {
        one.dtype = arrays::Scalar::int32;
        one.shape.push_back({"2", {}});
        one.split = true;
        one.halo = project::Expression{std::to_string(kSmoothHalo), {}};
    }
    const auto step = [](const char* to, const char* from) {
        project::Launch launch;
        launch.kernel = "smooth";
        launch.grid = {{"ceil_div(2 * rows, 64)", {}}};
        launch.block = {{"64", {}}};
        launch.args = {{bufferArg(to, project::Access::out), {}},
                       {bufferArg(from, project::Access::in), {}}};
        for (const char* name : {"rows", "first_row", "n"})
            launch.args.push_back({project::ScalarArg{arrays::Scalar::int32, {{name, {}}}}, {}});
        return launch;
    };
    project.launches = {step("v", "u"), step("u", "v")};
    return request;
}

} // namespace warpbench::session::testing
