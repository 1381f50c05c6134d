// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workers/worker_program.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/platform/folders.h"

namespace warpbench::session {

std::filesystem::path workerProgram() {
    if (const auto given = platform::environmentVariable("WARPBENCH_WORKER"))
        return pathFromUtf8(*given);
    const std::filesystem::path folder = platform::executableFolder();
    for (const std::filesystem::path& candidate :
         {folder / "warpbench-worker",
          (folder / ".." / "libexec" / "warpbench" / "warpbench-worker").lexically_normal(),
          folder / "warpbench-worker.exe"}) {
        std::error_code ignored;
        if (std::filesystem::exists(candidate, ignored))
            return candidate;
    }
    throw Error(ErrorKind::environment,
                {"WB1944",
                 "warpbench-worker is missing in {folder}",
                 "install Warpbench again, or set WARPBENCH_WORKER to the program",
                 {{"folder", utf8(folder)}}});
}

} // namespace warpbench::session
