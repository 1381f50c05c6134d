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

/// Memory that receives a payload.
struct Room {
    std::byte* data = nullptr;
    std::shared_ptr<void> owner; ///< keeps the memory alive
};

/// A message from one rank to another: some values, and the bytes of a buffer if it is about one.
struct Frame { // NOLINT(bugprone-exception-escape): the JSON library's move
    session::wire::Message head;
    std::vector<std::byte> payload; ///< empty if it is in `room` or was dropped
    Room room;                      ///< as returned by the receiver's MakeRoom; empty: none
    std::exception_ptr problem;     ///< thrown by MakeRoom; the payload was dropped then
};

/// This process among the others. All of MPI runs on one separate thread, which waits by polling
/// less and less often: another thread cannot interrupt a wait in MPI.
class Ranks {
  public:
    /// Called on MPI's thread; must not wait for other frames. Must not throw.
    using Receiver = std::function<void(int from, Frame frame)>;
    /// Called before a payload of this size arrives that its sender keeps, typically a large one,
    /// with the head of its frame. Returns where to put it instead of Frame::payload. A room
    /// without memory: into Frame::payload; none at all: nobody wants it, and it is dropped.
    /// Called as Receiver is; an exception becomes Frame::problem.
    using MakeRoom = std::function<std::optional<Room>(int from, const session::wire::Message& head,
                                                       std::uint64_t bytes)>;

    /// Joins the others. \throws Error (environment) if libwarpbench-mpi is missing or does not
    /// load, or MPI does not start
    Ranks();
    /// Waits until all ranks are done.
    ~Ranks();
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;

    int rank() const { return m_rank; }
    int count() const { return m_count; }
    int localRank() const { return m_localRank; } ///< among those on this machine
    const std::string& host() const { return m_host; }

    /// Any thread; returns immediately.
    /// \param owner  of the payload, which it keeps unchanged until it is sent; null: makes a copy
    void send(int to, session::wire::Message head, std::span<const std::byte> payload = {},
              std::shared_ptr<const void> owner = nullptr);
    /// Sets who receives frames, including earlier ones; empty: they are kept. Waits for a call in
    /// progress.
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
    /// The part of a rank's next frame that has arrived.
    struct Incoming {                 // NOLINT(bugprone-exception-escape): as Frame
        std::vector<std::byte> bytes; ///< without a payload that arrives in separate pieces
        Frame frame;                  ///< whose payload is arriving
        std::byte* at = nullptr;      ///< where the payload's next piece goes; null: nowhere
        std::uint64_t missing = 0;    ///< bytes of the payload
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
    std::deque<Sending> m_sending;      ///< used by m_thread
    std::map<int, Incoming> m_incoming; ///< by rank; of m_thread
    std::vector<std::byte> m_dropped;   ///< for a piece that nobody wants; used by m_thread
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Sending> m_outbox;
    std::mutex m_receiverMutex; ///< held while m_receiver or m_makeRoom is called
    Receiver m_receiver;
    MakeRoom m_makeRoom;
    std::vector<std::pair<int, Frame>> m_early; ///< frames that arrived before there was a receiver
    bool m_closing = false;
    std::thread m_thread;
};

} // namespace warpbench::ranks
