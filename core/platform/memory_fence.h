// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace warpbench::platform {

/// Whether fenceAllThreads() can be had here: Linux's membarrier from 4.14 on, unless a sandbox
/// forbids it. Windows has FlushProcessWriteBuffers, which Wine lets do nothing in some versions
/// without saying so: false there. Asks the system once.
bool canFenceAllThreads() noexcept;

/// As if each running thread of this process passed a full memory fence at some moment of this
/// call. So a thread that stores and then loads something else often needs no fence of its own (a
/// compiler's is enough) against one that does the same the other way round seldom and calls this
/// between: one of both sees what the other stored. Takes microseconds, the first time in a process
/// some 10 ms, and interrupts other cores. Only where it can be had.
void fenceAllThreads() noexcept;

} // namespace warpbench::platform
