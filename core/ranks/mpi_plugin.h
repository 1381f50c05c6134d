// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

/// The interface of libwarpbench-mpi, the separate file that `--mpi` loads. Each MPI has a
/// different binary interface: on a cluster this one file is built against the local MPI, and no
/// other program of Warpbench depends on MPI. All calls come from the thread that called
/// warpbenchMpiStart. An error within MPI ends all ranks, with MPI's own message.
extern "C" {

/// Changes with this table: reveals an outdated file, since both sides are built from one tree.
inline constexpr int kWarpbenchMpiVersion = 1;

struct WarpbenchMpi {
    int version;
    int rank, count;
    int localRank;       ///< among the ranks on this machine
    const char* host;    ///< this machine's name
    const char* library; ///< "Open MPI v4.1.4, …"
    /// Starts sending. Do not change the data until isSent has returned true.
    void* (*send)(int to, const void* data, std::uint64_t bytes);
    /// Whether it is sent; if so, the handle becomes invalid.
    bool (*isSent)(void* sending);
    /// Size in bytes of the next piece that has arrived, and its sender; -1: none. Pieces from one
    /// rank to another arrive in the order of sending, large sends in several pieces.
    std::int64_t (*next)(int* from);
    /// Receives the piece that `next` announced.
    void (*receive)(int from, void* data, std::uint64_t bytes);
    /// Waits until every rank calls it, drops what still arrives, and ends MPI.
    void (*finish)();
};

/// Starts MPI for this process. \returns null, with the reason in `problem`, if it does not start
using WarpbenchMpiStart = const WarpbenchMpi*(char* problem, std::size_t problemBytes);
}
