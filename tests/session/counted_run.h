// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_performer.h"
#include "core/workers/compiler.h"
#include "core/workers/device_worker.h"
#include "core/workers/host_blocks.h"
#include "core/workers/host_worker.h"
#include "tests/session/session_bench.h"

namespace warpbench::session::testing {

/// A run whose blocks of host memory can be looked at.
struct Counted {
    std::shared_ptr<HostBlockPool> blocks = HostBlockPool::create();
    BlockSource source = blocks->source();
    std::unique_ptr<DeviceWorker> worker = makeInProcessWorker(source);
    std::unique_ptr<Compiler> compiler = makeHelperCompiler();
    HostWorker host{source};

    RunReport run(RunRequest request) {
        const RunServices services{*worker, *compiler, host, blocks, [this](std::stop_token stop) {
                                       return worker->listDevices(stop);
                                   }};
        return RunPerformer(services, std::move(request), m_generation++, {}, [](const auto&) {})
            .perform();
    }

  private:
    std::uint64_t m_generation = 1;
};

/// What went wrong with reading it.
inline QString problemOf(Bench& bench, const BufferRef& ref) {
    try {
        (void)bench.read(ref, 0, 1);
    } catch (const Error& error) {
        return QString::fromStdString(error.what());
    }
    return {};
}

} // namespace warpbench::session::testing
