// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace warpbench::session {

/// Where compiles happen. Calls block; any thread may call, several at once.
class Compiler {
  public:
    virtual ~Compiler() = default;
    /// \throws Error (cancelled) within a moment of a stop; else as compile::compile does
    virtual compile::CompileResult compile(const compile::CompileRequest& request,
                                           std::stop_token stop) = 0;
};

/// Threads of this process. NVRTC cannot be cancelled: after a stop its thread goes on by itself
/// and its result is dropped.
std::unique_ptr<Compiler> makeThreadCompiler();

/// Helper processes (`warpbench-worker --compile`), which are killed on a stop; up to so many are
/// kept waiting for the next request.
std::unique_ptr<Compiler> makeHelperCompiler(std::size_t kept = 2);

} // namespace warpbench::session
