// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/module.h"
#include "core/simgpu/ptx/passes/cfg.h"
#include "core/simgpu/ptx/passes/liveness.h"
#include "core/simgpu/ptx/passes/uniformity.h"
#include "core/simgpu/ptx/print.h"

#include <cstdint>
#include <cstdlib>

using namespace warpbench::simgpu::ptx;

/// Any text: the parser either gives a module or says what is wrong; what it gives can be analysed,
/// and printed so that it reads back.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const ParseResult result = parse({reinterpret_cast<const char*>(data), size});
    if (result.module.has_value() == result.error.has_value())
        std::abort();
    if (!result.module)
        return 0;
    for (const Function& function : result.module->functions) {
        const ControlFlowGraph graph = buildControlFlow(*result.module, function);
        reversePostOrder(graph);
        const auto postDominators = immediatePostDominators(graph);
        computeUniformity(function, graph, postDominators, computeLiveness(function, graph));
    }
    const std::string printed = print(*result.module);
    const ParseResult again = parse(printed);
    if (!again.module || print(*again.module) != printed)
        std::abort();
    return 0;
}
