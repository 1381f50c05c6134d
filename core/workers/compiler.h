// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>

namespace warpbench::session {

/// More helpers than this do not help one process.
inline constexpr std::size_t kMostHelpers = 16;

/// The number of helpers for this process's processors, 1 to kMostHelpers.
std::size_t helpersAtOnce();

/// Where compiles happen. Calls block; any thread may call, several at once.
class Compiler {
  public:
    virtual ~Compiler() = default;
    /// \throws Error (cancelled) within a moment of a stop; otherwise as compile::compile does
    virtual compile::CompileResult compile(const compile::CompileRequest& request,
                                           std::stop_token stop) = 0;
    /// The useful number of simultaneous compiles. Any thread.
    virtual std::size_t atOnce() { return helpersAtOnce(); }
};

/// Helper processes (`warpbench-worker --compile`), which are killed on a stop; up to `kept` of
/// them wait for the next request. Never in this process: NVRTC cannot be cancelled, and while it
/// compiles it handles SIGINT itself (version 13.0 ends the process with exit code 4).
std::unique_ptr<Compiler> makeHelperCompiler(std::size_t kept = 2);

} // namespace warpbench::session
