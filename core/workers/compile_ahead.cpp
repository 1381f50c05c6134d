// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workers/compile_ahead.h"

#include "core/base/error.h"
#include "core/platform/system.h"
#include "core/report/stop_texts.h"

#include <algorithm>
#include <utility>

namespace warpbench::session {

namespace {

/// Combinations that the compiler cannot tell apart share a result, so some are
/// kept. The rest are in the compile cache.
constexpr std::size_t kKept = 64;

} // namespace

CompileAhead::CompileAhead(Compiler& compiler, std::size_t atOnce)
    : m_compiler(compiler) {
    for (std::size_t i = 0; i < std::max<std::size_t>(1, atOnce); ++i)
        m_threads.emplace_back([this](const std::stop_token& stop) {
            platform::nameThread("compile-ahead");
            work(stop);
        });
}

CompileAhead::~CompileAhead() {
    for (std::jthread& thread : m_threads)
        thread.request_stop();
}

std::shared_ptr<CompileAhead::Entry>
CompileAhead::entryFor(const compile::CompileRequest& request) {
    const auto known = std::find_if(m_entries.begin(), m_entries.end(),
                                    [&](const auto& entry) { return entry->request == request; });
    if (known != m_entries.end())
        return *known;
    for (auto it = m_entries.begin(); m_entries.size() >= kKept && it != m_entries.end();)
        it = (*it)->taken ? m_entries.erase(it) : std::next(it);
    auto entry = std::make_shared<Entry>();
    entry->request = request;
    m_entries.push_back(entry);
    m_queue.push_back(entry);
    return entry;
}

void CompileAhead::start(const compile::CompileRequest& request) {
    {
        const std::lock_guard lock(m_mutex);
        entryFor(request);
    }
    m_changed.notify_all();
}

compile::CompileResult CompileAhead::compile(const compile::CompileRequest& request,
                                             std::stop_token stop) {
    std::unique_lock lock(m_mutex);
    const std::shared_ptr<Entry> entry = entryFor(request);
    // Somebody waits for it now: it goes before compiles ahead of time.
    if (const auto waiting = std::find(m_queue.begin(), m_queue.end(), entry);
        waiting != m_queue.end()) {
        m_queue.erase(waiting);
        m_queue.push_front(entry);
    }
    m_changed.notify_all();
    if (!m_changed.wait(lock, stop, [&] { return entry->done; }))
        throw Error(ErrorKind::cancelled, compilingCancelled());
    if (entry->error) {
        m_entries.remove(entry); // the next one tries again
        std::rethrow_exception(entry->error);
    }
    compile::CompileResult result = entry->result;
    if (std::exchange(entry->taken, true)) {
        result.cached = true;
        result.milliseconds = 0;
        result.compiledBy.clear();
    }
    return result;
}

void CompileAhead::work(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this] { return !m_queue.empty(); })) {
        if (stop.stop_requested())
            return;
        const std::shared_ptr<Entry> entry = std::move(m_queue.front());
        m_queue.pop_front();
        lock.unlock();
        std::exception_ptr error;
        compile::CompileResult result;
        try {
            result = m_compiler.compile(entry->request, stop);
        } catch (...) {
            error = std::current_exception();
        }
        lock.lock();
        entry->result = std::move(result);
        entry->error = error;
        entry->done = true;
        m_changed.notify_all();
    }
}

} // namespace warpbench::session
