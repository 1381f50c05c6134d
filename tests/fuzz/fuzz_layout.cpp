// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/victims.h"

#include <cstddef>
#include <cstdint>

/// An exception that gets out ends the process: that is a finding.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    warpbench::fuzz::tryLayout({reinterpret_cast<const char*>(data), size});
    return 0;
}
