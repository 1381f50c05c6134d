// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// NVRTC: a source to PTX and machine code, with diagnostics and what ptxas says, cached.
#include "core/cache/compile_cache.h"
#include "core/compile/compile.h"
