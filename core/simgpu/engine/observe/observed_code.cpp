// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simgpu/engine/observe/observed_code.h"

#include "core/simgpu/engine/decode/register_writes.h"
#include "core/simgpu/engine/handlers/forms.h"
#include "core/simgpu/engine/machine/launch.h"
#include "core/simgpu/engine/observe/observers.h"
#include "core/simgpu/engine/observe/order.h"
#include "core/simgpu/ptx/roles.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace warpbench::simgpu::engine {

namespace {

/// Handlers by their keys, to know records by.
template <std::size_t kCount>
class KnownHandlers {
  public:
    explicit KnownHandlers(const std::array<const char*, kCount>& keys) {
        for (std::size_t i = 0; i < kCount; ++i)
            m_handlers[i] = forms().find(keys[i])->run;
    }
    bool contains(Handler handler) const {
        return std::find(m_handlers.begin(), m_handlers.end(), handler) != m_handlers.end();
    }

  private:
    std::array<Handler, kCount> m_handlers{};
};

/// Records after which other lanes may be active, or another warp may have run.
bool endsRun(const Inst& inst, const InstInfo& info) {
    static const KnownHandlers others(
        std::to_array<const char*>({"$guard", "$unguard", "$join", "$bra", "$bra.back", "$exit",
                                    "$ret", "trap", "nanosleep.u32"}));
    switch (info.kind) {
    case InstClass::branch:
    case InstClass::barrier:
    case InstClass::warpwide:
    case InstClass::matrix:
    case InstClass::atomic: // a failed compare-and-swap yields
        return true;
    default:
        return info.retried || info.waits || others.contains(inst.run);
    }
}

bool isProductSum(Handler handler) {
    static const KnownHandlers sums(std::to_array<const char*>({"$productSum.f32"}));
    return sums.contains(handler);
}

/// Loads and stores by addresses (handlers/load.cpp, store.cpp).
bool isPlainAccess(Handler handler) {
    static const std::unordered_set<Handler> all = [] {
        std::unordered_set<Handler> handlers;
        for (const char* space : {"ld.global.", "ld.generic.", "ld.shared.", "st.global.",
                                  "st.generic.", "st.shared."}) {
            for (const char* type : {"u8.r", "s8.r", "u16.r", "s16.r", "u32.r", "u8.q", "s8.q",
                                     "u16.q", "s16.q", "u32.q", "s32.q", "u64.q"}) {
                for (const char* count : {"", ".v2", ".v4", ".v8"}) {
                    const auto* form = forms().find(std::string("$") + space + type + count);
                    if (form)
                        handlers.insert(form->run);
                }
            }
        }
        return handlers;
    }();
    return all.contains(handler);
}

/// Indexed accesses to global memory whose handlers report the pattern.
bool isIndexedAccess(Handler handler) {
    static const std::unordered_set<Handler> all = [] {
        std::unordered_set<Handler> handlers;
        for (const char* access : {"ldx.global.", "stx.global."}) {
            for (const char* type : {"u8.r", "s8.r", "u16.r", "s16.r", "u32.r", "u8.q", "s8.q",
                                     "u16.q", "s16.q", "u32.q", "s32.q", "u64.q"}) {
                for (const char* count : {"", ".v2", ".v4"}) {
                    const auto* form = forms().find(std::string("$") + access + type + count);
                    if (form)
                        handlers.insert(form->run);
                }
            }
        }
        return handlers;
    }();
    return all.contains(handler);
}

/// Branches after which lanes can be in several places.
bool mayPart(const Inst& inst) {
    static const KnownHandlers jumps(std::to_array<const char*>({"$bra", "$bra.back"}));
    static const KnownHandlers guarded(std::to_array<const char*>({"$exit", "$ret", "$call"}));
    return !jumps.contains(inst.run) && !(guarded.contains(inst.run) && inst.aux2 == 0);
}

class Observer {
  public:
    Observer(const Code& code, const ptx::Module& module, const LaunchRequest& request)
        : m_code(code)
        , m_module(module)
        , m_parameters(request.parameters)
        , m_metrics(request.metrics)
        , m_profiles(request.profiling.on)
        , m_traces(request.tracing.blocks > 0)
        , m_checks(request.checks)
        , m_observed{code, {}, {}, {}, 0, 0, false, {}, {}} {}

    ObservedCode run() {
        for (const Shortcut& shortcut : m_observed.code.shortcuts)
            m_observed.code.insts[shortcut.record].run = shortcut.single;
        const std::size_t count = m_observed.code.insts.size();
        m_observed.observations.resize(count);
        for (std::uint32_t record = 0; record < count; ++record) {
            const InstInfo& info = m_observed.code.infos[record];
            Observation& o = m_observed.observations[record];
            o.run = m_observed.code.insts[record].run;
            o.countedAt = record;
            o.checksAccess = info.accessBytes && info.kind != InstClass::matrix && looksAt(info);
            o.notesOrder = takesPartInOrder(info);
            o.isTraced = m_traces && accesses(info);
            m_observed.traced += o.isTraced;
            o.isFollowed = record <= kMaxFollowedRecord;
            const auto& instructions = m_module.functions[info.function].code;
            m_observed.copies |= info.instruction < instructions.size() &&
                                 instructions[info.instruction].op == ptx::Opcode::cp;
        }
        if (m_checks.barriers)
            lookAtBranches();
        for (std::uint32_t first = 0; first < count;)
            first = observeRun(first);
        if (m_profiles)
            planProfile();
        tellShapes();
        for (const Shortcut& shortcut : m_code.shortcuts)
            observeShortcut(shortcut, m_code.insts[shortcut.record].run);
        for (std::uint32_t record = 0; record < count; ++record)
            m_observed.code.insts[record].run =
                observerFor(m_observed.code.infos[record], m_observed.observations[record]);
        if (m_profiles)
            profile();
        return std::move(m_observed);
    }

  private:
    /// Selects the accesses to profile: for those to global memory, profiling also does the work of
    /// the metrics.
    void planProfile() {
        m_observed.profiled = profiledRecords(m_observed.code, m_module);
        for (std::uint32_t record = 0; record < m_observed.profiled.size(); ++record) {
            if (m_observed.profiled[record].access != ProfiledAccess::global)
                continue;
            m_observed.observations[record].measuresAccess = false;
            m_observed.observations[record].countedAt = record;
            m_observed.profiled[record].tellsShape =
                tellsShape(m_observed.code.insts[record], m_observed.code.infos[record]);
        }
    }
    /// Puts the profile's handlers before the metrics' handlers.
    void profile() {
        for (std::uint32_t record = 0; record < m_observed.profiled.size(); ++record) {
            ProfiledRecord& profiled = m_observed.profiled[record];
            const Observation& o = m_observed.observations[record];
            profiled.run = m_observed.code.insts[record].run;
            profiled.instructions = o.runLength ? o.runInstructions : 0;
            profiled.isMoved = o.measuresAfter;
            if (const Handler handler = profilerFor(profiled))
                m_observed.code.insts[record].run = handler;
        }
    }

    void lookAtBranches() {
        m_observed.branches = enclosingBranches(m_code, m_module);
        for (std::uint32_t record = 0; record < m_observed.observations.size(); ++record) {
            const InstInfo& info = m_observed.code.infos[record];
            Observation& o = m_observed.observations[record];
            o.join = m_observed.branches.joinAt[record];
            const auto& instructions = m_module.functions[info.function].code;
            if (info.kind != InstClass::warpwide || !info.counted || !info.collective)
                continue;
            o.judgesMeeting = m_observed.branches.joins > 0 ||
                              instructions[info.instruction].op == ptx::Opcode::shfl;
        }
    }

    /// See Observation::tellsShape and keepsPattern.
    void tellShapes() {
        std::vector<bool> isAsked(m_observed.patterns);
        for (auto record = static_cast<std::uint32_t>(m_observed.observations.size());
             m_metrics && record-- > 0;) {
            Observation& o = m_observed.observations[record];
            if (o.pattern == Observation::kNoPattern)
                continue;
            o.tellsShape = o.measuresAccess &&
                           tellsShape(m_observed.code.insts[record], m_observed.code.infos[record]);
            o.keepsPattern = o.findsPattern && isAsked[o.pattern];
            if (!o.findsPattern && !o.tellsShape)
                isAsked[o.pattern] = isAsked[o.pattern] || o.measuresAccess || o.checksAccess;
        }
    }

    bool looksAt(const InstInfo& info) const {
        switch (info.space) {
        case MemorySpace::global:
            return m_checks.globalRaces || m_checks.uninitialized;
        case MemorySpace::shared:
            return m_checks.sharedRaces || m_checks.uninitialized;
        case MemorySpace::generic:
            return m_checks.globalRaces || m_checks.sharedRaces || m_checks.uninitialized;
        case MemorySpace::local:
            return m_checks.uninitialized;
        default:
            return false;
        }
    }

    /// \param handler  of the shortcut
    const ProductSum* racingSum(const Shortcut& shortcut, Handler handler) const {
        if (!isProductSum(handler) || !m_checks.sharedRaces || m_checks.uninitialized)
            return nullptr;
        const ProductSum& sum = m_code.productSums[m_observed.code.insts[shortcut.record].aux2];
        for (std::uint32_t n = shortcut.record; n < shortcut.record + sum.records; ++n) {
            if (m_observed.observations[n].checksAccess && !m_observed.observations[n].isFollowed)
                return nullptr;
        }
        return isKept(shortcut.record) ? &sum : nullptr;
    }

    /// Keeps a shortcut if its records can be observed before or after it.
    void observeShortcut(const Shortcut& shortcut, Handler handler) {
        std::vector<std::uint32_t> later;
        m_writes.clear();
        for (std::uint32_t n = shortcut.record; n < shortcut.record + shortcut.records; ++n) {
            const Observation& o = m_observed.observations[n];
            const bool isFirst = n == shortcut.record;
            if (o.notesOrder || o.isTraced || o.measuresAfter || o.measuresTouched || o.join ||
                (!isFirst && o.runLength) || (isFirst && o.measuresBranch) || isProfiled(n))
                return;
            if (!isFirst && (o.checksAccess || o.measuresAccess || o.measuresBranch))
                later.push_back(n);
            const InstInfo& info = m_observed.code.infos[n];
            m_reads.clear();
            ptx::registersOf(m_module.functions[info.function].code[info.instruction], m_reads,
                             m_writes);
        }
        for (const std::uint32_t n : later) {
            if (m_observed.code.infos[n].addressRegister >= 0 && !isKept(n))
                return;
        }
        Observation& first = m_observed.observations[shortcut.record];
        if (later.empty()) { // observing the first one before the shortcut is sufficient
            first.run = handler;
            for (std::uint32_t n = shortcut.record + 1; n < shortcut.record + shortcut.records; ++n)
                first.tellsShape &= !loadsIntoRowOf(
                    m_observed.code.insts[shortcut.record], m_observed.code.infos[shortcut.record],
                    m_observed.code.insts[n], m_observed.code.infos[n]);
            return;
        }
        if (m_profiles) // for profiles, a branch ends the run
            m_observed.profiled[shortcut.record].branch =
                m_observed.profiled[shortcut.record + shortcut.records - 1].branch;
        first.shortcut = static_cast<std::uint32_t>(m_observed.shortcuts.size());
        ObservedShortcut& observed = m_observed.shortcuts.emplace_back();
        observed.run = handler;
        observed.later = std::move(later);
        if (observed.later.size() == 1 && !first.measuresAccess && !first.checksAccess)
            first.branch = branchAlone(observed.later.front());
        observed.racingSum = racingSum(shortcut, handler);
        if (observed.racingSum)
            observed.goesByWords = rowsByWords(shortcut.record, *observed.racingSum);
        observed.tellsShapes = tellsShapes(shortcut, handler);
    }

    bool isProfiled(std::uint32_t record) const {
        return m_profiles && (m_observed.profiled[record].access != ProfiledAccess::none ||
                              m_observed.profiled[record].expansion != Expansion::none);
    }

    /// Whether the source of the record's addresses is unchanged by the records whose writes are in
    /// m_writes.
    bool isKept(std::uint32_t record) const {
        const std::int32_t address = m_observed.code.infos[record].addressRegister;
        return std::find(m_writes.begin(), m_writes.end(), address) == m_writes.end();
    }

    /// The record, if it is a branch that needs no other observation; otherwise 0.
    std::uint32_t branchAlone(std::uint32_t record) const {
        const Observation& o = m_observed.observations[record];
        return o.measuresBranch && !o.measuresAccess && !o.checksAccess ? record : 0;
    }

    /// See ObservedShortcut::tellsShapes. The rows that its loads write are not read elsewhere, so
    /// it skips them; m_writes has the other writes.
    bool tellsShapes(const Shortcut& shortcut, Handler handler) const {
        if (!isProductSum(handler))
            return false;
        const auto tells = [&](std::uint32_t record) {
            return m_observed.observations[record].tellsShape && isKept(record);
        };
        const auto placeOf = [&](std::uint32_t record) {
            return m_observed.code.insts[record].aux & (kShapes - 1);
        };
        return tells(shortcut.record) && tells(shortcut.record + 1) &&
               placeOf(shortcut.record) != placeOf(shortcut.record + 1);
    }

    /// See ObservedShortcut::goesByWords. \param first  record of the sum
    std::array<bool, 2> rowsByWords(std::uint32_t first, const ProductSum& sum) const {
        std::array<bool, 2> byWords{true, true};
        for (std::size_t i = 1; i < sum.factors.size(); ++i) {
            const ProductSum::Factors &before = sum.factors[i - 1], &now = sum.factors[i];
            const auto record = static_cast<std::uint32_t>(first + 3 * i);
            byWords[0] &= now.x - before.x == 4 && isOneLine(first, record);
            byWords[1] &= now.y - before.y == 4 && isOneLine(first + 1, record + 1);
        }
        return byWords;
    }
    /// Of the source, so that a race names it whichever of the records it is found at.
    bool isOneLine(std::uint32_t a, std::uint32_t b) const {
        const auto locationOf = [&](std::uint32_t record) {
            const InstInfo& info = m_observed.code.infos[record];
            return m_module.functions[info.function].code[info.instruction].location;
        };
        const auto &from = locationOf(a), &to = locationOf(b);
        if (from == to)
            return true;
        if (from < 0 || to < 0)
            return false;
        const ptx::SourceLocation& x = m_module.locations[static_cast<std::size_t>(from)];
        const ptx::SourceLocation& y = m_module.locations[static_cast<std::size_t>(to)];
        return x.file == y.file && x.line == y.line && x.inlinedAt == y.inlinedAt;
    }

    bool tellsShape(const Inst& inst, const InstInfo& info) const {
        return info.kind == InstClass::memory &&
               (info.indexed ? isIndexedAccess(inst.run) : isPlainAccess(inst.run)) &&
               (info.store || !loadsIntoRowOf(inst, info, inst, info));
    }
    /// Whether a load writes the row with an access's addresses or indices.
    bool loadsIntoRowOf(const Inst& access, const InstInfo& info, const Inst& load,
                        const InstInfo& loaded) const {
        const auto isAddress = [&](std::uint16_t row) {
            return info.indexed ? row == access.b : row == access.a || row == access.a + 1;
        };
        // Of a wide row the first unit is named, and may be the second one of the addresses'.
        for (std::size_t e = 0; e < loaded.elements; ++e) {
            const std::uint16_t row =
                loaded.elements == 1 ? load.d : m_observed.code.operands[load.aux2 + e];
            if (isAddress(row) || isAddress(static_cast<std::uint16_t>(row + 1)))
                return true;
        }
        return false;
    }

    /// Whether a record is an instruction that accesses memory, once for each time it runs.
    static bool accesses(const InstInfo& info) {
        return info.counted && info.accessBytes && !info.retried &&
               (info.kind == InstClass::memory || info.kind == InstClass::atomic) &&
               info.space != MemorySpace::param && info.space != MemorySpace::texture;
    }

    /// Copies and tiles, whose handlers call checkRange.
    bool isOfTouched(const InstInfo& info) const {
        using ptx::Opcode;
        const auto& code = m_module.functions[info.function].code;
        if (info.instruction >= code.size())
            return false;
        const Opcode op = code[info.instruction].op;
        return op == Opcode::cp || op == Opcode::ldmatrix || op == Opcode::stmatrix ||
               op == Opcode::wmma;
    }

    bool takesPartInOrder(const InstInfo& info) const {
        return (m_checks.sharedRaces || m_checks.globalRaces) &&
               (info.collective ||
                (info.counted && (info.fence || info.strong || info.kind == InstClass::atomic)));
    }

    /// \return the record after the run that starts at `first`
    std::uint32_t observeRun(std::uint32_t first) {
        const Code& code = m_observed.code;
        std::uint32_t end = first;
        while (end < code.insts.size() && !endsRun(code.insts[end], code.infos[end]))
            ++end;
        if (end < code.insts.size())
            ++end; // the last one begins with the lanes of the others
        findPatterns(first, end);
        if (!m_metrics)
            return end;
        std::uint32_t instructions = 0;
        for (std::uint32_t record = first; record < end; ++record) {
            const InstInfo& info = code.infos[record];
            Observation& o = m_observed.observations[record];
            if (info.retried) {
                o.measuresAfter = true;
                continue;
            }
            instructions += info.elidedCount + info.counted;
            o.measuresBranch =
                info.counted && info.kind == InstClass::branch && mayPart(code.insts[record]);
            o.measuresTouched = info.counted && isOfTouched(info);
            o.measuresAccess = info.counted && info.accessBytes && o.countedAt == record &&
                               info.space != MemorySpace::local && info.space != MemorySpace::param;
        }
        m_observed.observations[first].runLength = instructions ? end - first : 0;
        m_observed.observations[first].runInstructions = instructions;
        return end;
    }

    struct Access {
        std::uint32_t record, pattern;
    };

    bool isWrittenBetween(std::int32_t reg, const InstInfo& from, const InstInfo& to) {
        auto& writes = m_writesOf[from.function];
        if (!writes)
            writes.emplace(m_module.functions[from.function]);
        return writes->areBetween(reg, from.instruction, to.instruction);
    }

    bool lieAlike(const Access& earlier, std::uint32_t record) {
        const Inst &a = m_observed.code.insts[earlier.record], &b = m_observed.code.insts[record];
        const InstInfo& from = m_observed.code.infos[earlier.record];
        const InstInfo& to = m_observed.code.infos[record];
        return from.addressRegister == to.addressRegister && from.function == to.function &&
               from.space == to.space && from.indexed == to.indexed &&
               (!to.indexed || (a.aux != 0) == (b.aux != 0)) &&
               (to.indexed || from.accessBytes == to.accessBytes) &&
               !isWrittenBetween(to.addressRegister, from, to);
    }

    /// The base in the row of an indexed access, if it is the same for all blocks.
    std::optional<std::uint64_t> baseOf(const Inst& inst) {
        for (const ConstantRow& row : m_observed.code.constants) {
            if (row.row != inst.a || row.kind == ConstantRow::Kind::special)
                continue;
            std::vector<ConstantRow>& read = m_observed.parametersRead;
            if (row.kind == ConstantRow::Kind::parameter &&
                std::find(read.begin(), read.end(), row) == read.end())
                read.push_back(row);
            return valueInLaunch(row, m_parameters);
        }
        return std::nullopt;
    }

    /// Bank conflicts and sectors are equal if one access is a whole number of banks or sectors
    /// after the other.
    bool countAlike(const Inst& a, const InstInfo& from, const Inst& b, const InstInfo& to) {
        if (from.space != to.space || from.kind != InstClass::memory ||
            to.kind != InstClass::memory || from.accessBytes != to.accessBytes)
            return false;
        std::int64_t distance = b.imm - a.imm;
        if (from.indexed) {
            const auto first = baseOf(a), second = baseOf(b);
            if (!first || !second)
                return false;
            distance += static_cast<std::int64_t>(*second - *first);
        }
        return to.space == MemorySpace::shared   ? distance % 4 == 0
               : to.space == MemorySpace::global ? distance % 32 == 0
                                                 : false;
    }

    void findPatterns(std::uint32_t first, std::uint32_t end) {
        std::unordered_map<std::int32_t, std::vector<Access>>
            knownBy; // the register of the address
        for (std::uint32_t record = first; record < end; ++record) {
            const InstInfo& info = m_observed.code.infos[record];
            Observation& o = m_observed.observations[record];
            if (!info.accessBytes || info.kind != InstClass::memory || info.strong ||
                info.space == MemorySpace::local || info.space == MemorySpace::param)
                continue;
            const auto alike = [&](const Access& access) { return lieAlike(access, record); };
            std::vector<Access>& known = knownBy[info.addressRegister];
            const auto it = info.addressRegister < 0
                                ? known.end()
                                : std::find_if(known.begin(), known.end(), alike);
            o.findsPattern = it == known.end();
            o.pattern = o.findsPattern ? m_observed.patterns++ : it->pattern;
            if (o.findsPattern && info.counted)
                known.push_back({record, o.pattern});
            if (!o.findsPattern &&
                countAlike(m_observed.code.insts[it->record], m_observed.code.infos[it->record],
                           m_observed.code.insts[record], info))
                o.countedAt = it->record;
        }
    }

    const Code& m_code; ///< that it is made from
    const ptx::Module& m_module;
    const std::vector<std::byte>& m_parameters; ///< of the launch
    const bool m_metrics, m_profiles, m_traces;
    const Checks m_checks;
    ObservedCode m_observed;
    std::vector<std::int32_t> m_reads, m_writes;
    std::unordered_map<std::uint32_t, std::optional<RegisterWrites>> m_writesOf; ///< by function
};

} // namespace

ObservedCode observe(const Code& code, const ptx::Module& module, const LaunchRequest& request) {
    return Observer(code, module, request).run();
}

} // namespace warpbench::simgpu::engine
