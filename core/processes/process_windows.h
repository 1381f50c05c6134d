// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/win32.h"
#include "core/processes/child_process.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::platform::win32 {

/// A process in its own job: when the job is terminated or its last handle is closed (also by any
/// end of this process), the process and everything that it started end with it.
struct Process {
    Handle process;
    Handle job;
    DWORD id = 0;

    void kill() const noexcept;
    /// Waits for its end.
    ExitStatus status() const noexcept;
};

struct StartOptions {
    std::filesystem::path program; ///< a file
    std::vector<std::string> arguments;
    std::filesystem::path folder; ///< empty: this process's
    /// Variables to set, or with no value to remove, in a copy of this process's environment.
    std::map<std::string, std::optional<std::string>> environment;
    HANDLE output = nullptr;       ///< standard output
    HANDLE errors = nullptr;       ///< standard error
    std::vector<HANDLE> inherited; ///< additional handles; the child knows them by the same numbers
    bool ownGroup = false;         ///< does not receive Ctrl-C from this console
    bool startsOthers = false;     ///< these share a console, possibly an invisible one
};

/// \throws Error (environment)
Process start(const StartOptions& options);

} // namespace warpbench::platform::win32
