// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/content_hash.h"
#include "core/compile/compile.h"

#include <optional>
#include <string>

/// Compiles that another machine does for this one, with the same result or not at all.
namespace warpbench::compile {

/// What the other machine gets.
struct CompileElsewhere {
    /// With the contents of the user's headers (`unsaved`), so that no file has to be there.
    CompileRequest request;
    CacheKey compiler; ///< the compiler's contents and the folders of its headers
    CacheKey key;      ///< that and all else that the compile depends on, by contents
};

/// A request for another machine. Empty where it is to be compiled here: the result is in the cache
/// already, or what it depends on cannot be told by contents (options that may name files, headers
/// that macros name, further sources to link, PTX, no compiler). A request with parameters to
/// describe stays, too: it is two compiles.
std::optional<CompileElsewhere> forElsewhere(const CompileRequest& request);

/// Why a machine does not compile what it is asked to.
struct Refusal {
    std::string why;     ///< a sentence's end: "it has another CUDA compiler …"
    bool always = false; ///< so for every request
};
/// On that machine. Empty: its compile gives what the asking one's would.
std::optional<Refusal> refusalOf(const CompileElsewhere& asked);

/// On the asking machine: keeps the result as its own compile's would be kept, and says why it was
/// compiled again (`missReason`).
void keepFromElsewhere(const CompileRequest& request, const CompileElsewhere& asked,
                       CompileResult& result);

} // namespace warpbench::compile
