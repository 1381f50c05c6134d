// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/rank_worker.h"

#include "core/base/error.h"
#include "core/base/version.h"
#include "core/platform/shared_memory.h"
#include "core/ranks/rank_device.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>

namespace warpbench::ranks {

namespace {

using session::DeviceBuffer;
using session::DeviceInfo;
using session::DeviceRunRequest;
using session::DeviceRunResult;
using session::HostPlace;
using session::wire::Message;

/// How much later than its time limit a rank may answer: it gives its device some time to end.
constexpr std::chrono::seconds kAnswerSlack{60};

class RankWorker final : public session::DeviceWorker {
  public:
    RankWorker(Ranks& ranks, const std::string& selector, session::BlockSource blocks)
        : m_ranks(ranks)
        , m_blocks(blocks)
        , m_own(makeOwnWorker(ranks, m_mail, std::move(blocks)))
        , m_selector(selector) {
        m_ranks.setReceiver([this](int from, Frame frame) { handle(from, std::move(frame)); });
    }
    ~RankWorker() override { m_ranks.setReceiver({}); }
    RankWorker(const RankWorker&) = delete;
    RankWorker& operator=(const RankWorker&) = delete;

    std::vector<DeviceInfo> listDevices(std::stop_token stop) override;
    DeviceRunResult run(const DeviceRunRequest& request, std::stop_token stop,
                        const session::ProgressHandler& progress) override;

    void read(const session::ResidentRead&, std::stop_token) override { refuse(); }
    session::StepState step(const session::StepCall&, std::stop_token) override { refuse(); }
    void pauseStepping() override {}
    void endStepping() override {}
    void resetResident() override {}
    void forgetBlock(std::uint64_t id) override { m_own->forgetBlock(id); }

  private:
    struct Call {
        DeviceRunRequest request;
        std::optional<DeviceRunResult> result;
        std::optional<Error> error;
        bool over() const { return result || error; }
    };
    struct Hello {
        std::vector<DeviceInfo> devices;
        std::optional<Error> error;
    };

    [[noreturn]] static void refuse() {
        throw Error(ErrorKind::usage, "ranks of MPI do whole runs alone");
    }
    /// "rank 2 on node7"
    std::string nameOf(int rank) {
        const std::lock_guard lock(m_mutex);
        const auto host = m_hosts.find(rank);
        return host == m_hosts.end() ? fmt::format("rank {}", rank)
                                     : fmt::format("rank {} on {}", rank, host->second);
    }
    std::byte* memoryAt(const HostPlace& place) {
        return m_blocks(place.block)->data() + place.offset;
    }

    void handle(int from, Frame frame);
    void takeResult(int from, const Message& head);
    void takeContents(int from, const Frame& frame);
    DeviceRunResult runThere(int rank, const DeviceRunRequest& request, std::stop_token stop);

    Ranks& m_ranks;
    RankMail m_mail;
    session::BlockSource m_blocks;
    std::unique_ptr<session::DeviceWorker> m_own;
    std::string m_selector;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::map<int, std::string> m_hosts;
    std::map<int, Hello> m_hellos;
    std::map<int, Call> m_calls; ///< by rank: one at a time
    std::uint64_t m_nextId = 1;
};

std::vector<DeviceInfo> RankWorker::listDevices(std::stop_token stop) {
    std::vector<DeviceInfo> all{ownDevice(m_ranks, m_selector)};
    std::unique_lock lock(m_mutex);
    if (!m_changed.wait(lock, stop, [this] { return int(m_hellos.size()) == m_ranks.count() - 1; }))
        throw Error(ErrorKind::cancelled, "waiting for the other ranks was cancelled");
    for (auto& [rank, hello] : m_hellos) {
        if (hello.error)
            throw *hello.error;
        all.push_back(hello.devices.at(0));
    }
    for (const DeviceInfo& device : all) {
        const DeviceInfo& first = all.front();
        if (device.simulated != first.simulated || device.ccMajor != first.ccMajor ||
            device.ccMinor != first.ccMinor)
            throw Error(ErrorKind::device,
                        fmt::format("rank 0 has {} ({}) and rank {} on {} has {} ({}), and one "
                                    "compile is to serve all",
                                    first.name, first.computeCapability(), device.index,
                                    device.host, device.name, device.computeCapability()),
                        "name a model that each has with --device");
    }
    return all;
}

DeviceRunResult RankWorker::run(const DeviceRunRequest& request, std::stop_token stop,
                                const session::ProgressHandler& progress) {
    if (request.sharing.index == 0)
        return m_own->run(request, std::move(stop), progress);
    return runThere(request.sharing.index, request, std::move(stop));
}

DeviceRunResult RankWorker::runThere(int rank, const DeviceRunRequest& request,
                                     std::stop_token stop) {
    std::unique_lock lock(m_mutex);
    const std::uint64_t id = m_nextId++;
    Call& call = m_calls[rank];
    call = {request, {}, {}};
    lock.unlock();
    for (const DeviceBuffer& buffer : request.buffers) {
        if (buffer.initial)
            m_ranks.send(rank, {{"call", "contents"}},
                         {memoryAt(buffer.initial), buffer.before + buffer.bytes + buffer.after});
    }
    m_ranks.send(rank, {{"call", "run"}, {"id", id}, {"body", session::wire::from(request)}});

    const auto over = [&] { return call.over(); };
    const auto limit = std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(request.timeoutSeconds) + kAnswerSlack);
    const auto last = std::chrono::steady_clock::now() + limit;
    lock.lock();
    if (request.timeoutSeconds > 0)
        m_changed.wait_until(lock, stop, last, over);
    else
        m_changed.wait(lock, stop, over);
    if (!call.over() && stop.stop_requested()) {
        m_ranks.send(rank, {{"call", "cancel"}});
        m_changed.wait_for(lock, kAnswerSlack, over);
    }
    if (!call.over())
        call.error = Error(ErrorKind::device, "no answer came within the run's time",
                           "look at that machine, or allow more with --timeout");
    const Call done = std::move(call);
    m_calls.erase(rank);
    lock.unlock();
    if (done.error)
        throw Error(done.error->kind(), fmt::format("{}: {}", nameOf(rank), done.error->text()),
                    done.error->remedy(), done.error->place());
    return *done.result;
}

void RankWorker::handle(int from, Frame frame) {
    const auto call = frame.head.at("call").get<std::string>();
    if (call == "meet") {
        m_mail.put(from, std::move(frame));
    } else if (call == "contents") {
        takeContents(from, frame);
    } else if (call == "result") {
        takeResult(from, frame.head);
    } else if (call == "hello") {
        Hello hello;
        const auto version = frame.head.at("version").get<std::string>();
        const auto host = frame.head.at("host").get<std::string>();
        const std::string name = fmt::format("rank {} on {}", from, host);
        if (version != kVersion) {
            hello.error = Error(
                ErrorKind::environment,
                fmt::format("{} runs Warpbench {}, and rank 0 runs {}", name, version, kVersion),
                "install the same on all machines");
        } else if (frame.head.contains("error")) {
            const Error error = session::wire::toError(frame.head.at("error"));
            hello.error =
                Error(error.kind(), fmt::format("{}: {}", name, error.text()), error.remedy());
        } else {
            hello.devices = session::wire::toDevices(frame.head.at("devices"));
        }
        const std::lock_guard lock(m_mutex);
        m_hosts[from] = host;
        m_hellos[from] = std::move(hello);
        m_changed.notify_all();
    }
}

void RankWorker::takeResult(int from, const Message& head) {
    const std::lock_guard lock(m_mutex);
    const auto call = m_calls.find(from);
    if (call == m_calls.end())
        return; // nobody waits any more
    if (head.contains("error"))
        call->second.error = session::wire::toError(head.at("error"));
    else
        call->second.result = session::wire::toRunResult(head.at("result"));
    m_changed.notify_all();
}

void RankWorker::takeContents(int from, const Frame& frame) {
    const std::lock_guard lock(m_mutex);
    const auto call = m_calls.find(from);
    if (call == m_calls.end())
        return;
    const DeviceBuffer& buffer =
        call->second.request.buffers.at(frame.head.at("buffer").get<std::size_t>());
    if (buffer.result && frame.payload.size() == buffer.bytes && buffer.bytes > 0)
        std::memcpy(memoryAt(buffer.result), frame.payload.data(), frame.payload.size());
}

} // namespace

std::unique_ptr<session::DeviceWorker> makeRankWorker(Ranks& ranks, const std::string& selector,
                                                      session::BlockSource blocks) {
    return std::make_unique<RankWorker>(ranks, selector, std::move(blocks));
}

void endOthers(Ranks& ranks) {
    for (int rank = 1; rank < ranks.count(); ++rank)
        ranks.send(rank, {{"call", "end"}});
}

} // namespace warpbench::ranks
