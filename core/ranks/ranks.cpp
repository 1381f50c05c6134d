// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/ranks.h"

#include "core/base/path_text.h"
#include "core/platform/dynamic_library.h"
#include "core/platform/folders.h"
#include "core/platform/system.h"
#include "core/ranks/mpi_plugin.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace warpbench::ranks {

namespace {

using namespace std::chrono_literals;

constexpr const char* kPlugin = "libwarpbench-mpi.so";
/// The interval between polls: short after an event, longer the longer nothing happens, and zero
/// during a large transfer, because MPI moves only a few pieces of it per poll.
constexpr auto kShortest = 20us;
constexpr auto kLongest = 1ms;

/// A frame in transit: its total size, then the size of the head, then both. Each version agrees on
/// this much; the version is in the very first head.
struct Prefix {
    std::uint64_t frameBytes;
    std::uint64_t headBytes;
};

/// In a head: bytes of a payload that is not inside the frame but follows it in separate pieces,
/// so that neither end copies it.
constexpr const char* kBehind = "behind";

platform::DynamicLibrary openPlugin() {
    // Next to the programs in a build, in lib/warpbench once installed, like the simulated driver.
    const std::filesystem::path folder = platform::executableFolder();
    ErrorText problems;
    for (const auto& file :
         {folder / kPlugin, folder.parent_path() / "lib" / "warpbench" / kPlugin}) {
        std::string problem;
        std::error_code ignored;
        if (std::filesystem::exists(file, ignored)) {
            if (auto library = platform::DynamicLibrary::tryOpen(
                    file, &problem, platform::DynamicLibrary::Lifetime::for_good))
                return std::move(*library);
        }
        ErrorText one =
            phrase("{file} ({problem})",
                   {{"file", utf8(file)},
                    {"problem", problem.empty() ? phrase("not there") : ErrorText(problem)}});
        problems = problems.empty() ? std::move(one)
                                    : phrase("{problem}, {other}",
                                             {{"problem", problems}, {"other", std::move(one)}});
    }
    throw Error(ErrorKind::environment,
                {"WB1959",
                 "MPI cannot be used: {problems}",
                 "build Warpbench where its MPI is found (manual, Scripts and clusters, Past one "
                 "machine)",
                 {{"problems", problems}}});
}

/// The number of processes that the launcher reports, by the variables of Open MPI, of MPICH and
/// its relatives, of MVAPICH2; 1 without any.
int processesByLauncher() {
    int count = 1;
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MV2_COMM_WORLD_SIZE"}) {
        if (const char* value = std::getenv(name))
            count = std::max(count, std::atoi(value));
    }
    return count;
}

} // namespace

Ranks::Ranks() {
    std::promise<void> started;
    std::future<void> ready = started.get_future();
    m_thread =
        std::thread([this, started = std::move(started)]() mutable { work(std::move(started)); });
    try {
        ready.get();
    } catch (...) {
        m_thread.join();
        throw;
    }
}

Ranks::~Ranks() {
    {
        const std::lock_guard lock(m_mutex);
        m_closing = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

void Ranks::start() {
    const platform::DynamicLibrary library = openPlugin();
    auto* begin = library.function<WarpbenchMpiStart>("warpbenchMpiStart");
    std::array<char, 256> problem{};
    m_mpi = begin ? begin(problem.data(), problem.size()) : nullptr;
    if (!m_mpi)
        throw Error(ErrorKind::environment,
                    {"WB1960",
                     "MPI does not start: {problem}",
                     "check that its mpirun can run another MPI program, or run without --mpi",
                     {{"problem", problem.data()}}});
    if (m_mpi->version != kWarpbenchMpiVersion)
        throw Error(ErrorKind::environment, {"WB1961",
                                             "{file} is not from this program's build",
                                             "build both from the same sources",
                                             {{"file", utf8(library.path())}}});
    // If started by the mpirun of another MPI, each process is alone, and all would do the same.
    if (const int started = processesByLauncher(); m_mpi->count == 1 && started > 1) {
        m_mpi->finish();
        throw Error(ErrorKind::environment,
                    {"WB1962",
                     "mpirun started {count} processes, and the MPI that {file} was built with "
                     "sees one: they are different MPI implementations",
                     "start with the mpirun of that MPI, or build Warpbench with the other one "
                     "(manual, Scripts and clusters, Past one machine)",
                     {{"count", started}, {"file", utf8(library.path())}}});
    }
    m_rank = m_mpi->rank;
    m_count = m_mpi->count;
    m_localRank = m_mpi->localRank;
    m_host = m_mpi->host;
}

void Ranks::work(std::promise<void> started) {
    platform::nameThread("mpi");
    try {
        start();
    } catch (...) {
        started.set_exception(std::current_exception());
        return;
    }
    started.set_value();
    std::chrono::microseconds pause = kShortest;
    for (;;) {
        bool moved = sendQueued();
        moved |= forgetSent();
        moved |= receiveAll();
        pause = moved ? kShortest : std::min<std::chrono::microseconds>(2 * pause, kLongest);
        std::unique_lock lock(m_mutex);
        if (m_closing && m_outbox.empty() && m_sending.empty())
            break;
        if (!m_sending.empty()) {
            lock.unlock();
            std::this_thread::yield();
            continue;
        }
        m_changed.wait_for(lock, pause, [&] { return !m_outbox.empty(); });
    }
    m_mpi->finish();
}

bool Ranks::sendQueued() {
    std::deque<Sending> queued;
    {
        const std::lock_guard lock(m_mutex);
        queued.swap(m_outbox);
    }
    for (Sending& one : queued) {
        one.handle = m_mpi->send(one.to, one.bytes.data(), one.bytes.size());
        if (!one.payload.empty())
            one.payloadHandle = m_mpi->send(one.to, one.payload.data(), one.payload.size());
        m_sending.push_back(std::move(one));
    }
    return !queued.empty();
}

bool Ranks::forgetSent() {
    for (Sending& one : m_sending) {
        for (void** handle : {&one.handle, &one.payloadHandle}) {
            if (*handle && m_mpi->isSent(*handle))
                *handle = nullptr;
        }
    }
    return std::erase_if(m_sending,
                         [](const Sending& one) { return !one.handle && !one.payloadHandle; }) > 0;
}

bool Ranks::receiveAll() {
    bool any = false;
    int from = 0;
    for (std::int64_t bytes = m_mpi->next(&from); bytes >= 0; bytes = m_mpi->next(&from)) {
        Incoming& incoming = m_incoming[from];
        if (incoming.missing > 0) {
            takePiece(from, incoming, std::uint64_t(bytes));
        } else {
            const std::size_t before = incoming.bytes.size();
            incoming.bytes.resize(before + std::size_t(bytes));
            m_mpi->receive(from, incoming.bytes.data() + before, std::uint64_t(bytes));
            takeFrame(from, incoming);
        }
        any = true;
    }
    return any;
}

/// A piece of a payload that follows its frame.
void Ranks::takePiece(int from, Incoming& incoming, std::uint64_t bytes) {
    if (incoming.at) {
        m_mpi->receive(from, incoming.at, bytes);
        incoming.at += bytes;
    } else {
        m_dropped.resize(bytes);
        m_mpi->receive(from, m_dropped.data(), bytes);
    }
    incoming.missing -= bytes;
    if (incoming.missing > 0)
        return;
    m_dropped = {};
    deliver(from, std::exchange(incoming.frame, {}));
}

/// Removes complete frames. A frame starts a new piece, so no piece contains parts of two.
void Ranks::takeFrame(int from, Incoming& incoming) {
    std::vector<std::byte>& bytes = incoming.bytes;
    Prefix prefix{};
    if (bytes.size() < sizeof prefix)
        return;
    std::memcpy(&prefix, bytes.data(), sizeof prefix);
    if (bytes.size() - sizeof prefix < prefix.frameBytes)
        return;
    Frame frame;
    std::uint64_t behind = 0;
    try {
        const std::size_t headBytes = std::min(prefix.headBytes, prefix.frameBytes);
        const auto payload = bytes.begin() + sizeof prefix + std::ptrdiff_t(headBytes);
        const std::span text(bytes.data() + sizeof prefix, headBytes);
        frame.head = session::wire::decode(
            std::string(reinterpret_cast<const char*>(text.data()), text.size()));
        frame.payload.assign(payload, bytes.end());
        behind = frame.head.value(kBehind, std::uint64_t(0));
    } catch (const std::exception&) {
        frame.problem = std::current_exception(); // from the message's recipient
    }
    bytes = {};
    if (behind == 0)
        return deliver(from, std::move(frame));
    incoming.frame = std::move(frame);
    expectPayload(from, incoming, behind);
}

void Ranks::expectPayload(int from, Incoming& incoming, std::uint64_t bytes) {
    Frame& frame = incoming.frame;
    incoming.missing = bytes;
    incoming.at = nullptr;
    try {
        const std::lock_guard lock(m_receiverMutex);
        std::optional<Room> room = m_makeRoom ? m_makeRoom(from, frame.head, bytes) : Room{};
        if (!room)
            return;
        frame.room = std::move(*room);
        if (!frame.room.data)
            frame.payload.resize(bytes);
        incoming.at = frame.room.data ? frame.room.data : frame.payload.data();
    } catch (const std::exception&) {
        frame.problem = std::current_exception();
    }
}

void Ranks::deliver(int from, Frame frame) {
    const std::lock_guard lock(m_receiverMutex);
    if (m_receiver)
        m_receiver(from, std::move(frame));
    else
        m_early.emplace_back(from, std::move(frame));
}

void Ranks::send(int to, session::wire::Message head, std::span<const std::byte> payload,
                 std::shared_ptr<const void> owner) {
    Sending sending;
    sending.to = to;
    if (owner && !payload.empty()) {
        head[kBehind] = payload.size();
        sending.payload = std::exchange(payload, {});
        sending.owner = std::move(owner);
    }
    const std::string text = session::wire::encode(head);
    const Prefix prefix{text.size() + payload.size(), text.size()};
    sending.bytes.resize(sizeof prefix + prefix.frameBytes);
    std::byte* at = sending.bytes.data();
    std::memcpy(at, &prefix, sizeof prefix);
    std::memcpy(at + sizeof prefix, text.data(), text.size());
    if (!payload.empty())
        std::memcpy(at + sizeof prefix + text.size(), payload.data(), payload.size());
    {
        const std::lock_guard lock(m_mutex);
        m_outbox.push_back(std::move(sending));
    }
    m_changed.notify_all();
}

void Ranks::setReceiver(Receiver receiver, MakeRoom makeRoom) {
    const std::lock_guard lock(m_receiverMutex);
    m_receiver = std::move(receiver);
    m_makeRoom = std::move(makeRoom);
    if (!m_receiver)
        return;
    for (auto& [from, frame] : std::exchange(m_early, {}))
        m_receiver(from, std::move(frame));
}

} // namespace warpbench::ranks
