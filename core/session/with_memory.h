// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/device_memory.h"
#include "core/session/session.h"

namespace warpbench::session {

/// The same options, and the worker of runs tells what it has of memory; not those of a sweep's
/// devices, nor that of stepping.
/// \param handler  runs on the options' executor
Session::Options withMemory(Session::Options options, MemoryHandler handler);

} // namespace warpbench::session
