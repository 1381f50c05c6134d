// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/diagnostics_model.h"

namespace warpbench::ui {

/// Describes a fault in a sentence for readers who do not know the checks: which thread went past
/// the end of which buffer, and by how much. Gives an address only if nothing better is known.
QString faultHeadline(const session::Fault& fault);

/// The headline, the other side of a race, the number of occurrences, the usual remedy, and finally
/// the device's message with the address.
QString faultStory(const session::Fault& fault);

/// The usual remedy for a fault; empty: none known.
QString faultRemedy(const session::Fault& fault);

/// Equal faults summarised in a line: an unrolled loop reports one per pass.
struct SameFaults {
    const session::Fault* first = nullptr;
    int more = 0; ///< number of faults besides the first
};
/// Points to faults in the list and keeps their order.
std::vector<SameFaults> sameFaultsOf(const std::vector<session::Fault>& faults);
/// A sentence about the faults besides the first; empty: none.
QString moreFaults(const SameFaults& faults);

/// The problems of a run's faults, one per kind and line. The other side of a race is a separate
/// problem.
std::vector<Problem> problemsOfFaults(const session::RunReport& report);

} // namespace warpbench::ui
