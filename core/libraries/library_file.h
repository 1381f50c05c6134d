// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/dynamic_library.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace warpbench::libraries {

/// What to try to load for a library ("cublas", "cufft", "curand", "cusparse"), the most wanted
/// first: files or bare names.
using LibraryFiles = std::function<std::vector<std::filesystem::path>(const std::string& library)>;

/// Loads the first that works; it stays loaded.
/// \param name  for messages, "cuBLAS" \param library  as LibraryFiles has it
/// \throws Error (environment) where none does, with what was wrong with the first, and what to
///         install
platform::DynamicLibrary openLibrary(const std::string& name, const std::string& library,
                                     const LibraryFiles& files);

/// \throws Error (environment) where a library lacks what every release since CUDA 12 has
template <class Function>
Function* need(const platform::DynamicLibrary& library, const char* symbol);

/// \throws Error (environment)
[[noreturn]] void lacks(const platform::DynamicLibrary& library, const char* symbol);

template <class Function>
Function* need(const platform::DynamicLibrary& library, const char* symbol) {
    auto* found = library.function<Function>(symbol);
    if (!found)
        lacks(library, symbol);
    return found;
}

} // namespace warpbench::libraries
