// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/project.h"
#include "core/session/sweep_report.h"
#include "core/sweep/kernel_tuner.h"

#include <filesystem>
#include <map>
#include <string>

/// Files with the results of a sweep, in each of their formats.
namespace warpbench::session {

enum class SweepFormat { json, csv, kernel_tuner_cache, t4 };

/// Chosen by the ending: .csv, .kt.json, .t4.json; JSON otherwise.
SweepFormat sweepFormatOf(const std::filesystem::path& file);

/// Whether the trials of such a file can be read again.
bool canBeRead(SweepFormat format);

/// \throws Error (usage) if the format cannot hold results of the objective
void requireFits(SweepFormat format, const sweep::Objective& objective);

/// What a file for Kernel Tuner says about the project, without the device. Empty for other
/// formats. \pre the project has a sweep
sweep::TuningHeader tuningHeader(SweepFormat format, const project::Project& project,
                                 const std::map<std::string, std::string>& settings);

/// The text of a file.
std::string sweepFileText(const SweepReport& report, SweepFormat format,
                          sweep::TuningHeader header);

/// Reads trials, and the device that a cache of Kernel Tuner names.
/// \throws Error (project) if the file holds no trials of the project's sweep
sweep::CachedTrials readSweepFile(const std::filesystem::path& file,
                                  const project::Project& project);

} // namespace warpbench::session
