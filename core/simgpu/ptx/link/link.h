// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <optional>
#include <string>
#include <vector>

namespace warpbench::simgpu::ptx {

/// Why modules do not fit together.
struct LinkError {
    enum class Kind { unresolved, duplicate, mismatch };
    Kind kind = Kind::unresolved;
    std::string symbol;
    std::string text;                     ///< one sentence that names the symbol
    std::optional<std::size_t> user = {}; ///< of an unresolved one: the first module that uses it
};

struct LinkResult {
    std::optional<Module> module; ///< empty on error
    std::optional<LinkError> error;
};

/// Functions that the simulated GPU itself provides, so that an `.extern` of them stays open:
/// vprintf, __assertfail, malloc and free.
bool isRuntimeFunction(std::string_view name) noexcept;

/// Makes one module of several: an `.extern` is bound to the `.visible`, `.weak` or `.common`
/// definition of another module; among `.weak` ones the first wins, a strong one wins over both;
/// names without linkage stay private to their module. `.extern .shared` arrays of unknown size
/// stay as they are. Takes the strictest .version and .target of all.
/// \param modules  at least one; consumed
LinkResult link(std::vector<Module> modules);

/// Names the first function or variable that is declared, used and defined nowhere; empty where
/// the module is complete.
std::string firstUnresolved(const Module& module);

} // namespace warpbench::simgpu::ptx
