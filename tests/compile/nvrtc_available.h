// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "core/compile/known_compiler.h"

/// For the start of a test that needs the compiler: skips where there is none, saying why.
#define NEED_NVRTC()                                                                               \
    do {                                                                                           \
        const warpbench::compile::CompilerInfo needed = warpbench::compile::compilerInfo();        \
        if (!needed.available)                                                                     \
            QSKIP(needed.problem.c_str());                                                         \
    } while (false)

/// Skips where only the loader knows where NVRTC is, which then has to be loaded first.
#define NEED_NVRTC_FILE()                                                                          \
    do {                                                                                           \
        if (!warpbench::compile::findCompilerFiles(                                                \
                warpbench::compile::ToolkitSearch::ofThisMachine()))                               \
            QSKIP("NVRTC is not in a folder that is known without loading it");                    \
    } while (false)
