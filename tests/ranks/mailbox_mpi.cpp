// SPDX-License-Identifier: GPL-3.0-or-later
// A libwarpbench-mpi.so without MPI: this process is rank 0 of two, and a test acts as the other.
#include "tests/ranks/mailbox_mpi.h"

#include "core/ranks/mpi_plugin.h"

#include <cstring>

namespace {

Mailbox& mailbox() {
    static Mailbox box;
    return box;
}

void* sendFrame(int, const void* data, std::uint64_t bytes) {
    const std::lock_guard lock(mailbox().mutex);
    mailbox().sent.emplace_back(static_cast<const char*>(data), bytes);
    mailbox().changed.notify_all();
    return &mailbox();
}

std::int64_t nextBytes(int* from) {
    const std::lock_guard lock(mailbox().mutex);
    *from = 1;
    return mailbox().coming.empty() ? -1 : std::int64_t(mailbox().coming.front().size());
}

void receiveFrame(int, void* data, std::uint64_t bytes) {
    const std::lock_guard lock(mailbox().mutex);
    std::memcpy(data, mailbox().coming.front().data(), bytes);
    mailbox().coming.pop_front();
}

} // namespace

extern "C" {

__attribute__((visibility("default"))) Mailbox* mailboxOfThisProcess() {
    return &mailbox();
}

__attribute__((visibility("default"))) const WarpbenchMpi* warpbenchMpiStart(char*, std::size_t) {
    static const WarpbenchMpi table{kWarpbenchMpiVersion,
                                    0,
                                    2,
                                    0,
                                    "here",
                                    "a mailbox",
                                    sendFrame,
                                    [](void*) { return true; },
                                    nextBytes,
                                    receiveFrame,
                                    [] {}};
    return &table;
}
}
