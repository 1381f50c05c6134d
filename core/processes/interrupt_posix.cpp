// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/processes/interrupt.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <thread>
#include <utility>

namespace warpbench::platform {

namespace {

std::atomic<int> wakeDescriptor = -1;

void onSignal(int) {
    const int saved = errno;
    const char one = 1;
    if (const int fd = wakeDescriptor.load(); fd >= 0) {
        [[maybe_unused]] const ssize_t written = ::write(fd, &one, 1);
    }
    errno = saved;
}

} // namespace

class InterruptWatcher::Impl {
  public:
    explicit Impl(std::function<void()> onInterrupt)
        : m_onInterrupt(std::move(onInterrupt)) {
        if (::pipe2(m_pipe, O_CLOEXEC) != 0)
            return;
        m_oldDescriptor = wakeDescriptor.exchange(m_pipe[1]);
        m_thread = std::thread([this] { watch(); });
        struct sigaction action {};
        action.sa_handler = onSignal;
        // Only the first signal of each kind is ours.
        action.sa_flags = int(SA_RESTART | SA_RESETHAND);
        ::sigaction(SIGINT, &action, &m_oldInterrupt);
        ::sigaction(SIGTERM, &action, &m_oldTerminate);
    }

    ~Impl() {
        if (!m_thread.joinable())
            return;
        ::sigaction(SIGINT, &m_oldInterrupt, nullptr);
        ::sigaction(SIGTERM, &m_oldTerminate, nullptr);
        wakeDescriptor = m_oldDescriptor;
        ::close(m_pipe[1]);
        m_thread.join();
        ::close(m_pipe[0]);
    }

  private:
    void watch() {
        char byte = 0;
        for (;;) {
            const ssize_t count = ::read(m_pipe[0], &byte, 1);
            if (count < 0 && errno == EINTR)
                continue;
            if (count <= 0)
                return;
            m_onInterrupt();
        }
    }

    std::function<void()> m_onInterrupt;
    int m_pipe[2] = {-1, -1};
    int m_oldDescriptor = -1; ///< of an older watcher
    struct sigaction m_oldInterrupt {};
    struct sigaction m_oldTerminate {};
    std::thread m_thread;
};

InterruptWatcher::InterruptWatcher(std::function<void()> onInterrupt)
    : m_impl(std::make_unique<Impl>(std::move(onInterrupt))) {}
InterruptWatcher::~InterruptWatcher() = default;

} // namespace warpbench::platform
