// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/profile/profile.h"
#include "core/simgpu/engine/profile/touch_history.h"
#include "tests/simgpu/engine/machine_fixture.h"

#include <QtGlobal>

#include <memory>
#include <sstream>

/// Profiled launches of small kernels.
namespace warpbench::simgpu::engine {

/// A kernel `k(.u64 p)`; %r1 is tid.x, %r2 is ctaid.x, %rd1 is p, `buf` 32 KiB of shared memory.
/// Each instruction of the body is on its own line.
inline std::string kernelOf(const std::string& body) {
    return ".version 8.0\n.target sm_90\n.address_size 64\n"
           ".const .align 4 .b8 table[4096];\n"
           ".visible .entry k(.param .u64 p)\n{\n"
           ".reg .pred %p<8>; .reg .b16 %h<8>; .reg .b32 %r<32>; .reg .b64 %rd<32>;\n"
           ".reg .f32 %f<16>;\n"
           ".shared .align 16 .b8 buf[32768]; .local .align 16 .b8 depot[64];\n"
           "ld.param.u64 %rd1, [p];\ncvta.to.global.u64 %rd1, %rd1;\n"
           "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\n" +
           body + "\nret;\n}\n";
}

/// The address of element %r1 * stride of `bytes` bytes, in %rd2.
inline std::string element(int bytes, int stride, int offset = 0) {
    return "mul.wide.u32 %rd2, %r1, " + std::to_string(bytes * stride) + ";\n" +
           "add.s64 %rd2, %rd1, %rd2;\n" + "add.s64 %rd2, %rd2, " + std::to_string(offset) + ";\n";
}

inline std::uint64_t sumOf(const ReuseDistances& distances) {
    std::uint64_t sum = distances.never;
    for (const std::uint64_t sectors : distances.sectors)
        sum += sectors;
    return sum;
}

class ProfiledMachine {
  public:
    static constexpr std::size_t kWords = 1 << 20; ///< size of the array that the kernels use

    Machine m;
    Profiling profiling{true, 2, 4, 64 << 10};
    std::shared_ptr<TouchHistory> history = std::make_shared<TouchHistory>();

    bool load(const std::string& body) {
        m_text = kernelOf(body);
        if (!m.loadText(m_text))
            qWarning("%s", m.error.c_str());
        return m.program != nullptr;
    }
    std::uint64_t address() const { return m_data.address(); }
    LaunchOutcome launch(Dim3 block, Dim3 grid, bool deterministic = false) const {
        LaunchRequest request = m.request("k", grid, block, Parameters().add(address()));
        request.metrics = true;
        request.profiling = profiling;
        request.touchHistory = history;
        request.deterministic = deterministic;
        LaunchOutcome outcome = execute(request);
        if (!outcome.ok())
            qWarning("%s", describe(outcome).c_str());
        return outcome;
    }
    LaunchProfile profile(const std::string& body, Dim3 block = {32, 1, 1}, Dim3 grid = {1, 1, 1}) {
        if (!load(body))
            return {};
        const LaunchOutcome outcome = launch(block, grid);
        return outcome.profile ? *outcome.profile : LaunchProfile{};
    }
    /// The first PTX line that starts with this text, ignoring a guard.
    ProfileLine lineOf(const LaunchProfile& profile, const std::string& instruction) const {
        std::istringstream text(m_text);
        std::string line;
        for (std::uint32_t number = 1; std::getline(text, line); ++number) {
            const std::size_t at = line.rfind('@', 0) == 0 ? line.find(' ') + 1 : 0;
            if (line.compare(at, instruction.size(), instruction) != 0)
                continue;
            for (const ProfileLine& each : profile.lines) {
                if (each.line == number)
                    return each;
            }
            return {};
        }
        qWarning("no such instruction: %s", instruction.c_str());
        return {};
    }

  private:
    std::string m_text;
    DeviceArray<unsigned> m_data{*m.memory, std::vector<unsigned>(kWords)};
};

} // namespace warpbench::simgpu::engine
