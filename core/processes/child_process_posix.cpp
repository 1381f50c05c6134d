// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/platform/problems.h"
#include "core/platform/system.h"
#include "core/processes/child_process.h"
#include "core/processes/link_posix.h"
#include "core/processes/message_framing.h"
#include "core/processes/shared_memory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>

#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <deque>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>
#include <utility>

namespace warpbench::platform {

std::string ExitStatus::text() const {
    if (!broken.empty())
        return "it was ended because " + broken;
    if (signal)
        return fmt::format("signal {} ({})", signal, strsignal(signal));
    return fmt::format("exit code {}", code);
}

bool ExitStatus::interrupted() const noexcept {
    return signal == SIGINT;
}

namespace {

/// The parent of a process; 0: the process does not exist, or there is no /proc.
pid_t parentOf(const std::filesystem::path& folder) {
    std::ifstream file(folder / "stat");
    std::string text;
    std::getline(file, text);
    // "12 (name) S 1 …", where the name may contain anything ("proc", Linux man-pages).
    const std::size_t name = text.rfind(')');
    std::istringstream rest(name == std::string::npos ? std::string() : text.substr(name + 1));
    char state = 0;
    pid_t parent = 0;
    rest >> state >> parent;
    return parent;
}

/// The children of a process, and their descendants.
std::vector<pid_t> processesBelow(pid_t top) {
    namespace fs = std::filesystem;
    std::multimap<pid_t, pid_t> children;
    std::error_code error;
    for (fs::directory_iterator it("/proc", error), end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().filename().string();
        if (name.find_first_not_of("0123456789") == std::string::npos)
            children.emplace(parentOf(it->path()), pid_t(std::stol(name)));
    }
    std::vector<pid_t> found{top};
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto [begin, end] = children.equal_range(found[i]);
        for (auto child = begin; child != end; ++child)
            found.push_back(child->second);
    }
    found.erase(found.begin());
    return found;
}

} // namespace

/// An event loop of libuv on a separate thread, with the child's process handle, its control pipe
/// and a wake-up. All handles are used only on that thread once it runs. Senders write messages
/// themselves, which avoids waking the loop; the loop writes only what the pipe had no space for.
class ChildProcess::Impl {
  public:
    explicit Impl(Options options)
        : m_options(std::move(options)) {
        makeBlockSocket();
        if (const int error = uv_loop_init(&m_loop))
            giveUp(error);
        int error =
            uv_async_init(&m_loop, &m_wake, [](uv_async_t* handle) { self(handle).onWake(); });
        if (!error)
            error = uv_pipe_init(&m_loop, &m_pipe, 0);
        if (!error)
            error = uv_poll_init(&m_loop, &m_blockPoll, m_blockSocket);
        m_wake.data = m_pipe.data = m_process.data = m_blockPoll.data = m_writePoll.data = this;
        if (!error)
            error = spawn();
        if (!error)
            error = openWriter();
        ::close(std::exchange(m_childBlockSocket, -1));
        if (error) {
            if (m_processId > 0) {
                uv_process_kill(&m_process, SIGKILL);
                ::waitpid(pid_t(m_processId), nullptr, 0);
            }
            closeHandles();
            uv_run(&m_loop, UV_RUN_DEFAULT);
            uv_loop_close(&m_loop);
            giveUp(error);
        }
        uv_read_start(reinterpret_cast<uv_stream_t*>(&m_pipe), allocate, onRead);
        m_thread = std::thread([this] {
            nameThread("child-link");
            uv_run(&m_loop, UV_RUN_DEFAULT);
        });
    }

    ~Impl() {
        {
            const std::lock_guard lock(m_mutex);
            m_killRequested = true;
            m_closing = true;
        }
        uv_async_send(&m_wake);
        m_thread.join();
        uv_loop_close(&m_loop);
        ::close(m_blockSocket);
        ::close(m_writer);
    }

    void send(std::string message) {
        std::string framed = frameHeader(message.size()) + std::move(message);
        {
            const std::lock_guard lock(m_writeMutex);
            m_outgoing.push_back(std::move(framed));
            if (m_outgoing.size() == 1)
                writeQueued();
            if (m_outgoing.empty())
                return;
        }
        uv_async_send(&m_wake);
    }

    void share(std::uint64_t id, std::shared_ptr<const SharedMemory> memory) {
        {
            const std::lock_guard lock(m_mutex);
            m_sharing.emplace_back(id, std::move(memory));
        }
        uv_async_send(&m_wake);
    }

    void kill() {
        {
            const std::lock_guard lock(m_mutex);
            m_killRequested = true;
        }
        uv_async_send(&m_wake);
    }

    bool running() const {
        const std::lock_guard lock(m_mutex);
        return !m_status;
    }

    std::optional<ExitStatus> wait(std::chrono::milliseconds limit) {
        std::unique_lock lock(m_mutex);
        m_ended.wait_for(lock, limit, [this] { return m_status.has_value(); });
        return m_status;
    }

    std::int64_t processId() const noexcept { return m_processId; }

  private:
    template <class Handle>
    static Impl& self(Handle* handle) {
        return *static_cast<Impl*>(handle->data);
    }

    void makeBlockSocket() {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            throw Error(ErrorKind::environment, {"WB1025",
                                                 "cannot make a socket pair: {problem}",
                                                 {},
                                                 {{"problem", std::strerror(errno)}}});
        m_blockSocket = ends[0];
        m_childBlockSocket = ends[1];
        // The child reads its end only when a message mentions a block, so a full socket must not
        // block the sender of that message.
        ::fcntl(m_blockSocket, F_SETFL, ::fcntl(m_blockSocket, F_GETFL) | O_NONBLOCK);
    }

    /// A descriptor of the control pipe for writing and polling, separate from libuv's own.
    int openWriter() {
        uv_os_fd_t pipe = -1;
        if (const int error = uv_fileno(reinterpret_cast<uv_handle_t*>(&m_pipe), &pipe))
            return error;
        m_writer = ::fcntl(pipe, F_DUPFD_CLOEXEC, 0);
        return m_writer < 0 ? -errno : uv_poll_init(&m_loop, &m_writePoll, m_writer);
    }

    [[noreturn]] void giveUp(int error) {
        ::close(m_blockSocket);
        if (m_writer >= 0)
            ::close(m_writer);
        if (m_childBlockSocket >= 0)
            ::close(m_childBlockSocket);
        throw Error(ErrorKind::environment, cannotStart(m_options.program, uv_strerror(error)));
    }

    int spawn() {
        std::string program = utf8(m_options.program);
        std::vector<char*> arguments{program.data()};
        for (std::string& argument : m_options.arguments)
            arguments.push_back(argument.data());
        arguments.push_back(nullptr);

        uv_stdio_container_t stdio[5] = {};
        stdio[0].flags = UV_IGNORE;
        stdio[1].flags = UV_INHERIT_FD;
        stdio[1].data.fd = 2;
        stdio[2].flags = UV_INHERIT_FD;
        stdio[2].data.fd = 2;
        stdio[kControlDescriptor].flags =
            uv_stdio_flags(UV_CREATE_PIPE | UV_READABLE_PIPE | UV_WRITABLE_PIPE);
        stdio[kControlDescriptor].data.stream = reinterpret_cast<uv_stream_t*>(&m_pipe);
        stdio[kBlockDescriptor].flags = UV_INHERIT_FD;
        stdio[kBlockDescriptor].data.fd = m_childBlockSocket;

        uv_process_options_t options{};
        options.file = program.c_str();
        options.args = arguments.data();
        options.stdio = stdio;
        options.stdio_count = 5;
        // A Ctrl-C in the terminal is for this process, which knows how to end its child; it must
        // not reach the child's process group.
        options.flags = UV_PROCESS_DETACHED;
        options.exit_cb = [](uv_process_t* process, std::int64_t code, int signal) {
            self(process).onProcessExit({int(code), signal, {}});
        };
        const int error = uv_spawn(&m_loop, &m_process, &options);
        if (!error)
            m_processId = m_process.pid;
        return error;
    }

    static void allocate(uv_handle_t*, std::size_t suggested, uv_buf_t* buffer) {
        *buffer = uv_buf_init(new char[suggested], unsigned(suggested));
    }

    static void onRead(uv_stream_t* stream, ssize_t count, const uv_buf_t* buffer) {
        Impl& impl = self(stream);
        if (count > 0)
            impl.m_frames.append({buffer->base, std::size_t(count)});
        delete[] buffer->base;
        impl.handOut();
        if (count < 0) {
            uv_read_stop(stream);
            impl.m_pipeEnded = true;
            impl.finishIfEnded();
        }
    }

    /// Passes complete messages to the handler. The child runs what others wrote: its messages may
    /// contain anything, and at worst end the child.
    void handOut() {
        if (!m_broken.empty())
            return;
        try {
            while (auto message = m_frames.next()) {
                if (m_options.onMessage)
                    m_options.onMessage(std::move(*message));
            }
        } catch (const std::exception& problem) {
            m_broken = problem.what();
            if (!m_exit)
                killAll();
        }
    }

    /// Including the programs that it has started. They are in its group (spawn()) unless they have
    /// a limit (runProgram): those are found while their parent still exists. The parent is not
    /// stopped meanwhile, because this program may end at any moment and nobody would continue it.
    void killAll() const {
        const std::vector<pid_t> below = processesBelow(pid_t(m_processId));
        uv_kill(-int(m_processId), SIGKILL);
        for (const pid_t process : below) {
            uv_kill(-process, SIGKILL); // if it has its own group
            uv_kill(process, SIGKILL);
        }
    }

    void onProcessExit(ExitStatus status) {
        m_exit = std::move(status);
        finishIfEnded();
    }

    /// Sends blocks until the socket is full, and continues once it is not.
    void shareBlocks() {
        while (!m_unsent.empty()) {
            const auto& [id, memory] = m_unsent.front();
            const Sent sent =
                sendDescriptor(m_blockSocket, int(memory->handle()), {id, memory->size()});
            if (sent == Sent::never) {
                m_unsent.clear(); // the child has ended; its exit will be reported
            } else if (sent == Sent::later) {
                uv_poll_start(&m_blockPoll, UV_WRITABLE, [](uv_poll_t* poll, int status, int) {
                    if (status < 0)
                        self(poll).m_unsent.clear();
                    self(poll).shareBlocks();
                });
                return;
            } else {
                m_unsent.pop_front();
            }
        }
        uv_poll_stop(&m_blockPoll);
    }

    /// Reports the end once both the process and its pipe have ended, so that no message is lost.
    void finishIfEnded() {
        if (!m_exit || !m_pipeEnded)
            return;
        {
            const std::lock_guard lock(m_mutex);
            if (m_status)
                return;
            m_exit->broken = m_broken;
            m_status = m_exit;
        }
        m_ended.notify_all();
        if (m_options.onExit)
            m_options.onExit(*m_exit);
        onWake();
    }

    /// Writes queued messages as far as the pipe has space. The caller holds m_writeMutex.
    void writeQueued() {
        while (!m_outgoing.empty()) {
            const std::string& bytes = m_outgoing.front();
            const ssize_t count = ::send(m_writer, bytes.data() + m_written,
                                         bytes.size() - m_written, MSG_NOSIGNAL | MSG_DONTWAIT);
            if (count < 0 && errno == EINTR)
                continue;
            if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
                return;
            if (count < 0) {
                m_outgoing.clear(); // the child has ended; its exit will be reported
                m_written = 0;
                return;
            }
            m_written += std::size_t(count);
            if (m_written == bytes.size()) {
                m_outgoing.pop_front();
                m_written = 0;
            }
        }
    }

    /// Writes the rest whenever the pipe has space again.
    void writeRest() {
        const std::lock_guard lock(m_writeMutex);
        writeQueued();
        if (m_outgoing.empty())
            uv_poll_stop(&m_writePoll);
        else
            uv_poll_start(&m_writePoll, UV_WRITABLE,
                          [](uv_poll_t* poll, int, int) { self(poll).writeRest(); });
    }

    void onWake() {
        bool kill = false;
        bool close = false;
        {
            const std::lock_guard lock(m_mutex);
            for (auto& block : m_sharing)
                m_unsent.push_back(std::move(block));
            m_sharing.clear();
            kill = m_killRequested;
            close = m_closing && m_status.has_value();
        }
        if (kill && !m_exit)
            killAll();
        if (close) {
            closeHandles();
        } else {
            writeRest();
            shareBlocks();
        }
    }

    void closeHandles() {
        uv_walk(
            &m_loop,
            [](uv_handle_t* handle, void*) {
                if (!uv_is_closing(handle))
                    uv_close(handle, nullptr);
            },
            nullptr);
    }

    Options m_options;
    uv_loop_t m_loop{};
    uv_process_t m_process{};
    uv_pipe_t m_pipe{};
    uv_async_t m_wake{};
    uv_poll_t m_blockPoll{};
    uv_poll_t m_writePoll{};
    int m_writer = -1; ///< the control pipe, for sending
    int m_blockSocket = -1;
    int m_childBlockSocket = -1;
    std::int64_t m_processId = 0;

    // Used by the loop's thread.
    FrameReader m_frames;
    std::optional<ExitStatus> m_exit;
    bool m_pipeEnded = false;
    std::string m_broken; ///< why a message was invalid
    using Block = std::pair<std::uint64_t, std::shared_ptr<const SharedMemory>>;
    std::deque<Block> m_unsent;

    std::mutex m_writeMutex;
    std::deque<std::string> m_outgoing; ///< framed
    std::size_t m_written = 0;          ///< bytes of the first one already written

    mutable std::mutex m_mutex;
    std::condition_variable m_ended;
    std::vector<Block> m_sharing;
    std::optional<ExitStatus> m_status;
    bool m_killRequested = false;
    bool m_closing = false;
    std::thread m_thread;
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
    m_impl->share(id, std::move(memory));
}
void ChildProcess::kill() {
    m_impl->kill();
}
std::optional<ExitStatus> ChildProcess::wait(std::chrono::milliseconds limit) {
    return m_impl->wait(limit);
}

} // namespace warpbench::platform
