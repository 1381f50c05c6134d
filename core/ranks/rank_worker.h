// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/elsewhere.h"
#include "core/ranks/rank_peers.h"
#include "core/workers/compiler.h"
#include "core/workers/device_worker.h"
#include "core/workers/host_blocks.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace warpbench::ranks {

/// The other ranks as seen by rank 0. Thread-safe; a rank does one run at a time.
class OtherRanks {
  public:
    /// \param selector  of the device that each rank looks for among its own; empty: the default
    /// choice
    /// \param slack  how long after a run's time limit, or a stop, a rank may still answer, because
    /// its device needs some time to end
    OtherRanks(Ranks& ranks, std::string selector,
               std::chrono::milliseconds slack = std::chrono::seconds(60));
    /// Tells the other ranks to finish.
    ~OtherRanks();
    OtherRanks(const OtherRanks&) = delete;
    OtherRanks& operator=(const OtherRanks&) = delete;

    Ranks& ranks() { return m_ranks; }
    RankMail& mail() { return m_mail; }

    /// The devices of all ranks, one each, rank 0's first. Waits until all have reported.
    /// \throws Error if a rank lacks a device, or their compute capabilities differ
    std::vector<session::DeviceInfo> devices(std::stop_token stop);
    /// Sends the buffers' first contents, runs there, and brings back the results.
    /// \param blocks  memory of the request's host places. If a run was given up, data that a rank
    /// is still sending or receiving keeps that memory until then.
    /// \throws Error with the rank's name
    session::DeviceRunResult run(int rank, const session::DeviceRunRequest& request,
                                 const session::HostBlockPool& blocks, std::stop_token stop);

    /// The outcome of a compile on a rank: a result, or why there is none.
    struct Compiled {
        std::optional<compile::CompileResult> result;
        std::string why;
        bool always = false; ///< the rank cannot compile anything
    };
    /// Compiles on another rank, in a helper there. Several may run at once, also next to runs.
    /// \throws Error (cancelled)
    Compiled compile(int rank, const compile::CompileElsewhere& asked, std::stop_token stop);
    /// Number of helpers for each rank's processors, rank 0's first; ranks of one machine share
    /// them. Known after devices().
    std::vector<std::size_t> helpers();
    ErrorText nameOf(int rank); ///< "rank 2 on node7"

    /// Records something to report to the user once, at the end.
    void note(int rank, const std::string& what);
    /// The first note of each rank that has one, one line each.
    std::vector<std::string> notes();

  private:
    struct Call {
        std::uint64_t id = 0;
        std::vector<Room> results; ///< by buffer; empty: not brought back
        std::vector<std::uint64_t> bytes;
        std::optional<session::DeviceRunResult> result;
        std::optional<Error> error;
        bool over() const { return result || error; }
    };
    struct Compiling {
        int rank = 0;
        bool over = false;
        Compiled came;
    };
    struct Hello {
        std::vector<session::DeviceInfo> devices;
        unsigned processors = 1;
        std::optional<Error> error;
    };

    void handle(int from, Frame frame);
    void failCall(int from, const std::string& problem);
    void takeHello(int from, const session::wire::Message& head);
    void takeResult(int from, const session::wire::Message& head);
    std::optional<Room> roomFor(int from, const session::wire::Message& head, std::uint64_t bytes);
    void takeCompiled(const session::wire::Message& head);

    Ranks& m_ranks;
    RankMail m_mail;
    std::string m_selector;
    std::chrono::milliseconds m_slack;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::map<int, std::string> m_hosts;
    std::map<int, Hello> m_hellos;
    std::map<int, Call> m_calls;                   ///< by rank
    std::map<std::uint64_t, Compiling> m_compiles; ///< by id
    std::map<int, std::string> m_notes;            ///< by rank
    std::uint64_t m_nextId = 1;
};

/// The id of an answer to any run: the request was invalid.
inline constexpr std::uint64_t kAnyRun = 0;

/// The worker of rank 0's session. Each part of a shared run is done by the rank of its number.
/// \param blocks  memory of the requests' host places
std::unique_ptr<session::DeviceWorker>
makeSharedRunWorker(OtherRanks& others, const std::shared_ptr<session::HostBlockPool>& blocks);

/// Does work that needs one device on the device of one rank, in a child of that rank.
std::unique_ptr<session::DeviceWorker>
makeTrialWorker(OtherRanks& others, int rank, std::shared_ptr<session::HostBlockPool> blocks);

/// The compiles of a sweep, spread over the helpers of all ranks. What another machine can compile
/// identically (core/compile/elsewhere.h) goes to the rank with the most free capacity. The rest
/// stays here, as does what a rank refuses or fails at.
std::unique_ptr<session::Compiler> makeRankCompiler(OtherRanks& others);

/// The loop of every other rank: does what rank 0 requests until rank 0 is done.
void serveRank(Ranks& ranks, const std::string& selector);

} // namespace warpbench::ranks
