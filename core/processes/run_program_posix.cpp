// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/platform/problems.h"
#include "core/processes/child_process.h"

#include <uv.h>

#include <csignal>
#include <exception>

extern char** environ;

namespace warpbench::platform {

namespace {

std::vector<std::string>
environmentWith(const std::map<std::string, std::optional<std::string>>& changes) {
    std::vector<std::string> result;
    for (char** entry = environ; *entry; ++entry) {
        const std::string text = *entry;
        if (!changes.contains(text.substr(0, text.find('='))))
            result.push_back(text);
    }
    for (const auto& [name, value] : changes) {
        if (value)
            result.push_back(name + "=" + *value);
    }
    return result;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

constexpr std::uint64_t kAskEveryMs = 50;

/// A child whose two output streams an event loop collects until all three have ended.
struct Run {
    const ProgramOptions& options;
    ProgramResult result;
    uv_loop_t loop{};
    uv_process_t process{};
    uv_pipe_t pipes[2]{};
    uv_timer_t timer{};         ///< fires once, at the limit
    uv_timer_t asks{};          ///< fires repeatedly: is the program still wanted?
    std::exception_ptr failure; ///< of the caller's handler
    int processId = 0;
    bool ended = false; ///< the program; its output may continue

    explicit Run(const ProgramOptions& given)
        : options(given) {}

    static void onRead(uv_stream_t* stream, ssize_t count, const uv_buf_t* buffer) {
        Run& run = *static_cast<Run*>(stream->data);
        if (count > 0) {
            const std::string_view text(buffer->base, std::size_t(count));
            const bool standardOutput = stream == reinterpret_cast<uv_stream_t*>(&run.pipes[0]);
            (standardOutput ? run.result.output : run.result.errors).append(text);
            run.tell(text);
        }
        delete[] buffer->base;
        if (count < 0)
            close(stream);
    }

    /// Passes output on. The handler's exceptions must not propagate through the event loop, in C.
    void tell(std::string_view text) {
        if (!options.onOutput || failure)
            return;
        try {
            options.onOutput(text);
        } catch (...) {
            failure = std::current_exception();
            endNow();
        }
    }

    bool isEnding() const { return result.timedOut || result.stopped || failure; }
    void endNow() {
        kill();
        if (ended)
            stopReading();
    }

    bool isAttached() const { return options.attachedOutput.has_value(); }
    /// A program in another group could not read from the terminal.
    bool ownGroup() const {
        return !isAttached() && (options.limit.count() > 0 || options.stopped);
    }
    void kill() {
        // A program that has ended may have left others running.
        if (ownGroup())
            uv_kill(-processId, SIGKILL);
        else if (!ended)
            uv_process_kill(&process, SIGKILL);
    }

    template <class Handle>
    static void close(Handle* given) {
        auto* handle = reinterpret_cast<uv_handle_t*>(given);
        if (!uv_is_closing(handle))
            uv_close(handle, nullptr);
    }

    static void allocate(uv_handle_t*, std::size_t suggested, uv_buf_t* buffer) {
        *buffer = uv_buf_init(new char[suggested], unsigned(suggested));
    }

    static void onExit(uv_process_t* process, std::int64_t code, int signal) {
        Run& run = *static_cast<Run*>(process->data);
        run.ended = true;
        run.result.status = {int(code), signal, {}};
        close(process);
        if (run.isEnding())
            return run.stopReading();
        // With a limit, time runs until the output has also ended, which programs that the program
        // started may keep open.
        for (uv_timer_t* timer : {&run.timer, &run.asks})
            uv_unref(reinterpret_cast<uv_handle_t*>(timer));
    }

    void stopReading() {
        for (uv_pipe_t& pipe : pipes)
            close(&pipe);
        close(&timer);
        close(&asks);
    }

    static void onTimer(uv_timer_t* timer) {
        Run& run = *static_cast<Run*>(timer->data);
        run.result.timedOut = true;
        run.endNow();
    }

    static void onAsks(uv_timer_t* timer) {
        Run& run = *static_cast<Run*>(timer->data);
        if (run.isEnding())
            return;
        try {
            run.result.stopped = run.options.stopped();
        } catch (...) {
            run.failure = std::current_exception();
        }
        if (run.isEnding())
            run.endNow();
    }

    int start(const std::filesystem::path& program);
};

int Run::start(const std::filesystem::path& program) {
    std::vector<std::string> texts{utf8(program)};
    texts.insert(texts.end(), options.arguments.begin(), options.arguments.end());
    std::vector<char*> arguments = pointersTo(texts);
    std::vector<std::string> variables = environmentWith(options.environment);
    std::vector<char*> environment = pointersTo(variables);
    const std::string folder = utf8(options.folder);

    uv_stdio_container_t stdio[3] = {};
    stdio[0].flags = UV_IGNORE;
    const int inherited[3] = {0, options.attachedOutput.value_or(1), 2};
    for (int i = 0; i < 3 && isAttached(); ++i) {
        stdio[i].flags = UV_INHERIT_FD;
        stdio[i].data.fd = inherited[i];
    }
    for (int i = 0; i < 2; ++i) {
        uv_pipe_init(&loop, &pipes[i], 0);
        pipes[i].data = this;
        if (isAttached())
            continue;
        stdio[i + 1].flags = uv_stdio_flags(UV_CREATE_PIPE | UV_WRITABLE_PIPE);
        stdio[i + 1].data.stream = reinterpret_cast<uv_stream_t*>(&pipes[i]);
    }
    uv_timer_init(&loop, &timer);
    uv_timer_init(&loop, &asks);
    process.data = timer.data = asks.data = this;

    uv_process_options_t settings{};
    settings.file = texts[0].c_str();
    settings.args = arguments.data();
    settings.env = environment.data();
    settings.cwd = folder.empty() ? nullptr : folder.c_str();
    settings.stdio = stdio;
    settings.stdio_count = 3;
    settings.exit_cb = onExit;
    settings.flags = ownGroup() ? unsigned(UV_PROCESS_DETACHED) : 0u;
    const int error = uv_spawn(&loop, &process, &settings);
    processId = process.pid;
    return error;
}

void closeAll(uv_loop_t& loop) {
    uv_walk(
        &loop,
        [](uv_handle_t* handle, void*) {
            if (!uv_is_closing(handle))
                uv_close(handle, nullptr);
        },
        nullptr);
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_loop_close(&loop);
}

} // namespace

ProgramResult runProgram(const std::filesystem::path& program, const ProgramOptions& options) {
    Run run(options);
    const auto giveUp = [&](int error) {
        throw Error(ErrorKind::environment, cannotStart(program, uv_strerror(error)));
    };
    if (const int error = uv_loop_init(&run.loop))
        giveUp(error);
    if (const int error = run.start(program)) {
        closeAll(run.loop);
        giveUp(error);
    }
    for (uv_pipe_t& pipe : run.pipes) {
        if (run.isAttached())
            break;
        uv_read_start(reinterpret_cast<uv_stream_t*>(&pipe), Run::allocate, Run::onRead);
    }
    if (options.limit.count() > 0)
        uv_timer_start(&run.timer, Run::onTimer, std::uint64_t(options.limit.count()), 0);
    if (options.stopped)
        uv_timer_start(&run.asks, Run::onAsks, kAskEveryMs, kAskEveryMs);
    if (options.onStarted)
        options.onStarted([pid = run.process.pid] { uv_kill(pid, SIGINT); });
    uv_run(&run.loop, UV_RUN_DEFAULT);
    closeAll(run.loop);
    if (run.failure)
        std::rethrow_exception(run.failure);
    return std::move(run.result);
}

} // namespace warpbench::platform
