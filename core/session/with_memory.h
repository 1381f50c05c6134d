// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/device_memory.h"
#include "core/session/session.h"

namespace warpbench::session {

/// The same options, with the worker of runs reporting its use of device memory. Workers for a
/// sweep's devices and for stepping do not.
/// \param handler  runs on the options' executor
Session::Options withMemory(Session::Options options, MemoryHandler handler);

} // namespace warpbench::session
