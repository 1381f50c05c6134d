// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/machine_code.h"

#include "core/formats/cubin.h"
#include "core/formats/elf_reader.h"
#include "core/formats/line_table.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace warpbench::estimate {

namespace {

constexpr std::size_t kInstructionBytes = 16;
constexpr int kFirstArchitecture = 75; ///< with 128-bit instructions and these opcodes
constexpr unsigned kAlways = 7;        ///< the predicate that is always true

/// The 128 bits of an instruction.
struct Word {
    std::uint64_t low = 0, high = 0;

    std::uint64_t bits(unsigned first, unsigned count) const {
        const std::uint64_t value = first >= 64  ? high >> (first - 64)
                                    : first == 0 ? low
                                                 : (low >> first) | (high << (64 - first));
        return count >= 64 ? value : value & ((std::uint64_t(1) << count) - 1);
    }
    std::int64_t signedBits(unsigned first, unsigned count) const {
        const std::uint64_t value = bits(first, count) << (64 - count);
        return static_cast<std::int64_t>(value) >> (64 - count);
    }
};

/// Bytes from the end of a branch to its target. Measured: the field was split with compute
/// capability 9.0.
std::int64_t branchOffset(const Word& word, int computeCapability) {
    if (computeCapability < 90)
        return word.signedBits(34, 48) * 4;
    return (word.signedBits(34, 48) * 256 + static_cast<std::int64_t>(word.bits(16, 8))) * 4;
}

int scoreboard(std::uint64_t field) {
    return field == kAlways ? -1 : static_cast<int>(field);
}

int accessBytes(const Word& word) {
    constexpr std::array<int, 8> kBytes = {1, 1, 2, 2, 4, 8, 16, 16};
    return kBytes[word.bits(73, 3)];
}

/// The one value that later architectures gave to another instruction.
std::uint16_t opcodeValue(const Word& word, int computeCapability) {
    constexpr std::uint16_t kAddOrHalf = 0x035, kHalf = 0x031;
    const auto value = static_cast<std::uint16_t>(word.bits(0, 9));
    return value == kAddOrHalf && computeCapability < 100 ? kHalf : value;
}

MachineInstruction decodeOne(const Word& word, int computeCapability) {
    MachineInstruction out;
    out.opcode = &opcodeOf(opcodeValue(word, computeCapability));
    out.stall = std::max(1, static_cast<int>(word.bits(105, 4)));
    out.writeBarrier = scoreboard(word.bits(110, 3));
    out.readBarrier = scoreboard(word.bits(113, 3));
    out.waitMask = static_cast<unsigned>(word.bits(116, 6));
    out.guarded = word.bits(12, 3) != kAlways;
    switch (out.opcode->unit) {
    case Unit::branch: // has a further predicate
        out.guarded = out.guarded || word.bits(87, 3) != kAlways;
        break;
    case Unit::memory:
        out.bytes = accessBytes(word);
        break;
    case Unit::wait:
        out.groups = static_cast<int>(word.bits(38, 6));
        break;
    default:
        break;
    }
    return out;
}

bool jumps(Unit unit) {
    return unit == Unit::branch || unit == Unit::call;
}

/// Whether a block ends with an instruction of this unit. A call comes back.
bool endsBlock(const MachineInstruction& instruction) {
    switch (instruction.opcode->unit) {
    case Unit::branch:
    case Unit::indirect:
    case Unit::call:
    case Unit::ret:
    case Unit::reconverge:
    case Unit::exit:
        return true;
    default:
        return false;
    }
}

/// The line of the source from which a stretch of code comes, straight or inlined.
int sourceLineOf(const compile::LineRow& row,
                 const std::function<bool(const std::string&)>& isSource) {
    if (isSource(row.place.file))
        return row.place.line;
    for (const Place& caller : row.calledFrom)
        if (isSource(caller.file))
            return caller.line;
    return 0;
}

} // namespace

const Opcode& opcodeOf(std::uint16_t value) {
    static const std::map<std::uint16_t, Opcode> opcodes = {
#define WB_OPCODE(value, name, unit, cycles, latency)                                              \
    {value, Opcode{value, name, Unit::unit, cycles, latency}},
#include "core/estimate/opcodes.inc"
#undef WB_OPCODE
    };
    static const Opcode unknown{0, "", Unit::alu, 2, 0};
    const auto found = opcodes.find(value);
    return found == opcodes.end() ? unknown : found->second;
}

std::vector<MachineInstruction> decode(std::span<const std::byte> code, int computeCapability) {
    std::vector<MachineInstruction> out;
    const std::size_t count = code.size() / kInstructionBytes;
    out.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        Word word;
        std::memcpy(&word, code.data() + i * kInstructionBytes, kInstructionBytes);
        MachineInstruction instruction = decodeOne(word, computeCapability);
        if (jumps(instruction.opcode->unit)) {
            const std::int64_t target = static_cast<std::int64_t>(i) + 1 +
                                        branchOffset(word, computeCapability) /
                                            static_cast<std::int64_t>(kInstructionBytes);
            if (target >= 0 && target < static_cast<std::int64_t>(count))
                instruction.target = static_cast<int>(target);
        }
        out.push_back(instruction);
    }
    return out;
}

namespace {

/// A kernel's code, with the functions that it calls behind it.
class CodeReader {
  public:
    CodeReader(const compile::ElfFile& elf, std::vector<compile::FunctionLines> lines,
               int computeCapability, const std::function<bool(const std::string&)>& isSource)
        : m_elf(elf)
        , m_lines(std::move(lines))
        , m_computeCapability(computeCapability)
        , m_isSource(isSource) {}

    /// \param section  of the kernel, an index
    /// \returns nothing if no line is known
    std::vector<MachineInstruction> read(std::size_t section) {
        m_sections.push_back(section);
        for (std::size_t next = 0; next < m_sections.size(); ++next)
            append(m_sections[next]);
        for (const Call& call : m_calls)
            m_code[call.instruction].target = m_begins.at(call.section) + call.offset;
        return m_isLineKnown ? std::move(m_code) : std::vector<MachineInstruction>();
    }

  private:
    struct Call {
        std::size_t instruction = 0;
        std::size_t section = 0; ///< of the called function
        int offset = 0;          ///< instructions
    };

    void append(std::size_t section) {
        constexpr std::string_view kPrefix = ".text.";
        const compile::ElfFile::Section& from = m_elf.sections()[section];
        const auto begin = static_cast<int>(m_code.size());
        m_begins[section] = begin;
        for (MachineInstruction& instruction : decode(from.content, m_computeCapability)) {
            if (instruction.target >= 0)
                instruction.target += begin;
            m_code.push_back(instruction);
        }
        noteCalls(section, static_cast<std::size_t>(begin));
        for (const compile::FunctionLines& lines : m_lines)
            if (lines.function == from.name.substr(std::min(kPrefix.size(), from.name.size())))
                setLines(lines, static_cast<std::size_t>(begin));
    }

    /// Calls of other sections' functions have a relocation instead of a target.
    void noteCalls(std::size_t section, std::size_t begin) {
        for (const compile::ElfFile::Relocation& relocation : m_elf.relocationsOf(section)) {
            const std::size_t at = begin + relocation.offset / kInstructionBytes;
            if (at >= m_code.size() || m_code[at].opcode->unit != Unit::call ||
                relocation.symbol >= m_elf.symbols().size())
                continue;
            const compile::ElfFile::Symbol& symbol = m_elf.symbols()[relocation.symbol];
            if (symbol.section >= m_elf.sections().size() ||
                !m_elf.sections()[symbol.section].name.starts_with(".text.") ||
                symbol.value >= m_elf.sections()[symbol.section].content.size())
                continue;
            if (std::find(m_sections.begin(), m_sections.end(), symbol.section) == m_sections.end())
                m_sections.push_back(symbol.section);
            m_calls.push_back(
                {at, symbol.section, static_cast<int>(symbol.value / kInstructionBytes)});
        }
    }

    void setLines(const compile::FunctionLines& lines, std::size_t begin) {
        for (const compile::LineRow& row : lines.rows) {
            const int sourceLine = sourceLineOf(row, m_isSource);
            const std::size_t end =
                std::min<std::size_t>(begin + row.end / kInstructionBytes, m_code.size());
            for (std::size_t at = begin + row.begin / kInstructionBytes; at < end; ++at) {
                m_code[at].ptxLine = row.ptxLine;
                m_code[at].sourceLine = sourceLine;
                m_isLineKnown = m_isLineKnown || row.ptxLine > 0;
            }
        }
    }

    const compile::ElfFile& m_elf;
    const std::vector<compile::FunctionLines> m_lines;
    const int m_computeCapability;
    const std::function<bool(const std::string&)>& m_isSource;
    std::vector<std::size_t> m_sections; ///< that are read, in order
    std::map<std::size_t, int> m_begins; ///< by section: its first instruction
    std::vector<Call> m_calls;
    std::vector<MachineInstruction> m_code;
    bool m_isLineKnown = false;
};

} // namespace

MachineCode machineCode(std::span<const std::byte> cubin, std::string_view function,
                        const std::function<bool(const std::string& file)>& isSource) {
    const std::optional<compile::CubinFacts> facts = compile::readCubin(cubin);
    const auto elf = compile::ElfFile::parse(cubin);
    if (!facts || !elf || facts->computeCapability < kFirstArchitecture)
        return {};
    const auto* section = elf->section(".text." + std::string(function));
    if (!section)
        return {};
    MachineCode out{std::string(function), {}};
    out.instructions =
        CodeReader(*elf, compile::lineTable(cubin), facts->computeCapability, isSource)
            .read(static_cast<std::size_t>(section - elf->sections().data()));
    return out;
}

std::set<int> retriedAtomics(const std::vector<MachineInstruction>& code) {
    constexpr std::uint16_t kCompareAndSwap = 0x18d;
    std::set<int> loads, swaps, retried;
    for (const MachineInstruction& instruction : code) {
        if (instruction.opcode->name == "LDS")
            loads.insert(instruction.ptxLine);
        if (instruction.opcode->value == kCompareAndSwap)
            swaps.insert(instruction.ptxLine);
    }
    std::set_intersection(loads.begin(), loads.end(), swaps.begin(), swaps.end(),
                          std::inserter(retried, retried.end()));
    return retried;
}

std::vector<BasicBlock> basicBlocks(const std::vector<MachineInstruction>& code) {
    std::set<int> begins = {0};
    for (std::size_t i = 0; i < code.size(); ++i) {
        if (code[i].target >= 0)
            begins.insert(code[i].target);
        if (endsBlock(code[i]))
            begins.insert(static_cast<int>(i) + 1);
    }
    begins.insert(static_cast<int>(code.size()));
    std::vector<BasicBlock> blocks;
    std::map<int, int> blockAt;
    for (auto begin = begins.begin(); std::next(begin) != begins.end(); ++begin) {
        blockAt[*begin] = static_cast<int>(blocks.size());
        blocks.push_back({*begin, *std::next(begin), {}});
    }
    for (BasicBlock& block : blocks) {
        const MachineInstruction& last = code[static_cast<std::size_t>(block.end) - 1];
        const Unit unit = last.opcode->unit;
        const bool leaves = !last.guarded && (unit == Unit::branch || unit == Unit::exit ||
                                              unit == Unit::ret || unit == Unit::indirect);
        if (!leaves && blockAt.contains(block.end))
            block.next.push_back(blockAt[block.end]);
        if (unit == Unit::branch && last.target >= 0)
            block.next.push_back(blockAt[last.target]);
    }
    return blocks;
}

} // namespace warpbench::estimate
