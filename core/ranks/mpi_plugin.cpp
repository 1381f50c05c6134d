// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/mpi_plugin.h"

#include <dlfcn.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

namespace {

/// MPI counts bytes in an int.
constexpr std::uint64_t kPiece = std::uint64_t(1) << 30;
constexpr int kTag = 1;

using Sending = std::vector<MPI_Request>;

void* send(int to, const void* data, std::uint64_t bytes) {
    auto* sending = new Sending;
    for (std::uint64_t at = 0; at < bytes; at += kPiece)
        MPI_Isend(static_cast<const char*>(data) + at, int(std::min(kPiece, bytes - at)), MPI_BYTE,
                  to, kTag, MPI_COMM_WORLD, &sending->emplace_back(MPI_REQUEST_NULL));
    return sending;
}

bool isSent(void* handle) {
    auto* sending = static_cast<Sending*>(handle);
    int done = 0;
    MPI_Testall(int(sending->size()), sending->data(), &done, MPI_STATUSES_IGNORE);
    if (done)
        delete sending;
    return done != 0;
}

std::int64_t next(int* from) {
    int found = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &found, &status);
    if (!found)
        return -1;
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    *from = status.MPI_SOURCE;
    return bytes;
}

void receive(int from, void* data, std::uint64_t bytes) {
    MPI_Recv(data, int(bytes), MPI_BYTE, from, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/// A rank that is still working may send to one that is done, and would otherwise wait forever.
void finish() {
    MPI_Request all = MPI_REQUEST_NULL;
    MPI_Ibarrier(MPI_COMM_WORLD, &all);
    std::vector<char> dropped;
    for (int done = 0; !done;) {
        int from = 0;
        if (const std::int64_t bytes = next(&from); bytes >= 0) {
            dropped.resize(std::size_t(bytes));
            receive(from, dropped.data(), std::uint64_t(bytes));
        }
        MPI_Test(&all, &done, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
}

/// MPI's own components are loaded later and look for its symbols among the global ones, which do
/// not include those of a library loaded with this file.
void makeGlobal() {
    Dl_info info;
    if (dladdr(reinterpret_cast<void*>(&MPI_Init_thread), &info) != 0 && info.dli_fname)
        dlopen(info.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
}

} // namespace

extern "C" __attribute__((visibility("default"))) const WarpbenchMpi*
warpbenchMpiStart(char* problem, std::size_t problemBytes) {
    static WarpbenchMpi table;
    static std::string host;
    static std::string library;
    makeGlobal();
    int level = MPI_THREAD_SINGLE;
    if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS ||
        level < MPI_THREAD_FUNNELED) {
        std::snprintf(problem, problemBytes, "this MPI cannot be used by programs with threads");
        return nullptr;
    }
    std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
    int length = 0;
    MPI_Get_processor_name(name.data(), &length);
    host.assign(name.data(), std::size_t(length));
    std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> version{};
    MPI_Get_library_version(version.data(), &length);
    library = version.data();
    library = library.substr(0, library.find('\n'));
    MPI_Comm here = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_rank(here, &table.localRank);
    MPI_Comm_free(&here);
    MPI_Comm_rank(MPI_COMM_WORLD, &table.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &table.count);
    table.version = kWarpbenchMpiVersion;
    table.host = host.c_str();
    table.library = library.c_str();
    table.send = send;
    table.isSent = isSent;
    table.next = next;
    table.receive = receive;
    table.finish = finish;
    return &table;
}
