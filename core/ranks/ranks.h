// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/wire.h"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

struct WarpbenchMpi;

/// One run over the processes that `mpirun` has started, one device each.
namespace warpbench::ranks {

/// What one rank tells another: a few values, and bytes of a buffer where it is about one.
struct Frame {
    session::wire::Message head;
    std::vector<std::byte> payload;
};

/// This process among the others. All of MPI happens on one thread of its own, which waits by
/// looking again and again, less and less often: MPI has no wait that a thread could be woken from.
class Ranks {
  public:
    /// Called on MPI's thread; must not wait for other frames. Throws nothing.
    using Receiver = std::function<void(int from, Frame frame)>;

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

    /// Any thread; returns at once. The bytes are copied.
    void send(int to, const session::wire::Message& head, std::span<const std::byte> payload = {});
    /// Who gets what comes, and what came before; empty: it is kept. Waits for a call that is under
    /// way.
    void setReceiver(Receiver receiver);

  private:
    struct Sending {
        std::vector<std::byte> bytes;
        void* handle = nullptr;
        int to = 0;
    };

    void work(std::promise<void> started);
    void start();
    bool sendQueued();
    bool forgetSent();
    bool receiveAll();
    void deliver(int from, std::vector<std::byte>& bytes);

    const WarpbenchMpi* m_mpi = nullptr; ///< of m_thread
    int m_rank = 0, m_count = 1, m_localRank = 0;
    std::string m_host;
    std::deque<Sending> m_sending;                    ///< of m_thread
    std::map<int, std::vector<std::byte>> m_incoming; ///< parts of frames, by rank; of m_thread
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Sending> m_outbox;
    std::mutex m_receiverMutex; ///< held while m_receiver is called
    Receiver m_receiver;
    std::vector<std::pair<int, Frame>> m_early; ///< what came before there was a receiver
    bool m_closing = false;
    std::thread m_thread;
};

} // namespace warpbench::ranks
