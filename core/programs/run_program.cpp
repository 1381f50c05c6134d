// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/programs/run_program.h"

#include "core/base/path_text.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/programs/build_program.h"

#include <sstream>
#include <vector>

namespace warpbench::programs {

namespace fs = std::filesystem;

namespace {

using Environment = decltype(platform::ProgramOptions::environment);

/// The time after which people begin to wonder.
constexpr const char* kSlowSeconds = "5";

/// Puts folders in front of those that the program's libraries are looked for in.
void addLibraryFolders(Environment& environment, const std::vector<fs::path>& folders) {
    std::string libraries;
    for (const fs::path& folder : folders)
        libraries += (libraries.empty() ? "" : ":") + utf8(folder);
    if (const auto path = platform::environmentVariable("LD_LIBRARY_PATH"))
        libraries += ":" + *path;
    environment["LD_LIBRARY_PATH"] = libraries;
}

/// \param prefix  of the variables of the simulated driver, or of the recorder
void addRecords(Environment& environment, const std::string& prefix, const ProgramRun& run) {
    if (!run.launches.empty())
        environment[prefix + "_LAUNCHES"] = utf8(run.launches);
    if (run.capture.empty())
        return;
    environment[prefix + "_CAPTURE"] = utf8(run.capture);
    environment[prefix + "_CAPTURE_KERNEL"] = run.captureKernel;
    environment[prefix + "_CAPTURE_LIMIT"] = std::to_string(run.captureLimit);
}

void addSimulatedGpu(Environment& environment, const ProgramRun& run) {
    addLibraryFolders(environment, {runtimeFolder()});
    environment["WARPBENCH_SIMGPU"] = run.model;
    if (run.checkFaults) {
        environment["WARPBENCH_SIMGPU_CHECK"] = "faults";
        environment["WARPBENCH_SIMGPU_REPORT"] = utf8(run.report);
    }
    if (!run.profile.empty())
        environment["WARPBENCH_SIMGPU_PROFILE"] = utf8(run.profile);
    if (!run.estimate.empty())
        environment["WARPBENCH_SIMGPU_ESTIMATE"] = utf8(run.estimate);
    if (run.countEvents)
        environment["WARPBENCH_SIMGPU_METRICS"] = "1";
    if (!platform::environmentVariable("WARPBENCH_SIMGPU_SLOW"))
        environment["WARPBENCH_SIMGPU_SLOW"] = kSlowSeconds;
    addRecords(environment, "WARPBENCH_SIMGPU", run);
}

/// The GPUs that the program sees, the chosen one first.
std::string visibleGpus(const RealGpu& gpu) {
    std::vector<std::string> visible;
    std::istringstream given(platform::environmentVariable("CUDA_VISIBLE_DEVICES").value_or(""));
    for (std::string word; std::getline(given, word, ',');)
        visible.push_back(word);
    for (int i = static_cast<int>(visible.size()); i < gpu.count; ++i)
        visible.push_back(std::to_string(i));
    const auto chosen = static_cast<std::size_t>(gpu.ordinal);
    std::string list = visible.at(chosen);
    for (std::size_t i = 0; i < visible.size(); ++i)
        if (i != chosen)
            list += "," + visible[i];
    return list;
}

/// Makes a folder with nothing but the driver: what else is beside it is not for the program.
void linkDriver(const fs::path& driver, const fs::path& folder) {
    for (const char* name : {"libcuda.so.1", "libcuda.so"})
        fs::create_symlink(driver, folder / name);
}

/// CuPy makes machine code alone otherwise, or finds some in its cache; no project can be made of
/// it.
void askCuPyForPtx(Environment& environment) {
    for (const char* variable : {"CUPY_COMPILE_WITH_PTX", "CUPY_CACHE_IN_MEMORY"})
        if (!platform::environmentVariable(variable))
            environment[variable] = "1";
}

/// \param folder  an empty one
void addRealGpu(Environment& environment, const ProgramRun& run, const fs::path& folder) {
    const bool isRecorded = !run.launches.empty() || !run.capture.empty();
    std::vector<fs::path> libraries{isRecorded ? recorderFolder() : folder};
    if (!isRecorded)
        linkDriver(run.gpu.driver, folder);
    if (run.hasOurRuntime)
        libraries.push_back(runtimeFolder());
    addLibraryFolders(environment, libraries);
    if (run.gpu.ordinal > 0)
        environment["CUDA_VISIBLE_DEVICES"] = visibleGpus(run.gpu);
    if (isRecorded)
        environment["WARPBENCH_RECORDER_DRIVER"] = utf8(run.gpu.driver);
    if (!run.capture.empty())
        askCuPyForPtx(environment);
    addRecords(environment, "WARPBENCH_RECORDER", run);
}

} // namespace

platform::ProgramResult runProgram(const ProgramRun& run) {
    const platform::TemporaryFolder folder;
    platform::ProgramOptions options;
    options.arguments = run.arguments;
    options.attachedOutput = run.standardOutput; // empty: collected
    options.limit = run.limit;
    options.stopped = run.stopped;
    if (run.gpu.driver.empty())
        addSimulatedGpu(options.environment, run);
    else
        addRealGpu(options.environment, run, folder.path());
    return platform::runProgram(run.program, options);
}

} // namespace warpbench::programs
