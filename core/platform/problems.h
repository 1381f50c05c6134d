// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error_text.h"

#include <filesystem>
#include <string>

/// Errors that several files of this folder report, on all systems with the same sentence.
namespace warpbench::platform {

/// \param problem  the system's message
ErrorText cannotRead(const std::filesystem::path& file, ErrorText problem);
ErrorText cannotWrite(const std::filesystem::path& file, const std::string& problem);
ErrorText isAFolder(const std::filesystem::path& file);
ErrorText isNoFile(const std::filesystem::path& file); ///< but a pipe or a device

/// \param problem  the system's message
ErrorText noSharedMemory(std::size_t bytes, const std::string& problem);

/// \param parent  the folder in which it should have been made
/// \param problem  the system's message
/// \param variable  the environment variable that names the parent
ErrorText noTemporaryFolder(const std::filesystem::path& parent, const std::string& problem,
                            const char* variable);

/// \param problem  the system's message
ErrorText cannotStart(const std::filesystem::path& program, ErrorText problem);
/// \param problem  what the program or the system said
ErrorText programFailed(const std::filesystem::path& program, ErrorText problem);
/// For a worker whose parent is gone.
ErrorText parentHasEnded();

/// \param library  its name, or its path and the loader's message
ErrorText cannotLoad(const std::string& library);

} // namespace warpbench::platform
