// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/diagnostics_model.h"

namespace warpbench::ui {

/// The remedy for a message of ptxas; empty if unknown or part of the message.
QString ptxasRemedy(const QString& message);

/// Notes at the source lines where the code spills registers to local memory: how often, and for
/// which kernel. Includes lines of other files.
std::vector<Problem> spillProblems(const compile::CompileResult& code);

} // namespace warpbench::ui
