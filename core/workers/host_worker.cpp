// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workers/host_worker.h"

#include "core/report/stop_texts.h"
#include "core/workers/host_wire.h"
#include "core/workers/worker_child.h"

#include <set>
#include <utility>

namespace warpbench::session {

HostWorker::HostWorker(BlockSource blocks)
    : m_blocks(std::move(blocks)) {}
HostWorker::~HostWorker() = default;

std::shared_ptr<WorkerChild> HostWorker::ensure() {
    const std::lock_guard lock(m_mutex);
    if (!m_child || !m_child->alive())
        m_child = std::make_shared<WorkerChild>(std::vector<std::string>{"--host-work"});
    return m_child;
}

void HostWorker::forgetBlock(std::uint64_t id) {
    std::shared_ptr<WorkerChild> child;
    {
        const std::lock_guard lock(m_mutex);
        child = m_child;
    }
    if (child)
        child->forget(id);
}

nlohmann::json HostWorker::call(const char* name, nlohmann::json body,
                                const std::vector<HostPlace>& places, const std::stop_token& stop,
                                const ProgressHandler& progress) {
    const std::lock_guard oneAtATime(m_callMutex);
    const std::shared_ptr<WorkerChild> child = ensure();
    std::set<std::uint64_t> blocks;
    for (const HostPlace& place : places)
        blocks.insert(place.block);
    child->share(blocks, m_blocks);
    const std::uint64_t id = child->begin(name, std::move(body), progress);
    const WorkerChild::Wait outcome = child->wait(id, stop, std::nullopt);
    auto answer = child->finish(id);
    if (outcome == WorkerChild::Wait::stopped) {
        // Its computations cannot be interrupted, but a process can be ended.
        child->condemn();
        throw Error(ErrorKind::cancelled, runCancelled());
    }
    if (!answer)
        throw Error(ErrorKind::device,
                    {"WB1858",
                     "the process that fills and checks buffers ended ({end})",
                     "if the computer ran out of memory, make the buffers smaller or the check "
                     "simpler",
                     {{"end", child->endText()}}});
    if (answer->contains("error"))
        throw wire::toError(answer->at("error"));
    return std::move(answer->at("result"));
}

std::vector<std::string> HostWorker::fill(const HostFill& request, const std::stop_token& stop,
                                          const ProgressHandler& progress) {
    return call("fill", wire::from(request), request.places, stop, progress)
        .get<std::vector<std::string>>();
}

std::vector<HostVerdict> HostWorker::check(const HostCheck& request, const std::stop_token& stop,
                                           const ProgressHandler& progress) {
    std::vector<HostPlace> places = request.initial;
    places.insert(places.end(), request.results.begin(), request.results.end());
    return wire::toHostVerdicts(call("check", wire::from(request), places, stop, progress));
}

void HostWorker::writeExpected(const HostExpected& request, const std::stop_token& stop) {
    std::vector<HostPlace> places = request.check.initial;
    places.insert(places.end(), request.check.results.begin(), request.check.results.end());
    places.insert(places.end(), request.want.begin(), request.want.end());
    call("expected", wire::from(request), places, stop, {});
}

} // namespace warpbench::session
