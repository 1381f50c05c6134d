// SPDX-License-Identifier: GPL-3.0-or-later
// Consecutive records that one handler executes at once. For partial warps or unknown address
// patterns, and for faults, it leaves the work to the separate records.
#include "core/simgpu/engine/decode/kernel_decoder.h"
#include "core/simgpu/ptx/roles.h"

#include <algorithm>

namespace warpbench::simgpu::engine {

namespace {

constexpr std::size_t kFewestFactors = 2;

/// How often each register is read.
std::vector<std::uint32_t> countReads(const ptx::Function& function) {
    std::vector<std::uint32_t> count(function.registers.size());
    std::vector<std::int32_t> reads, writes;
    for (const ptx::Instruction& i : function.code) {
        reads.clear();
        writes.clear();
        ptx::registersOf(i, reads, writes);
        for (const std::int32_t reg : reads)
            ++count[static_cast<std::size_t>(reg)];
    }
    return count;
}

/// Shared by the finders below: the records of one function.
class Records {
  public:
    Records(Code& code, const ptx::Function& function)
        : m_code(code)
        , m_function(function) {}

    Inst& inst(std::uint32_t n) { return m_code.insts[n]; }
    const InstInfo& info(std::uint32_t n) const { return m_code.infos[n]; }
    const ptx::Instruction& instruction(std::uint32_t n) const {
        return m_function.code[m_code.infos[n].instruction];
    }
    /// The register that a record of an instruction's own writes.
    std::int32_t written(std::uint32_t n) const { return instruction(n).operands.at(0).reg; }
    bool isReadOnce(std::int32_t reg) {
        if (m_reads.empty())
            m_reads = countReads(m_function);
        return reg >= 0 && m_reads[static_cast<std::size_t>(reg)] == 1;
    }
    /// For records that do not need each other's results.
    void swap(std::uint32_t a, std::uint32_t b) {
        std::swap(m_code.insts[a], m_code.insts[b]);
        std::swap(m_code.infos[a], m_code.infos[b]);
    }
    void shorten(std::uint32_t n, std::uint32_t records, Handler run) {
        m_code.shortcuts.push_back({n, records, inst(n).run});
        inst(n).run = run;
    }
    Code& code() { return m_code; }

  private:
    Code& m_code;
    const ptx::Function& m_function;
    std::vector<std::uint32_t> m_reads; ///< by register: how often; empty: not counted yet
};

/// Finds runs of two loads and a product that is added.
class ProductSumFinder {
  public:
    ProductSumFinder(Records& records, const FormTable& forms)
        : m_records(records)
        , m_load(forms.find("$ld.shared.u32.r")->run)
        , m_widen(forms.find("cvt.s64.s32")->run)
        , m_fma(forms.find("fma.f32")->run)
        , m_run(forms.find("$productSum.f32")->run) {}

    /// \param end  after the last record of a range that is only entered at its first one
    /// \return the record after the sum that starts at `n`; `n` if none does
    std::uint32_t take(std::uint32_t n, std::uint32_t end) {
        putAddressFirst(n, end);
        return isStep(n, end) ? takeSteps(n, end) : n;
    }

  private:
    const Inst& inst(std::uint32_t n) { return m_records.inst(n); }
    bool isLoad(std::uint32_t n) {
        return inst(n).run == m_load && !m_records.info(n).strong && inst(n).imm % 4 == 0 &&
               inst(n).imm == static_cast<std::int32_t>(inst(n).imm) &&
               m_records.instruction(n).op == ptx::Opcode::ld &&
               m_records.instruction(n).operands.at(0).kind == ptx::Operand::Kind::reg;
    }
    /// A load, an address, a load: the address can as well be made before both.
    void putAddressFirst(std::uint32_t n, std::uint32_t end) {
        if (n + 4 <= end && isLoad(n) && inst(n + 1).run == m_widen &&
            !m_records.info(n + 1).counted && isLoad(n + 2) && inst(n + 1).a != inst(n).d &&
            inst(n + 1).d != inst(n).a)
            m_records.swap(n, n + 1);
    }

    /// Two loads and the product of their values, which nothing else reads.
    bool isStep(std::uint32_t n, std::uint32_t end) {
        if (n + 3 > end || !isLoad(n) || !isLoad(n + 1) || inst(n + 2).run != m_fma)
            return false;
        const Inst &x = inst(n), &y = inst(n + 1), &fma = inst(n + 2);
        const bool multiplies = (fma.a == x.d && fma.b == y.d) || (fma.a == y.d && fma.b == x.d);
        return multiplies && x.d != y.d && fma.c != x.d && fma.c != y.d &&
               m_records.instruction(n + 2).operands.size() == 4 &&
               m_records.isReadOnce(m_records.written(n)) &&
               m_records.isReadOnce(m_records.written(n + 1));
    }

    std::uint32_t takeSteps(std::uint32_t first, std::uint32_t end) {
        ProductSum sum;
        sum.x = inst(first).a;
        sum.y = inst(first + 1).a;
        sum.from = inst(first + 2).c;
        std::uint32_t n = first;
        do {
            sum.factors.push_back({static_cast<std::int32_t>(inst(n).imm),
                                   static_cast<std::int32_t>(inst(n + 1).imm)});
            sum.to = inst(n + 2).d;
            n += 3;
        } while (goesOn(sum, n, end));
        if (sum.factors.size() < kFewestFactors)
            return first;
        sum.lowest = sum.highest = sum.factors.front();
        for (const ProductSum::Factors& f : sum.factors) {
            sum.lowest = {std::min(sum.lowest.x, f.x), std::min(sum.lowest.y, f.y)};
            sum.highest = {std::max(sum.highest.x, f.x), std::max(sum.highest.y, f.y)};
        }
        sum.records = n - first;
        sum.single = inst(first).run;
        std::vector<ProductSum>& sums = m_records.code().productSums;
        m_records.inst(first).aux2 = static_cast<std::uint32_t>(sums.size());
        m_records.shorten(first, n - first, m_run);
        sums.push_back(std::move(sum));
        return n;
    }
    /// Whether the step at `n` adds to the sum of the previous one, which nothing else reads.
    bool goesOn(const ProductSum& sum, std::uint32_t n, std::uint32_t end) {
        return isStep(n, end) && inst(n).a == sum.x && inst(n + 1).a == sum.y &&
               inst(n + 2).c == sum.to &&
               m_records.instruction(n + 2).operands.at(3).reg == m_records.written(n - 1) &&
               m_records.isReadOnce(m_records.written(n - 1));
    }

    Records& m_records;
    const Handler m_load, m_widen, m_fma, m_run;
};

/// The handlers that take part in pairs.
struct PairTable {
    struct Named {
        Handler run;
        std::string name;
    };
    explicit PairTable(const FormTable& all)
        : forms(all)
        , andOfTwo(handler("and.pred"))
        , move(handler("mov.b32"))
        , branchIf(handler("$bra.if"))
        , branchBackIf(handler("$bra.if.back"))
        , load(handler("$ldx.global.u32.r"))
        , loadTwice(handler("$ldx2.global.u32.r")) {
        for (const char* name : {"add", "sub", "mul", "fma"})
            arithmetic.push_back({handler(std::string(name) + ".f32"), name});
        for (const char* test : {"lt", "le", "gt", "ge"})
            comparisons.push_back({handler(std::string("setp.") + test + ".f32"), test});
        for (const char* type : {"s32", "u32"}) {
            integers.push_back({handler(std::string("add.") + type), "$pair.count"});
            integers.push_back({handler(std::string("mad.lo.") + type), "$pair.mad"});
            for (const char* test : {"lt", "le", "gt", "ge", "eq", "ne"}) {
                const std::string form = std::string(test) + "." + type;
                tests.push_back({handler("setp." + form), ".setp." + form});
                tests.push_back({handler("$bra." + form), ".bra." + form});
            }
        }
    }
    Handler handler(const std::string& key) const { return forms.find(key)->run; }
    static const Named* find(const std::vector<Named>& names, Handler run) {
        const auto it =
            std::find_if(names.begin(), names.end(), [&](const Named& n) { return n.run == run; });
        return it == names.end() ? nullptr : &*it;
    }

    const FormTable& forms;
    const Handler andOfTwo, move, branchIf, branchBackIf, load, loadTwice;
    std::vector<Named> arithmetic, comparisons; ///< of f32, without modifiers
    std::vector<Named> integers, tests;         ///< of integers; the pair's key in two parts
};

/// Finds pairs of records in which the second one reads the first one's result.
class PairFinder {
  public:
    explicit PairFinder(Records& records)
        : m_records(records) {}

    /// \return as for sums of products
    std::uint32_t take(std::uint32_t n, std::uint32_t end) {
        if (n + 2 > end)
            return n;
        Handler both = nullptr;
        if (inst(n).run == m_table.andOfTwo)
            both = branchOnBoth(n, end);
        else if (inst(n).run == m_table.load)
            both = loadedTwice(n);
        else if (const Named* integer = PairTable::find(m_table.integers, inst(n).run))
            both = compared(n, *integer);
        else if (const Named* first = PairTable::find(m_table.arithmetic, inst(n).run))
            both = arithmetic(n, *first);
        if (!both)
            return n;
        m_records.shorten(n, 2, both);
        return n + 2;
    }

  private:
    using Named = PairTable::Named;
    static const PairTable& table() {
        static const PairTable all(forms());
        return all;
    }
    Inst& inst(std::uint32_t n) { return m_records.inst(n); }

    /// An integer and a comparison with it.
    Handler compared(std::uint32_t n, const Named& first) {
        const Inst &integer = inst(n), &test = inst(n + 1);
        const bool isRead = integer.d == test.a || integer.d == test.b;
        const Named* found = isRead ? PairTable::find(m_table.tests, test.run) : nullptr;
        return found ? m_table.handler(first.name + found->name) : nullptr;
    }

    /// Two arrays' elements of one index, as in a[i] + b[i].
    Handler loadedTwice(std::uint32_t n) {
        const Inst &a = inst(n), &b = inst(n + 1);
        const bool isSame = b.run == m_table.load && a.b == b.b && a.aux == b.aux && a.d != b.b;
        return isSame ? m_table.loadTwice : nullptr;
    }

    /// Two predicates and the branch on both, a move between them aside.
    Handler branchOnBoth(std::uint32_t n, std::uint32_t end) {
        const auto isBranch = [&](std::uint32_t at) {
            return (inst(at).run == m_table.branchIf || inst(at).run == m_table.branchBackIf) &&
                   inst(at).a == inst(n).d;
        };
        if (inst(n + 1).run == m_table.move && n + 3 <= end && isBranch(n + 2)) {
            m_records.swap(n, n + 1);
            return nullptr; // the pair begins at the next record
        }
        return !isBranch(n + 1)                      ? nullptr
               : inst(n + 1).run == m_table.branchIf ? m_table.handler("$both.bra")
                                                     : m_table.handler("$both.bra.back");
    }

    Handler arithmetic(std::uint32_t n, const Named& first) {
        const std::uint16_t mid = inst(n).d;
        Inst& next = inst(n + 1);
        std::string key = "$pair." + first.name + ".";
        bool isOverwritten = false;
        if (const Named* comparison = PairTable::find(m_table.comparisons, next.run)) {
            if (next.a != mid || next.b == mid)
                return nullptr;
            key += comparison->name + ".a";
        } else if (const Named* second = PairTable::find(m_table.arithmetic, next.run)) {
            const bool hasC = second->name == "fma";
            if (second->name != "sub" && next.b == mid && next.a != mid)
                std::swap(next.a, next.b); // the same result: NaNs have but one pattern
            const bool a = next.a == mid, b = next.b == mid, c = hasC && next.c == mid;
            const bool square = second->name == "mul" && a && b;
            if (int{a} + int{b} + int{c} != 1 && !square)
                return nullptr;
            key += second->name + (square ? ".ab" : a ? ".a" : b ? ".b" : ".c");
            isOverwritten = next.d == mid;
        } else {
            return nullptr;
        }
        const bool isDropped = isOverwritten || (m_records.info(n).counted &&
                                                 m_records.isReadOnce(m_records.written(n)));
        return m_table.handler(isDropped ? key : key + ".kept");
    }

    Records& m_records;
    const PairTable& m_table = table();
};

} // namespace

/// Of the current function.
void KernelDecoder::findShortcuts() {
    if (m_function->code.empty())
        return;
    std::vector<std::uint32_t> starts(m_blockStart);
    std::erase(starts, ~0u);
    starts.push_back(static_cast<std::uint32_t>(m_code.insts.size()));
    std::sort(starts.begin(), starts.end());
    Records records(m_code, *m_function);
    ProductSumFinder sums(records, m_forms);
    PairFinder pairs(records);
    for (std::size_t block = 0; block + 1 < starts.size(); ++block) {
        const std::uint32_t end = starts[block + 1];
        for (std::uint32_t n = starts[block]; n < end;) {
            std::uint32_t next = sums.take(n, end);
            if (next == n)
                next = pairs.take(n, end);
            n = std::max(next, n + 1);
        }
    }
}

} // namespace warpbench::simgpu::engine
