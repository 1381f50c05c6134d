// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/compile/precompiled_headers.h"
#include "core/platform/system.h"
#include "core/processes/child_process.h"
#include "core/report/stop_texts.h"
#include "core/workers/compiler.h"
#include "core/workers/wire.h"
#include "core/workers/worker_program.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <vector>

namespace warpbench::session {

namespace {

/// Time for a killed process to end.
constexpr std::chrono::seconds kPatience(1);

/// One `warpbench-worker --compile`, which does one compile at a time.
class Helper {
  public:
    Helper()
        : m_child({workerProgram(),
                   {"--compile"},
                   [this](std::string bytes) { onMessage(std::move(bytes)); },
                   [this](platform::ExitStatus status) { onExit(status); }}) {}

    /// Empty if Ctrl-C ended the helper: until it has a separate process group, signals for this
    /// process also reach it.
    std::optional<compile::CompileResult> compile(const compile::CompileRequest& request,
                                                  const std::stop_token& stop) {
        {
            const std::lock_guard lock(m_mutex);
            m_answer.reset();
        }
        m_child.send(wire::encode(wire::from(request)));
        std::unique_lock lock(m_mutex);
        if (!m_changed.wait(lock, stop, [this] { return m_answer || m_exit; })) {
            lock.unlock();
            m_child.kill();
            throw Error(ErrorKind::cancelled, compilingCancelled());
        }
        if (!m_answer && m_exit->interrupted())
            return std::nullopt;
        if (!m_answer)
            // Probably caused by this source: a sweep continues with its other combinations.
            throw Error(ErrorKind::device,
                        {"WB1855",
                         "the compiler process ended by itself ({end})",
                         "if it ran out of memory, make the source's arrays smaller (it may have "
                         "three quarters of what the computer can spare); else compile again, or "
                         "try another toolkit version",
                         {{"end", m_exit->text()}}});
        const wire::Message answer = wire::decode(*m_answer);
        if (answer.contains("error"))
            throw wire::toError(answer.at("error"));
        return wire::toCompileResult(answer.at("result"));
    }

    bool alive() const { return m_child.running(); }

    /// It is killed rather than asked to end, so its files are removed here.
    ~Helper() {
        const std::int64_t process = m_child.processId();
        m_child.kill();
        if (m_child.wait(kPatience))
            compile::PrecompiledHeaders::removeOf(process);
    }
    Helper(const Helper&) = delete;
    Helper& operator=(const Helper&) = delete;

  private:
    void onMessage(std::string bytes) {
        const std::lock_guard lock(m_mutex);
        m_answer = std::move(bytes);
        m_changed.notify_all();
    }
    void onExit(platform::ExitStatus status) {
        const std::lock_guard lock(m_mutex);
        m_exit = status;
        m_changed.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::optional<std::string> m_answer;
    std::optional<platform::ExitStatus> m_exit;
    platform::ChildProcess m_child; ///< last: its thread uses the members above
};

class HelperCompiler final : public Compiler {
  public:
    explicit HelperCompiler(std::size_t kept)
        : m_kept(kept) {}

    compile::CompileResult compile(const compile::CompileRequest& request,
                                   std::stop_token stop) override {
        for (;;) {
            std::unique_ptr<Helper> helper = take();
            // A helper that throws is not reused: an Error of the compile itself is rare, and a new
            // process takes only some milliseconds.
            if (auto result = helper->compile(request, stop)) {
                giveBack(std::move(helper));
                return std::move(*result);
            }
        }
    }

  private:
    std::unique_ptr<Helper> take() {
        {
            const std::lock_guard lock(m_mutex);
            while (!m_idle.empty()) {
                std::unique_ptr<Helper> helper = std::move(m_idle.back());
                m_idle.pop_back();
                if (helper->alive())
                    return helper;
            }
        }
        return std::make_unique<Helper>();
    }

    void giveBack(std::unique_ptr<Helper> helper) {
        const std::lock_guard lock(m_mutex);
        if (m_idle.size() < m_kept && helper->alive())
            m_idle.push_back(std::move(helper));
    }

    std::size_t m_kept;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<Helper>> m_idle;
};

} // namespace

std::size_t helpersAtOnce() {
    return std::clamp<std::size_t>(platform::processorCount(), 1, kMostHelpers);
}

std::unique_ptr<Compiler> makeHelperCompiler(std::size_t kept) {
    return std::make_unique<HelperCompiler>(kept);
}

} // namespace warpbench::session
