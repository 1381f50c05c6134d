// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/launch_estimate.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/compile/assemble.h"
#include "core/estimate/gains.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>

namespace warpbench::session {

namespace {

constexpr std::uint64_t kUsualL1Bytes = 128 << 10; ///< including shared memory, cc 8.6 and 8.9

/// The SM memory left for its L1 cache after shared memory.
std::uint64_t l1BytesOf(const occupancy::KernelUsage& usage, const DeviceInfo& device) {
    const estimate::GpuModel* model = nullptr;
    try {
        model = estimate::findModel(device.name);
    } catch (const Error&) { // estimateOf() says so
    }
    const std::uint64_t both = model ? model->l1Bytes : kUsualL1Bytes;
    const auto shared = std::uint64_t(occupancy::sharedOfSm(device.limits, usage));
    return both > shared ? both - shared : 0;
}

estimate::TimeEstimate untimed(ErrorText why) {
    estimate::TimeEstimate out;
    out.untimed = std::move(why);
    return out;
}

std::function<bool(const std::string&)> isSourceOf(const EstimateInput& input) {
    return [source = pathFromUtf8(input.sourceFile)](const std::string& file) {
        return isSameSource(pathFromUtf8(file), source);
    };
}

/// The machine code of PTX that was given, or compiled for a virtual architecture.
estimate::MachineCode assembledCode(const EstimateInput& input, const DeviceInfo& device,
                                    occupancy::KernelUsage& usage, ErrorText& problem) {
    const std::string arch = fmt::format("sm_{}{}", device.ccMajor, device.ccMinor);
    try {
        const compile::CompileResult assembled = compile::assemble(input.compiled.ptx, arch);
        if (!assembled.succeeded) {
            problem = {"WB1963",
                       "ptxas cannot assemble the PTX: {log}",
                       "fix what ptxas reports",
                       {{"log", assembled.log}}};
            return {};
        }
        for (const compile::KernelInfo& kernel : assembled.kernels)
            if (kernel.lowered == input.lowered)
                usage.registers = kernel.registers.value_or(usage.registers);
        estimate::MachineCode code =
            estimate::machineCode(*assembled.cubin, input.lowered, isSourceOf(input));
        if (input.compiled.given) // the PTX is the source
            for (estimate::MachineInstruction& instruction : code.instructions)
                instruction.sourceLine = instruction.ptxLine;
        return code;
    } catch (const Error& error) {
        problem = error.said();
        return {};
    }
}

} // namespace

bool isSameSource(const std::filesystem::path& file, const std::filesystem::path& own) {
    return own.is_absolute() ? file.lexically_normal() == own.lexically_normal()
                             : file.filename() == own.filename();
}

void prepareForProfile(DeviceLaunch& launch, const occupancy::KernelUsage& usage,
                       const DeviceInfo& device) {
    launch.residentBlocks = std::max(1, occupancy::compute(device.limits, usage).activeBlocks);
    occupancy::KernelUsage least = usage; // a driver leaves L1 what the blocks do not need
    least.carveOutPercent = 0;
    if (const auto kib = occupancy::smallestCarveOut(device.limits, usage))
        least.carveOutPercent = occupancy::carveOutPercent(device.limits, *kib);
    launch.l1Bytes = l1BytesOf(least, device);
}

estimate::TimeEstimate estimateOf(const estimate::LaunchProfile& profile,
                                  const EstimateInput& input, const DeviceInfo& device) {
    const estimate::GpuModel* model = nullptr;
    try {
        model = estimate::findModel(device.name);
    } catch (const Error& error) {
        return untimed(error.said());
    }
    if (!model)
        return untimed({"WB1946",
                        "no speeds of {device} are known",
                        "choose another simulated device",
                        {{"device", device.name}}});
    if (!input.compiled.parts.empty())
        return untimed({"WB1947", "estimates do not support code linked from several sources yet",
                        "put the code into one source"});
    const bool isPtx = !input.compiled.cubin;
    if (isPtx && input.compiled.ptx.empty())
        return untimed({"WB1948", "the kernel's machine code is not known",
                        "compile for an architecture such as sm_90"});
    occupancy::KernelUsage usage = input.usage;
    ErrorText problem;
    const estimate::MachineCode code =
        isPtx ? assembledCode(input, device, usage, problem)
              : estimate::machineCode(*input.compiled.cubin, input.lowered, isSourceOf(input));
    if (!problem.empty())
        return untimed(problem);
    if (code.empty())
        return untimed({"WB1949", "line information is missing from the machine code",
                        "compile with -lineinfo"});
    estimate::Surroundings around;
    const occupancy::Occupancy fits = occupancy::compute(device.limits, usage);
    around.blocksPerSm = std::max(1, fits.activeBlocks);
    around.mostBlocksPerSm = std::min(fits.limitWarps, fits.limitBlocks);
    around.passLines = input.passLines;
    around.localBytes = input.localBytes;
    estimate::TimeEstimate out = estimate::estimateTime(profile, code, around, *model);
    out.gains = estimate::gainsOf(profile, code, around, *model, out);
    return out;
}

} // namespace warpbench::session
