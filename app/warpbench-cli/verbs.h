// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/warpbench-cli/console.h"

#include <CLI/CLI.hpp>

#include <functional>

/// The verbs of the command line. Each function adds its sub-command with its options to the
/// program; what the sub-command does is called once the command line is parsed and gives the exit
/// code. Errors are thrown as warpbench::Error.
namespace warpbench::cli {

/// Sub-command → what it does.
using Actions = std::map<const CLI::App*, std::function<int()>>;

void addDevices(CLI::App& app, Console& console, Actions& actions);
void addCompile(CLI::App& app, Console& console, Actions& actions);
void addRun(CLI::App& app, Console& console, Actions& actions);
void addSweep(CLI::App& app, Console& console, Actions& actions);
void addOccupancy(CLI::App& app, Console& console, Actions& actions);
void addNew(CLI::App& app, Console& console, Actions& actions);
void addExamples(CLI::App& app, Console& console, Actions& actions);
void addConvert(CLI::App& app, Console& console, Actions& actions);
void addDoctor(CLI::App& app, Console& console, Actions& actions);

} // namespace warpbench::cli
