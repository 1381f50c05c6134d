// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/driver/findings/program_faults.h"

#include "core/launch_files/json_text.h"
#include "core/simgpu/driver/api.h"
#include "core/simgpu/engine/debug/source_names.h"
#include "core/simgpu/include/wbsim.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <string_view>

namespace warpbench::simgpu::driver {

using launch_files::jsonText;

namespace {

std::string placeText(const engine::Dim3& place) {
    return "(" + std::to_string(place[0]) + "," + std::to_string(place[1]) + "," +
           std::to_string(place[2]) + ")";
}

std::string jsonLine(const engine::Fault& fault) {
    return "{\"kind\":" + std::to_string(static_cast<int>(fault.kind)) +
           ",\"kernel\":" + jsonText(engine::functionName(fault.kernel)) +
           ",\"file\":" + jsonText(fault.file) + ",\"line\":" + std::to_string(fault.line) +
           ",\"text\":" + jsonText(fault.text) + "}\n";
}

} // namespace

std::uint32_t checksOfEnvironment() {
    const char* value = std::getenv("WARPBENCH_SIMGPU_CHECK");
    return value && std::string_view(value) == "faults" ? std::uint32_t{WBSIM_CHECK_ALL} : 0u;
}

bool programFaultsAreSaid() {
    static const bool said = std::getenv("WARPBENCH_SIMGPU_CHECK") != nullptr;
    return said;
}

namespace {

std::atomic<bool> g_knowsWbsim{false};

} // namespace

bool behavesAsHardware() {
    return !g_knowsWbsim && !programFaultsAreSaid();
}

void noteClientOfWbsim() {
    g_knowsWbsim = true;
}

std::string programFaultLine(const engine::Fault& fault) {
    std::string line;
    if (!fault.file.empty())
        line = fault.file + ":" + std::to_string(fault.line) + ": ";
    return line + fault.text + " [kernel " + engine::functionName(fault.kernel) + ", block " +
           placeText(fault.block) + ", thread " + placeText(fault.thread) + "]";
}

void sayProgramFault(const engine::Fault& fault, Severity severity) {
    std::fflush(stdout); // the program's earlier output comes first
    std::fprintf(stderr, "%s%s\n", severity == Severity::finding ? "warning: " : "",
                 programFaultLine(fault).c_str());
    const char* file = std::getenv("WARPBENCH_SIMGPU_REPORT");
    if (severity == Severity::finding || !file || !*file)
        return;
    if (std::FILE* report = std::fopen(file, "ae")) {
        std::fputs(jsonLine(fault).c_str(), report);
        std::fclose(report);
    }
}

void sayStray(const std::string& kernel) {
    static std::atomic<bool> isSaid{false};
    if (isSaid.exchange(true))
        return;
    std::fflush(stdout);
    std::fprintf(
        stderr,
        "warpbench: kernel %s accesses memory outside of its allocations, which a GPU lets "
        "pass; --check faults shows where\n",
        engine::functionName(kernel).c_str());
}

namespace {

void sayOnce(const std::string& line) {
    static std::mutex mutex;
    static auto* const said = new std::set<std::string>; // threads may still call at the end
    const std::lock_guard lock(mutex);
    if (!said->insert(line).second)
        return;
    std::fflush(stdout);
    std::fprintf(stderr, "warpbench: %s\n", line.c_str());
}

} // namespace

void sayEnd(const std::string& kernel, CUresult error) {
    const char* text = "an error"; // every code of a fault has its own
    cuGetErrorString(error, &text);
    sayOnce("kernel " + engine::functionName(kernel) + " ended early: " + text +
            "; --check faults shows where");
}

void sayCannotRun(const std::string& why) {
    if (g_knowsWbsim) // it asks for the log
        return log(why.c_str());
    sayOnce("a kernel cannot run: " + why);
}

} // namespace warpbench::simgpu::driver
