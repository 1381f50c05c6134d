// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/cubin.h"
#include "core/formats/dwarf.h"
#include "core/formats/fatbin.h"
#include "core/formats/line_table.h"
#include "tests/fuzz/victims.h"

#include <span>

namespace warpbench::fuzz {

namespace {

void tryCubin(std::span<const std::byte> bytes) {
    compile::readCubin(bytes);
    compile::readDwarfKernels(bytes);
    compile::lineTable(bytes);
    compile::spillSites(bytes);
}

} // namespace

void tryBinary(std::string_view input) {
    const auto bytes = std::as_bytes(std::span(input));
    tryCubin(bytes);
    if (const auto entries = compile::readFatbin(bytes)) {
        compile::chooseFrom(*entries, 90);
        for (const compile::FatbinEntry& entry : *entries)
            tryCubin(std::as_bytes(std::span(entry.contents)));
    }
}

} // namespace warpbench::fuzz
