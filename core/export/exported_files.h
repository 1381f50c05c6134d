// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/export_model.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace warpbench::exporting {

enum class ProgramKind { cuda, cupy, pycuda, kernel_tuner };

/// All files of a program, the program itself first.
/// \param project  that the model was made of; of projectForTuning for Kernel Tuner
/// \throws Error (project) for what such a program cannot do
std::vector<ExportedFile> programFiles(const ExportModel& model, const project::Project& project,
                                       ProgramKind kind);

/// Writes them into a folder, which is made if it does not exist. If a file exists with other
/// contents and may not be replaced, nothing is written.
/// \param mayReplace  asked with names as ExportedFile has them
/// \param remedy      what the user can do about a file that may not be replaced
/// \throws Error (usage)
void writeFiles(const std::vector<ExportedFile>& files, const std::filesystem::path& folder,
                const std::function<bool(const std::string& name)>& mayReplace,
                const std::string& remedy);

} // namespace warpbench::exporting
