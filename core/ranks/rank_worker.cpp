// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/rank_worker.h"

#include "core/base/error.h"
#include "core/base/version.h"
#include "core/device/run_control.h"
#include "core/processes/shared_memory.h"
#include "core/ranks/rank_device.h"

#include <chrono>
#include <exception>
#include <utility>

namespace warpbench::ranks {

using session::DeviceBuffer;
using session::DeviceInfo;
using session::DeviceRunRequest;
using session::DeviceRunResult;
using session::wire::Message;

namespace {

/// Memory with its owner, which keeps it from being reused, even if the run is given up.
Room memoryAt(const session::HostBlockPool& blocks, const session::HostPlace& place) {
    auto block = blocks.hold(place.block);
    if (!block)
        throw Error(ErrorKind::internal,
                    {"WB1951", "memory block {block} is not in use", {}, {{"block", place.block}}});
    std::byte* const data = block->data() + place.offset;
    return {data, std::move(block)};
}

ErrorText nameOn(int rank, const std::string& host) {
    return phrase("rank {rank} on {host}", {{"rank", rank}, {"host", host}});
}

/// So that one compile serves all.
void requireAlike(const std::vector<DeviceInfo>& devices) {
    const DeviceInfo& first = devices.front();
    for (const DeviceInfo& device : devices) {
        if (device.simulated != first.simulated || device.ccMajor != first.ccMajor ||
            device.ccMinor != first.ccMinor)
            throw Error(ErrorKind::device,
                        {"WB1952",
                         "{first} has {firstName} ({firstCapability}) and {device} has {name} "
                         "({capability}), but all ranks share one compile",
                         "name a model that each has with --device",
                         {{"first", first.place()},
                          {"firstName", first.name},
                          {"firstCapability", first.computeCapability()},
                          {"device", device.place()},
                          {"name", device.name},
                          {"capability", device.computeCapability()}}});
    }
}

/// The common part of the workers of ranks: they run, and do nothing else.
class RankWorker : public session::DeviceWorker {
  public:
    RankWorker(OtherRanks& others, std::shared_ptr<session::HostBlockPool> blocks)
        : m_others(others)
        , m_blocks(std::move(blocks)) {}

    std::vector<DeviceInfo> listDevices(std::stop_token stop) override {
        return m_others.devices(std::move(stop));
    }
    void read(const session::ResidentRead&, std::stop_token) override { refuse(); }
    session::StepState step(const session::StepCall&, std::stop_token) override { refuse(); }
    void pauseStepping() override {}
    void endStepping() override {}
    void resetResident() override {}
    void forgetBlock(std::uint64_t) override {}

  protected:
    [[noreturn]] static void refuse() {
        throw Error(ErrorKind::usage, {"WB1953", "MPI ranks only do whole runs",
                                       "start other commands without mpirun"});
    }

    OtherRanks& m_others;
    std::shared_ptr<session::HostBlockPool> m_blocks;
};

class SharedRunWorker final : public RankWorker {
  public:
    SharedRunWorker(OtherRanks& others, const std::shared_ptr<session::HostBlockPool>& blocks)
        : RankWorker(others, blocks)
        , m_own(makeOwnWorker(others.ranks(), others.mail(), blocks->source())) {}

    DeviceRunResult run(const DeviceRunRequest& request, std::stop_token stop,
                        const session::ProgressHandler& progress) override {
        if (request.sharing.index == 0)
            return m_own->run(request, std::move(stop), progress);
        return m_others.run(request.sharing.index, request, *m_blocks, std::move(stop));
    }
    void forgetBlock(std::uint64_t id) override { m_own->forgetBlock(id); }

  private:
    std::unique_ptr<session::DeviceWorker> m_own;
};

class TrialWorker final : public RankWorker {
  public:
    TrialWorker(OtherRanks& others, int rank, std::shared_ptr<session::HostBlockPool> blocks)
        : RankWorker(others, std::move(blocks))
        , m_rank(rank) {}

    DeviceRunResult run(const DeviceRunRequest& request, std::stop_token stop,
                        const session::ProgressHandler&) override {
        return m_others.run(m_rank, request, *m_blocks, std::move(stop));
    }

  private:
    int m_rank;
};

} // namespace

OtherRanks::OtherRanks(Ranks& ranks, std::string selector, std::chrono::milliseconds slack)
    : m_ranks(ranks)
    , m_selector(std::move(selector))
    , m_slack(slack) {
    const Ranks::Receiver receiver = [this](int from, Frame frame) {
        try {
            handle(from, std::move(frame));
        } catch (const std::exception& problem) {
            failCall(from, problem.what());
        }
    };
    m_ranks.setReceiver(receiver, [this](int from, const Message& head, std::uint64_t bytes) {
        return roomFor(from, head, bytes);
    });
}

OtherRanks::~OtherRanks() {
    for (int rank = 1; rank < m_ranks.count(); ++rank)
        m_ranks.send(rank, {{"call", "end"}});
    m_ranks.setReceiver({});
}

/// "rank 2 on node7"
ErrorText OtherRanks::nameOf(int rank) {
    const std::lock_guard lock(m_mutex);
    const auto host = m_hosts.find(rank);
    return host == m_hosts.end() ? phrase("rank {rank}", {{"rank", rank}})
                                 : nameOn(rank, host->second);
}

std::vector<DeviceInfo> OtherRanks::devices(std::stop_token stop) {
    std::vector<DeviceInfo> all{ownDevice(m_ranks, m_selector)};
    std::unique_lock lock(m_mutex);
    if (!m_changed.wait(lock, stop, [this] { return int(m_hellos.size()) == m_ranks.count() - 1; }))
        throw Error(ErrorKind::cancelled, {"WB1954", "waiting for the other ranks was cancelled"});
    for (auto& [rank, hello] : m_hellos) {
        if (hello.error)
            throw *hello.error;
        all.push_back(hello.devices.at(0));
    }
    requireAlike(all);
    return all;
}

DeviceRunResult OtherRanks::run(int rank, const DeviceRunRequest& request,
                                const session::HostBlockPool& blocks, std::stop_token stop) {
    std::unique_lock lock(m_mutex);
    const std::uint64_t id = m_nextId++;
    Call& call = m_calls[rank];
    call.id = id;
    for (const DeviceBuffer& buffer : request.buffers) {
        call.results.push_back(buffer.result ? memoryAt(blocks, buffer.result) : Room{});
        call.bytes.push_back(buffer.bytes);
    }
    lock.unlock();
    for (const DeviceBuffer& buffer : request.buffers) {
        if (!buffer.initial)
            continue;
        const Room initial = memoryAt(blocks, buffer.initial);
        m_ranks.send(rank, {{"call", "contents"}},
                     {initial.data, buffer.before + buffer.bytes + buffer.after}, initial.owner);
    }
    m_ranks.send(rank, {{"call", "run"}, {"id", id}, {"body", session::wire::from(request)}});

    const auto over = [&] { return call.over(); };
    const auto deadline = session::deadlineAfter(request.timeoutSeconds);
    lock.lock();
    if (deadline)
        m_changed.wait_until(lock, stop, *deadline + m_slack, over);
    else
        m_changed.wait(lock, stop, over);
    if (!call.over()) {
        m_ranks.send(rank, {{"call", "cancel"}});
        if (stop.stop_requested())
            m_changed.wait_for(lock, m_slack, over);
    }
    if (!call.over())
        call.error =
            Error(ErrorKind::device, {"WB1955", "no answer came within the run's time limit",
                                      "check that machine, or allow more time with --timeout"});
    const Call done = std::move(call);
    m_calls.erase(rank);
    lock.unlock();
    if (done.error)
        throw Error(
            done.error->kind(),
            phrase("{rank}: {problem}", {{"rank", nameOf(rank)}, {"problem", done.error->said()}}),
            done.error->place());
    return *done.result;
}

void OtherRanks::handle(int from, Frame frame) {
    if (frame.problem)
        std::rethrow_exception(frame.problem);
    const auto call = frame.head.at("call").get<std::string>();
    if (call == "meet")
        m_mail.put(from, std::move(frame));
    else if (call == "result")
        takeResult(from, frame.head);
    else if (call == "compiled")
        takeCompiled(frame.head);
    else if (call == "hello")
        takeHello(from, frame.head);
}

/// A frame was invalid: reports that to the callers that wait for that rank.
void OtherRanks::failCall(int from, const std::string& problem) {
    const std::lock_guard lock(m_mutex);
    const Error error(ErrorKind::internal, {"WB1956",
                                            "its answer is invalid: {problem}",
                                            "install the same build on all machines",
                                            {{"problem", problem}}});
    for (auto& [id, compiling] : m_compiles) {
        if (compiling.rank != from || compiling.over)
            continue;
        compiling.came = {std::nullopt, error.what(), true};
        compiling.over = true;
    }
    if (const auto call = m_calls.find(from); call != m_calls.end())
        call->second.error = error;
    else
        m_hellos[from].error = error;
    m_changed.notify_all();
}

void OtherRanks::takeHello(int from, const Message& head) {
    Hello hello;
    const auto version = head.at("version").get<std::string>();
    const auto host = head.at("host").get<std::string>();
    const ErrorText name = nameOn(from, host);
    if (version != kVersion) {
        hello.error = Error(ErrorKind::environment,
                            {"WB1957",
                             "{rank} runs Warpbench {found}, but rank 0 runs {expected}",
                             "install the same version on all machines",
                             {{"rank", name}, {"found", version}, {"expected", kVersion}}});
    } else if (head.contains("error")) {
        const Error error = session::wire::toError(head.at("error"));
        hello.error = Error(
            error.kind(), phrase("{rank}: {problem}", {{"rank", name}, {"problem", error.said()}}));
    } else {
        hello.devices = session::wire::toDevices(head.at("devices"));
        head.at("processors").get_to(hello.processors);
    }
    const std::lock_guard lock(m_mutex);
    m_hosts[from] = host;
    m_hellos[from] = std::move(hello);
    m_changed.notify_all();
}

void OtherRanks::takeResult(int from, const Message& head) {
    const std::lock_guard lock(m_mutex);
    const auto call = m_calls.find(from);
    const auto id = head.at("id").get<std::uint64_t>();
    if (call == m_calls.end() || (id != call->second.id && id != kAnyRun))
        return; // nobody waits any more, or for another one
    if (head.contains("error"))
        call->second.error = session::wire::toError(head.at("error"));
    else
        call->second.result = session::wire::toRunResult(head.at("result"));
    m_changed.notify_all();
}

/// A buffer's contents are received directly into rank 0's destination, so the frame needs no
/// further processing. None if nobody waits for it any more.
std::optional<Room> OtherRanks::roomFor(int from, const Message& head, std::uint64_t bytes) {
    if (head.at("call") != "contents")
        return Room{};
    const std::lock_guard lock(m_mutex);
    const auto call = m_calls.find(from);
    if (call == m_calls.end() || call->second.id != head.at("id"))
        return std::nullopt;
    const auto index = head.at("buffer").get<std::size_t>();
    const Room& room = call->second.results.at(index);
    if (!room.data || call->second.bytes.at(index) != bytes)
        throw Error(ErrorKind::internal,
                    {"WB1958",
                     "{found} bytes of buffer {index}, where {expected} were asked for",
                     {},
                     {{"found", bytes},
                      {"index", index},
                      {"expected", room.data ? call->second.bytes.at(index) : 0}}});
    return room;
}

std::unique_ptr<session::DeviceWorker>
makeSharedRunWorker(OtherRanks& others, const std::shared_ptr<session::HostBlockPool>& blocks) {
    return std::make_unique<SharedRunWorker>(others, blocks);
}

std::unique_ptr<session::DeviceWorker>
makeTrialWorker(OtherRanks& others, int rank, std::shared_ptr<session::HostBlockPool> blocks) {
    if (rank == 0)
        return session::makeChildWorker(blocks->source(), {});
    return std::make_unique<TrialWorker>(others, rank, std::move(blocks));
}

} // namespace warpbench::ranks
