// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/child_process.h"
#include "core/platform/win32.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpbench::platform::win32 {

/// A process in its own job: when the job is ended or its last handle closed (as with this
/// process's end, however it comes) the process and all that it started end too.
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
    /// Variables to set, or with no value to take away, in a copy of this process's environment.
    std::map<std::string, std::optional<std::string>> environment;
    HANDLE output = nullptr;       ///< standard output
    HANDLE errors = nullptr;       ///< standard error
    std::vector<HANDLE> inherited; ///< further ones; the child knows them by the same numbers
    bool ownGroup = false;         ///< Ctrl-C in this console is not for it
    bool startsOthers = false;     ///< which share a console, be it one that nobody sees
};

/// \throws Error (environment)
Process start(const StartOptions& options);

} // namespace warpbench::platform::win32
