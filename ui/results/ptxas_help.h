// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/diagnostics_model.h"

namespace warpbench::ui {

/// What to do about a message of ptxas; empty where nothing is known that it does not say itself.
QString ptxasRemedy(const QString& message);

/// The source lines at which the code spills registers to local memory, as notes: how often, and
/// for which kernel. Lines of other files are among them.
std::vector<Problem> spillProblems(const compile::CompileResult& code);

} // namespace warpbench::ui
