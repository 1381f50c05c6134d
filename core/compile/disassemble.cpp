// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/disassemble.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/platform/files.h"
#include "core/platform/folders.h"
#include "core/platform/problems.h"
#include "core/processes/child_process.h"
#include "core/toolkit/toolkit.h"

#include <chrono>

namespace warpbench::compile {

std::filesystem::path findDisassembler() {
    const ToolkitSearch search = ToolkitSearch::ofThisMachine();
    for (const char* name : {"nvdisasm", "cuobjdump"})
        if (std::filesystem::path program = toolkitProgram(name, search); !program.empty())
            return program;
    return {};
}

std::string disassemble(std::span<const std::byte> cubin) {
    const std::filesystem::path program = findDisassembler();
    if (program.empty())
        throw Error(
            ErrorKind::environment,
            {"WB1604", "no disassembler was found: neither nvdisasm nor cuobjdump",
             "get nvdisasm with the compiler (Help, Get the Compiler, or warpbench-cli doctor "
             "--install-compiler), install the CUDA Toolkit, or put one of them on PATH"});
    const platform::TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "kernels.cubin";
    platform::replaceFile(file, {reinterpret_cast<const char*>(cubin.data()), cubin.size()},
                          ErrorKind::environment, platform::Flush::no);
    platform::ProgramOptions options;
    options.arguments = program.stem() == "nvdisasm"
                            ? std::vector<std::string>{"--print-code", utf8(file)}
                            : std::vector<std::string>{"--dump-sass", utf8(file)};
    options.limit = std::chrono::seconds(60);
    const platform::ProgramResult result = platform::runProgram(program, options);
    if (result.timedOut)
        throw Error(ErrorKind::environment,
                    platform::programFailed(program, phrase("it did not end within a minute")));
    if (!result.status.ok())
        throw Error(ErrorKind::environment,
                    platform::programFailed(program, result.errors.empty() ? result.status.text()
                                                                           : result.errors));
    return result.output;
}

} // namespace warpbench::compile
