// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error_text.h"
#include "core/export/export_model.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace warpbench::exporting {

enum class ProgramKind { cuda, cupy, pycuda, kernel_tuner };

/// All files of a program, the program itself first.
/// \param project  of the model; for Kernel Tuner, from projectForTuning
/// \throws Error (project) for features that such a program does not support
std::vector<ExportedFile> programFiles(const ExportModel& model, const project::Project& project,
                                       ProgramKind kind);

/// Writes them to a folder, which is created if necessary, the program last. If a file exists with
/// other contents and may not be replaced, nothing is written.
/// \param mayReplace  called with names as in ExportedFile
/// \param remedy      what the user can do about a file that may not be replaced
/// \throws Error (usage)
void writeFiles(const std::vector<ExportedFile>& files, const std::filesystem::path& folder,
                const std::function<bool(const std::string& name)>& mayReplace,
                const ErrorText& remedy);

} // namespace warpbench::exporting
