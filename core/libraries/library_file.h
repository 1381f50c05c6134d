// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/dynamic_library.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace warpbench::libraries {

/// Candidates to load for a library ("cublas", "cufft", "curand", "cusparse"), in order of
/// preference: files or bare names.
using LibraryFiles = std::function<std::vector<std::filesystem::path>(const std::string& library)>;

/// Loads the first candidate that works; it stays loaded.
/// \param name  for messages, "cuBLAS" \param library  as in LibraryFiles
/// \throws Error (environment) if none works, saying what was wrong with the first and what to
///         install
platform::DynamicLibrary openLibrary(const std::string& name, const std::string& library,
                                     const LibraryFiles& files);

/// \throws Error (environment) if a library lacks a function of every release since CUDA 12
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
