// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/platform/problems.h"
#include "core/processes/child_process.h"
#include "core/processes/link_posix.h"
#include "core/processes/message_framing.h"
#include "core/processes/shared_memory.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <mutex>

namespace warpbench::platform {

class ParentLink::Impl {
  public:
    std::mutex sending;
    FrameReader frames;
    std::map<std::uint64_t, std::pair<int, std::uint64_t>> blocks; ///< id → descriptor, bytes
};

ParentLink::ParentLink()
    : m_impl(std::make_unique<Impl>()) {}

ParentLink::~ParentLink() {
    for (auto& [id, block] : m_impl->blocks)
        ::close(block.first);
}

std::unique_ptr<ParentLink> ParentLink::adopt() {
    struct stat info {};
    for (const int fd : {kControlDescriptor, kBlockDescriptor}) {
        if (::fstat(fd, &info) != 0 || !S_ISSOCK(info.st_mode))
            return nullptr;
        ::fcntl(fd, F_SETFD, FD_CLOEXEC);
        ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    }
    // Everything else that the parent or one of its libraries left open is not ours.
    ::close_range(unsigned(kBlockDescriptor + 1), ~0u, 0);
    ::signal(SIGPIPE, SIG_IGN);
    // Ctrl-C in a terminal also goes to the parent, which decides what it means.
    ::signal(SIGINT, SIG_IGN);
    return std::unique_ptr<ParentLink>(new ParentLink);
}

std::optional<std::string> ParentLink::receive() {
    char chunk[65536];
    for (;;) {
        if (auto message = m_impl->frames.next())
            return message;
        const ssize_t count = ::read(kControlDescriptor, chunk, sizeof chunk);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return std::nullopt;
        m_impl->frames.append({chunk, std::size_t(count)});
    }
}

void ParentLink::send(const std::string& message) {
    const std::lock_guard lock(m_impl->sending);
    const std::string bytes = frameHeader(message.size()) + message;
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t count = ::write(kControlDescriptor, bytes.data() + done, bytes.size() - done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return;
        done += std::size_t(count);
    }
}

SharedMemory ParentLink::sharedMemory(std::uint64_t id) {
    while (!m_impl->blocks.contains(id)) {
        BlockRecord record;
        const int fd = receiveDescriptor(kBlockDescriptor, record);
        if (fd < 0)
            throw Error(ErrorKind::environment, parentHasEnded());
        m_impl->blocks[record.id] = {fd, record.bytes};
    }
    // Kept until it is mapped: if there is not enough memory now, the caller may try again.
    const auto [fd, bytes] = m_impl->blocks[id];
    SharedMemory memory = SharedMemory::map(::fcntl(fd, F_DUPFD_CLOEXEC, 0), bytes);
    ::close(fd);
    m_impl->blocks.erase(id);
    return memory;
}

} // namespace warpbench::platform
