// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/debug/debug_control.h"
#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/program.h"

#include <cstdint>
#include <vector>

namespace warpbench::simgpu::engine {

/// The PTX instruction that a record was decoded from; null if the decoder added it.
inline const ptx::Instruction* instructionOf(const Program& program, const InstInfo& info) {
    const ptx::Function& function = program.module.functions[info.function];
    return info.instruction < function.code.size() ? &function.code[info.instruction] : nullptr;
}

/// The source location of a record, as seen by stepping.
struct RecordPlace {
    std::uint32_t file = 0;    ///< number of a .file
    std::uint32_t line = 0;    ///< 0: unknown or compiler-generated
    std::uint32_t inlined = 0; ///< number of functions through which the line was inlined
    std::uint32_t ptxLine = 0;
    bool begins = false; ///< the first record of its instruction

    bool sameLine(const RecordPlace& other) const {
        return line == other.line && file == other.file;
    }
};

std::vector<RecordPlace> placesOf(const Program& program, const Code& code);

/// The records with breakpoints.
class BreakpointSites {
  public:
    BreakpointSites(const Program& program, const Code& code,
                    const std::vector<RecordPlace>& places)
        : m_program(program)
        , m_code(code)
        , m_places(places) {}

    /// A source line without code stands for the next line of its file that has code. The sites are
    /// the line's first instruction in each basic block; for a PTX line, the first instruction at
    /// or after it.
    void place(std::vector<Breakpoint> breakpoints);

    /// Index of a breakpoint at the record that applies to these lanes, or kNoBreakpoint. Counts a
    /// hit.
    /// \param newLine  the warp comes from another line or jumped back
    std::uint32_t arrive(std::size_t record, bool newLine, std::uint64_t block, std::uint32_t warp,
                         std::uint32_t lanes);
    bool isSite(std::size_t record) const { return !m_sites.empty() && m_sites[record]; }

  private:
    void placeAtLine(std::uint32_t index);
    void placeAtPtxLine(std::uint32_t index);
    std::uint32_t lineWithCode(const std::vector<std::uint32_t>& files, std::uint32_t line) const;
    void add(std::size_t record, std::uint32_t index);

    const Program& m_program;
    const Code& m_code;
    const std::vector<RecordPlace>& m_places;
    std::vector<Breakpoint> m_breakpoints;
    struct Site {
        std::size_t record;
        std::uint32_t breakpoint;
    };
    std::vector<Site> m_all;
    std::vector<bool> m_sites; ///< by record; empty: none
};

/// True if `name` is the file's path or its last folders and name.
bool namesFile(const std::string& file, const std::string& name);

} // namespace warpbench::simgpu::engine
