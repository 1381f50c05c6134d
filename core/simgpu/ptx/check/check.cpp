// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/ptx/check/check.h"

#include "core/simgpu/ptx/check/forms.h"
#include "core/simgpu/ptx/check/operands.h"

#include <unordered_map>

namespace warpbench::simgpu::ptx {

namespace {

class Checker {
  public:
    explicit Checker(const Module& module)
        : m_module(module) {}

    std::optional<Mistake> find() {
        for (const Function& function : m_module.functions) {
            const OperandChecker operands(m_module, function);
            for (const Instruction& instruction : function.code) {
                std::string reason = mistakeIn(operands, instruction);
                if (!reason.empty())
                    return Mistake{&function, &instruction, std::move(reason)};
            }
        }
        return std::nullopt;
    }

  private:
    std::string mistakeIn(const OperandChecker& operands, const Instruction& instruction) {
        const ResolvedMnemonic& mnemonic = resolve(instruction);
        if (!mnemonic.mistake.empty())
            return mnemonic.mistake;
        if (std::string reason = operands.guardMistake(instruction); !reason.empty())
            return reason;
        // Of several forms, the one that fits the most operands is the one that was meant.
        OperandMistake worst;
        for (const ResolvedForm& form : mnemonic.forms) {
            OperandMistake mistake = operands.mistakeIn(instruction, form);
            if (mistake.reason.empty()) {
                std::string since = sinceMistake(form, operands.sinceOf(instruction));
                return since.empty() ? operands.callMistake(instruction) : since;
            }
            if (worst.reason.empty() || mistake.operand > worst.operand)
                worst = std::move(mistake);
        }
        return worst.reason;
    }

    /// Newer than the module says it is.
    std::string sinceMistake(const ResolvedForm& form, Since since) const {
        since.raiseTo(form.since);
        const int version = m_module.versionMajor * 10 + m_module.versionMinor;
        if (since.version > version)
            return "it needs .version " + std::to_string(since.version / 10) + '.' +
                   std::to_string(since.version % 10) + " or later";
        if (form.isSpecific && !isTargetSpecific(since.target))
            return "it needs .target sm_" + std::to_string(since.target) + "a";
        if (since.target > m_module.targetArch)
            return "it needs .target sm_" + std::to_string(since.target) + " or later";
        if (form.isGone && version >= 64 && m_module.targetArch >= 70)
            return "sm_70 and later have only its .sync form";
        return {};
    }

    /// sm_120a, sm_121a, sm_120f etc. for 120; for 100 also those of all later families.
    bool isTargetSpecific(int target) const {
        const char last = m_module.target.back();
        return (last == 'a' || last == 'f') &&
               (target == 100 ? m_module.targetArch >= 100
                              : m_module.targetArch / 10 == target / 10);
    }

    /// Mnemonics are interned: a place in memory represents a text.
    const ResolvedMnemonic& resolve(const Instruction& instruction) {
        const auto [found, isNew] = m_mnemonics.try_emplace(instruction.opcode.data());
        if (isNew)
            found->second = resolveMnemonic(instruction.opcode, instruction.modifiers);
        return found->second;
    }

    const Module& m_module;
    std::unordered_map<const char*, ResolvedMnemonic> m_mnemonics;
};

} // namespace

std::optional<Mistake> findMistake(const Module& module) {
    return Checker(module).find();
}

} // namespace warpbench::simgpu::ptx
