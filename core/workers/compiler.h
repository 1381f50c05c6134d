// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>

namespace warpbench::session {

/// More helpers than this are of no use to one process.
inline constexpr std::size_t kMostHelpers = 16;

/// Helpers that this process's processors can serve, 1 to kMostHelpers.
std::size_t helpersAtOnce();

/// Where compiles happen. Calls block; any thread may call, several at once.
class Compiler {
  public:
    virtual ~Compiler() = default;
    /// \throws Error (cancelled) within a moment of a stop; else as compile::compile does
    virtual compile::CompileResult compile(const compile::CompileRequest& request,
                                           std::stop_token stop) = 0;
    /// So many compiles at once are of use. Any thread.
    virtual std::size_t atOnce() { return helpersAtOnce(); }
};

/// Helper processes (`warpbench-worker --compile`), which are killed on a stop; up to so many are
/// kept waiting for the next request. Never in this process: NVRTC cannot be cancelled, and while
/// it compiles it takes SIGINT for itself (seen with 13.0: it ends the process with exit code 4).
std::unique_ptr<Compiler> makeHelperCompiler(std::size_t kept = 2);

} // namespace warpbench::session
