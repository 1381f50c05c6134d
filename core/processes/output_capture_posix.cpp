// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/processes/output_capture.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <mutex>
#include <thread>

namespace warpbench::platform {

namespace {

std::atomic<bool> captureAtWork = false;

} // namespace

class OutputCapture::Impl {
  public:
    explicit Impl(std::size_t limit)
        : m_limit(limit) {
        if (captureAtWork.exchange(true))
            return;
        int output[2];
        if (::pipe2(output, O_CLOEXEC) != 0) {
            captureAtWork = false;
            return;
        }
        if (::pipe2(m_stop, O_CLOEXEC) != 0) {
            ::close(output[0]);
            ::close(output[1]);
            captureAtWork = false;
            return;
        }
        std::fflush(stdout);
        m_read = output[0];
        ::fcntl(m_read, F_SETFL, O_NONBLOCK);
        m_saved = ::fcntl(1, F_DUPFD_CLOEXEC, 3);
        ::dup2(output[1], 1);
        ::close(output[1]);
        m_thread = std::thread([this] { readUntilStopped(); });
    }

    ~Impl() {
        if (m_read < 0)
            return;
        std::fflush(stdout);
        ::dup2(m_saved, 1);
        ::close(m_saved);
        ::close(m_stop[1]);
        m_thread.join();
        ::close(m_stop[0]);
        ::close(m_read);
        captureAtWork = false;
    }

    std::string take() {
        if (m_read < 0)
            return {};
        std::fflush(stdout);
        const std::lock_guard lock(m_mutex);
        drain();
        std::string text;
        text.swap(m_text);
        if (m_dropped > 0)
            text += fmt::format("\n[{} more bytes were printed and not kept]\n", m_dropped);
        m_dropped = 0;
        return text;
    }

  private:
    void readUntilStopped() {
        pollfd watched[2] = {{m_read, POLLIN, 0}, {m_stop[0], POLLIN, 0}};
        for (;;) {
            if (::poll(watched, 2, -1) < 0 && errno != EINTR)
                return;
            if (watched[1].revents)
                return;
            const std::lock_guard lock(m_mutex);
            drain();
            // Nobody can write any more because a library closed the descriptor. Only the stop
            // is left to wait for.
            if (watched[0].revents & (POLLERR | POLLNVAL | POLLHUP))
                watched[0].fd = -1;
        }
    }

    void drain() {
        char chunk[65536];
        for (;;) {
            const ssize_t count = ::read(m_read, chunk, sizeof chunk);
            if (count < 0 && errno == EINTR)
                continue;
            if (count <= 0)
                return;
            const std::size_t room = m_limit - std::min(m_limit, m_text.size());
            const std::size_t kept = std::min(room, std::size_t(count));
            m_text.append(chunk, kept);
            m_dropped += std::size_t(count) - kept;
        }
    }

    std::size_t m_limit;
    int m_read = -1;
    int m_saved = -1;
    int m_stop[2] = {-1, -1};
    std::mutex m_mutex;
    std::string m_text;
    std::size_t m_dropped = 0;
    std::thread m_thread;
};

OutputCapture::OutputCapture(std::size_t limit)
    : m_impl(std::make_unique<Impl>(limit)) {}
OutputCapture::~OutputCapture() = default;

std::string OutputCapture::take() {
    return m_impl->take();
}

ReservedOutput::ReservedOutput()
    : m_terminal(::isatty(1) == 1) {
    std::fflush(stdout);
    m_descriptor = ::fcntl(1, F_DUPFD_CLOEXEC, 3);
    ::dup2(2, 1);
}

ReservedOutput::~ReservedOutput() {
    std::fflush(stdout);
    if (m_descriptor < 0)
        return;
    ::dup2(m_descriptor, 1);
    ::close(m_descriptor);
}

void ReservedOutput::write(const std::string& text) {
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t written = ::write(m_descriptor, text.data() + done, text.size() - done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return;
        done += std::size_t(written);
    }
}

} // namespace warpbench::platform
