// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/processes/child_process.h"

/// The child's side of child_worker.cpp and helper_compiler.cpp.
namespace warpbench::session {

/// Serves device requests until the parent is gone, then ends the process at once, even
/// while a kernel runs.
[[noreturn]] void serveDevices(platform::ParentLink& link);

/// Serves the parent's compile requests, one after the other, until the parent ends.
[[noreturn]] void serveCompiles(platform::ParentLink& link);

/// The same for filling and checking buffers (host_work.h).
[[noreturn]] void serveHostWork(platform::ParentLink& link);

} // namespace warpbench::session
