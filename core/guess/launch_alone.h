// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/follow/question.h"
#include "core/guess/builder.h"
#include "core/guess/shared_arrays.h"
#include "core/project/project.h"
#include "core/sources/source_scan.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warpbench::guess {

/// Adds a launch for each kernel of a program that launches none.
/// \param files  paths and texts
/// \param numbers  values of macros and constants
void launchAlone(project::Project& project, const std::vector<compile::ScannedKernel>& kernels,
                 const std::vector<std::pair<std::string, std::string>>& files,
                 const std::map<std::string, double>& numbers, const PointerUses& uses,
                 const DynamicShared& shared, std::vector<Question>& questions);

} // namespace warpbench::guess
