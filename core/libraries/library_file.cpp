// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libraries/library_file.h"

#include "core/base/error.h"
#include "core/base/path_text.h"

#include <optional>

namespace warpbench::libraries {

platform::DynamicLibrary openLibrary(const std::string& name, const std::string& library,
                                     const LibraryFiles& files) {
    std::string first; // the error of the first, most likely candidate
    for (const std::filesystem::path& file : files(library)) {
        // They keep driver state, and the driver notifies them on shutdown.
        std::string problem;
        std::optional<platform::DynamicLibrary> opened = platform::DynamicLibrary::tryOpen(
            file, &problem, platform::DynamicLibrary::Lifetime::for_good);
        if (opened)
            return std::move(*opened);
        if (first.empty())
            first = problem;
    }
    throw Error(ErrorKind::environment,
                {"WB1553",
                 "a step of this project calls {name}, NVIDIA's library: {problem}",
                 "install the CUDA Toolkit, or its Python wheel (pip install nvidia-{library}), or "
                 "run on a simulated GPU, where the host computes it",
                 {{"name", name},
                  {"problem", first.empty() ? phrase("it was not found") : ErrorText(first)},
                  {"library", library}}});
}

void lacks(const platform::DynamicLibrary& library, const char* symbol) {
    throw Error(ErrorKind::environment, {"WB1554",
                                         "{file} has no {function}",
                                         "install the library of CUDA 12 or newer",
                                         {{"file", utf8(library.path())}, {"function", symbol}}});
}

} // namespace warpbench::libraries
