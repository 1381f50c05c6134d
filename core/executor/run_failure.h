// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace warpbench::session {

struct RunContext;

/// Puts what ended a run into its result: status, message, faults.
void explainFailure(RunContext& run, const Error& error);

} // namespace warpbench::session
