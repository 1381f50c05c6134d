// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/compile/known_compiler.h"

/// For the start of tests that need the compiler: skips without one and says why.
#define NEED_NVRTC()                                                                               \
    do {                                                                                           \
        const warpbench::compile::CompilerInfo needed = warpbench::compile::compilerInfo();        \
        if (!needed.available)                                                                     \
            QSKIP(needed.problem.c_str());                                                         \
    } while (false)

/// Skips if only the loader can find NVRTC, which must then be loaded first.
#define NEED_NVRTC_FILE()                                                                          \
    do {                                                                                           \
        if (!warpbench::compile::findCompilerFiles(                                                \
                warpbench::compile::ToolkitSearch::ofThisMachine()))                               \
            QSKIP("NVRTC is not in a folder that is known without loading it");                    \
    } while (false)
