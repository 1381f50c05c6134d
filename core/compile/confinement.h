// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/dependencies.h"
#include "core/compile/compile.h"

#include <optional>
#include <vector>

/// Compiles untrusted source without giving it access to the user's files. Two methods: checking
/// every #include beforehand, which yields a message with its place on every system; and, on Linux,
/// Landlock, which also covers names built by macros.
namespace warpbench::compile {

/// An error at the first #include of a rejected file: see Dependencies::File::refused.
std::optional<Diagnostic> refusedInclude(const Dependencies& dependencies);

/// Extends NVRTC's errors about files that the system blocked outside the folders: they only say
/// "Permission denied", so this adds how to allow the access.
void explainDenied(const CompileRequest& request, std::vector<Diagnostic>& diagnostics);

/// Permanently restricts the calling thread to the files that a confined request needs: its own
/// folders, the toolkit, the system's libraries, and the cache files that compiles write.
/// \returns false if the request should be confined but the machine does not support it
///          (platform::canConfineFiles); then only refusedInclude() protects
/// \throws Error (environment) in that case if the request must be confined
bool confineThread(const CompileRequest& request);

} // namespace warpbench::compile
