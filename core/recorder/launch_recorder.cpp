// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/launch_recorder.h"

#include "core/launch_files/captured_files.h"
#include "core/recorder/hooks.h"
#include "core/recorder/launch_description.h"
#include "core/recorder/live_memory.h"
#include "core/recorder/real_driver.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <utility>

namespace warpbench::recorder {

namespace {

using launch_files::CaptureChoice;
using launch_files::LaunchList;

/// Of a variable: the driver takes a while to answer for each word.
constexpr std::uint64_t kMostAskedBytes = 64 * 1024;

CaptureChoice& captureChoice() {
    static auto* const choice = new CaptureChoice("WARPBENCH_RECORDER");
    return *choice;
}

LaunchList* launchList() {
    return LaunchList::ofProcess("WARPBENCH_RECORDER_LAUNCHES");
}

std::shared_mutex& launchesMutex() {
    static auto& mutex = *new std::shared_mutex;
    return mutex;
}

/// Also where another thread's capture forbids to ask.
bool isBecomingNode(CUstream stream, bool isPerThread) {
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    if (!real().cuStreamIsCapturing)
        return false;
    const CUstream asked = stream == nullptr && isPerThread ? CU_STREAM_PER_THREAD : stream;
    return real().cuStreamIsCapturing(asked, &status) != CUDA_SUCCESS ||
           status != CU_STREAM_CAPTURE_STATUS_NONE;
}

/// While it lives, this thread may wait and copy whatever streams of others capture.
class RelaxedCapture {
  public:
    RelaxedCapture() { exchange(); }
    ~RelaxedCapture() { exchange(); }
    RelaxedCapture(const RelaxedCapture&) = delete;
    RelaxedCapture& operator=(const RelaxedCapture&) = delete;

  private:
    void exchange() {
        if (real().cuThreadExchangeStreamCaptureMode)
            real().cuThreadExchangeStreamCaptureMode(&m_mode);
    }
    CUstreamCaptureMode m_mode = CU_STREAM_CAPTURE_MODE_RELAXED;
};

bool finishesWork() {
    return real().cuCtxSynchronize() == CUDA_SUCCESS;
}

CUresult capture(const LaunchCall& call, const KernelFacts& kernel, std::string folder,
                 const std::function<CUresult()>& launch) {
    const RelaxedCapture relaxed;
    if (!finishesWork()) // an error of before, which the launch will return
        return launch();
    auto description = descriptionOf(call, kernel);
    LiveMemory memory;
    memory.leaveOut(description.variables);
    memory.askFor(description.parameters);
    for (const auto& variable : description.variables)
        if (const std::byte* words = memory.contents(variable.base, variable.size))
            memory.askFor({words, std::min(variable.size, kMostAskedBytes)});
    launch_files::CapturedFiles files(std::move(description), memory, captureChoice(),
                                      std::move(folder));
    const CUresult result = launch();
    if (result == CUDA_SUCCESS && finishesWork())
        files.succeed();
    else
        files.fail(false); // nothing can be read after a fault
    return result;
}

CUresult captureOrLaunch(const LaunchCall& call, const KernelFacts& kernel,
                         const std::function<CUresult()>& launch) {
    if (!captureChoice().isOn())
        return launch();
    std::string folder = captureChoice().folderFor(kernel.name);
    if (folder.empty()) {
        const std::shared_lock beside(launchesMutex());
        return launch();
    }
    const std::unique_lock alone(launchesMutex());
    return capture(call, kernel, std::move(folder), launch);
}

} // namespace

bool isRecording() {
    return captureChoice().isOn() || launchList() != nullptr;
}

CUresult recordLaunch(const LaunchCall& call, bool isPerThread,
                      const std::function<CUresult()>& launch) {
    if (isBecomingNode(call.stream, isPerThread))
        return launch();
    const KernelFacts kernel = LoadedCode::ofProcess().factsOf(call.function);
    const CUresult result = captureOrLaunch(call, kernel, launch);
    if (result == CUDA_SUCCESS && launchList())
        launchList()->add(listedOf(call, kernel));
    return result;
}

} // namespace warpbench::recorder
