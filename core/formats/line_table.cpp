// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/line_table.h"

#include "core/formats/cubin.h"
#include "core/formats/elf_reader.h"
#include "core/formats/ptx_file_names.h"

#include <algorithm>
#include <map>
#include <set>

namespace warpbench::compile {

namespace {

/// A row as the line program emits it.
struct RawRow {
    std::string_view function;
    std::uint64_t address = 0;
    std::uint64_t file = 0;
    int line = 0;
    std::uint64_t context = 0; ///< row of the call that was inlined, from 1; 0: none
    std::size_t sequence = 0;  ///< index of the sequence's first row; contexts count from there
    bool endOfSequence = false;
};

struct RawTable {
    std::vector<std::string> files; ///< index 0 is file 1
    std::vector<RawRow> rows;
};

/// Runs the line programs of a section (DWARF 2, section 6.2), with NVIDIA's extended operation
/// 0x90: context and name of an inlined function (found by measurement).
class LineProgram {
  public:
    LineProgram(const ElfFile& elf, std::size_t section)
        : m_elf(elf)
        , m_reader(elf.sections()[section].content)
        , m_relocations(elf.relocationsOf(section)) {}

    std::vector<RawTable> run() {
        std::vector<RawTable> tables;
        while (!m_reader.atEnd()) {
            m_table = {};
            const bool whole = readUnit();
            tables.push_back(std::move(m_table));
            if (!whole)
                break;
        }
        return tables;
    }

  private:
    static constexpr std::size_t kMaxRows = 10'000'000;

    bool readUnit() {
        const std::uint64_t length = m_reader.u32();
        if (length > m_reader.size() - m_reader.position())
            return false;
        const std::size_t end = m_reader.position() + static_cast<std::size_t>(length);
        const std::uint16_t version = m_reader.u16();
        const std::uint64_t headerLength = m_reader.u32();
        const std::uint64_t program = m_reader.position() + headerLength;
        m_minimumLength = m_reader.u8();
        if (version >= 4)
            m_reader.u8(); // operations per instruction
        m_reader.u8();     // default_is_stmt
        m_lineBase = static_cast<std::int8_t>(m_reader.u8());
        m_lineRange = m_reader.u8();
        m_opcodeBase = m_reader.u8();
        if (m_reader.failed() || m_lineRange == 0 || m_opcodeBase == 0 || program > end)
            return false;
        m_operandCounts.clear();
        for (unsigned i = 1; i < m_opcodeBase; ++i)
            m_operandCounts.push_back(m_reader.u8());
        readFiles(static_cast<std::size_t>(program));
        m_reader.seek(static_cast<std::size_t>(program));
        m_row = startRow();
        while (m_reader.position() < end && !m_reader.failed())
            step();
        m_reader.seek(end);
        return !m_reader.failed();
    }

    void readFiles(std::size_t end) {
        std::vector<std::string_view> folders;
        while (m_reader.position() < end) {
            const std::string_view folder = m_reader.text();
            if (folder.empty())
                break;
            folders.push_back(folder);
        }
        while (m_reader.position() < end) {
            const std::string_view name = m_reader.text();
            if (name.empty())
                break;
            const std::uint64_t folder = m_reader.uleb();
            m_reader.uleb(); // time
            m_reader.uleb(); // length
            std::string path(name);
            if (folder >= 1 && folder <= folders.size() && !name.starts_with('/'))
                path = std::string(folders[static_cast<std::size_t>(folder) - 1]) + "/" + path;
            m_table.files.push_back(withQuotes(std::move(path)));
        }
    }

    static RawRow startRow() {
        RawRow row;
        row.file = 1;
        row.line = 1;
        return row;
    }

    void emit() {
        if (m_table.rows.size() < kMaxRows)
            m_table.rows.push_back(m_row);
    }

    void step() {
        const std::uint8_t opcode = m_reader.u8();
        if (opcode >= m_opcodeBase) {
            const unsigned adjusted = opcode - m_opcodeBase;
            m_row.address += adjusted / m_lineRange * m_minimumLength;
            m_row.line += m_lineBase + static_cast<int>(adjusted % m_lineRange);
            emit();
        } else if (opcode == 0) {
            extended();
        } else {
            standard(opcode);
        }
    }

    void standard(std::uint8_t opcode) {
        switch (opcode) {
        case 1: // copy
            emit();
            break;
        case 2: // advance_pc
            m_row.address += m_reader.uleb() * m_minimumLength;
            break;
        case 3: // advance_line
            m_row.line = static_cast<int>(m_row.line + m_reader.sleb());
            break;
        case 4: // set_file
            m_row.file = m_reader.uleb();
            break;
        case 8: // const_add_pc
            m_row.address += (255U - m_opcodeBase) / m_lineRange * m_minimumLength;
            break;
        case 9: // fixed_advance_pc
            m_row.address += m_reader.u16();
            break;
        default: // set_column and others that do not matter here
            for (unsigned i = 0; i < m_operandCounts[opcode - 1U]; ++i)
                m_reader.uleb();
            break;
        }
    }

    void extended() {
        const std::uint64_t length = m_reader.uleb();
        const std::size_t start = m_reader.position();
        const std::uint8_t operation = m_reader.u8();
        if (operation == 1) { // end_sequence
            m_row.endOfSequence = true;
            emit();
            m_row = startRow();
            m_row.sequence = m_table.rows.size();
        } else if (operation == 2) { // set_address
            const std::size_t at = m_reader.position();
            m_row.address = m_reader.u64();
            for (const ElfFile::Relocation& relocation : m_relocations) {
                if (relocation.offset != at || relocation.symbol >= m_elf.symbols().size())
                    continue;
                m_row.function = functionOf(m_elf.symbols()[relocation.symbol]);
                m_row.address = static_cast<std::uint64_t>(relocation.addend);
            }
        } else if (operation == 0x90) { // NVIDIA: context of an inlined call, its function's name
            m_row.context = m_reader.uleb();
        }
        if (length > m_reader.size() - std::min(start, m_reader.size()))
            m_reader.seek(m_reader.size());
        else
            m_reader.seek(start + static_cast<std::size_t>(length));
    }

    /// Relocations name the function, or its section (".text.k").
    std::string_view functionOf(const ElfFile::Symbol& symbol) const {
        std::string_view name = symbol.name;
        if (name.empty() && symbol.section < m_elf.sections().size())
            name = m_elf.sections()[symbol.section].name;
        constexpr std::string_view kText = ".text.";
        return name.starts_with(kText) ? name.substr(kText.size()) : name;
    }

    const ElfFile& m_elf;
    ByteReader m_reader;
    std::vector<ElfFile::Relocation> m_relocations;
    RawTable m_table;
    RawRow m_row;
    unsigned m_minimumLength = 1;
    int m_lineBase = 0;
    unsigned m_lineRange = 1;
    unsigned m_opcodeBase = 1;
    std::vector<unsigned> m_operandCounts;
};

std::vector<RawTable> rawTables(const ElfFile& elf, std::string_view name) {
    for (std::size_t i = 0; i < elf.sections().size(); ++i)
        if (elf.sections()[i].name == name)
            return LineProgram(elf, i).run();
    return {};
}

Place placeOf(const RawTable& table, const RawRow& row) {
    Place place;
    if (row.file >= 1 && row.file <= table.files.size())
        place.file = table.files[static_cast<std::size_t>(row.file) - 1];
    place.line = std::max(row.line, 0);
    return place;
}

std::vector<Place> callersOf(const RawTable& table, const RawRow& row) {
    constexpr std::size_t kMostCallers = 64; // a damaged table may hold a circle
    std::vector<Place> callers;
    std::uint64_t context = row.context;
    while (context >= 1 && context <= table.rows.size() - row.sequence &&
           callers.size() < kMostCallers) {
        const RawRow& caller = table.rows[row.sequence + static_cast<std::size_t>(context) - 1];
        callers.push_back(placeOf(table, caller));
        context = caller.context;
    }
    return callers;
}

using ByFunction = std::map<std::string, std::vector<LineRow>, std::less<>>;

/// Calls visit(function, begin, end, table, row) for every stretch of code.
template <class Visit>
void forEachStretch(const std::vector<RawTable>& tables, Visit&& visit) {
    for (const RawTable& table : tables)
        for (std::size_t i = 0; i + 1 < table.rows.size(); ++i) {
            const RawRow& row = table.rows[i];
            const RawRow& next = table.rows[i + 1];
            // Rows at one address: the last one counts.
            if (!row.endOfSequence && next.address > row.address && !row.function.empty())
                visit(row.function, row.address, next.address, table, row);
        }
}

/// Splits the rows of a function where PTX lines change, and sets them.
std::vector<LineRow> withPtxLines(const std::vector<LineRow>& source,
                                  const std::vector<LineRow>& ptx) {
    std::set<std::uint64_t> borders;
    for (const std::vector<LineRow>* rows : {&source, &ptx})
        for (const LineRow& row : *rows) {
            borders.insert(row.begin);
            borders.insert(row.end);
        }
    const auto find = [](const std::vector<LineRow>& rows, std::uint64_t at) -> const LineRow* {
        const auto after =
            std::upper_bound(rows.begin(), rows.end(), at,
                             [](std::uint64_t value, const LineRow& r) { return value < r.begin; });
        return after != rows.begin() && at < std::prev(after)->end ? &*std::prev(after) : nullptr;
    };
    std::vector<LineRow> joined;
    for (auto border = borders.begin(); border != borders.end(); ++border) {
        const auto next = std::next(border);
        if (next == borders.end())
            break;
        const LineRow* bySource = find(source, *border);
        const LineRow* byPtx = find(ptx, *border);
        if (!bySource && !byPtx)
            continue;
        LineRow row = bySource ? *bySource : LineRow();
        row.begin = *border;
        row.end = *next;
        row.ptxLine = byPtx ? byPtx->ptxLine : 0;
        joined.push_back(std::move(row));
    }
    return joined;
}

void sortRows(std::vector<LineRow>& rows) {
    std::stable_sort(rows.begin(), rows.end(),
                     [](const LineRow& a, const LineRow& b) { return a.begin < b.begin; });
}

} // namespace

const LineRow* FunctionLines::at(std::uint64_t offset) const {
    for (const LineRow& row : rows)
        if (offset >= row.begin && offset < row.end)
            return &row;
    return nullptr;
}

std::vector<FunctionLines> lineTable(std::span<const std::byte> cubin) {
    const std::optional<ElfFile> elf = ElfFile::parse(cubin);
    if (!elf)
        return {};
    ByFunction source;
    forEachStretch(rawTables(*elf, ".debug_line"),
                   [&](std::string_view function, std::uint64_t begin, std::uint64_t end,
                       const RawTable& table, const RawRow& row) {
                       source[std::string(function)].push_back(
                           {begin, end, placeOf(table, row), callersOf(table, row), 0});
                   });
    ByFunction ptx;
    forEachStretch(rawTables(*elf, ".nv_debug_line_sass"), [&](std::string_view function,
                                                               std::uint64_t begin,
                                                               std::uint64_t end, const RawTable&,
                                                               const RawRow& row) {
        ptx[std::string(function)].push_back({begin, end, {}, {}, std::max(row.line, 0)});
    });
    std::set<std::string> names;
    for (const ByFunction* table : {&source, &ptx})
        for (const auto& [name, rows] : *table)
            names.insert(name);
    std::vector<FunctionLines> functions;
    for (const std::string& name : names) {
        sortRows(source[name]);
        sortRows(ptx[name]);
        functions.push_back({name, withPtxLines(source[name], ptx[name])});
    }
    return functions;
}

std::vector<SpillSite> spillSites(std::span<const std::byte> cubin) {
    const std::optional<CubinFacts> facts = readCubin(cubin);
    if (!facts)
        return {};
    std::vector<SpillSite> sites;
    for (const FunctionLines& function : lineTable(cubin)) {
        const CubinKernel* kernel = facts->kernel(function.function);
        if (!kernel)
            continue;
        std::map<std::pair<std::string, int>, int> counts;
        for (std::uint64_t offset : kernel->spillOffsets)
            if (const LineRow* row = function.at(offset))
                ++counts[{row->place.file, row->place.line}];
        for (const auto& [place, count] : counts)
            sites.push_back({function.function, {place.first, place.second, 0}, count});
    }
    std::stable_sort(sites.begin(), sites.end(), [](const SpillSite& a, const SpillSite& b) {
        return a.instructions > b.instructions;
    });
    return sites;
}

} // namespace warpbench::compile
