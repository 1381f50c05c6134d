// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/warpbench-cli/compiler_install.h"
#include "app/warpbench-cli/lessons.h"
#include "app/warpbench-cli/session_calls.h"
#include "app/warpbench-cli/verbs/verbs.h"
#include "core/base/bytes_text.h"
#include "core/base/path_text.h"
#include "core/base/version.h"
#include "core/compile/compile.h"
#include "core/platform/folders.h"
#include "core/platform/system.h"
#include "core/toolkit/toolkit.h"
#include "core/workers/worker_program.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace warpbench::cli {

namespace {

/// Something that Warpbench needs or can use.
struct Finding {
    std::string name;
    enum class State { good, missing, optional } state = State::good;
    std::string text;
};

const char* nameOf(Finding::State state) {
    switch (state) {
    case Finding::State::good:
        return "ok";
    case Finding::State::missing:
        return "missing";
    case Finding::State::optional:
        return "not there";
    }
    return "";
}

Finding compilerFinding() {
    const compile::CompilerInfo info = compile::compilerInfo();
    if (!info.available)
        return {"compiler", Finding::State::missing, info.problem};
    return {"compiler", Finding::State::good,
            fmt::format("NVRTC {} in {}", info.version, utf8(info.library))};
}

Finding headersFinding() {
    const compile::CompilerInfo info = compile::compilerInfo();
    if (info.includeFolder.empty())
        return {"headers", Finding::State::optional,
                "no CUDA headers: kernels with #include need them; get them with "
                "warpbench-cli doctor --install-compiler"};
    return {"headers", Finding::State::good, utf8(info.includeFolder)};
}

Finding disassemblerFinding() {
    const auto program =
        compile::toolkitProgram("nvdisasm", compile::ToolkitSearch::ofThisMachine());
    if (program.empty())
        return {"nvdisasm", Finding::State::optional,
                "no SASS listings without it; get it with warpbench-cli doctor --install-compiler"};
    return {"nvdisasm", Finding::State::good, utf8(program)};
}

Finding workerFinding() {
    try {
        return {"worker", Finding::State::good, utf8(session::workerProgram())};
    } catch (const Error& error) {
        return {"worker", Finding::State::missing, error.what()};
    }
}

Finding examplesFinding() {
    try {
        return {"examples", Finding::State::good, utf8(lessonsFolder())};
    } catch (const Error& error) {
        return {"examples", Finding::State::optional, error.what()};
    }
}

void addDeviceFindings(std::vector<Finding>& findings, Console& console) {
    std::vector<session::DeviceInfo> devices;
    try {
        BlockingSession session(console, session::WorkerHome::child_process);
        devices = session.listDevices();
    } catch (const Error& error) {
        findings.push_back({"devices", Finding::State::missing, error.what()});
        return;
    }
    const bool real = std::any_of(devices.begin(), devices.end(),
                                  [](const session::DeviceInfo& d) { return !d.simulated; });
    if (!real)
        findings.push_back({"NVIDIA GPU", Finding::State::optional,
                            "no NVIDIA driver with a GPU was found; kernels run on the simulated "
                            "GPU"});
    // The models of simulated devices differ only in their limits: one row covers them all.
    std::string models;
    for (const session::DeviceInfo& device : devices) {
        if (device.simulated && device.usable())
            models += (models.empty() ? "" : ", ") + device.selector;
    }
    bool told = false;
    for (const session::DeviceInfo& device : devices) {
        const bool simulated = device.simulated;
        if (simulated && device.usable() && std::exchange(told, true))
            continue;
        findings.push_back({simulated ? "simulated GPU" : "NVIDIA GPU",
                            device.usable() ? Finding::State::good
                            : simulated     ? Finding::State::missing
                                            : Finding::State::optional,
                            !device.usable() ? device.problem
                            : simulated
                                ? fmt::format("{}: {}", device.driver, models)
                                : fmt::format("{}, {}, {}", device.name,
                                              bytesText(device.memoryBytes), device.driver)});
    }
}

std::vector<Finding> examine(Console& console) {
    std::vector<Finding> findings{compilerFinding(), headersFinding(), disassemblerFinding(),
                                  workerFinding(), examplesFinding()};
    addDeviceFindings(findings, console);
    findings.push_back({"memory", Finding::State::good,
                        bytesText(platform::availableMemoryBytes()) + " available"});
    findings.push_back({"cache", Finding::State::good, utf8(platform::cacheFolder())});
    return findings;
}

int report(const std::vector<Finding>& findings, Console& console) {
    const bool good = std::none_of(findings.begin(), findings.end(), [](const Finding& f) {
        return f.state == Finding::State::missing;
    });
    if (console.json()) {
        nlohmann::json list = nlohmann::json::array();
        for (const Finding& finding : findings)
            list.push_back(
                {{"name", finding.name}, {"state", nameOf(finding.state)}, {"text", finding.text}});
        console.document({{"format", "warpbench-doctor"},
                          {"version", 1},
                          {"warpbench", kVersion},
                          {"ok", good},
                          {"findings", list}});
    } else {
        Table table{{"what", "state", "where or why"}, {}};
        for (const Finding& finding : findings)
            table.rows.push_back({finding.name, nameOf(finding.state), finding.text});
        console.table(table);
    }
    return good ? 0 : exitCode(ErrorKind::environment);
}

} // namespace

int runDoctor(const DoctorOptions& options, Console& console) {
    if (options.installCompiler)
        installCompiler(pathFromUtf8(options.from), console);
    return report(examine(console), console);
}

} // namespace warpbench::cli
