// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpbench::compile {

/// A kernel's head in a PTX text.
struct PtxEntry {
    struct Parameter {
        std::size_t offset = 0; ///< bytes, by the alignment rules of PTX
        std::size_t size = 0;   ///< bytes
        char kind = 'b';        ///< of its type's letter: b(its), s(igned), u(nsigned), f(loat)
        bool array = false;     ///< several elements: a struct, most likely
        bool pointer = false;   ///< `.ptr` says that it is one
    };
    std::string name;
    int line = 0; ///< of `.entry`, from 1
    std::vector<Parameter> parameters;
};

/// The kernels (`.entry`) of a PTX text, in its order, whoever wrote it.
std::vector<PtxEntry> readPtxEntries(std::string_view ptx);

/// What a PTX text is for (PTX ISA, "PTX Module Directives").
struct PtxHead {
    std::string version; ///< of the PTX ISA, "8.4"
    std::string target;  ///< "sm_80", "sm_90a", "sm_100f"
    int targetLine = 0;  ///< from 1
};

/// Empty where the text has no `.version` and `.target`, so is not PTX.
std::optional<PtxHead> readPtxHead(std::string_view ptx);

} // namespace warpbench::compile
