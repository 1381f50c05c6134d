// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/session_calls.h"
#include "core/ranks/rank_worker.h"

#include <functional>
#include <string>

namespace warpbench::cli {

/// Runs one of the processes that mpirun started: rank 0 does the work, the others serve its
/// session. \param selector  of each rank's device; empty: the default choice
/// \returns the exit code: rank 0's, and 0 on the others
int onRanks(const std::string& selector, const std::function<int(ranks::OtherRanks&)>& work);

/// Makes workers for a session whose devices are those of the ranks.
BlockingSession::MakeWorker workersOf(ranks::OtherRanks& others);
BlockingSession::MakeCompiler compilersOf(ranks::OtherRanks& others);

} // namespace warpbench::cli
