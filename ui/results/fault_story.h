// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/diagnostics_model.h"

namespace warpbench::ui {

/// What happened at a fault, in a sentence for somebody who did not write the checks: which thread
/// went past the end of which buffer, and by how much. No address where anything better is known.
QString faultHeadline(const session::Fault& fault);

/// The headline, the other side of a race, how often it happened, what usually helps, and last what
/// the device said, with the address.
QString faultStory(const session::Fault& fault);

/// What usually helps against such a fault; empty: nothing is known.
QString faultRemedy(const session::Fault& fault);

/// Faults of one kind in one line: an unrolled loop has one for each of its passes.
struct SameFaults {
    const session::Fault* first = nullptr;
    int more = 0; ///< besides the first
};
/// In the order of the list, whose faults they point to.
std::vector<SameFaults> sameFaultsOf(const std::vector<session::Fault>& faults);
/// A sentence on those besides the first; empty: there are none.
QString moreFaults(const SameFaults& faults);

/// The problems of a run's faults, one for each kind and line, with the other side of a race as one
/// of its own.
std::vector<Problem> problemsOfFaults(const session::RunReport& report);

} // namespace warpbench::ui
