// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/ptx/module.h"

#include <optional>
#include <string>
#include <vector>

namespace warpbench::simgpu::ptx {

/// Why modules cannot be linked.
struct LinkError {
    enum class Kind { unresolved, duplicate, mismatch };
    Kind kind = Kind::unresolved;
    std::string symbol;
    std::string text;                     ///< one sentence that names the symbol
    std::optional<std::size_t> user = {}; ///< if unresolved: the first module that uses it
};

struct LinkResult {
    std::optional<Module> module; ///< empty on error
    std::optional<LinkError> error;
};

/// Functions that the simulated GPU itself provides, so that `.extern` declarations of them stay
/// unresolved: vprintf, malloc, those of launches from kernels…
bool isRuntimeFunction(std::string_view name) noexcept;

/// Links several modules. An `.extern` is bound to the `.visible`, `.weak` or `.common` definition
/// in another module; the first of several `.weak` definitions wins, and a strong one wins over
/// both. Names without linkage stay private to their module. `.extern .shared` arrays of unknown
/// size are unchanged. The result has the strictest .version and .target of all.
/// \param modules  at least one; consumed
LinkResult link(std::vector<Module> modules);

/// The first function or variable that is declared and used but never defined; empty if the module
/// is complete.
std::string firstUnresolved(const Module& module);

} // namespace warpbench::simgpu::ptx
