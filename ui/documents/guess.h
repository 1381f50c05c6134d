// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/follow/signature.h"
#include "core/guess/program.h"

/// The window guesses set-ups like the command line: with core/guess.
namespace warpbench::ui {

using guess::addBuffer;
using guess::addLaunch;
using guess::argumentFits;
using guess::dtypeOfType;
using guess::fitArguments;
using guess::guessArgument;
using guess::ObjectKind;
using guess::objectKindOf;

} // namespace warpbench::ui
