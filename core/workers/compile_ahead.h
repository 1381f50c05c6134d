// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workers/compiler.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace warpbench::session {

/// Compiles ahead of requests: several compiles at once while other code runs kernels.
/// Thread-safe.
class CompileAhead final : public Compiler {
  public:
    /// \param compiler  does the work; outlives this object
    /// \param atOnce    maximum number of simultaneous compiles, at least 1
    CompileAhead(Compiler& compiler, std::size_t atOnce);
    ~CompileAhead() override; ///< cancels running compiles

    /// Starts a compile, unless the same one is running or its result is kept.
    void start(const compile::CompileRequest& request);
    /// The result of a started compile; compiles now if it was not started. A result that was
    /// returned before counts as cached and as taking no time.
    compile::CompileResult compile(const compile::CompileRequest& request,
                                   std::stop_token stop) override;

  private:
    struct Entry {
        compile::CompileRequest request;
        bool done = false;
        bool taken = false;
        compile::CompileResult result;
        std::exception_ptr error;
    };
    /// The caller holds the mutex.
    std::shared_ptr<Entry> entryFor(const compile::CompileRequest& request);
    void work(const std::stop_token& stop);

    Compiler& m_compiler;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::list<std::shared_ptr<Entry>> m_entries; ///< the newest last
    std::deque<std::shared_ptr<Entry>> m_queue;
    std::vector<std::jthread> m_threads; ///< last: they use the members above
};

} // namespace warpbench::session
