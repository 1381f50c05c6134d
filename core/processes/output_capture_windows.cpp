// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/system.h"
#include "core/platform/win32.h"
#include "core/processes/output_capture.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <io.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <random>
#include <thread>

namespace warpbench::platform {

namespace {

std::atomic<bool> captureAtWork = false;

/// Redirects file descriptor 1, and the standard handle that a driver requests from the system.
void redirectOutput(int descriptor) {
    _dup2(descriptor, 1);
    SetStdHandle(STD_OUTPUT_HANDLE, reinterpret_cast<HANDLE>(_get_osfhandle(1)));
}

/// Text that nobody prints by chance: sent through the pipe, it marks that all before it was read.
std::string makeMark() {
    std::random_device random;
    return fmt::format("\x1e{:08x}{:08x}\x1e", random(), random());
}

} // namespace

/// Only one thread can wait for a pipe here, so `take` asks the reader: it sends a mark down
/// the pipe and waits until the reader has found it.
class OutputCapture::Impl {
  public:
    explicit Impl(std::size_t limit)
        : m_limit(limit)
        , m_mark(makeMark()) {
        if (captureAtWork.exchange(true))
            return;
        int ends[2];
        if (_pipe(ends, 1 << 18, _O_BINARY | _O_NOINHERIT) != 0) {
            captureAtWork = false;
            return;
        }
        std::fflush(stdout);
        m_read = ends[0];
        m_saved = _dup(1);
        redirectOutput(ends[1]);
        _close(ends[1]);
        m_thread = std::thread([this] { readToTheEnd(); });
    }

    ~Impl() {
        if (m_read < 0)
            return;
        std::fflush(stdout);
        redirectOutput(m_saved); // closes the pipe's last writing end
        _close(m_saved);
        m_thread.join();
        _close(m_read);
        captureAtWork = false;
    }

    std::string take() {
        if (m_read < 0)
            return {};
        std::fflush(stdout);
        std::unique_lock lock(m_mutex);
        const std::uint64_t mine = m_marksSeen + 1;
        lock.unlock();
        _write(1, m_mark.data(), static_cast<unsigned>(m_mark.size()));
        lock.lock();
        m_changed.wait(lock, [&] { return m_marksSeen >= mine || m_ended; });
        std::string text;
        text.swap(m_text);
        if (m_dropped > 0)
            text += fmt::format("\n[{} more bytes were printed and not kept]\n", m_dropped);
        m_dropped = 0;
        return text;
    }

  private:
    void readToTheEnd() {
        nameThread("output-capture");
        std::string pending;
        std::string chunk(1u << 16, '\0');
        for (;;) {
            const int count = _read(m_read, chunk.data(), static_cast<unsigned>(chunk.size()));
            const std::lock_guard lock(m_mutex);
            if (count > 0)
                pending.append(chunk, 0, static_cast<std::size_t>(count));
            for (std::size_t at; (at = pending.find(m_mark)) != std::string::npos;) {
                keep(std::string_view(pending).substr(0, at));
                pending.erase(0, at + m_mark.size());
                ++m_marksSeen;
            }
            // The end of the data may be the beginning of a mark.
            const std::size_t held =
                count > 0 ? std::min(pending.size(), m_mark.size() - 1) : std::size_t{0};
            keep(std::string_view(pending).substr(0, pending.size() - held));
            pending.erase(0, pending.size() - held);
            m_ended = count <= 0;
            m_changed.notify_all();
            if (m_ended)
                return;
        }
    }

    void keep(std::string_view text) {
        const std::size_t room = m_limit - std::min(m_limit, m_text.size());
        const std::size_t kept = std::min(room, text.size());
        m_text.append(text.substr(0, kept));
        m_dropped += text.size() - kept;
    }

    std::size_t m_limit;
    std::string m_mark;
    int m_read = -1;
    int m_saved = -1;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::string m_text;
    std::size_t m_dropped = 0;
    std::uint64_t m_marksSeen = 0;
    bool m_ended = false;
    std::thread m_thread;
};

OutputCapture::OutputCapture(std::size_t limit)
    : m_impl(std::make_unique<Impl>(limit)) {}
OutputCapture::~OutputCapture() = default;

std::string OutputCapture::take() {
    return m_impl->take();
}

ReservedOutput::ReservedOutput()
    : m_terminal(platform::isTerminal(1)) {
    std::fflush(stdout);
    SetConsoleOutputCP(CP_UTF8);
    m_descriptor = _dup(1);
    _setmode(m_descriptor, _O_BINARY);
    SetHandleInformation(reinterpret_cast<HANDLE>(_get_osfhandle(m_descriptor)),
                         HANDLE_FLAG_INHERIT, 0);
    redirectOutput(2);
}

ReservedOutput::~ReservedOutput() {
    std::fflush(stdout);
    if (m_descriptor < 0)
        return;
    redirectOutput(m_descriptor);
    _close(m_descriptor);
}

void ReservedOutput::write(const std::string& text) {
    win32::writeAll(reinterpret_cast<HANDLE>(_get_osfhandle(m_descriptor)), text);
}

} // namespace warpbench::platform
