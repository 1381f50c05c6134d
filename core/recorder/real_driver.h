// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda.h>

namespace warpbench::recorder {

/// Functions of the real driver that the recorder calls; null where the driver lacks one.
struct RealDriver {
// NOLINTNEXTLINE(bugprone-macro-parentheses): it declares a member
#define RECORDER_FUNCTION(name) decltype(&::name) name = nullptr;
#include "core/recorder/real_functions.inc"
#undef RECORDER_FUNCTION
};

/// The driver that WARPBENCH_RECORDER_DRIVER names.
const RealDriver& real();

/// The address of one of its functions; null where it has none of that name.
void* realAddress(const char* symbol);

/// A function of the driver that programs get ours of.
struct Hook {
    const char* symbol;
    void* function;
};

/// The hook that programs get in place of a function; null: none.
void* hookOf(const char* symbol);

} // namespace warpbench::recorder
