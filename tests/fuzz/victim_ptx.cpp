// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/module.h"
#include "core/simgpu/ptx/passes/cfg.h"
#include "core/simgpu/ptx/passes/liveness.h"
#include "tests/fuzz/victims.h"
#include "tests/simgpu/ptx/print/print.h"

#include <stdexcept>

namespace warpbench::fuzz {

using namespace simgpu::ptx;

void tryPtx(std::string_view input) {
    const ParseResult result = parse(input);
    if (result.module.has_value() == result.error.has_value())
        throw std::logic_error("the parser gave a module and an error, or neither");
    if (!result.module)
        return;
    for (const Function& function : result.module->functions) {
        const ControlFlowGraph graph = buildControlFlow(*result.module, function);
        computeLiveness(function, graph);
    }
    const std::string printed = print(*result.module);
    const ParseResult again = parse(printed);
    if (!again.module || print(*again.module) != printed)
        throw std::logic_error("a module does not read back as it was printed");
}

} // namespace warpbench::fuzz
