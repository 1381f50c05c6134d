// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compile/compile.h"
#include "ui/listing/listing.h"

#include <string>

namespace warpbench::ui {

/// The listing of all that a compile gave: the source's own code, and behind it that of each source
/// it is linked with, under its name. Any thread may make one.
/// \param ownFile  as Listing::ofPtx has it; other sources' code leads to their own lines
Listing ptxListing(const compile::CompileResult& code, const std::string& ownFile);
/// \throws Error (environment) as compile::disassemble, or without machine code
Listing sassListing(const compile::CompileResult& code, const std::string& ownFile);

} // namespace warpbench::ui
