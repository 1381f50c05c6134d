// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cache/dependencies.h"
#include "core/compile/compile.h"

#include <optional>
#include <vector>

/// Compiling a stranger's source without showing it the user's files. Two means: a look at every
/// #include beforehand, which gives a message with its place on every system; and, on Linux, the
/// kernel's word (Landlock), which also holds for names that macros make.
namespace warpbench::compile {

/// An error at the first #include of a file that was not read: see Dependencies::File::refused.
std::optional<Diagnostic> refusedInclude(const Dependencies& dependencies);

/// Adds how to allow it to the errors of NVRTC that the system kept a file outside of the folders
/// from it, which say "Permission denied" only.
void explainDenied(const CompileRequest& request, std::vector<Diagnostic>& diagnostics);

/// Leaves the calling thread, for good, only the files that a confined request needs: its own
/// folders, the toolkit, the system's libraries, and what compiles write of the cache.
/// \returns false where the request is to be confined and the machine cannot
///          (platform::canConfineFiles); then only refusedInclude() is in its way
/// \throws Error (environment) in that case where the request must be confined
bool confineThread(const CompileRequest& request);

} // namespace warpbench::compile
