// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench::platform {

/// Whether fenceAllThreads() is available: Linux's membarrier from 4.14 on, unless a sandbox
/// forbids it. Windows has FlushProcessWriteBuffers, but some versions of Wine implement it as a
/// silent no-op: false there. Queries the system once.
bool canFenceAllThreads() noexcept;

/// As if each running thread of this process executed a full memory fence at some moment of this
/// call. So a thread that often stores and then loads something else does not need a fence (a
/// compiler fence is enough) against one that rarely does the opposite and calls this in between:
/// one of them sees what the other stored. Takes microseconds, some 10 ms the first time in a
/// process, and interrupts other cores. Only if canFenceAllThreads().
void fenceAllThreads() noexcept;

} // namespace warpbench::platform
