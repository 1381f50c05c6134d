// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/programs/program_estimate.h"

#include "core/base/error.h"
#include "core/compile/assemble.h"
#include "core/estimate/gpu_model.h"
#include "core/estimate/machine_code.h"
#include "core/occupancy/occupancy.h"
#include "core/platform/files.h"
#include "core/profile/profile_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

namespace warpbench::programs {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

/// A kernel's machine code, and what it needs of a multiprocessor.
struct KernelCode {
    estimate::MachineCode machineCode;
    occupancy::KernelUsage usage;
    std::uint64_t localBytes = 0;
    ErrorText problem;
};

using BoundTimes = std::map<estimate::Bound, double>; ///< ms

class Estimator {
  public:
    Estimator(fs::path folder, const std::string& model)
        : m_folder(std::move(folder)) {
        const occupancy::CatalogueEntry* gpu = occupancy::findGpu(model);
        m_limits = gpu ? gpu->limits : occupancy::limitsFor(9, 0);
        m_arch = fmt::format("sm_{}{}", m_limits.ccMajor, m_limits.ccMinor);
        m_model = estimate::findModel(gpu ? gpu->name : model);
        if (!m_model)
            throw Error(ErrorKind::usage, {"WB2111",
                                           "no speeds of {device} are known",
                                           "choose another simulated device",
                                           {{"device", model}}});
        m_result.model = m_model->name;
    }

    void add(const json& line) {
        if (line.contains("more")) {
            m_result.isCutShort = true;
            return;
        }
        if (line.contains("same")) {
            const auto earlier = line.at("same").get<std::size_t>();
            m_launches.push_back(m_launches.at(earlier));
            addTo(m_launches.back());
            return;
        }
        const auto profile = line.at("profile").get<estimate::LaunchProfile>();
        Launch launch{line.at("name").get<std::string>(), profile.grid, profile.block, {}};
        launch.estimate = estimateOf(profile, codeOf(line.at("module").get<int>(), profile.kernel));
        addTo(launch);
        m_launches.push_back(std::move(launch));
    }

    ProgramEstimate take() {
        for (auto& [name, kernel] : m_result.kernels) {
            const BoundTimes& times = m_boundTimes[name];
            const auto most =
                std::max_element(times.begin(), times.end(),
                                 [](const auto& a, const auto& b) { return a.second < b.second; });
            if (most != times.end() && kernel.ms > 0)
                kernel.boundBy = {most->first, most->second / kernel.ms, most->second};
        }
        return std::move(m_result);
    }

  private:
    struct Launch {
        std::string name;
        std::array<std::uint32_t, 3> grid{}, block{};
        estimate::TimeEstimate estimate;
    };

    void addTo(const Launch& launch) {
        KernelEstimate& kernel = m_result.kernels[launch.name];
        const estimate::TimeEstimate& time = launch.estimate;
        ++kernel.recorded;
        kernel.grid = launch.grid;
        kernel.block = launch.block;
        if (!time.timed()) {
            kernel.untimed = time.untimed;
            return;
        }
        ++kernel.launches;
        kernel.ms += time.ms;
        kernel.low += time.low;
        kernel.high += time.high;
        for (const estimate::BoundShare& share : time.boundBy)
            m_boundTimes[launch.name][share.bound] += share.share * time.ms;
        m_result.calibrated = time.calibrated;
    }

    estimate::TimeEstimate estimateOf(const estimate::LaunchProfile& profile,
                                      const KernelCode& code) const {
        estimate::TimeEstimate untimed;
        untimed.untimed = code.problem;
        if (!untimed.timed())
            return untimed;
        occupancy::KernelUsage usage = code.usage;
        usage.threads = occupancy::threadsOf(profile.block);
        usage.dynamicShared = static_cast<std::int64_t>(profile.dynamicShared);
        usage.maxDynamicShared = m_limits.sharedPerBlockOptin;
        usage.clusterBlocks = occupancy::blocksOf(profile.cluster);
        const occupancy::Occupancy fits = occupancy::compute(m_limits, usage);
        estimate::Surroundings around;
        around.blocksPerSm = std::max(1, fits.activeBlocks);
        around.mostBlocksPerSm = std::min(fits.limitWarps, fits.limitBlocks);
        around.passLines = std::numeric_limits<double>::infinity();
        around.localBytes = code.localBytes;
        return estimate::estimateTime(profile, code.machineCode, around, *m_model);
    }

    const compile::CompileResult& moduleOf(int number) {
        const auto [known, isNew] = m_modules.try_emplace(number);
        if (isNew) {
            const fs::path text = m_folder / fmt::format("module_{}.ptx", number);
            if (fs::exists(text))
                known->second = compile::assemble(platform::readFile(text), m_arch);
            else
                known->second.log = "it was linked from several parts";
        }
        return known->second;
    }

    const KernelCode& codeOf(int module, const std::string& lowered) {
        const auto [known, isNew] = m_codes.try_emplace({module, lowered});
        KernelCode& code = known->second;
        if (!isNew)
            return code;
        const compile::CompileResult& assembled = moduleOf(module);
        if (!assembled.succeeded) {
            code.problem = {"WB2112",
                            "there is no machine code of the kernel: {why}",
                            {},
                            {{"why", assembled.log}}};
            return code;
        }
        code.machineCode = estimate::machineCode(*assembled.cubin, lowered,
                                                 [](const std::string&) { return true; });
        if (code.machineCode.empty())
            code.problem = {"WB2113", "its machine code cannot be read",
                            "choose a simulated device from Turing on"};
        for (const compile::KernelInfo& kernel : assembled.kernels)
            if (kernel.lowered == lowered) {
                code.usage.registers = kernel.registers.value_or(code.usage.registers);
                code.usage.staticShared = kernel.sharedBytes.value_or(0);
                code.localBytes = static_cast<std::uint64_t>(kernel.localBytes.value_or(0));
            }
        return code;
    }

    const fs::path m_folder;
    occupancy::DeviceLimits m_limits;
    std::string m_arch;
    const estimate::GpuModel* m_model = nullptr;
    std::map<int, compile::CompileResult> m_modules;
    std::map<std::pair<int, std::string>, KernelCode> m_codes;
    std::vector<Launch> m_launches;
    std::map<std::string, BoundTimes> m_boundTimes; ///< by kernel
    ProgramEstimate m_result;
};

} // namespace

ProgramEstimate estimateProgram(const fs::path& folder, const std::string& model,
                                const std::function<bool()>& stopped) {
    Estimator estimator(folder, model.substr(0, model.find(',')));
    const fs::path file = folder / "launches";
    std::istringstream lines(fs::exists(file) ? platform::readFile(file) : std::string());
    for (std::string text; !stopped() && std::getline(lines, text);) {
        const json line = json::parse(text, nullptr, false);
        if (line.is_object()) // the last one may be cut short
            estimator.add(line);
    }
    return estimator.take();
}

} // namespace warpbench::programs
