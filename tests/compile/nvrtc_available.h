// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"

/// For the start of a test that needs the compiler: skips where there is none, saying why.
#define NEED_NVRTC()                                                                               \
    do {                                                                                           \
        const warpbench::compile::CompilerInfo needed = warpbench::compile::compilerInfo();        \
        if (!needed.available)                                                                     \
            QSKIP(needed.problem.c_str());                                                         \
    } while (false)
