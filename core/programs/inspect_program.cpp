// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/programs/inspect_program.h"

#include "core/base/error.h"
#include "core/base/path_text.h"
#include "core/formats/elf_reader.h"
#include "core/platform/files.h"

#include <algorithm>
#include <optional>
#include <span>

namespace warpbench::programs {

namespace {

constexpr const char* kRemedy =
    "give Warpbench the sources (`warpbench-cli exec FILE.cu`), or link the program again with "
    "`nvcc -cudart shared`";

/// The runtime has the names of all its errors. This one stays in stripped programs and is in all
/// versions. Device code tells nothing: nvcc also links some into programs of the Driver API.
constexpr const char* kNameInRuntime = "cudaErrorCudartUnloading";

/// The libraries that the dynamic section names (DT_NEEDED).
std::vector<std::string> neededBy(const compile::ElfFile& elf) {
    constexpr std::uint64_t kNeeded = 1;
    std::vector<std::string> names;
    const auto* dynamic = elf.section(".dynamic");
    const auto* strings = elf.section(".dynstr");
    if (!dynamic || !strings)
        return names;
    compile::ByteReader entries(dynamic->content);
    while (!entries.atEnd()) {
        const std::uint64_t tag = entries.u64();
        const std::uint64_t value = entries.u64();
        if (tag != kNeeded)
            continue;
        compile::ByteReader name(strings->content);
        name.seek(value);
        names.emplace_back(name.text());
    }
    return names;
}

} // namespace

ProgramFacts inspectProgram(const std::filesystem::path& program) {
    const std::string text = platform::readFile(program, ErrorKind::usage);
    ProgramFacts facts;
    const auto elf = compile::ElfFile::parse(std::as_bytes(std::span(text)), std::nullopt);
    if (!elf)
        return facts;
    facts.isElf = true;
    facts.needs = neededBy(*elf);
    facts.hasStaticRuntime = text.find(kNameInRuntime) != std::string::npos;
    return facts;
}

void requireRunnable(const std::filesystem::path& program, const ProgramFacts& facts) {
    const bool usesOurs =
        std::any_of(facts.needs.begin(), facts.needs.end(),
                    [](const std::string& name) { return name.starts_with("libcudart.so"); });
    if (facts.hasStaticRuntime && !usesOurs)
        throw Error(
            ErrorKind::environment,
            {"WB2109",
             "{program} contains NVIDIA's static CUDA runtime, which runs on NVIDIA's driver only",
             kRemedy,
             {{"program", utf8(program)}}});
}

} // namespace warpbench::programs
