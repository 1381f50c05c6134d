// SPDX-License-Identifier: GPL-3.0-or-later
// Handlers of a profiled launch: each records its part and then calls the metrics' handler.
#include "core/simgpu/engine/handlers/forms.h"
#include "core/simgpu/engine/observe/observed_code.h"
#include "core/simgpu/engine/observe/observers.h"

#include <algorithm>

namespace warpbench::simgpu::engine {

namespace {

/// Whether some of the lanes that executed a branch have jumped.
bool hasJumped(const Warp& w, const Inst* branch, const Inst* next, std::uint32_t lanes) {
    const Inst* const behind = branch + 1;
    std::uint32_t stayed = (next ? next : w.pc) == behind ? w.mask : 0;
    for (std::uint32_t s = 0; s < w.pending; ++s)
        stayed |= w.splits[s].pc == behind ? w.splits[s].mask : 0;
    return (lanes & ~stayed) != 0;
}

void noteBranch(const Warp& w, const Inst* ip, const ProfiledRecord& record, const Inst* next,
                std::uint32_t lanes) {
    const Inst* const branch = w.code->insts.data() + record.branch;
    if (w.stop == Stop::faulted || (branch != ip && next == ip + 1))
        return; // of a shortcut the first record alone was done
    w.block->worker.profile->byRecord[record.branch].taken += hasJumped(w, branch, next, lanes);
}

/// Whether an instruction's predicate lets some lane execute it.
bool isOnForSome(Warp& w, const Inst* ip) {
    return ((predicate(w, ip->a) ^ ip->aux) & w.mask) != 0;
}

template <bool kAccess>
const Inst* profileRun(const Inst* ip, Warp& w) {
    Worker& worker = w.block->worker;
    const ProfiledRecord& record = worker.observed->profiled[recordOf(w, ip)];
    w.work += record.instructions;
    if constexpr (kAccess)
        worker.profile->noteAccess(w, ip, record);
    return record.run(ip, w);
}

const Inst* profileToldAccess(const Inst* ip, Warp& w) {
    Worker& worker = w.block->worker;
    const ProfiledRecord& record = worker.observed->profiled[recordOf(w, ip)];
    w.work += record.instructions;
    if (w.mask != kFullMask) {
        worker.profile->noteAccess(w, ip, record);
        return record.run(ip, w);
    }
    const Inst* const next = record.run(ip, w);
    if (next)
        worker.profile->noteToldAccess(w, ip, record);
    return next;
}

const Inst* profileExpansion(const Inst* ip, Warp& w) {
    Worker& worker = w.block->worker;
    const std::size_t number = recordOf(w, ip);
    const ProfiledRecord& record = worker.observed->profiled[number];
    w.work += record.instructions;
    worker.profile->byRecord[number].slowPaths += takesSlowPath(w, ip, record.expansion);
    return record.run(ip, w);
}

const Inst* profileBranch(const Inst* ip, Warp& w) {
    const ProfiledRecord& record = w.block->worker.observed->profiled[recordOf(w, ip)];
    w.work += record.instructions;
    const std::uint32_t lanes = w.mask;
    const Inst* const next = record.run(ip, w);
    noteBranch(w, ip, record, next, lanes);
    return next;
}

const Inst* profileAny(const Inst* ip, Warp& w) {
    Worker& worker = w.block->worker;
    const std::size_t number = recordOf(w, ip);
    const ProfiledRecord& record = worker.observed->profiled[number];
    RecordProfile& sum = worker.profile->byRecord[number];
    w.work += record.instructions;
    worker.profile->noteAccess(w, ip, record);
    if (record.isGuard)
        sum.skipped += !isOnForSome(w, ip);
    if (record.isTransfer)
        sum.taken += isOnForSome(w, ip);
    const std::uint64_t executed = worker.byInstruction[number].warpInstructions;
    const std::uint32_t lanes = w.mask;
    const Inst* const next = record.run(ip, w);
    if (record.isMoved)
        w.work += worker.byInstruction[number].warpInstructions - executed +
                  w.code->infos[number].elidedCount;
    if (record.branch)
        noteBranch(w, ip, record, next, lanes);
    return next;
}

/// Plans what to record at each record of a kernel.
class ProfilePlanner {
  public:
    ProfilePlanner(const Code& code, const ptx::Module& module)
        : m_code(code)
        , m_module(module) {}

    ProfiledRecord plan(std::uint32_t number) const {
        const InstInfo& info = m_code.infos[number];
        ProfiledRecord record;
        const auto& instructions = m_module.functions[info.function].code;
        if (info.instruction >= instructions.size())
            return record;
        const ptx::Instruction& i = instructions[info.instruction];
        if (!info.counted) {
            record.isGuard = m_code.insts[number].run == guardHandler();
            return record;
        }
        record.access = accessOf(info, i);
        record.expansion = expansionOf(i);
        record.isCached = isCached(info, i);
        record.isBulk = i.op == ptx::Opcode::cp && i.modifiers.has("bulk");
        if (info.kind == InstClass::branch)
            planBranch(number, i, record);
        return record;
    }

  private:
    static Handler guardHandler() {
        static const Handler handler = forms().find("$guard")->run;
        return handler;
    }

    static void planBranch(std::uint32_t number, const ptx::Instruction& i,
                           ProfiledRecord& record) {
        using ptx::Opcode;
        const bool isGuarded = i.guard >= 0;
        record.alwaysJumps = !isGuarded || i.op == Opcode::brx;
        record.branch = isGuarded && i.op == Opcode::bra ? number : 0;
        record.isTransfer = isGuarded && (i.op == Opcode::exit || i.op == Opcode::ret);
    }

    static ProfiledAccess accessOf(const InstInfo& info, const ptx::Instruction& i) {
        using ptx::Opcode;
        switch (i.op) {
        case Opcode::cp:
        case Opcode::ldmatrix:
        case Opcode::stmatrix:
            return ProfiledAccess::touched;
        case Opcode::wmma:
            return i.modifiers.has("load") || i.modifiers.has("store") ? ProfiledAccess::touched
                                                                       : ProfiledAccess::none;
        case Opcode::tex:
        case Opcode::tld4:
        case Opcode::suld:
        case Opcode::sust:
        case Opcode::sured:
            return ProfiledAccess::image;
        default:
            break;
        }
        if (info.accessBytes == 0)
            return ProfiledAccess::none;
        if (info.kind == InstClass::atomic)
            return ProfiledAccess::atomic;
        if (info.kind != InstClass::memory)
            return ProfiledAccess::none;
        switch (info.space) {
        case MemorySpace::global:
            return i.modifiers.has("const") ? ProfiledAccess::constant : ProfiledAccess::global;
        case MemorySpace::generic:
            return ProfiledAccess::generic;
        case MemorySpace::local:
            return ProfiledAccess::local;
        default:
            return ProfiledAccess::none;
        }
    }

    static bool isCached(const InstInfo& info, const ptx::Instruction& i) {
        return info.kind != InstClass::atomic && !info.strong && !i.modifiers.has("cg") &&
               !i.modifiers.has("cv") && !i.modifiers.has("bulk");
    }

    const Code& m_code;
    const ptx::Module& m_module;
};

} // namespace

std::vector<ProfiledRecord> profiledRecords(const Code& code, const ptx::Module& module) {
    const ProfilePlanner planner(code, module);
    std::vector<ProfiledRecord> records;
    for (std::uint32_t number = 0; number < code.insts.size(); ++number)
        records.push_back(planner.plan(number));
    return records;
}

Handler profilerFor(const ProfiledRecord& record) {
    const bool isAccess = record.access != ProfiledAccess::none &&
                          record.access != ProfiledAccess::touched &&
                          record.access != ProfiledAccess::image;
    if (record.isGuard || record.isTransfer || record.isMoved || (isAccess && record.branch))
        return profileAny;
    if (record.expansion != Expansion::none)
        return profileExpansion;
    if (record.branch)
        return profileBranch;
    if (record.tellsShape)
        return profileToldAccess;
    if (isAccess)
        return profileRun<true>;
    return record.instructions ? profileRun<false> : nullptr;
}

} // namespace warpbench::simgpu::engine
