// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compile/assemble.h"

#include "core/base/content_hash.h"
#include "core/cache/compile_cache.h"
#include "core/compile/kernel_facts.h"
#include "core/compile/nvjitlink.h"
#include "core/formats/ptx_entries.h"

#include <cctype>
#include <span>
#include <utility>

namespace warpbench::compile {

namespace {

CompileResult assembleNow(const std::string& ptx, const std::string& arch,
                          const NvJitLink& linker) {
    CompileResult result;
    result.arch = arch;
    JitLinkOutput code = linker.link(
        {"-arch=" + arch, "-lineinfo", "-Xptxas=-v"},
        {{JitLinkInput::Kind::ptx, "kernel.ptx",
          std::as_bytes(std::span(ptx.c_str(), ptx.size() + 1))}}); // with its last zero
    result.log = code.succeeded ? code.log : code.problem;
    if (!code.succeeded)
        return result;
    NvrtcOutput output;
    output.ptx = ptx;
    output.log = std::move(code.log);
    output.cubin = code.cubin;
    result.kernels = collectKernels({}, output);
    result.cubin = std::make_shared<const std::vector<std::byte>>(std::move(code.cubin));
    result.succeeded = true;
    return result;
}

} // namespace

CompileResult assemble(const std::string& ptx, const std::string& arch) {
    std::string target = arch;
    if (const auto head = readPtxHead(ptx);
        head && std::isalpha(static_cast<unsigned char>(head->target.back())))
        target = head->target;
    const std::shared_ptr<const NvJitLink> linker = NvJitLink::get();
    if (cacheSwitchedOff())
        return assembleNow(ptx, target, *linker);
    const std::string identity =
        "assemble " + target + " " + std::to_string(linker->version()) + "\n" + ptx;
    return CompileCache::ofThisUser().get(hashBytes(std::as_bytes(std::span(identity))), [&] {
        return CompileCache::Built{assembleNow(ptx, target, *linker), true};
    });
}

} // namespace warpbench::compile
