// SPDX-License-Identifier: GPL-3.0-or-later
// Two pipes with a thread each, because only one thread can wait for a pipe's data.
// Memory blocks travel the same way as messages: the handle is duplicated into the child, and its
// number sent in a record.
#include "core/base/error.h"
#include "core/platform/system.h"
#include "core/processes/child_process.h"
#include "core/processes/link_windows.h"
#include "core/processes/process_windows.h"
#include "core/processes/shared_memory.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace warpbench::platform {

class ChildProcess::Impl {
  public:
    explicit Impl(Options options)
        : m_options(std::move(options)) {
        win32::Pipe down = win32::makePipe();
        win32::Pipe up = win32::makePipe();
        win32::StartOptions settings;
        settings.program = m_options.program;
        settings.arguments = m_options.arguments;
        settings.environment[kLinkVariable] = linkText(down.read.get(), up.write.get());
        settings.inherited = {down.read.get(), up.write.get()};
        // The child's output goes to standard error, like everything that is not a result.
        settings.output = settings.errors = GetStdHandle(STD_ERROR_HANDLE);
        settings.ownGroup = true;
        m_process = win32::start(settings);
        m_to = std::move(down.write);
        m_from = std::move(up.read);
        down.read.close(); // so that the pipes end with the child
        up.write.close();
        m_writer = std::thread([this] { writeQueued(); });
        m_reader = std::thread([this] { readToTheEnd(); });
    }

    ~Impl() {
        kill();
        {
            const std::lock_guard lock(m_mutex);
            m_closing = true;
        }
        m_changed.notify_all();
        m_reader.join();
        m_writer.join();
    }

    void send(std::string message) { queue(kMessage + std::move(message)); }

    void share(std::uint64_t id, const SharedMemory& memory) {
        HANDLE remote = nullptr;
        if (DuplicateHandle(GetCurrentProcess(), reinterpret_cast<HANDLE>(memory.handle()),
                            m_process.process.get(), &remote, 0, FALSE, DUPLICATE_SAME_ACCESS))
            queue(blockFrame({id, memory.size(), reinterpret_cast<std::uint64_t>(remote)}));
        // Otherwise it has ended, which the reader reports.
    }

    void kill() { m_process.kill(); }

    bool running() const {
        const std::lock_guard lock(m_mutex);
        return !m_status;
    }

    std::optional<ExitStatus> wait(std::chrono::milliseconds limit) {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, limit, [this] { return m_status.has_value(); });
        return m_status;
    }

    std::int64_t processId() const noexcept { return m_process.id; }

  private:
    void queue(std::string frame) {
        {
            std::string header = frameHeader(frame.size());
            const std::lock_guard lock(m_mutex);
            m_outgoing.push_back(std::move(header) + std::move(frame));
        }
        m_changed.notify_all();
    }

    void writeQueued() {
        nameThread("child-writer");
        for (;;) {
            std::string bytes;
            {
                std::unique_lock lock(m_mutex);
                m_changed.wait(lock,
                               [this] { return m_closing || m_status || !m_outgoing.empty(); });
                if (m_closing || m_status)
                    return;
                bytes = std::move(m_outgoing.front());
                m_outgoing.pop_front();
            }
            if (!win32::writeAll(m_to.get(), bytes))
                return; // it has ended, which the reader reports
        }
    }

    void readToTheEnd() {
        nameThread("child-reader");
        FrameReader frames;
        std::string broken; // why a message was invalid
        std::string chunk(1u << 16, '\0');
        while (const std::size_t count =
                   win32::readSome(m_from.get(), chunk.data(), chunk.size())) {
            if (!broken.empty())
                continue;
            // The child runs what others wrote: its messages may contain anything.
            try {
                frames.append(std::string_view(chunk).substr(0, count));
                while (auto message = frames.next()) {
                    if (m_options.onMessage)
                        m_options.onMessage(std::move(*message));
                }
            } catch (const std::exception& problem) {
                broken = problem.what();
                kill();
            }
        }
        ExitStatus status = m_process.status();
        status.broken = broken;
        {
            const std::lock_guard lock(m_mutex);
            m_status = status;
        }
        m_changed.notify_all();
        if (m_options.onExit)
            m_options.onExit(status);
    }

    Options m_options;
    win32::Process m_process;
    win32::Handle m_to;   ///< used by the writer
    win32::Handle m_from; ///< used by the reader

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::string> m_outgoing;
    std::optional<ExitStatus> m_status;
    bool m_closing = false;
    std::thread m_writer;
    std::thread m_reader;
};

ChildProcess::ChildProcess(Options options)
    : m_impl(std::make_unique<Impl>(std::move(options))) {}
ChildProcess::~ChildProcess() = default;

std::int64_t ChildProcess::processId() const noexcept {
    return m_impl->processId();
}
bool ChildProcess::running() const {
    return m_impl->running();
}
void ChildProcess::send(std::string message) {
    m_impl->send(std::move(message));
}
void ChildProcess::share(std::uint64_t id, std::shared_ptr<const SharedMemory> memory) {
    m_impl->share(id, *memory);
}
void ChildProcess::kill() {
    m_impl->kill();
}
std::optional<ExitStatus> ChildProcess::wait(std::chrono::milliseconds limit) {
    return m_impl->wait(limit);
}

} // namespace warpbench::platform
