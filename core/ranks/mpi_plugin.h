// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

/// What libwarpbench-mpi offers. It is its own file that `--mpi` loads, because each MPI has
/// another binary interface: on a cluster this one file is built against the MPI that is there, and
/// no other program of Warpbench depends on any. All calls come from the thread that called
/// warpbenchMpiStart. An error within MPI ends all ranks, with MPI's own message.
extern "C" {

/// Changes with this table; both ends are built from one tree, and a stale file is found out by it.
inline constexpr int kWarpbenchMpiVersion = 1;

struct WarpbenchMpi {
    int version;
    int rank, count;
    int localRank;       ///< among the ranks on this machine
    const char* host;    ///< this machine's name
    const char* library; ///< "Open MPI v4.1.4, …"
    /// Begins to send. The data stays as it is until isSent has said yes.
    void* (*send)(int to, const void* data, std::uint64_t bytes);
    /// Whether it is sent; if so the handle is gone.
    bool (*isSent)(void* sending);
    /// Bytes of the next piece that has come, and from whom; -1: none has. What one rank sends to
    /// another comes in the order of sending, large sends in several pieces.
    std::int64_t (*next)(int* from);
    /// Takes the piece that `next` told of.
    void (*receive)(int from, void* data, std::uint64_t bytes);
    /// Waits until every rank calls it, drops what still comes, and ends MPI.
    void (*finish)();
};

/// Starts MPI for this process. \returns null with the reason in `problem` where it does not start
using WarpbenchMpiStart = const WarpbenchMpi*(char* problem, std::size_t problemBytes);
}
