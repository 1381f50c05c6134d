// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/elsewhere.h"
#include "core/ranks/ranks.h"
#include "core/workers/compiler.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <stop_token>
#include <thread>

namespace warpbench::ranks {

/// {"call": "compile", "id", "compiler", "key", "body"}: `compiler` and `key` are cache keys, and
/// the body is a helper's request.
session::wire::Message compileMessage(std::uint64_t id, const compile::CompileElsewhere& asked);

/// Runs rank 0's compiles on another rank, each in a helper, as many at once as rank 0 requests.
/// All on MPI's thread. The answer is {"call": "compiled", "id"} with a "result", or with "why"
/// there is none and whether that is "always" so.
class RankCompiles {
  public:
    explicit RankCompiles(Ranks& ranks);

    void start(const session::wire::Message& head);
    void cancel(const session::wire::Message& head);

  private:
    struct Job {
        std::atomic<bool> over = false;
        std::jthread thread; ///< last, because it uses the members above
    };
    void work(Job& job, const session::wire::Message& head, const std::stop_token& stop);

    Ranks& m_ranks;
    std::unique_ptr<session::Compiler> m_compiler;
    std::map<std::uint64_t, std::unique_ptr<Job>> m_jobs; ///< by id
};

} // namespace warpbench::ranks
