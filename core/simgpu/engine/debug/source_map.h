// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simgpu/engine/debug/debug_control.h"
#include "core/simgpu/engine/decode/code.h"
#include "core/simgpu/engine/program.h"

#include <cstdint>
#include <vector>

namespace warpbench::simgpu::engine {

/// The PTX instruction that a record was made of; null: the decoder added it.
inline const ptx::Instruction* instructionOf(const Program& program, const InstInfo& info) {
    const ptx::Function& function = program.module.functions[info.function];
    return info.instruction < function.code.size() ? &function.code[info.instruction] : nullptr;
}

/// Where a record of a kernel is in its source, as stepping sees it.
struct RecordPlace {
    std::uint32_t file = 0;    ///< number of a .file
    std::uint32_t line = 0;    ///< 0: unknown, made up by the compiler
    std::uint32_t inlined = 0; ///< functions that the line was inlined through
    std::uint32_t ptxLine = 0;
    bool begins = false; ///< the first record of its instruction

    bool sameLine(const RecordPlace& other) const {
        return line == other.line && file == other.file;
    }
};

std::vector<RecordPlace> placesOf(const Program& program, const Code& code);

/// The records that breakpoints are at.
class BreakpointSites {
  public:
    BreakpointSites(const Program& program, const Code& code,
                    const std::vector<RecordPlace>& places)
        : m_program(program)
        , m_code(code)
        , m_places(places) {}

    /// A source line without code represents the next one of its file that has some. In each basic
    /// block the first instruction of the line is a site; of a PTX line, the first instruction
    /// there or behind it.
    void place(std::vector<Breakpoint> breakpoints);

    /// Index of a breakpoint at the record that concerns these lanes; kNoBreakpoint: none. Counts
    /// an arrival.
    /// \param newLine    the warp comes from another line, or jumped back
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

/// True where `name` is the file, or its last folders and name.
bool namesFile(const std::string& file, const std::string& name);

} // namespace warpbench::simgpu::engine
