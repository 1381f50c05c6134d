// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/diagnostics_model.h"

namespace warpbench::ui {

/// What happened at a fault, in sentences for somebody who did not write the checks: who did what
/// to which element, how far outside it is, how often, and what usually helps.
QString faultStory(const session::Fault& fault);

/// What usually helps against a kind of fault; empty: nothing is known.
QString faultRemedy(const std::string& kind);

/// The problems of a run's faults, with the other side of a race as one of its own.
std::vector<Problem> problemsOfFaults(const session::RunReport& report);

} // namespace warpbench::ui
