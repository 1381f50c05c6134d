// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/content_hash.h"
#include "core/compile/compile.h"

#include <optional>
#include <string>

/// Compiles on another machine, with the same result or not at all.
namespace warpbench::compile {

/// What is sent to the other machine.
struct CompileElsewhere {
    /// With the contents of the user's headers (`unsaved`), so that it needs no files.
    CompileRequest request;
    CacheKey compiler; ///< the compiler's contents and the folders of its headers
    CacheKey key;      ///< hash of everything that the compile depends on, by contents
};

/// A request for another machine. Empty if it must be compiled here: the result is already cached,
/// or its dependencies cannot be identified by contents (options that may name files, headers named
/// by macros, further sources to link, PTX, no compiler). A request to describe parameters also
/// stays here, because it takes two compiles.
std::optional<CompileElsewhere> forElsewhere(const CompileRequest& request);

/// Why a machine cannot compile a request.
struct Refusal {
    std::string why;     ///< end of a sentence: "it has another CUDA compiler …"
    bool always = false; ///< for every request
};
/// On that machine. Empty: its compile gives the same result as the requesting machine's.
std::optional<Refusal> refusalOf(const CompileElsewhere& asked);

/// On the requesting machine: stores the result like that of a local compile, and adds why it was
/// compiled again (`missReason`).
void keepFromElsewhere(const CompileRequest& request, const CompileElsewhere& asked,
                       CompileResult& result);

} // namespace warpbench::compile
