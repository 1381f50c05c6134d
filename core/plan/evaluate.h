// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/plan.h"
#include "core/project/project.h"

#include <map>
#include <string>

namespace warpbench::project {

/// NAME → value as text, as `--set NAME=VALUE` gives them. A parameter's value is an expression;
/// a define's is the text that the compiler gets; a name that begins with a dash is a compiler
/// option ("-maxrregcount"), with "on" and "off" for one that takes no value.
using Overrides = std::map<std::string, std::string>;

/// Checks the names of a project (one namespace of parameters, defines and buffers) and evaluates
/// all its expressions.
/// \throws Error (project) with its place: unknown or duplicate name, cycle, arithmetic error, a
///         grid or block of 0, a scalar that does not fit its type, an offset beyond its buffer
/// \throws Error (usage) if an override names something that does not exist
LaunchPlan makePlan(const Project& project, const Overrides& set = {});

/// Only the parameters and defines, for showing values next to their names and for sweeps. Throws
/// like makePlan.
NumberTable evaluateNames(const Project& project, const Overrides& set = {});

/// A project with overrides written into its parameters, defines and compiler options.
/// \throws Error (usage) if a name does not exist, suggesting the most similar one
Project withOverrides(const Project& project, const Overrides& set);

/// Turns another check of a buffer (`run --checks`, a task's) into a planned one and attaches it.
/// \param mayLeaveFolder  its file may be outside the project's folder
/// \throws Error (project) if the buffer does not exist or the check is wrong
void attachExpect(LaunchPlan& plan, const std::string& buffer, const Expect& expect,
                  bool mayLeaveFolder = false);

} // namespace warpbench::project
