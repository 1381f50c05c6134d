// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/version.h"
#include "core/platform/system.h"
#include "core/ranks/rank_compiles.h"
#include "core/ranks/rank_device.h"
#include "core/ranks/rank_worker.h"
#include "core/workers/host_blocks.h"

#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <stop_token>
#include <thread>

namespace warpbench::ranks {

namespace {

using session::DeviceBuffer;
using session::DeviceRunRequest;
using session::DeviceRunResult;
using session::wire::Message;

/// A rank working for rank 0. Requests come one after the other.
class RankServer {
  public:
    explicit RankServer(Ranks& ranks)
        : m_ranks(ranks)
        , m_shared(makeOwnWorker(ranks, m_mail, m_pool->source()))
        , m_alone(session::makeChildWorker(m_pool->source(), {})) {}

    /// On MPI's thread.
    void handle(int from, Frame frame) {
        if (frame.problem)
            std::rethrow_exception(frame.problem);
        const auto call = frame.head.at("call").get<std::string>();
        if (call == "meet") {
            m_mail.put(from, std::move(frame));
        } else if (call == "contents") {
            m_initial.push_back(frame.room.owner
                                    ? *std::static_pointer_cast<arrays::HostArray>(frame.room.owner)
                                    : keep(frame.payload));
        } else if (call == "run") {
            // Rank 0 has given up a run that is still in progress, and this waits for its end.
            m_stop.request_stop();
            m_job = {};
            m_stop = {};
            m_job = std::jthread([this, id = frame.head.at("id").get<std::uint64_t>(),
                                  request = session::wire::toRunRequest(frame.head.at("body")),
                                  initial = std::move(m_initial)]() mutable {
                run(id, std::move(request), initial);
            });
            m_initial.clear();
        } else if (call == "compile") {
            m_compiles.start(frame.head);
        } else if (call == "cancel compile") {
            m_compiles.cancel(frame.head);
        } else if (call == "cancel") {
            m_stop.request_stop();
        } else if (call == "end") {
            const std::lock_guard lock(m_mutex);
            m_ended = true;
            m_changed.notify_all();
        }
    }

    /// For the buffers' first contents, which are used where they are received.
    Room roomFor(const Message& head, std::uint64_t bytes) {
        if (head.at("call") != "contents")
            return {};
        const auto array = std::make_shared<arrays::HostArray>(room(std::size_t(bytes)));
        return {array->bytes().data(), array};
    }

    void waitForEnd() {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_ended; });
    }

  private:
    arrays::HostArray keep(const std::vector<std::byte>& bytes) {
        arrays::HostArray array = room(bytes.size());
        if (!bytes.empty())
            std::memcpy(array.bytes().data(), bytes.data(), bytes.size());
        return array;
    }
    arrays::HostArray room(std::size_t bytes) {
        return {arrays::Scalar::uint8, {std::int64_t(bytes)}, m_pool->allocate(bytes)};
    }

    /// \param initial  contents of the buffers that have any, in their order
    void run(std::uint64_t id, DeviceRunRequest request,
             const std::vector<arrays::HostArray>& initial) {
        Message answer = {{"call", "result"}, {"id", id}};
        try {
            std::vector<arrays::HostArray> results(request.buffers.size());
            std::size_t next = 0;
            for (std::size_t i = 0; i < request.buffers.size(); ++i) {
                DeviceBuffer& buffer = request.buffers[i];
                if (buffer.initial)
                    buffer.initial = m_pool->placeOf(initial.at(next++));
                if (buffer.result) {
                    results[i] = room(std::size_t(buffer.bytes));
                    buffer.result = m_pool->placeOf(results[i]);
                }
            }
            // Work that needs no other rank runs in a child, so that a crash ends only that.
            session::DeviceWorker& worker = request.sharing.group != 0 ? *m_shared : *m_alone;
            const DeviceRunResult result =
                worker.run(request, m_stop.get_token(), [](const session::Progress&) {});
            if (result.checked || result.downloadedAtFault) {
                for (std::size_t i = 0; i < results.size(); ++i)
                    if (results[i].block())
                        m_ranks.send(0, {{"call", "contents"}, {"id", id}, {"buffer", i}},
                                     results[i].bytes(), results[i].block());
            }
            answer["result"] = session::wire::from(result);
        } catch (...) {
            answer["error"] = session::wire::fromException(std::current_exception());
        }
        m_ranks.send(0, answer);
    }

    Ranks& m_ranks;
    RankMail m_mail;
    std::shared_ptr<session::HostBlockPool> m_pool = session::HostBlockPool::create();
    std::unique_ptr<session::DeviceWorker> m_shared; ///< for parts of a shared run
    std::unique_ptr<session::DeviceWorker> m_alone;  ///< its child starts with the first run
    std::vector<arrays::HostArray> m_initial;        ///< of the request being received
    RankCompiles m_compiles{m_ranks};
    std::stop_source m_stop;
    std::jthread m_job;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_ended = false;
};

} // namespace

void serveRank(Ranks& ranks, const std::string& selector) {
    RankServer server(ranks);
    const Ranks::Receiver receiver = [&](int from, Frame frame) {
        try {
            server.handle(from, std::move(frame));
        } catch (const std::exception& problem) {
            // Rank 0 would wait forever for the answer to this frame.
            ranks.send(0, {{"call", "result"},
                           {"id", kAnyRun},
                           {"error", session::wire::fromException(std::current_exception())}});
        }
    };
    ranks.setReceiver(receiver, [&](int, const Message& head, std::uint64_t bytes) {
        return server.roomFor(head, bytes);
    });
    Message hello = {{"call", "hello"},
                     {"version", kVersion},
                     {"host", ranks.host()},
                     {"processors", platform::processorCount()}};
    try {
        hello["devices"] = session::wire::from(std::vector{ownDevice(ranks, selector)});
    } catch (...) {
        hello["error"] = session::wire::fromException(std::current_exception());
    }
    ranks.send(0, hello);
    server.waitForEnd();
    ranks.setReceiver({});
}

} // namespace warpbench::ranks
