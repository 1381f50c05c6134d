// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/passes/guarded_waits.h"

#include "core/simgpu/ptx/roles.h"

#include <algorithm>
#include <utility>

namespace warpbench::simgpu::ptx {

namespace {

class WaitGuard {
  public:
    explicit WaitGuard(Function& function)
        : m_function(function)
        , m_givesBackStack(usesDynamicStack(function)) {}

    void run() {
        if (std::none_of(m_function.code.begin(), m_function.code.end(),
                         [&](const Instruction& i) { return isGuardedWait(i); }))
            return;
        std::vector<Instruction> code;
        std::vector<std::uint32_t> moved; ///< by old index: the instruction's new index
        std::vector<Label> added;
        const std::size_t firstAdded = m_function.labels.size();
        for (Instruction& i : m_function.code) {
            moved.push_back(static_cast<std::uint32_t>(code.size()));
            if (isGuardedWait(i)) {
                code.push_back(branchAround(i, firstAdded + added.size()));
                added.push_back({"", static_cast<std::uint32_t>(code.size() + 1)});
                i.guard = -1;
                i.guardNegated = false;
            }
            code.push_back(std::move(i));
        }
        moved.push_back(static_cast<std::uint32_t>(code.size()));
        m_function.code = std::move(code);
        for (Label& label : m_function.labels)
            label.instruction = moved[label.instruction];
        m_function.labels.insert(m_function.labels.end(), added.begin(), added.end());
    }

  private:
    bool isGuardedWait(const Instruction& i) const {
        if (i.guard < 0 ||
            m_function.registers[static_cast<std::size_t>(i.guard)].type != Type::pred)
            return false;
        return has(i.op, kWaits) || (i.op == Opcode::ret && m_givesBackStack);
    }

    static Instruction branchAround(const Instruction& i, std::size_t label) {
        Instruction branch;
        branch.setOpcode(Opcode::bra);
        branch.guard = i.guard;
        branch.guardNegated = !i.guardNegated;
        branch.position = i.position;
        branch.location = i.location;
        branch.isAdded = true;
        Operand target;
        target.kind = Operand::Kind::label;
        target.label = static_cast<std::int32_t>(label);
        branch.operands.push_back(std::move(target));
        return branch;
    }

    Function& m_function;
    const bool m_givesBackStack;
};

} // namespace

void branchAroundGuardedWaits(Module& module) {
    for (Function& function : module.functions)
        WaitGuard(function).run();
}

} // namespace warpbench::simgpu::ptx
