// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::compile {

/// The signature of a kernel in a PTX text.
struct PtxEntry {
    struct Parameter {
        std::size_t offset = 0; ///< in bytes, by PTX's alignment rules
        std::size_t size = 0;   ///< bytes
        char kind = 'b';        ///< first letter of its type: b(its), s(igned), u(nsigned), f(loat)
        bool array = false;     ///< several elements: most likely a struct
        bool pointer = false;   ///< marked by `.ptr`
    };
    std::string name;
    int line = 0; ///< of `.entry`, from 1
    std::vector<Parameter> parameters;
};

/// The kernels (`.entry`) of a PTX text from any compiler, in order.
std::vector<PtxEntry> readPtxEntries(std::string_view ptx);

/// The target of a PTX text (PTX ISA, "PTX Module Directives").
struct PtxHead {
    std::string version; ///< of the PTX ISA, "8.4"
    std::string target;  ///< "sm_80", "sm_90a", "sm_100f"
    int targetLine = 0;  ///< from 1
};

/// Empty if the text lacks `.version` and `.target`, so is not PTX.
std::optional<PtxHead> readPtxHead(std::string_view ptx);

} // namespace warpbench::compile
