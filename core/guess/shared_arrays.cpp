// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/guess/shared_arrays.h"

#include "core/follow/c_value.h"
#include "core/follow/signature.h"
#include "core/guess/kernel_texts.h"

namespace warpbench::guess {

DynamicShared dynamicSharedArrays(const std::vector<std::pair<std::string, std::string>>& files) {
    DynamicShared types;
    forEachKernelText(files, [&](const KernelText& kernel) {
        const Tokens body = kernel.body;
        for (std::size_t i = 0; i + 3 < body.size(); ++i) {
            if (!body[i].is("extern"))
                continue;
            std::size_t end = i + 1;
            bool shared = false;
            while (end < body.size() && !body[end].is("[") && !body[end].is(";")) {
                shared |= body[end].is("__shared__");
                ++end;
            }
            if (!shared || end + 1 >= body.size() || !body[end + 1].is("]"))
                continue;
            std::vector<Token> type; // without memory space and name
            for (std::size_t k = i + 1; k + 1 < end; ++k) {
                if (body[k].is("__align__") || body[k].is("alignas"))
                    k = compile::afterClosing(body, k + 1, end) - 1;
                else if (!body[k].is("__shared__") && !body[k].is("volatile"))
                    type.push_back(body[k]);
            }
            types[std::string(kernel.name)] = spellTokens(type);
            break;
        }
    });
    return types;
}

std::string sharedOfBlock(const std::string& type, const std::vector<std::string>& block) {
    const auto dtype = dtypeOfType(type);
    std::string bytes;
    for (const std::string& extent : block)
        if (extent != "1")
            bytes += inBrackets(extent) + " * ";
    // Bytes alone are most often cast to something larger.
    const std::size_t size = dtype && dtype->size() > 1 ? dtype->size() : 8;
    return bytes + std::to_string(size);
}

} // namespace warpbench::guess
