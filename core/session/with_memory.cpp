// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/with_memory.h"

#include "core/workers/device_worker.h"
#include "core/workers/host_blocks.h"

namespace warpbench::session {

Session::Options withMemory(Session::Options options, MemoryHandler handler) {
    const auto onExecutor = [executor = options.executor](std::function<void()> call) {
        executor ? executor(std::move(call)) : call();
    };
    const auto told = [onExecutor,
                       handler = std::move(handler)](const std::vector<DeviceMemory>& memory) {
        onExecutor([handler, memory] { handler(memory); });
    };
    const auto noticed = [onExecutor, notice = options.notice](const std::string& line) {
        if (notice)
            onExecutor([notice, line] { notice(line); });
    };
    options.makeWorker = [home = options.home, told,
                          noticed](const DeviceInfo* device,
                                   const std::shared_ptr<HostBlockPool>& blocks) {
        const MemoryHandler memory = device ? MemoryHandler() : MemoryHandler(told);
        return home == WorkerHome::this_process
                   ? makeInProcessWorker(blocks->source(), {}, {}, memory)
                   : makeChildWorker(blocks->source(), noticed, memory);
    };
    return options;
}

} // namespace warpbench::session
