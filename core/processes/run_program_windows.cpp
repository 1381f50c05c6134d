// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/platform/folders.h"
#include "core/platform/problems.h"
#include "core/processes/child_process.h"
#include "core/processes/process_windows.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace warpbench::platform {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr auto kAskEvery = std::chrono::milliseconds(50);

/// The file of a program given by path or by a bare name, with or without ".exe". Unlike the
/// system's own search, this does not look in the current folder.
fs::path fileOf(const fs::path& program) {
    const auto inFolder = [&](const fs::path& folder) -> fs::path {
        for (const char* ending : {"", ".exe"}) {
            const fs::path file = fs::path(folder / program).concat(ending);
            std::error_code ignored;
            if (fs::is_regular_file(file, ignored))
                return file;
        }
        return {};
    };
    if (program.has_parent_path()) {
        const fs::path file = inFolder({});
        return file.empty() ? program : file;
    }
    const std::string path = environmentVariable("PATH").value_or("");
    for (std::size_t start = 0; start < path.size();) {
        const std::size_t end = std::min(path.find(';', start), path.size());
        if (end > start) {
            if (fs::path file = inFolder(pathFromUtf8(path.substr(start, end - start)));
                !file.empty())
                return file;
        }
        start = end + 1;
    }
    throw Error(ErrorKind::environment, cannotStart(program, phrase("it is in no folder of PATH")));
}

/// The data that the threads reading the two streams pass to the waiting one.
struct Collected {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<std::pair<bool, std::string>> pieces; ///< whether from standard output, text
    int streamsLeft = 2;

    void read(HANDLE from, bool standardOutput) {
        std::string chunk(1u << 16, '\0');
        while (const std::size_t count = win32::readSome(from, chunk.data(), chunk.size())) {
            const std::lock_guard lock(mutex);
            pieces.emplace_back(standardOutput, chunk.substr(0, count));
            changed.notify_all();
        }
        const std::lock_guard lock(mutex);
        --streamsLeft;
        changed.notify_all();
    }
};

/// Ends a program when an exception leaves its block: only that ends the threads that read its
/// output, and the thrower waits for them.
class KilledOnError {
  public:
    explicit KilledOnError(const win32::Process& process)
        : m_process(process)
        , m_exceptions(std::uncaught_exceptions()) {}
    KilledOnError(const KilledOnError&) = delete;
    KilledOnError& operator=(const KilledOnError&) = delete;
    ~KilledOnError() {
        if (std::uncaught_exceptions() > m_exceptions)
            m_process.kill();
    }

  private:
    const win32::Process& m_process;
    int m_exceptions;
};

/// Decides when a program that does not end by itself has to end.
class EndWatch {
  public:
    explicit EndWatch(const ProgramOptions& options)
        : m_options(options) {}

    bool watches() const { return isLimited() || m_options.stopped; }
    /// When to check next.
    Clock::time_point next() const {
        return !m_options.stopped ? m_deadline : !isLimited() ? m_ask : std::min(m_ask, m_deadline);
    }
    /// Whether it has to end now, and why.
    bool isOver(ProgramResult& result) {
        const auto now = Clock::now();
        result.timedOut = isLimited() && now >= m_deadline;
        if (!result.timedOut && m_options.stopped && now >= m_ask) {
            m_ask = now + kAskEvery;
            result.stopped = m_options.stopped();
        }
        return result.timedOut || result.stopped;
    }

  private:
    bool isLimited() const { return m_options.limit.count() > 0; }

    const ProgramOptions& m_options;
    const Clock::time_point m_deadline = Clock::now() + m_options.limit;
    Clock::time_point m_ask = Clock::now() + kAskEvery;
};

} // namespace

ProgramResult runProgram(const fs::path& program, const ProgramOptions& options) {
    win32::Pipe output = win32::makePipe();
    win32::Pipe errors = win32::makePipe();
    win32::StartOptions settings;
    settings.program = fileOf(program);
    settings.arguments = options.arguments;
    settings.folder = options.folder;
    settings.environment = options.environment;
    settings.output = output.write.get();
    settings.errors = errors.write.get();
    // Otherwise an interrupt of the program would also reach this process, and vice versa.
    settings.ownGroup = options.onStarted || options.stopped || options.limit.count() > 0;
    settings.startsOthers = !options.onStarted;
    const win32::Process process = win32::start(settings);
    output.write.close();
    errors.write.close();

    Collected collected;
    std::jthread readsOutput([&] { collected.read(output.read.get(), true); });
    std::jthread readsErrors([&] { collected.read(errors.read.get(), false); });
    const KilledOnError killed(process);
    if (options.onStarted)
        options.onStarted([id = process.id] { GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, id); });

    ProgramResult result;
    EndWatch watch(options);
    std::unique_lock lock(collected.mutex);
    while (collected.streamsLeft > 0 || !collected.pieces.empty()) {
        const auto news = [&] { return collected.streamsLeft == 0 || !collected.pieces.empty(); };
        if (!watch.watches() || result.timedOut || result.stopped) {
            collected.changed.wait(lock, news);
        } else {
            collected.changed.wait_until(lock, watch.next(), news);
            if (collected.streamsLeft > 0 && watch.isOver(result))
                process.kill();
        }
        const auto pieces = std::exchange(collected.pieces, {});
        lock.unlock();
        for (const auto& [standardOutput, text] : pieces) {
            (standardOutput ? result.output : result.errors) += text;
            if (options.onOutput)
                options.onOutput(text);
        }
        lock.lock();
    }
    lock.unlock();
    result.status = process.status();
    return result;
}

} // namespace warpbench::platform
