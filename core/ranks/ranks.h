// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workers/wire.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

struct WarpbenchMpi;

/// One run over the processes that `mpirun` has started, one device each.
namespace warpbench::ranks {

/// Memory that a payload is put to.
struct Room {
    std::byte* data = nullptr;
    std::shared_ptr<void> owner; ///< keeps it
};

/// What one rank tells another: a few values, and bytes of a buffer where it is about one.
struct Frame { // NOLINT(bugprone-exception-escape): the JSON library's move
    session::wire::Message head;
    std::vector<std::byte> payload; ///< empty where it is in `room`, or was dropped
    Room room;                      ///< as the receiver's MakeRoom gave it; empty: nobody did
    std::exception_ptr problem;     ///< what MakeRoom threw; the payload was dropped then
};

/// This process among the others. All of MPI happens on one thread of its own, which waits by
/// looking again and again, less and less often: MPI has no wait that a thread could be woken from.
class Ranks {
  public:
    /// Called on MPI's thread; must not wait for other frames. Throws nothing.
    using Receiver = std::function<void(int from, Frame frame)>;
    /// Called before a payload of so many bytes comes that its sender keeps, likely a large one,
    /// with the head of its frame: where it is to be received to, in place of Frame::payload. A
    /// room without memory: there; none at all: nobody wants it, and it is dropped as it comes.
    /// Called as Receiver is; what it throws is Frame::problem.
    using MakeRoom = std::function<std::optional<Room>(int from, const session::wire::Message& head,
                                                       std::uint64_t bytes)>;

    /// Joins the others. \throws Error (environment) where libwarpbench-mpi is not there or does
    /// not load, or MPI does not start
    Ranks();
    /// Waits until all ranks are done.
    ~Ranks();
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;

    int rank() const { return m_rank; }
    int count() const { return m_count; }
    int localRank() const { return m_localRank; } ///< among those on this machine
    const std::string& host() const { return m_host; }

    /// Any thread; returns at once.
    /// \param owner  of the payload, which it keeps as it is until it is sent; null: it is copied
    void send(int to, session::wire::Message head, std::span<const std::byte> payload = {},
              std::shared_ptr<const void> owner = nullptr);
    /// Who gets what comes, and what came before; empty: it is kept. Waits for a call that is under
    /// way.
    void setReceiver(Receiver receiver, MakeRoom makeRoom = {});

  private:
    struct Sending {
        std::vector<std::byte> bytes;
        std::span<const std::byte> payload; ///< not in `bytes`; may be empty
        std::shared_ptr<const void> owner;  ///< of `payload`
        void* handle = nullptr;             ///< of `bytes`; null: sent
        void* payloadHandle = nullptr;
        int to = 0;
    };
    /// What has come of a rank's next frame.
    struct Incoming {                 // NOLINT(bugprone-exception-escape): as Frame
        std::vector<std::byte> bytes; ///< but for a payload that comes in pieces of its own
        Frame frame;                  ///< whose payload is coming
        std::byte* at = nullptr;      ///< of it, where the next piece goes; null: nowhere
        std::uint64_t missing = 0;    ///< bytes of it
    };

    void work(std::promise<void> started);
    void start();
    bool sendQueued();
    bool forgetSent();
    bool receiveAll();
    void takeFrame(int from, Incoming& incoming);
    void takePiece(int from, Incoming& incoming, std::uint64_t bytes);
    void expectPayload(int from, Incoming& incoming, std::uint64_t bytes);
    void deliver(int from, Frame frame);

    const WarpbenchMpi* m_mpi = nullptr; ///< of m_thread
    int m_rank = 0, m_count = 1, m_localRank = 0;
    std::string m_host;
    std::deque<Sending> m_sending;      ///< of m_thread
    std::map<int, Incoming> m_incoming; ///< by rank; of m_thread
    std::vector<std::byte> m_dropped;   ///< for a piece that nobody wants; of m_thread
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Sending> m_outbox;
    std::mutex m_receiverMutex; ///< held while m_receiver or m_makeRoom is called
    Receiver m_receiver;
    MakeRoom m_makeRoom;
    std::vector<std::pair<int, Frame>> m_early; ///< what came before there was a receiver
    bool m_closing = false;
    std::thread m_thread;
};

} // namespace warpbench::ranks
