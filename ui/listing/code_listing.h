// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "ui/listing/listing.h"

#include <string>

namespace warpbench::ui {

/// The listing of all code of a compile: that of the source, followed by that of each linked source
/// under a heading. Callable from any thread.
/// \param ownFile  as in Listing::ofPtx; code of linked sources leads to their own lines
Listing ptxListing(const compile::CompileResult& code, const std::string& ownFile);
/// \throws Error (environment) as compile::disassemble, or if there is no machine code
Listing sassListing(const compile::CompileResult& code, const std::string& ownFile);

} // namespace warpbench::ui
