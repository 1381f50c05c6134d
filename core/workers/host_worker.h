// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workers/host_work.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace warpbench::session {

class WorkerChild;

/// A process (`warpbench-worker --host-work`) that fills and checks buffers. It may use as much
/// memory as the host can spare, and is ended on a stop, so a project's demands affect only this
/// process. Started on first use and kept for the next. Any thread; one call at a time.
class HostWorker {
  public:
    /// \param blocks  memory of the requests' places
    explicit HostWorker(BlockSource blocks);
    ~HostWorker();
    HostWorker(const HostWorker&) = delete;
    HostWorker& operator=(const HostWorker&) = delete;

    /// Like fillBuffers, checkBuffers and writeExpected. \throws also Error (device) if the
    /// process ended, most likely out of memory; (cancelled) immediately on a stop
    std::vector<std::string> fill(const HostFill& request, const std::stop_token& stop,
                                  const ProgressHandler& progress);
    std::vector<HostVerdict> check(const HostCheck& request, const std::stop_token& stop,
                                   const ProgressHandler& progress);
    void writeExpected(const HostExpected& request, const std::stop_token& stop);
    /// The block's memory will not be used again.
    void forgetBlock(std::uint64_t id);

  private:
    nlohmann::json call(const char* name, nlohmann::json body, const std::vector<HostPlace>& places,
                        const std::stop_token& stop, const ProgressHandler& progress);
    std::shared_ptr<WorkerChild> ensure();

    BlockSource m_blocks;
    std::mutex m_callMutex; ///< one call at a time
    std::mutex m_mutex;
    std::shared_ptr<WorkerChild> m_child; ///< guarded by m_mutex
};

} // namespace warpbench::session
